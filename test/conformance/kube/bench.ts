/** A control plane of the test's own and a client for it. */
import { createKubeClient, type KubeClientOptions } from '../../../src/kube/client.ts';
import type { ReflectorDeps } from '../../../src/kube/reflector.ts';
import { NAMESPACES } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';

/** The first start of a control plane on a machine may have to build it. */
export const FILE_TIMEOUT_MS = 900_000;

export const deps: ReflectorDeps = {
  clock: systemClock,
  random: systemRandom,
  log: silentLogger,
  metrics: silentMetrics,
};

export interface Bench {
  readonly plane: ControlPlane;
  readonly client: KubeClient;
  /** Another client, e.g. with other credentials. */
  readonly connect: (options?: Partial<KubeClientOptions>) => KubeClient;
  /** A namespace of the test's own. */
  readonly namespace: (name: string) => Promise<string>;
  readonly stop: () => Promise<void>;
}

export async function startBench(): Promise<Bench> {
  const plane = await startControlPlane({ controllerManager: false, audit: 'off' });
  const clients: KubeClient[] = [];
  const connect: Bench['connect'] = (options = {}) => {
    const client = createKubeClient({
      access: plane.adminAccess,
      clock: systemClock,
      metrics: silentMetrics,
      userAgent: 'kube-conformance/1',
      requestTimeoutMs: 10_000,
      ...options,
    });
    clients.push(client);
    return client;
  };
  const client = connect();
  return {
    plane,
    client,
    connect,
    namespace: async (name) => {
      const body: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
      await client.send({ verb: 'create', resource: NAMESPACES, body });
      return name;
    },
    stop: async () => {
      await Promise.all(clients.map((each) => each.close()));
      await plane.stop();
    },
  };
}

export function configMap(namespace: string, name: string, data: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name }, data };
}

/** Resolves when `done()` is true; `changed` is called by the test's sink after every change. */
export class Until {
  #check: () => void = () => {};

  readonly changed = (): void => this.#check();

  for(done: () => boolean): Promise<void> {
    return new Promise((resolve) => {
      this.#check = () => {
        if (done()) resolve();
      };
      this.#check();
    });
  }
}
