/** What a line of the log says of a stored object: what a reader follows a run by. */
import type { ShardSetStatus } from '../../../api/shard-set.ts';
import type { ShardStatus } from '../../../api/shard.ts';
import type { KubeObject } from '../../../kube/types.ts';
import { valueOf } from './objects.ts';

export function detailOf(object: KubeObject): string {
  const version = object.metadata.resourceVersion ?? '';
  switch (object.kind) {
    case 'ControllerShardSet':
      return `${version} ${tableText(object['status'] as ShardSetStatus | undefined)}`;
    case 'ControllerShard':
      return `${version} ${shardText(object['status'] as ShardStatus | undefined)}`;
    case 'Lease': {
      const spec = object['spec'] as { readonly holderIdentity?: string } | undefined;
      return `${version} ${spec?.holderIdentity ?? ''}`;
    }
    default:
      return `${version} ${valueOf(object)}`;
  }
}

function tableText(status: ShardSetStatus | undefined): string {
  const table = status?.assignment;
  if (table === undefined) return 'without table';
  const rows = table.ranges.map(({ start, end, owner, generation, awaiting }) => {
    const waits = awaiting.length === 0 ? '' : `(${awaiting.join(',')})`;
    return `${start}-${end}:${owner}.${generation}${waits}`;
  });
  return `epoch ${table.epoch} revision ${table.revision} ${rows.join(' ')}`;
}

function shardText(status: ShardStatus | undefined): string {
  const { incarnation = '', phase = '', rangeSummary = '', observed } = status ?? {};
  return `${incarnation} ${phase} held ${rangeSummary} observed ${observed?.generation ?? ''}`;
}
