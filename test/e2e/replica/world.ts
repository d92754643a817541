/** A real API server with our CRDs, and the hand of a manager: sets, shards and tables written by the test. */
import { eventually } from '../../eventually.ts';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { API_VERSION, SET_LABEL, SHARD_KIND, SHARD_SET_KIND } from '../../../src/api/names.ts';
import type { ShardStatus } from '../../../src/api/shard.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { CUSTOM_RESOURCE_DEFINITIONS, LEASES, NAMESPACES, SHARDS, SHARD_SETS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { Row } from '../../../src/protocol/table.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';

export const NAMESPACE = 'replicas';
/** Of the replicas. */
const REQUEST_TIMEOUT_MS = 800;
/** Of the test's own requests: the first of a kind are slow. */
const PATIENT_TIMEOUT_MS = 10_000;

/** The protocol's inequalities in small. */
export const WINDOW_MS = 2_000;
export const LEASE_MS = 3_000;
const LEASE = {
  durationSeconds: LEASE_MS / 1_000,
  renewIntervalMilliseconds: 300,
  requestTimeoutMilliseconds: REQUEST_TIMEOUT_MS,
  fenceMarginMilliseconds: LEASE_MS - WINDOW_MS,
  viewMaxAgeMilliseconds: 1_500,
  stallMaxMilliseconds: 100,
};

export interface World {
  readonly controlPlane: ControlPlane;
  readonly admin: KubeClient;
}

export async function startWorld(): Promise<World> {
  const controlPlane = await startControlPlane({ audit: 'off', controllerManager: false });
  const admin = clientFor(controlPlane, 'test', PATIENT_TIMEOUT_MS);
  for (const file of ['controllershards', 'controllershardsets']) {
    const path = new URL(`../../../crds/shardkeeper/${file}.yaml`, import.meta.url);
    const body = parse(await readFile(path, 'utf8')) as KubeObject;
    await admin.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body });
  }
  await eventually('both kinds are served', async () => {
    try {
      await Promise.all([admin.list(SHARDS), admin.list(SHARD_SETS)]);
      return true;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return false;
      throw error;
    }
  });
  const namespace = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: NAMESPACE } };
  await admin.send({ verb: 'create', resource: NAMESPACES, body: namespace });
  return { controlPlane, admin };
}

export async function stopWorld({ controlPlane, admin }: World): Promise<void> {
  await admin.close();
  await controlPlane.stop();
}

export function clientFor(
  controlPlane: ControlPlane,
  userAgent: string,
  requestTimeoutMs: number = REQUEST_TIMEOUT_MS,
): KubeClient {
  return createKubeClient({
    access: controlPlane.adminAccess,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent,
    requestTimeoutMs,
  });
}

export function createSet({ admin }: World, name: string): Promise<KubeObject> {
  const body: KubeObject = {
    apiVersion: API_VERSION,
    kind: SHARD_SET_KIND,
    metadata: { namespace: NAMESPACE, name },
    spec: { workload: { kind: 'StatefulSet', name: 'none' }, lease: LEASE, handoff: { drainTimeoutSeconds: 2 } },
  };
  return admin.send({ verb: 'create', resource: SHARD_SETS, body });
}

/** What a manager does when it sees a Lease without a ControllerShard. */
export async function createShard(world: World, set: KubeObject, name: string): Promise<KubeObject> {
  const { admin } = world;
  await eventually(`Lease ${name} exists`, async () => (await lease(world, name)) !== undefined);
  const owner = { apiVersion: API_VERSION, kind: SHARD_SET_KIND, name: set.metadata.name, uid: set.metadata.uid ?? '' };
  const body: KubeObject = {
    apiVersion: API_VERSION,
    kind: SHARD_KIND,
    metadata: {
      namespace: NAMESPACE,
      name,
      labels: { [SET_LABEL]: set.metadata.name },
      ownerReferences: [{ ...owner, controller: true }],
    },
    spec: { set: set.metadata.name },
  };
  return admin.send({ verb: 'create', resource: SHARDS, body });
}

export type Rows = readonly Row[];

export function row(range: readonly [number, number], owner: string, generation: number, ...awaiting: string[]): Row {
  return { start: range[0], end: range[1], owner, generation, awaiting };
}

/** The next version of the table. */
export async function writeTable({ admin }: World, setName: string, rows: Rows): Promise<void> {
  const set = await admin.get(SHARD_SETS, { namespace: NAMESPACE, name: setName });
  const before = (set['status'] as { assignment?: { revision: number; epoch: number } } | undefined)?.assignment;
  const assignment = {
    uid: set.metadata.uid,
    epoch: before?.epoch ?? Number(set.metadata.resourceVersion),
    revision: (before?.revision ?? 0) + 1,
    generation: Math.max(...rows.map(({ generation }) => generation)),
    protocol: 1,
    minProtocol: 1,
    ranges: rows,
  };
  const patch = { metadata: { resourceVersion: set.metadata.resourceVersion }, status: { assignment } };
  await admin.send({
    verb: 'patch',
    resource: SHARD_SETS,
    subresource: 'status',
    ref: { namespace: NAMESPACE, name: setName },
    patchType: 'merge',
    patch,
  });
}

export async function statusOf({ admin }: World, name: string): Promise<ShardStatus> {
  const shard = await admin.get(SHARDS, { namespace: NAMESPACE, name });
  return (shard['status'] ?? {}) as ShardStatus;
}

/** Sets `spec.warmUp`, as a manager does. */
export async function hint({ admin }: World, name: string, range: readonly [number, number]): Promise<void> {
  const patch = { spec: { warmUp: [{ start: range[0], end: range[1] }] } };
  const ref = { namespace: NAMESPACE, name };
  await admin.send({ verb: 'patch', resource: SHARDS, ref, patchType: 'merge', patch });
}

export async function lease({ admin }: World, name: string): Promise<KubeObject | undefined> {
  try {
    return await admin.get(LEASES, { namespace: NAMESPACE, name });
  } catch (error) {
    if (isApiError(error, 'NotFound')) return undefined;
    throw error;
  }
}
