/** Performs what the manager's machine decided: one request per effect, each by CAS where the effect names a version. */
import {
  API_VERSION,
  MANAGER_FIELD_MANAGER,
  SET_FINALIZER,
  SET_LABEL,
  SHARD_KIND,
  SHARD_SET_KIND,
} from '../api/names.ts';
import { assertNever } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import { isApiError } from '../kube/api-error.ts';
import { leaseOf } from '../kube/leases.ts';
import { DEPLOYMENTS, LEASES, SHARD_SETS, SHARDS, STATEFUL_SETS } from '../kube/resources.ts';
import type { GetOptions, KubeClient, KubeObject, Resource, WriteRequest } from '../kube/types.ts';
import type { ManagerEffect } from '../protocol/manager/view.ts';
import type { Observer } from './observer.ts';
import type { ProofStore } from './proofs.ts';
import { leaseSeen, shardView } from './views.ts';

export type Request = Exclude<ManagerEffect, { readonly type: 'Tell' | 'Measured' }>;

export interface EffectsContext {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly clock: Clock;
  readonly observer: Observer;
  readonly proofs: ProofStore;
  /** The set as it was when the effect was decided. */
  readonly set: KubeObject;
}

/** Does not catch: the caller knows what an error means. What the server answers is in the caches when it resolves. */
export async function perform(request: Request, context: EffectsContext): Promise<void> {
  const { client, observer, set } = context;
  switch (request.type) {
    case 'WriteStatus': {
      const metadata = { ...set.metadata, resourceVersion: request.resourceVersion };
      const body = { ...set, metadata, status: request.status };
      const write: WriteRequest = {
        verb: 'update',
        resource: SHARD_SETS,
        body,
        subresource: 'status',
        query: FIELD_MANAGER,
      };
      observer.learnSet(await client.send(write, { lane: 'lease' }));
      return;
    }
    case 'SetReplicas':
      observer.learnSet(await patchSet(request.resourceVersion, { spec: { replicas: request.replicas } }, context));
      return;
    case 'AddFinalizer':
    case 'RemoveFinalizer': {
      const others = (set.metadata.finalizers ?? []).filter((name) => name !== SET_FINALIZER);
      const finalizers = request.type === 'AddFinalizer' ? [...others, SET_FINALIZER] : others;
      observer.learnSet(await patchSet(request.resourceVersion, { metadata: { finalizers } }, context));
      return;
    }
    case 'ScaleWorkload':
      await client.send(scaleRequest(request, set));
      return;
    case 'CreateShard':
      observer.learnShard(
        await client.send({ verb: 'create', resource: SHARDS, body: newShard(request, set), query: FIELD_MANAGER }),
      );
      return;
    case 'WriteShardSpec':
      observer.learnShard(await client.send(patchShard(request, set)));
      return;
    case 'DeleteShard':
    case 'DeleteLease': {
      const resource: Resource = request.type === 'DeleteLease' ? LEASES : SHARDS;
      const { uid, resourceVersion } = request;
      await client.send({
        verb: 'delete',
        resource,
        ref: refIn(set, request.name),
        preconditions: { uid, resourceVersion },
      });
      return;
    }
    case 'CheckLease':
    case 'CheckShard':
    case 'ListNames':
      await prove(request, context);
      return;
    default:
      assertNever(request);
  }
}

/** Decisions wait for it: never behind a LIST, and a connection that is dead is given up soon. */
export const DECISIVE_READ: GetOptions = { lane: 'lease', timeoutMs: 3_000 };

const FIELD_MANAGER = { fieldManager: MANAGER_FIELD_MANAGER };

function refIn(set: KubeObject, name: string): { readonly namespace: string; readonly name: string } {
  return { namespace: set.metadata.namespace ?? '', name };
}

async function patchSet(
  resourceVersion: string,
  change: { readonly metadata?: object; readonly spec?: object },
  { client, set }: EffectsContext,
): Promise<KubeObject> {
  const patch = { ...change, metadata: { ...change.metadata, resourceVersion } };
  const ref = refIn(set, set.metadata.name);
  return client.send({ verb: 'patch', resource: SHARD_SETS, ref, patchType: 'merge', patch, query: FIELD_MANAGER });
}

function scaleRequest(request: Request & { readonly type: 'ScaleWorkload' }, set: KubeObject): WriteRequest {
  const { workload } = set['spec'] as { readonly workload: { readonly kind: string; readonly name: string } };
  const resource = workload.kind === 'Deployment' ? DEPLOYMENTS : STATEFUL_SETS;
  const patch = { metadata: { resourceVersion: request.resourceVersion }, spec: { replicas: request.replicas } };
  return {
    verb: 'patch',
    resource,
    ref: refIn(set, workload.name),
    patchType: 'merge',
    subresource: 'scale',
    patch,
    query: FIELD_MANAGER,
  };
}

function newShard({ name, spec }: Request & { readonly type: 'CreateShard' }, set: KubeObject): KubeObject {
  const owner = {
    apiVersion: API_VERSION,
    kind: SHARD_SET_KIND,
    name: set.metadata.name,
    uid: set.metadata.uid ?? '',
    controller: true,
  };
  return {
    apiVersion: API_VERSION,
    kind: SHARD_KIND,
    metadata: { ...refIn(set, name), labels: { [SET_LABEL]: set.metadata.name }, ownerReferences: [owner] },
    spec,
  };
}

/** The uid is a precondition; no resourceVersion: a mirror decides nothing, and the replica writes the same object. */
function patchShard({ name, uid, spec }: Request & { readonly type: 'WriteShardSpec' }, set: KubeObject): WriteRequest {
  const patch = { metadata: { uid }, spec };
  return { verb: 'patch', resource: SHARDS, ref: refIn(set, name), patchType: 'merge', patch, query: FIELD_MANAGER };
}

type Check = Request & { readonly type: 'CheckLease' | 'CheckShard' | 'ListNames' };

async function prove(request: Check, context: EffectsContext): Promise<void> {
  const { client, clock, observer, namespace, set, proofs } = context;
  const setName = set.metadata.name;
  const askedMs = clock.monotonicMs();
  if (request.type === 'ListNames') {
    const query = { namespace, labelSelector: `${SET_LABEL}=${setName}` };
    const [leases, shards] = await Promise.all([client.list(LEASES, query), client.list(SHARDS, query)]);
    for (const object of leases.items)
      observer.noteLease(setName, object.metadata.name, { lease: leaseSeen(leaseOf(object)) });
    for (const object of shards.items) observer.learnShard(object);
    const names = [...leases.items, ...shards.items].map(({ metadata }) => metadata.name);
    proofs.names({
      setUid: request.setUid,
      setResourceVersion: request.setResourceVersion,
      names: [...new Set(names)],
    });
    return;
  }
  const resource = request.type === 'CheckLease' ? LEASES : SHARDS;
  const object = await getOrNothing(client, resource, refIn(set, request.name));
  if (request.type === 'CheckLease') {
    const lease = object === undefined ? undefined : leaseSeen(leaseOf(object));
    observer.noteLease(setName, request.name, { lease });
    proofs.lease(request.name, { table: request.table, askedMs, lease });
    return;
  }
  if (object !== undefined) observer.learnShard(object);
  const final = object !== undefined && shardView(object).status.final === true;
  proofs.shard(request.name, { table: request.table, askedMs, final });
}

async function getOrNothing(
  client: KubeClient,
  resource: Resource,
  ref: { readonly namespace: string; readonly name: string },
): Promise<KubeObject | undefined> {
  try {
    return await client.get(resource, ref, DECISIVE_READ);
  } catch (error) {
    if (isApiError(error, 'NotFound')) return undefined;
    throw error;
  }
}
