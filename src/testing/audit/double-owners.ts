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
  /** A wrote, B wrote, A wrote again, and the table had not given the slot back to A. */
  | { readonly type: 'Interleaved'; readonly between: ProcessName }
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
    const judged = writes.flatMap((write) => judge(object, write, options.timeline));
    violations.push(...judged, ...interleavings(object, writes, options.timeline.tables));
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

function judge(object: string, write: OwnerWrite, { holds, tables }: Timeline): readonly Violation[] {
  const { slot, writer, startMs: atMs } = write;
  const holder = holds.get(slot)?.find((hold) => isOther(hold, writer) && overlaps(hold, write));
  if (holder !== undefined) return [{ type: 'HeldByAnother', object, slot, atMs, writer, holder: holder.process }];
  const granted = tables.some((table) => table.startMs <= write.endMs && table.owners[slot] === writer.replica);
  return granted ? [] : [{ type: 'NeverGranted', object, slot, atMs, writer }];
}

/** An unknown incarnation is given the benefit of the doubt. */
function isOther({ process }: Hold, writer: ProcessName): boolean {
  return writer.incarnation === '' ? process.replica !== writer.replica : !sameProcess(process, writer);
}

function overlaps(hold: Hold, write: OwnerWrite): boolean {
  return write.startMs < hold.toMs && write.endMs > hold.fromMs;
}

function interleavings(
  object: string,
  writes: readonly OwnerWrite[],
  tables: readonly TableVersion[],
): readonly Violation[] {
  const violations: Violation[] = [];
  const lastOf = new Map<string, number>();
  writes.forEach((write, i) => {
    const { slot, writer, startMs: atMs } = write;
    const mine = lastOf.get(writer.replica);
    const between =
      mine === undefined
        ? undefined
        : writes.slice(mine + 1, i).findLast((one) => one.writer.replica !== writer.replica);
    lastOf.set(writer.replica, i);
    if (between !== undefined && !gaveBack(tables, write, between)) {
      violations.push({ type: 'Interleaved', object, slot, atMs, writer, between: between.writer });
    }
  });
  return violations;
}

/** Was there, after a version that gave the slot to the one in between, a later one that gave it to the writer? */
function gaveBack(tables: readonly TableVersion[], write: OwnerWrite, between: OwnerWrite): boolean {
  const back = tables.findLastIndex(
    (table) => table.startMs <= write.endMs && table.owners[write.slot] === write.writer.replica,
  );
  const away = tables.findIndex((table) => table.owners[write.slot] === between.writer.replica);
  if (away < 0 || back < 0) return false;
  return tables
    .slice(away, back + 1)
    .some((table, i) => i > 0 && table.owners[write.slot] === write.writer.replica && table.startMs <= write.endMs);
}
