/** The installed set as the API server shows it. */
import { type ControllerShardSet, validateControllerShardSet } from '../../../src/api/shard-set.ts';
import { LEASES, PODS, SHARD_SETS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { MANAGER_LEASE } from '../../../src/manager/manager.ts';

export const SET = 'metacontroller';

export async function shardSetOf(client: KubeClient, namespace: string): Promise<ControllerShardSet> {
  return validateControllerShardSet(await client.get(SHARD_SETS, { namespace, name: SET }));
}

/** Every slot has an owner, and nobody waits for anybody. */
export function isSettled({ status }: ControllerShardSet): boolean {
  const rows = status?.assignment?.ranges ?? [];
  return rows.length > 0 && rows.every(({ owner, awaiting }) => owner !== '' && awaiting.length === 0);
}

/** Names of the engine's pods that are Ready and not being deleted, ascending. */
export async function readyReplicas(client: KubeClient, namespace: string): Promise<readonly string[]> {
  const labelSelector = 'app.kubernetes.io/component=engine';
  const { items } = await client.list(PODS, { namespace, labelSelector });
  return items
    .filter((pod) => pod.metadata.deletionTimestamp === undefined && isReady(pod))
    .map((pod) => pod.metadata.name)
    .toSorted();
}

function isReady(pod: KubeObject): boolean {
  const status = pod['status'] as {
    readonly conditions?: readonly { readonly type: string; readonly status: string }[];
  };
  return status.conditions?.find(({ type }) => type === 'Ready')?.status === 'True';
}

/** Name of the pod that holds the managers' Lease; '' = nobody. */
export async function leaderOf(client: KubeClient, namespace: string): Promise<string> {
  const lease = await client.get(LEASES, { namespace, name: MANAGER_LEASE });
  const { holderIdentity = '' } = lease['spec'] as { readonly holderIdentity?: string };
  return holderIdentity.split('_')[0] ?? '';
}
