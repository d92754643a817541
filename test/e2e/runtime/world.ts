/** A real API server, one replica's machinery on it, and ownership in the test's hand. */
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { WorkHost } from '../../../src/replica/work/host.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics, type Labels, type Metrics } from '../../../src/telemetry/metrics.ts';
import { DrivenOwnership } from './driven-ownership.ts';
import { CONFIGMAPS } from './mirror.ts';

export const SLOT_LABEL = 'shardkeeper.io/slot';
export const REQUEST_TIMEOUT_MS = 1_000;

export interface World {
  readonly controlPlane: ControlPlane;
  /** The user's hands: not those of the replica. */
  readonly user: KubeClient;
}

export async function startWorld(): Promise<World> {
  const controlPlane = await startControlPlane({ audit: 'off', controllerManager: false });
  return { controlPlane, user: clientFor(controlPlane, 'user') };
}

export async function stopWorld({ controlPlane, user }: World): Promise<void> {
  await user.close();
  await controlPlane.stop();
}

export function clientFor(controlPlane: ControlPlane, userAgent: string, metrics: Metrics = silentMetrics): KubeClient {
  return createKubeClient({
    access: controlPlane.adminAccess,
    clock: systemClock,
    metrics,
    userAgent,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
  });
}

/** Counts by `name{label=value,…}`. */
export class CountingMetrics implements Metrics {
  readonly counts = new Map<string, number>();
  readonly count = (name: string, labels: Labels = {}, by = 1): void => {
    const key = `${name}{${Object.entries(labels)
      .map(([label, value]) => `${label}=${value}`)
      .join(',')}}`;
    this.counts.set(key, (this.counts.get(key) ?? 0) + by);
  };
  readonly set = (): void => {};
  readonly observe = (): void => {};
  readonly onScrape = (): void => {};
}

export interface Replica {
  readonly ownership: DrivenOwnership;
  readonly host: WorkHost;
  readonly client: KubeClient;
  readonly metrics: CountingMetrics;
  readonly stop: () => Promise<void>;
}

export function startReplica(
  { controlPlane }: World,
  wrap: (client: KubeClient) => KubeClient = (client) => client,
): Replica {
  const ownership = new DrivenOwnership();
  const metrics = new CountingMetrics();
  const client = clientFor(controlPlane, 'replica');
  const host = new WorkHost({
    client: wrap(client),
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    metrics,
    ownership,
    events: ownership.events,
    workers: 8,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    slotLabel: SLOT_LABEL,
    set: 'test/set',
  });
  ownership.runtime = host;
  const stop = async (): Promise<void> => {
    host.close();
    await client.close();
  };
  return { ownership, host, client, metrics, stop };
}

/** A labelled root, as intake leaves it. */
export function rootNamed(
  name: string,
  namespace: string,
  data: Readonly<Record<string, string>> = { a: '1' },
): KubeObject {
  const labels = { app: 'root', [SLOT_LABEL]: String(slotOf(`${namespace}/${name}`)) };
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace, labels }, data };
}

export async function createNamespace(user: KubeClient, name: string): Promise<void> {
  const resource = {
    group: '',
    version: 'v1',
    plural: 'namespaces',
    kind: 'Namespace',
    namespaced: false,
    hasStatus: true,
  };
  await user.send({ verb: 'create', resource, body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } } });
}

export function create(user: KubeClient, body: KubeObject): Promise<KubeObject> {
  return user.send({ verb: 'create', resource: CONFIGMAPS, body });
}

/** The same client with other ways to do some things. */
export function withOverrides(client: KubeClient, overrides: Partial<KubeClient>): KubeClient {
  return {
    get: client.get,
    list: client.list,
    watch: client.watch,
    send: client.send,
    getPath: client.getPath,
    inFlight: client.inFlight,
    close: client.close,
    ...overrides,
  };
}

export function withSend(client: KubeClient, send: KubeClient['send']): KubeClient {
  return withOverrides(client, { send });
}
