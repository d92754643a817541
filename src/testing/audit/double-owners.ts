/**
 * Finds objects that two replicas acted on out of turn.
 *
 * Only owners' writes count (owner-writes.ts), attributed by the token (pod) and the User-Agent (incarnation).
 */
import type { Slot } from '../../protocol/slots.ts';
import { sameProcess, type AuditEntry, type ProcessName } from './entry.ts';
import type { SlotOf } from './gaps.ts';
import type { Hold, Timeline } from './ownership-timeline.ts';
import { ownerWrites, type OwnerWrite } from './owner-writes.ts';
import type { TableVersion } from './tables.ts';

export type Violation = {
  /** `<resource>.<group> <namespace>/<name>` */
  readonly object: string;
  readonly slot: Slot;
  readonly atMs: number;
  readonly writer: ProcessName;
} & (
  | {
      /** Written while another process held the slot. */
      readonly type: 'HeldByAnother';
      readonly holder: ProcessName;
    }
  /** Written although no version of the table up to then gave the slot to the writer. */
  | { readonly type: 'NeverGranted' }
  /** Another replica had written, and the table had not given the slot from that one to the writer since. */
  | { readonly type: 'OutOfTurn'; readonly after: ProcessName }
);

export interface DoubleOwnersOptions {
  readonly timeline: Timeline;
  /** Children have their parent's slot. Undefined = the object is not a sharded one. */
  readonly slotOf: SlotOf;
}

/** `entries` sorted by `startMs`. Empty = innocent. */
export function doubleOwners(entries: readonly AuditEntry[], options: DoubleOwnersOptions): readonly Violation[] {
  const violations: Violation[] = [];
  for (const [object, writes] of Map.groupBy(ownerWrites(entries, options.slotOf), (write) => write.object)) {
    writes.forEach((write, i) => {
      const before = writes.slice(0, i).findLast((one) => one.writer.replica !== write.writer.replica);
      const violation = judge(object, { write, before }, options.timeline);
      if (violation !== undefined) violations.push(violation);
    });
  }
  return violations.sort((a, b) => a.atMs - b.atMs);
}

interface Case {
  readonly write: OwnerWrite;
  /** The last write of another replica to the same object before this one. */
  readonly before: OwnerWrite | undefined;
}

/** One accusation a write at most: the first that the log proves. */
function judge(object: string, { write, before }: Case, { holds, tables }: Timeline): Violation | undefined {
  const { slot, writer, startMs: atMs } = write;
  const holder = holds.get(slot)?.find((hold) => isOther(hold, writer) && overlaps(hold, write));
  if (holder !== undefined) return { type: 'HeldByAnother', object, slot, atMs, writer, holder: holder.process };
  const granted = tables.some((table) => table.startMs <= write.endMs && table.owners[slot] === writer.replica);
  if (!granted) return { type: 'NeverGranted', object, slot, atMs, writer };
  if (before === undefined || wasGivenOn(tables, before, write)) return undefined;
  return { type: 'OutOfTurn', object, slot, atMs, writer, after: before.writer };
}

/** An unknown incarnation is given the benefit of the doubt. */
function isOther({ process }: Hold, writer: ProcessName): boolean {
  return writer.incarnation === '' ? process.replica !== writer.replica : !sameProcess(process, writer);
}

function overlaps(hold: Hold, write: OwnerWrite): boolean {
  return write.startMs < hold.toMs && write.endMs > hold.fromMs;
}

/** Was there, after the last version under which the one before can have written, a version that gave the slot to the writer? */
function wasGivenOn(tables: readonly TableVersion[], before: OwnerWrite, write: OwnerWrite): boolean {
  const { slot } = write;
  const turn = tables.findLastIndex(
    (table) => table.startMs <= before.endMs && table.owners[slot] === before.writer.replica,
  );
  if (turn < 0) return false;
  return tables
    .slice(turn + 1)
    .some((table) => table.owners[slot] === write.writer.replica && table.startMs <= write.endMs);
}
