/**
 * How long each moved object had no owner, one sample an object and move.
 *
 * From the answer to the table's write that revokes the slot, or from the end of the call that the old owner had in flight
 * on that very object (of its hook, or of the API server), to the receipt of the new owner's first status whose `held` has
 * the slot, or of its first write in it. Slots without an object are no sample.
 */
import { isOfPod } from './requests.ts';
import type { AuditEntry } from './entry.ts';
import type { Gap, SlotOf } from './gaps.ts';
import type { HookCall } from './hook-calls.ts';

export interface PlannedGap {
  /** Name of the parent. */
  readonly parent: string;
  readonly slot: number;
  readonly from: string;
  readonly to: string;
  readonly startMs: number;
  readonly endMs: number | undefined;
  /** Never negative; up to the end of the log when it has not ended. */
  readonly ms: number;
  /** How long after the revocation the old owner's call in flight ended; 0 = there was none. */
  readonly inFlightMs: number;
}

export interface PlannedGapsOptions {
  readonly parents: readonly string[];
  readonly slotOfParent: (parent: string) => number;
  /** Name of the parent that an object belongs to. */
  readonly parentOf: (object: Parameters<SlotOf>[0]) => string | undefined;
  readonly calls: readonly HookCall[];
  /** Of the log. */
  readonly logEndMs: number;
}

/** `gaps` as of `gaps()`: those that are not planned are left out. */
export function plannedGaps(
  gaps: readonly Gap[],
  entries: readonly AuditEntry[],
  options: PlannedGapsOptions,
): readonly PlannedGap[] {
  const parentsBySlot = Map.groupBy(options.parents, options.slotOfParent);
  const spansByParent = Map.groupBy(
    [...callSpans(options.calls), ...requestSpans(entries, options)],
    (span) => span.parent,
  );
  return gaps
    .filter((gap) => gap.kind === 'Planned')
    .flatMap((gap) =>
      (parentsBySlot.get(gap.slot) ?? []).map((parent): PlannedGap => {
        const { slot, from, to, endMs } = gap;
        const inFlight = (spansByParent.get(parent) ?? []).filter(
          (span) => span.replica === from && span.startMs <= gap.startMs && span.endMs > gap.startMs,
        );
        const startMs = Math.max(gap.startMs, ...inFlight.map((span) => span.endMs));
        const ms = Math.max(0, (endMs ?? options.logEndMs) - startMs);
        return { parent, slot, from, to, startMs, endMs, ms, inFlightMs: startMs - gap.startMs };
      }),
    );
}

interface Span {
  readonly parent: string;
  readonly replica: string;
  readonly startMs: number;
  readonly endMs: number;
}

function callSpans(calls: readonly HookCall[]): readonly Span[] {
  return calls.map(({ parent, process, startMs, endMs = startMs }) => ({
    parent,
    replica: process.replica,
    startMs,
    endMs,
  }));
}

function requestSpans(entries: readonly AuditEntry[], { parentOf }: PlannedGapsOptions): readonly Span[] {
  return entries.filter(isOfPod).flatMap((entry) => {
    const parent = parentOf(entry);
    const { startMs, endMs } = entry;
    return parent === undefined ? [] : [{ parent, replica: entry.process?.replica ?? '', startMs, endMs }];
  });
}
