/** Effects of the manager's machine as lines of a transcript. */
import type { ShardSetStatus } from '../../../src/api/shard-set.ts';
import type { ManagerEffect } from '../../../src/protocol/manager/view.ts';
import { format, rangeSet } from '../../../src/protocol/ranges.ts';
import type { Row } from '../../../src/protocol/table.ts';

function rowText({ start, end, owner, generation, awaiting }: Row): string {
  return `${start}-${end} ${owner || '-'}@${generation}${awaiting.length === 0 ? '' : ` awaiting ${awaiting.join(',')}`}`;
}

function statusText({ assignment, conditions, moving, unowned, readyReplicas }: ShardSetStatus): string {
  const rows =
    assignment === undefined
      ? 'no table'
      : `r${assignment.revision} g${assignment.generation} [${assignment.ranges.map(rowText).join('; ')}]`;
  const verdicts = (conditions ?? [])
    .filter(({ type }) => type !== 'Labelled' && type !== 'Balanced')
    .map(({ type, status, reason }) => `${type}=${status}/${reason}`);
  return `${rows} ready ${readyReplicas ?? 0}, moving ${moving ?? 0}, unowned ${unowned ?? 0}; ${verdicts.join(' ')}`;
}

/** One line for an effect; undefined: not worth one. */
export function effectText(effect: ManagerEffect): string | undefined {
  switch (effect.type) {
    case 'WriteStatus':
      return `WriteStatus ${statusText(effect.status)}`;
    case 'Tell':
      return `event ${effect.event.reason}: ${effect.event.note}`;
    case 'WriteShardSpec': {
      const { ranges, warmUp, verdict } = effect.spec;
      const hint = (warmUp ?? []).length === 0 ? '' : `, warm up ${format(rangeSet(warmUp ?? []))}`;
      return `mirror of ${effect.name}: ${format(rangeSet(ranges ?? []))}${hint}, ${verdict?.state}`;
    }
    case 'Measured':
      return undefined;
    case 'ListNames':
      return 'ListNames';
    case 'SetReplicas':
    case 'ScaleWorkload':
      return `${effect.type} ${effect.replicas}`;
    case 'AddFinalizer':
    case 'RemoveFinalizer':
      return effect.type;
    case 'CreateShard':
    case 'DeleteShard':
    case 'DeleteLease':
    case 'CheckLease':
    case 'CheckShard':
      return `${effect.type} ${effect.name}`;
  }
}
