/** The set as people back it up and put it back, and the store under it. */
import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { SET_FINALIZER } from '../../src/api/names.ts';
import type { ControllerShardSet } from '../../src/api/shard-set.ts';
import { isApiError } from '../../src/kube/api-error.ts';
import { LEASES, PODS, SHARD_SETS } from '../../src/kube/resources.ts';
import type { KubeObject } from '../../src/kube/types.ts';
import { eventually } from '../eventually.ts';
import type { ChaosStage } from './stage.ts';
import { SET } from './stage/set.ts';

const MAIN = fileURLToPath(new URL('../../src/cli/main.ts', import.meta.url));
const run = promisify(execFile);
const GONE_MS = 90_000;

export async function getSet({ client, installation: { namespace } }: ChaosStage): Promise<KubeObject> {
  return client.get(SHARD_SETS, { namespace, name: SET });
}

/** What is left of a manifest when status and everything that the server adds is taken out of it. */
export function manifestOf(set: KubeObject): KubeObject {
  const { namespace = '', name, labels, annotations } = set.metadata;
  const metadata = { namespace, name, ...(labels && { labels }), ...(annotations && { annotations }) };
  return { apiVersion: set.apiVersion, kind: set.kind, metadata, spec: set['spec'] };
}

export async function createSet({ client }: ChaosStage, manifest: KubeObject): Promise<void> {
  await client.send({ verb: 'create', resource: SHARD_SETS, body: manifest });
}

/** Without waiting for its end; `force` takes the finalizer away, so that the end is now. */
export async function deleteSet(stage: ChaosStage, how: { readonly force: boolean }): Promise<void> {
  const { client, installation } = stage;
  const ref = { namespace: installation.namespace, name: SET };
  await client.send({ verb: 'delete', resource: SHARD_SETS, ref });
  if (!how.force) return;
  const { metadata } = await getSet(stage);
  const finalizers = (metadata.finalizers ?? []).filter((name) => name !== SET_FINALIZER);
  const patch = { metadata: { finalizers } };
  await client.send({ verb: 'patch', resource: SHARD_SETS, ref, patchType: 'merge', patch });
}

export async function untilSetGone(stage: ChaosStage): Promise<void> {
  const isGone = async (): Promise<boolean> => {
    try {
      await getSet(stage);
      return false;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return true;
      throw error;
    }
  };
  await eventually('the set is gone', isGone, { patienceMs: GONE_MS, everyMs: 50 });
}

export async function leaseNames({ client, installation: { namespace } }: ChaosStage): Promise<readonly string[]> {
  const { items } = await client.list(LEASES, { namespace, labelSelector: `shardkeeper.io/set=${SET}` });
  return items.map(({ metadata }) => metadata.name);
}

/** Pods of the managers, gone. */
export async function stopManagers({ client, installation }: ChaosStage): Promise<void> {
  const { kubectl, namespace } = installation;
  await kubectl(['-n', namespace, 'scale', 'deployment/shardkeeper-manager', '--replicas=0']);
  const labelSelector = 'app.kubernetes.io/component=manager';
  await eventually(
    'no manager runs',
    async () => (await client.list(PODS, { namespace, labelSelector })).items.length === 0,
    { patienceMs: GONE_MS, everyMs: 50 },
  );
}

export async function startManagers({ installation }: ChaosStage): Promise<void> {
  const { kubectl, namespace } = installation;
  await kubectl(['-n', namespace, 'scale', 'deployment/shardkeeper-manager', '--replicas=1']);
}

/** `shardkeeper restore`, as an operator runs it. Resolves to what it printed; rejects when it refuses. */
export async function declareRestored({ installation }: ChaosStage): Promise<string> {
  const { controlPlane, namespace } = installation;
  const env = { ...process.env, KUBECONFIG: controlPlane.kubeconfig };
  const args = [MAIN, 'restore', SET, '--namespace', namespace, '--output', 'json'];
  return (await run(process.execPath, args, { env })).stdout;
}

export function tableOf(set: KubeObject): NonNullable<NonNullable<ControllerShardSet['status']>['assignment']> {
  const table = (set as unknown as ControllerShardSet).status?.assignment;
  if (table === undefined) throw new Error('the set has no table');
  return table;
}
