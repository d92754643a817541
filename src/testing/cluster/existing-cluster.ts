/** A cluster that is there already, reached through KUBECONFIG, instead of a control plane of our own. */
import type { ClusterAccess } from '../../kube/access.ts';
import { loadClusterAccess } from '../../kube/config.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';

export interface ExistingCluster {
  readonly server: string;
  /** For `createKubeClient`. */
  readonly access: ClusterAccess;
  /** Nothing of this cluster can be stopped, restarted or read from disk: what cannot be shown, as sentences. */
  readonly limits: readonly string[];
}

export interface ExistingClusterOptions {
  /** Path; default: as kubectl finds it (KUBECONFIG, `~/.kube/config`). */
  readonly kubeconfig?: string;
  readonly env?: Readonly<Record<string, string | undefined>>;
  readonly clock?: Clock;
}

const LIMITS: readonly string[] = [
  'The audit log of this cluster is not ours: double owners and gaps cannot be judged from it.',
  'Its API server and etcd stay as they are: no restarts, no snapshots, no feature gates.',
  'Its nodes need an image of Shardkeeper; with a process kubelet beside them give it a namespace of its own, since it binds every pending pod that it sees.',
];

/** Makes no request. Errors: `InvalidConfiguration` when there is no usable kubeconfig. */
export async function useExistingCluster(options: ExistingClusterOptions = {}): Promise<ExistingCluster> {
  const { kubeconfig } = options;
  const access = await loadClusterAccess({
    clock: options.clock ?? systemClock,
    env: options.env ?? process.env,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
  });
  return { access, server: access.server, limits: LIMITS };
}
