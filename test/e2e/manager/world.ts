/** A real API server with our CRDs; each test has a namespace with a set, a workload and managers of its own. */
import { eventually } from '../../eventually.ts';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { API_VERSION, SHARD_SET_KIND } from '../../../src/api/names.ts';
import type { Condition, ShardSetStatus } from '../../../src/api/shard-set.ts';
import type { ShardSpec, ShardStatus } from '../../../src/api/shard.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import {
  CUSTOM_RESOURCE_DEFINITIONS,
  EVENTS,
  NAMESPACES,
  SHARD_SETS,
  SHARDS,
  STATEFUL_SETS,
} from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject, Resource } from '../../../src/kube/types.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { createManager, type Manager } from '../../../src/manager/index.ts';
import type { Table } from '../../../src/protocol/table.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';
import { deafClient } from './deaf-client.ts';
import { Exclusion } from './exclusion.ts';
import { HandReplica } from './hand-replica.ts';

export const SET = 'web';
const POLL_MS = 10;

/** The protocol's inequalities in small. */
export const LEASE = {
  durationSeconds: 3,
  renewIntervalMilliseconds: 300,
  requestTimeoutMilliseconds: 800,
  fenceMarginMilliseconds: 1_000,
  viewMaxAgeMilliseconds: 1_500,
  stallMaxMilliseconds: 100,
};

export interface World {
  readonly controlPlane: ControlPlane;
  readonly admin: KubeClient;
}

export async function startWorld(): Promise<World> {
  const controlPlane = await startControlPlane({ audit: 'off', controllerManager: false });
  const admin = clientFor(controlPlane, 'test');
  for (const file of ['controllershards', 'controllershardsets']) {
    const path = new URL(`../../../crds/shardkeeper/${file}.yaml`, import.meta.url);
    const body = parse(await readFile(path, 'utf8')) as KubeObject;
    await admin.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body });
  }
  await eventually('both kinds are served', async () => {
    const lists = [admin.list(SHARDS), admin.list(SHARD_SETS)];
    return (await Promise.allSettled(lists)).every(({ status }) => status === 'fulfilled');
  });
  return { controlPlane, admin };
}

export async function stopWorld({ controlPlane, admin }: World): Promise<void> {
  await admin.close();
  await controlPlane.stop();
}

export function clientFor(controlPlane: ControlPlane, userAgent: string): KubeClient {
  return createKubeClient({
    access: controlPlane.adminAccess,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent,
    requestTimeoutMs: 10_000,
  });
}

export interface RunningManager {
  readonly manager: Manager;
  /** Its watches of sets hear nothing any more, and do not know it. */
  readonly deafen: () => void;
  readonly stop: () => Promise<void>;
}

/** One namespace with a set and a StatefulSet that nobody runs pods for. */
export class Stage {
  readonly world: World;
  readonly namespace: string;
  readonly exclusion = new Exclusion();
  readonly replicas = new Map<string, HandReplica>();
  readonly #managers = new Set<RunningManager>();

  constructor(world: World, namespace: string) {
    this.world = world;
    this.namespace = namespace;
  }

  async open(replicas: number, spec: object = {}): Promise<void> {
    const { admin } = this.world;
    const metadata = { name: this.namespace };
    await admin.send({ verb: 'create', resource: NAMESPACES, body: { apiVersion: 'v1', kind: 'Namespace', metadata } });
    await admin.send({ verb: 'create', resource: STATEFUL_SETS, body: statefulSet(this.namespace, replicas) });
    await this.createSet(spec);
  }

  /** `kubectl scale statefulset`. */
  async scaleWorkload(replicas: number): Promise<void> {
    const ref = { namespace: this.namespace, name: SET };
    await this.world.admin.send({
      verb: 'patch',
      resource: STATEFUL_SETS,
      ref,
      patchType: 'merge',
      patch: { spec: { replicas } },
    });
  }

  /** `kubectl scale controllershardset`. */
  async scaleSet(replicas: number): Promise<void> {
    const ref = { namespace: this.namespace, name: SET };
    const patch = { spec: { replicas } };
    await this.world.admin.send({
      verb: 'patch',
      resource: SHARD_SETS,
      ref,
      patchType: 'merge',
      subresource: 'scale',
      patch,
    });
  }

  /** Milliseconds of the slowest of small writes that are made one after the other until `work` ends. */
  async slowestWriteMs(work: Promise<void>): Promise<number> {
    let ended = false;
    const end = work.finally(() => void (ended = true));
    let slowestMs = 0;
    for (let i = 0; !ended; i++) {
      const startMs = systemClock.monotonicMs();
      const patch = { metadata: { annotations: { probe: String(i) } } };
      const ref = { namespace: this.namespace, name: SET };
      await this.world.admin.send({ verb: 'patch', resource: STATEFUL_SETS, ref, patchType: 'merge', patch });
      slowestMs = Math.max(slowestMs, systemClock.monotonicMs() - startMs);
      await sleep(systemClock, POLL_MS);
    }
    await end;
    return slowestMs;
  }

  async createSet(spec: object = {}): Promise<void> {
    const body: KubeObject = {
      apiVersion: API_VERSION,
      kind: SHARD_SET_KIND,
      metadata: { namespace: this.namespace, name: SET },
      spec: {
        workload: { kind: 'StatefulSet', name: SET },
        lease: LEASE,
        handoff: { timeoutSeconds: 3, restartGraceSeconds: 1 },
        ...spec,
      },
    };
    await this.world.admin.send({ verb: 'create', resource: SHARD_SETS, body });
  }

  /** Starts a manager; it competes with those that run. */
  startManager(identity: string): RunningManager {
    const { client, deafen } = deafClient(clientFor(this.world.controlPlane, identity), SHARD_SETS);
    const { namespace } = this;
    const manager = createManager({
      client,
      namespace,
      identity,
      clock: systemClock,
      random: systemRandom,
      log: silentLogger,
      metrics: silentMetrics,
    });
    const abort = new AbortController();
    const done = manager.run(abort.signal);
    const running: RunningManager = {
      manager,
      deafen,
      stop: async () => {
        abort.abort();
        this.#managers.delete(running);
        await done;
        await client.close();
      },
    };
    this.#managers.add(running);
    return running;
  }

  startReplica(name: string, options: { readonly warmAfterMs?: number } = {}): HandReplica {
    const client = clientFor(this.world.controlPlane, name);
    const replica = new HandReplica({
      client,
      namespace: this.namespace,
      set: SET,
      name,
      exclusion: this.exclusion,
      ...LEASE_TIMES,
      ...options,
    });
    this.replicas.set(name, replica);
    replica.start();
    return replica;
  }

  async close(): Promise<void> {
    for (const replica of this.replicas.values()) await replica.crash();
    for (const manager of [...this.#managers]) await manager.stop();
  }

  /* ── What stands ──────────────────────────────────────────────────────────────────────────────────────────────── */

  set(): Promise<KubeObject> {
    return this.world.admin.get(SHARD_SETS, { namespace: this.namespace, name: SET });
  }

  async status(): Promise<ShardSetStatus> {
    return ((await this.set())['status'] ?? {}) as ShardSetStatus;
  }

  async table(): Promise<Table | undefined> {
    return (await this.status()).assignment;
  }

  async condition(type: string): Promise<Condition | undefined> {
    return (await this.status()).conditions?.find((condition) => condition.type === type);
  }

  async shard(name: string): Promise<{ readonly spec: ShardSpec; readonly status: ShardStatus } | undefined> {
    const object = await this.read(SHARDS, name);
    return object === undefined
      ? undefined
      : { spec: object['spec'] as ShardSpec, status: (object['status'] ?? {}) as ShardStatus };
  }

  async read(resource: Resource, name: string): Promise<KubeObject | undefined> {
    try {
      return await this.world.admin.get(resource, { namespace: this.namespace, name });
    } catch (error) {
      if (isApiError(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  /** Reasons of the events on the set. */
  async events(): Promise<readonly string[]> {
    const { items } = await this.world.admin.list(EVENTS, { namespace: this.namespace });
    return items.map((event) => String(event['reason']));
  }

  /** All slots have an owner among `names`, each of them some, nobody is awaited, and every owner holds its slots. */
  async settled(names: readonly string[]): Promise<boolean> {
    const table = await this.table();
    if (table === undefined || table.ranges.some((row) => row.awaiting.length > 0 || !names.includes(row.owner)))
      return false;
    if (new Set(table.ranges.map((row) => row.owner)).size !== names.length) return false;
    const counts = this.exclusion.counts();
    return names.every((name) => counts.get(name) === slotsOf(table, name));
  }

  untilSettled(names: readonly string[]): Promise<void> {
    return eventually(`settled on ${names.join(', ')}`, () => this.settled(names));
  }
}

const LEASE_TIMES = { durationSeconds: LEASE.durationSeconds, renewIntervalMs: LEASE.renewIntervalMilliseconds };

export function slotsOf(table: Table, name: string): number {
  return table.ranges.reduce((sum, row) => sum + (row.owner === name ? row.end - row.start + 1 : 0), 0);
}

function statefulSet(namespace: string, replicas: number): KubeObject {
  const labels = { app: SET };
  const template = { metadata: { labels }, spec: { containers: [{ name: 'engine', image: 'none' }] } };
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { namespace, name: SET },
    spec: { replicas, serviceName: SET, selector: { matchLabels: labels }, template },
  };
}
