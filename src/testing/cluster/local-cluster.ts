/** Control plane and one process kubelet together: a whole cluster in one call. */
import path from 'node:path';

import { systemClock } from '../../lib/clock.ts';
import { createKubeClient } from '../../kube/client.ts';
import type { KubeClient } from '../../kube/types.ts';
import { silentMetrics } from '../../telemetry/metrics.ts';
import { startControlPlane, type ControlPlane, type ControlPlaneOptions } from './control-plane.ts';
import { startKubelet, type Kubelet, type KubeletOptions } from './kubelet/index.ts';

export interface LocalClusterOptions extends ControlPlaneOptions {
  /** Default: `process-node`. */
  readonly nodeName?: string;
  readonly kubelet?: Pick<
    KubeletOptions,
    'pathPrefix' | 'env' | 'backOffBaseMs' | 'backOffMaxMs' | 'tokenSeconds' | 'isolation' | 'clock'
  >;
}

export interface LocalCluster {
  readonly controlPlane: ControlPlane;
  readonly kubelet: Kubelet;
  /** The administrator's. */
  readonly client: KubeClient;
  /** Ends pods, kubelet, clients and control plane, in this order. Idempotent. */
  readonly stop: ControlPlane['stop'];
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Errors: those of `startControlPlane` and `startKubelet`; nothing is left running then. */
export async function startLocalCluster(options: LocalClusterOptions = {}): Promise<LocalCluster> {
  const clock = options.clock ?? systemClock;
  const nodeName = options.nodeName ?? 'process-node';
  const controlPlane = await startControlPlane(options);
  const common = { clock, metrics: silentMetrics, requestTimeoutMs: REQUEST_TIMEOUT_MS };
  const client = createKubeClient({ ...common, access: controlPlane.adminAccess, userAgent: 'local-cluster' });
  const kubeletClient = createKubeClient({
    ...common,
    access: controlPlane.kubeletAccess(nodeName),
    userAgent: 'process-kubelet',
  });
  const closeClients = async (): Promise<void> => void (await Promise.all([client.close(), kubeletClient.close()]));
  let kubelet: Kubelet;
  try {
    kubelet = await startKubelet({
      clock,
      ...(options.log === undefined ? {} : { log: options.log }),
      ...options.kubelet,
      client: kubeletClient,
      apiServer: controlPlane.adminCredentials,
      nodeName,
      directory: path.join(controlPlane.directory, 'kubelet'),
    });
  } catch (error) {
    await closeClients();
    await controlPlane.stop();
    throw error;
  }
  let stopping: Promise<void> | undefined;
  const stop: LocalCluster['stop'] = (how) =>
    (stopping ??= kubelet
      .stop()
      .then(closeClients)
      .then(() => controlPlane.stop(how)));
  return { controlPlane, kubelet, client, stop };
}
