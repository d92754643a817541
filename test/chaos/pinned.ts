/** Moving a range on purpose, by an override. */
import type { Override } from '../../src/api/shard-set.ts';
import { SHARD_SETS, SHARDS } from '../../src/kube/resources.ts';
import type { SlotRange } from '../../src/protocol/ranges.ts';
import type { ChaosStage } from './stage.ts';
import { SET, shardSetOf } from './stage/set.ts';

type Row = NonNullable<NonNullable<Awaited<ReturnType<typeof shardSetOf>>['status']>['assignment']>['ranges'][number];

/** Pins the range to a replica, and nothing else. */
export async function pinTo(stage: ChaosStage, replica: string, range: SlotRange): Promise<void> {
  await override(stage, [{ name: 'chaos', type: 'Pin', replica, range, reason: 'a scenario' }]);
}

export async function unpin(stage: ChaosStage): Promise<void> {
  await override(stage, []);
}

async function override({ client, installation }: ChaosStage, overrides: readonly Override[]): Promise<void> {
  const ref = { namespace: installation.namespace, name: SET };
  await client.send({ verb: 'patch', resource: SHARD_SETS, ref, patchType: 'merge', patch: { spec: { overrides } } });
}

/** The row of the table that has the slot. */
export async function rowOf({ client, installation }: ChaosStage, slot: number): Promise<Row | undefined> {
  const { status } = await shardSetOf(client, installation.namespace);
  return status?.assignment?.ranges.find(({ start, end }) => start <= slot && slot <= end);
}

/** Slots that the replica is asked to warm. */
export async function hintOf({ client, installation }: ChaosStage, name: string): Promise<readonly SlotRange[]> {
  const { items } = await client.list(SHARDS, { namespace: installation.namespace });
  const shard = items.find(({ metadata }) => metadata.name === name);
  return (shard?.['spec'] as { readonly warmUp?: readonly SlotRange[] } | undefined)?.warmUp ?? [];
}
