/**
 * Finds objects that two replicas acted on out of turn.
 *
 * Only successful writes of pods count, attributed by the token (pod) and the User-Agent (incarnation). Not judged: the
 * bookkeeping of Shardkeeper itself, Leases, events; and the first label that intake puts on an object, which any replica
 * may do (it goes by the field manager of replicas, and comes before all owner's writes).
 */
import { GROUP, REPLICA_FIELD_MANAGER } from '../../api/names.ts';
import type { Slot } from '../../protocol/slots.ts';
import { isSuccess, isWrite, objectKey, sameProcess, type AuditEntry, type ProcessName } from './entry.ts';
import type { SlotOf } from './gaps.ts';
import type { Hold, Timeline } from './ownership-timeline.ts';
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
  for (const [object, writes] of ownerWrites(entries, options.slotOf)) {
    writes.forEach((write, i) => {
      const before = writes.slice(0, i).findLast((one) => one.writer.replica !== write.writer.replica);
      const violation = judge(object, { write, before }, options.timeline);
      if (violation !== undefined) violations.push(violation);
    });
  }
  return violations.sort((a, b) => a.atMs - b.atMs);
}

/** How many writes are judged: a verdict over none is worth nothing. */
export function countOwnerWrites(entries: readonly AuditEntry[], slotOf: SlotOf): number {
  return [...ownerWrites(entries, slotOf).values()].reduce((sum, writes) => sum + writes.length, 0);
}

interface OwnerWrite {
  readonly slot: Slot;
  readonly writer: ProcessName;
  readonly startMs: number;
  readonly endMs: number;
}

const BOOKKEEPING = new Set([
  GROUP,
  'coordination.k8s.io',
  'events.k8s.io',
  'authentication.k8s.io',
  'authorization.k8s.io',
]);

function ownerWrites(entries: readonly AuditEntry[], slotOf: SlotOf): ReadonlyMap<string, readonly OwnerWrite[]> {
  const writes = new Map<string, OwnerWrite[]>();
  const labelled = new Set<string>();
  for (const entry of entries) {
    if (!isWrite(entry) || !isSuccess(entry) || BOOKKEEPING.has(entry.group) || entry.resource === 'events') continue;
    const object = objectKey(entry);
    // A new object of the same name may be labelled again.
    if (entry.verb === 'delete') labelled.delete(object);
    if (entry.process === undefined) continue;
    const slot = slotOf(entry);
    if (slot === undefined) continue;
    const isIntake = entry.verb === 'patch' && entry.fieldManager === REPLICA_FIELD_MANAGER && !labelled.has(object);
    if (entry.verb !== 'delete') labelled.add(object);
    if (isIntake) continue;
    const list = writes.get(object) ?? [];
    list.push({ slot, writer: entry.process, startMs: entry.startMs, endMs: entry.endMs });
    writes.set(object, list);
  }
  return writes;
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
