/** Objects of the API server as the replica machine sees them. Pure. */
import type { ControllerShard, ShardStatus } from '../../api/shard.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import type { KubeObject } from '../../kube/types.ts';
import { rangeSet } from '../../protocol/ranges.ts';
import type { PeerView, SetView, ShardView } from '../../protocol/replica/types.ts';
import { tableFor } from '../../protocol/replica/view.ts';
import { SLOT_COUNT } from '../../protocol/slots.ts';
import type { Table } from '../../protocol/table.ts';

/** Errors: `Malformed` when the object or its table is not what the schema promises. */
export function setViewOf(object: KubeObject): SetView {
  const { uid, resourceVersion } = identityOf(object);
  return {
    uid,
    resourceVersion,
    deleting: object.metadata.deletionTimestamp !== undefined,
    table: tableFor(uid, tableOf(object)),
  };
}

/** The manager has hinted slots to somebody, or waits for somebody. */
export function isMoving(object: KubeObject): boolean {
  return ((object['status'] as { readonly moving?: number } | undefined)?.moving ?? 0) > 0;
}

function tableOf(object: KubeObject): Table | undefined {
  const status = object['status'] as { readonly assignment?: Table } | undefined;
  const table = status?.assignment;
  if (table === undefined) return undefined;
  let next = 0;
  for (const row of table.ranges) {
    if (row.start !== next || row.end < row.start)
      throw malformed(object, `status.assignment has no row for slot ${next}`);
    next = row.end + 1;
  }
  if (next !== SLOT_COUNT) throw malformed(object, `status.assignment ends with slot ${next - 1}`);
  return table;
}

/** Errors: `Malformed`. */
export function shardViewOf(object: KubeObject): ShardView {
  const { uid, resourceVersion } = identityOf(object);
  const shard = object as unknown as ControllerShard;
  const { status } = shard;
  return {
    uid,
    resourceVersion,
    generation: object.metadata.generation ?? 0,
    ownerUid: object.metadata.ownerReferences?.find((reference) => reference.controller === true)?.uid ?? '',
    incarnation: status?.incarnation ?? '',
    podUID: status?.podUID ?? '',
    final: status?.final === true,
    warmUp: rangeSet(shard.spec.warmUp ?? []),
  };
}

/** What W5 reads of another replica. */
export function peerViewOf(object: KubeObject): PeerView {
  const { status } = object as unknown as ControllerShard;
  return { observed: status?.observed, held: rangeSet(status?.held ?? []), released: status?.released ?? [] };
}

export function statusOfShard(object: KubeObject): ShardStatus | undefined {
  return (object as unknown as ControllerShard).status;
}

function identityOf(object: KubeObject): { readonly uid: string; readonly resourceVersion: string } {
  const { uid, resourceVersion } = object.metadata;
  if (uid === undefined || resourceVersion === undefined)
    throw malformed(object, 'metadata has no uid or resourceVersion');
  return { uid, resourceVersion };
}

function malformed(object: KubeObject, what: string): ShardkeeperError {
  return new ShardkeeperError(`${object.kind} ${object.metadata.name}: ${what}`, { code: 'Malformed' });
}
