/**
 * How long slots, and the objects in them, had no acting owner.
 *
 * A gap begins when the table revokes the slot (its write was answered), or, when the owner died, with the last sign of
 * life: the kill that the caller knows of, else the last renewal of its lease. It ends when the new owner's first status
 * with the slot in `held` reaches the API server, or its first write to an object of that slot, whichever is earlier.
 */
import { quantile } from '../../lib/quantile.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';
import { isSuccess, isWrite, type AuditEntry } from './entry.ts';
import type { Hold, Life, Timeline } from './ownership-timeline.ts';

export type GapKind =
  /** The table moved the slot while its owner lived. */
  | 'Planned'
  /** The owner died, another replica took over. */
  | 'Crash'
  /** The process ended and the next one under the same name went on. */
  | 'Restart';

export interface Gap {
  readonly slot: Slot;
  readonly kind: GapKind;
  readonly from: string;
  /** '' when nobody has acted yet. */
  readonly to: string;
  readonly startMs: number;
  /** Undefined: still without an owner when the log ends. */
  readonly endMs: number | undefined;
  /** Up to the end of the log when it has not ended. Never negative. */
  readonly ms: number;
}

export type SlotOf = (object: {
  readonly group: string;
  readonly resource: string;
  readonly namespace: string;
  readonly name: string;
}) => Slot | undefined;

/** Also counts object writes as signs of an owner when `slotOf` is given. `entries` as for the timeline. */
export function gaps(timeline: Timeline, entries: readonly AuditEntry[] = [], slotOf?: SlotOf): readonly Gap[] {
  const acts = slotOf === undefined ? new Map<Slot, readonly Act[]>() : actsOf(entries, slotOf);
  const found: Gap[] = [];
  for (let slot = 0; slot < SLOT_COUNT; slot++) {
    const holds = timeline.holds.get(slot) ?? [];
    for (const loss of lossesOf(timeline, slot, holds)) {
      found.push(closeGap(timeline, loss, { holds, acts: acts.get(slot) ?? [] }));
    }
  }
  return found.sort((a, b) => a.startMs - b.startMs);
}

interface Act {
  readonly replica: string;
  readonly atMs: number;
}

function actsOf(entries: readonly AuditEntry[], slotOf: SlotOf): ReadonlyMap<Slot, readonly Act[]> {
  const acts = new Map<Slot, Act[]>();
  for (const entry of entries) {
    if (entry.process === undefined || !isWrite(entry) || !isSuccess(entry)) continue;
    const slot = slotOf(entry);
    if (slot === undefined) continue;
    const list = acts.get(slot) ?? [];
    list.push({ replica: entry.process.replica, atMs: entry.startMs });
    acts.set(slot, list);
  }
  return acts;
}

interface Loss {
  readonly slot: Slot;
  readonly kind: GapKind;
  readonly from: string;
  readonly startMs: number;
  /** Only what comes after this can end it. */
  readonly decidedMs: number;
}

/** Every moment at which a slot that had an owner stopped having it. */
function lossesOf(timeline: Timeline, slot: Slot, holds: readonly Hold[]): readonly Loss[] {
  const losses: Loss[] = [];
  for (let i = 1; i < timeline.tables.length; i++) {
    const [before, after] = [timeline.tables[i - 1], timeline.tables[i]];
    const from = before?.owners[slot] ?? '';
    if (after === undefined || from === '' || after.owners[slot] === from) continue;
    const holder = holds.findLast((hold) => hold.fromMs <= after.endMs);
    // It had not even begun (or not again): the gap is the one that is open already.
    if (holder?.process.replica !== from) continue;
    const life = timeline.lives.find((one) => one.process === holder.process || isSame(one, holder));
    const died = life !== undefined && !life.final && life.endMs < after.startMs;
    if (died) {
      losses.push({
        slot,
        from,
        kind: 'Crash',
        startMs: life.killedMs ?? life.lastRenewalMs,
        decidedMs: after.startMs,
      });
    } else if (life !== undefined && holder.end === 'Lost' && holder.toMs !== life.succeededMs) {
      // Revoked on suspicion, and its window ran out without an answer: it was gone, though it may have come back.
      const renewedMs = life.renewalsMs.findLast((ms) => ms < holder.toMs) ?? life.registeredMs;
      const startMs = life.killedMs ?? Math.min(renewedMs, after.endMs);
      losses.push({ slot, from, kind: 'Crash', startMs, decidedMs: after.startMs });
    } else if (holder.end === 'Released' && holder.toMs < after.startMs) {
      // Given back before the table knew: it stopped when it said so.
      losses.push({ slot, from, kind: 'Planned', startMs: holder.toMs, decidedMs: after.startMs });
    } else {
      losses.push({ slot, from, kind: 'Planned', startMs: after.endMs, decidedMs: after.startMs });
    }
  }
  return [...losses, ...restartsOf(timeline, slot, holds)];
}

/** A hold that was cut short and went on with the next process of the same name, with no move of the table in between. */
function restartsOf(timeline: Timeline, slot: Slot, holds: readonly Hold[]): readonly Loss[] {
  return holds.flatMap((hold, i): readonly Loss[] => {
    const next = holds[i + 1];
    if (next === undefined || next.process.replica !== hold.process.replica) return [];
    if (next.process.incarnation === hold.process.incarnation) return [];
    const moved = timeline.tables.some(
      (table, at) =>
        at > 0 &&
        table.startMs >= hold.fromMs &&
        table.startMs <= next.fromMs &&
        table.owners[slot] !== timeline.tables[at - 1]?.owners[slot],
    );
    if (moved) return [];
    const life = timeline.lives.find((one) => isSame(one, hold));
    const startMs = hold.end === 'Released' ? hold.toMs : (life?.killedMs ?? life?.lastRenewalMs ?? hold.toMs);
    return [{ slot, from: hold.process.replica, kind: 'Restart', startMs, decidedMs: hold.toMs }];
  });
}

function isSame(life: Life, hold: Hold): boolean {
  return life.process.replica === hold.process.replica && life.process.incarnation === hold.process.incarnation;
}

function closeGap(
  timeline: Timeline,
  loss: Loss,
  evidence: { readonly holds: readonly Hold[]; readonly acts: readonly Act[] },
): Gap {
  const { slot, kind, from, startMs, decidedMs } = loss;
  let end: { readonly ms: number; readonly to: string } | undefined;
  const consider = (ms: number, to: string): void => {
    if (end === undefined || ms < end.ms) end = { ms, to };
  };
  for (const hold of evidence.holds) {
    if (hold.fromMs >= decidedMs) consider(hold.fromMs, hold.process.replica);
  }
  for (const act of evidence.acts) {
    // The old owner's last writes (it drains) are no end.
    if (act.atMs >= decidedMs && (act.replica !== from || kind === 'Restart')) consider(act.atMs, act.replica);
  }
  // A move that was taken back before the old owner had stopped: it never stopped.
  const kept = evidence.holds.find(
    (hold) => hold.process.replica === from && hold.fromMs < decidedMs && hold.toMs > startMs,
  );
  const back =
    kind !== 'Planned'
      ? undefined
      : timeline.tables.find((table) => table.startMs > decidedMs && table.owners[slot] === from);
  if (kept !== undefined && back !== undefined && back.endMs < kept.toMs)
    consider(Math.max(startMs, back.startMs), from);
  const endMs = end?.ms;
  return { slot, kind, from, startMs, to: end?.to ?? '', endMs, ms: Math.max(0, (endMs ?? timeline.endMs) - startMs) };
}

export interface GapSummary {
  /** Gaps, each counted as often as its slot has objects. */
  readonly count: number;
  readonly p50Ms: number;
  readonly p99Ms: number;
  readonly maxMs: number;
  /** Still open when the log ends. */
  readonly open: number;
}

/** `weightOf`: how many objects a slot has; default 1, i.e. slots are counted. Slots with none are left out. */
export function summarizeGaps(list: readonly Gap[], weightOf: (slot: Slot) => number = () => 1): GapSummary {
  const weighted = list.filter((gap) => weightOf(gap.slot) > 0);
  const each = weighted.flatMap((gap) => Array.from({ length: weightOf(gap.slot) }, () => gap.ms));
  const count = each.length;
  const of = (share: number): number => (count === 0 ? 0 : quantile(each, share));
  const open = weighted.reduce((sum, gap) => sum + (gap.endMs === undefined ? weightOf(gap.slot) : 0), 0);
  return { count, open, p50Ms: of(0.5), p99Ms: of(0.99), maxMs: of(1) };
}

/** Objects per slot, as a weight for `summarizeGaps`. */
export function objectsPerSlot(slots: Iterable<Slot>): (slot: Slot) => number {
  const counts = new Map<Slot, number>();
  for (const slot of slots) counts.set(slot, (counts.get(slot) ?? 0) + 1);
  return (slot) => counts.get(slot) ?? 0;
}
