/** Another Shardkeeper in the same cluster: the same overlay in a namespace of its own, every name with a suffix. */
import { mkdtemp, realpath, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ControllerShardSet } from '../../src/api/shard-set.ts';
import { SHARD_SETS } from '../../src/kube/resources.ts';
import { eventually } from '../eventually.ts';
import type { ChaosStage } from './stage.ts';

export const SECOND = { namespace: 'second', set: 'metacontroller-b' } as const;

const DEV = fileURLToPath(new URL('../../kustomize/overlays/dev', import.meta.url));
const READY_MS = 90_000;

/** Resolves when its set is Ready. */
export async function installSecond({ client, installation }: ChaosStage): Promise<void> {
  const folder = await realpath(await mkdtemp(path.join(tmpdir(), 'shardkeeper-second-')));
  const kustomization = {
    apiVersion: 'kustomize.config.k8s.io/v1beta1',
    kind: 'Kustomization',
    namespace: SECOND.namespace,
    nameSuffix: '-b',
    // kustomize takes no absolute paths.
    resources: [path.relative(folder, DEV)],
  };
  try {
    await writeFile(path.join(folder, 'kustomization.yaml'), JSON.stringify(kustomization));
    await installation.kubectl(['apply', '--server-side', '-k', folder]);
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
  const isReady = async (): Promise<boolean> => {
    const set = await client.get(SHARD_SETS, { namespace: SECOND.namespace, name: SECOND.set });
    const { status } = set as unknown as ControllerShardSet;
    const ready = status?.conditions?.find(({ type }) => type === 'Ready');
    return ready?.status === 'True' && status?.replicaSummary === '3/3';
  };
  await eventually('the second installation is Ready', isReady, { patienceMs: READY_MS, everyMs: 100 });
}

/** In the order of the documentation: the set first, while its manager is there to end it. */
export async function removeSecond({ installation }: ChaosStage): Promise<void> {
  const { kubectl } = installation;
  await kubectl(['-n', SECOND.namespace, 'delete', 'controllershardset', SECOND.set, '--timeout=90s']);
  await kubectl(['delete', 'namespace', SECOND.namespace, '--wait=false']);
}
