/**
 * Writes that only an object's owner may make: successful ones of pods to sharded objects.
 *
 * Not among them: the bookkeeping of Shardkeeper itself, Leases, events; and the first label that intake puts on an object,
 * which any replica may do (it goes by the field manager of replicas, and comes before all owner's writes).
 */
import { REPLICA_FIELD_MANAGER } from '../../api/names.ts';
import type { Slot } from '../../protocol/slots.ts';
import { isSuccess, isWrite, objectKey, type AuditEntry, type ProcessName } from './entry.ts';
import type { SlotOf } from './gaps.ts';
import { isAboutObjects } from './requests.ts';

export interface OwnerWrite {
  /** `<resource>.<group> <namespace>/<name>` */
  readonly object: string;
  readonly slot: Slot;
  readonly writer: ProcessName;
  readonly startMs: number;
  readonly endMs: number;
  readonly entry: AuditEntry;
}

/** `entries` sorted by `startMs`; so is the answer. */
export function ownerWrites(entries: readonly AuditEntry[], slotOf: SlotOf): readonly OwnerWrite[] {
  const writes: OwnerWrite[] = [];
  const labelled = new Set<string>();
  for (const entry of entries) {
    if (!isWrite(entry) || !isSuccess(entry) || !isAboutObjects(entry)) continue;
    const object = objectKey(entry);
    // A new object of the same name may be labelled again.
    if (entry.verb === 'delete') labelled.delete(object);
    if (entry.process === undefined) continue;
    const slot = slotOf(entry);
    if (slot === undefined) continue;
    const isIntake = entry.verb === 'patch' && entry.fieldManager === REPLICA_FIELD_MANAGER && !labelled.has(object);
    if (entry.verb !== 'delete') labelled.add(object);
    if (isIntake) continue;
    writes.push({ object, slot, entry, writer: entry.process, startMs: entry.startMs, endMs: entry.endMs });
  }
  return writes;
}

/** How many writes there are to judge: a verdict over none is worth nothing. */
export function countOwnerWrites(entries: readonly AuditEntry[], slotOf: SlotOf): number {
  return ownerWrites(entries, slotOf).length;
}
