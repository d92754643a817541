/** A client with the identity of a pod, as any process has that got hold of its token. */
import type { ClusterAccess } from '../../kube/access.ts';
import { createKubeClient } from '../../kube/client.ts';
import type { KubeClient } from '../../kube/types.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentMetrics } from '../../telemetry/metrics.ts';
import type { ControlPlane } from '../cluster/index.ts';
import type { Kubectl } from './kubectl.ts';

export interface PodIdentity {
  readonly namespace: string;
  readonly serviceAccount: string;
  /** The pod that the token is bound to; undefined: to none. */
  readonly pod: string | undefined;
}

const TIMEOUT_MS = 30_000;

/** The caller closes it. */
export async function clientAs(
  { namespace, serviceAccount, pod }: PodIdentity,
  { controlPlane, kubectl }: { readonly controlPlane: ControlPlane; readonly kubectl: Kubectl },
): Promise<KubeClient> {
  const bound = pod === undefined ? [] : ['--bound-object-kind=Pod', `--bound-object-name=${pod}`];
  const token = (await kubectl(['create', 'token', serviceAccount, '-n', namespace, ...bound])).trim();
  const headers = { authorization: `Bearer ${token}` };
  const access: ClusterAccess = {
    server: controlPlane.server,
    namespace,
    source: `token of ${pod ?? serviceAccount}`,
    tls: () => ({ ca: controlPlane.caCert }),
    cachedHeaders: () => headers,
    headers: () => Promise.resolve(headers),
    refresh: () => Promise.resolve(false),
  };
  const userAgent = 'shardkeeper-test';
  return createKubeClient({
    access,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent,
    requestTimeoutMs: TIMEOUT_MS,
  });
}
