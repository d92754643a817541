/**
 * Writes of a process that had lost the right to make them, and that the API server accepted.
 *
 * - `WindowOver`: its last renewal that the server had received was longer ago than a window (a process counts from the
 *   moment at which it sent it, which is earlier still), and longer than a request may take. In the other cases it has
 *   said, or was replaced because, nothing is on its way any more.
 * - `Succeeded`: the next process of the same name had registered.
 * - `SlotGivenUp`: it had reported that it no longer holds the slot, and no table since gave it back.
 */
import { sameProcess, type ProcessName } from './entry.ts';
import type { AuditEntry } from './entry.ts';
import type { SlotOf } from './gaps.ts';
import { ownerWrites, type OwnerWrite } from './owner-writes.ts';
import type { Life, Timeline } from './ownership-timeline.ts';

export interface LateWrite {
  readonly type: 'WindowOver' | 'Succeeded' | 'SlotGivenUp';
  readonly object: string;
  readonly slot: number;
  readonly atMs: number;
  /** How long after it had lost the right. */
  readonly lateMs: number;
  readonly writer: ProcessName;
}

export interface LateWritesOptions {
  readonly timeline: Timeline;
  readonly slotOf: SlotOf;
  /** Lease duration minus fence margin. */
  readonly windowMs: number;
  /** How long a request that was sent within the window may have been on its way: the request timeout. */
  readonly transitMs: number;
}

/** `entries` sorted by `startMs`. Empty = innocent. A process of which no registration is in the log is not judged. */
export function lateWrites(entries: readonly AuditEntry[], options: LateWritesOptions): readonly LateWrite[] {
  return ownerWrites(entries, options.slotOf).flatMap((write): readonly LateWrite[] => {
    const life = options.timeline.lives.find(({ process }) => sameProcess(process, write.writer));
    const since = life === undefined ? undefined : lostSince(write, life, options);
    if (since === undefined) return [];
    const lateMs = write.startMs - since.atMs;
    const { object, slot, writer, startMs: atMs } = write;
    return [{ type: since.type, object, slot, atMs, lateMs, writer }];
  });
}

interface Loss {
  readonly type: LateWrite['type'];
  readonly atMs: number;
}

function lostSince(
  write: OwnerWrite,
  life: Life,
  { timeline, windowMs, transitMs }: LateWritesOptions,
): Loss | undefined {
  const renewedMs = life.renewalsMs.findLast((ms) => ms <= write.startMs) ?? life.registeredMs;
  if (renewedMs + windowMs + transitMs < write.startMs) return { type: 'WindowOver', atMs: renewedMs + windowMs };
  if (life.succeededMs < write.startMs) return { type: 'Succeeded', atMs: life.succeededMs };
  const hold = timeline.holds
    .get(write.slot)
    ?.findLast((one) => sameProcess(one.process, write.writer) && one.fromMs <= write.endMs);
  if (hold?.end !== 'Released' || hold.toMs >= write.startMs) return undefined;
  const isBack = timeline.tables.some(
    (table, i) =>
      table.owners[write.slot] === write.writer.replica &&
      table.startMs <= write.endMs &&
      // In force at some time after it had given the slot up.
      (timeline.tables[i + 1]?.endMs ?? Number.POSITIVE_INFINITY) > hold.toMs,
  );
  return isBack ? undefined : { type: 'SlotGivenUp', atMs: hold.toMs };
}
