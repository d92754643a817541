/** What a deletion makes of an object. Pure. */
import { toTime } from '../../../lib/clock.ts';
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject, Resource, WriteRequest } from '../../../kube/types.ts';
import { kindOf } from './kinds.ts';
import { conflict } from './refusal.ts';

export type Deletion =
  | { readonly type: 'Gone' }
  /** It stays, marked; the same object when it was marked already. */
  | { readonly type: 'Marked'; readonly object: KubeObject };

type DeleteRequest = WriteRequest & { readonly verb: 'delete' };

export const FOREGROUND_FINALIZER = 'foregroundDeletion';
export const ORPHAN_FINALIZER = 'orphan';

/** Throws Refusal (409) when a precondition does not hold. */
export function deletionOf(resource: Resource, object: KubeObject, options: DeletionOptions): Deletion {
  const { request, wallMs } = options;
  checkPreconditions(resource, object, request);
  const finalizers = finalizersFor(object, request.propagation);
  const graceSeconds = graceOf(resource, object, request);
  if (finalizers.length === 0 && graceSeconds === 0) return { type: 'Gone' };
  const { deletionTimestamp, generation } = object.metadata;
  if (deletionTimestamp !== undefined && graceSeconds >= graceLeft(object)) return { type: 'Marked', object };
  const metadata = {
    ...object.metadata,
    ...(finalizers.length === 0 ? {} : { finalizers }),
    deletionTimestamp: toTime(wallMs + graceSeconds * 1000),
    deletionGracePeriodSeconds: graceSeconds,
    ...(generation === undefined ? {} : { generation: generation + 1 }),
  };
  return { type: 'Marked', object: { ...object, metadata } };
}

export interface DeletionOptions {
  readonly request: DeleteRequest;
  readonly wallMs: number;
}

/** Whether nothing holds a marked object back any more. */
export function isFinished(object: KubeObject): boolean {
  const { deletionTimestamp, finalizers = [] } = object.metadata;
  return deletionTimestamp !== undefined && finalizers.length === 0 && graceLeft(object) === 0;
}

function checkPreconditions(resource: Resource, object: KubeObject, request: DeleteRequest): void {
  const { uid, resourceVersion } = request.preconditions ?? {};
  const { metadata } = object;
  if (uid !== undefined && uid !== metadata.uid) {
    throw conflict(resource, metadata.name, `Precondition failed: UID in precondition: ${uid}`);
  }
  if (resourceVersion !== undefined && resourceVersion !== metadata.resourceVersion) {
    throw conflict(resource, metadata.name, `Precondition failed: ResourceVersion in precondition: ${resourceVersion}`);
  }
}

function finalizersFor(object: KubeObject, propagation: DeleteRequest['propagation']): readonly string[] {
  const known = object.metadata.finalizers ?? [];
  if (propagation === undefined) return known;
  const others = known.filter((name) => name !== FOREGROUND_FINALIZER && name !== ORPHAN_FINALIZER);
  if (propagation === 'Foreground') return [...others, FOREGROUND_FINALIZER];
  return propagation === 'Orphan' ? [...others, ORPHAN_FINALIZER] : others;
}

/** Pods that were never bound to a node go at once. */
function graceOf(resource: Resource, object: KubeObject, request: DeleteRequest): number {
  if (!kindOf(resource).gracefulDeletion) return 0;
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  if (spec['nodeName'] === undefined || spec['nodeName'] === '') return 0;
  if (request.gracePeriodSeconds !== undefined) return request.gracePeriodSeconds;
  const own = spec['terminationGracePeriodSeconds'];
  return typeof own === 'number' ? own : 30;
}

function graceLeft(object: KubeObject): number {
  const seconds = object.metadata['deletionGracePeriodSeconds'];
  return typeof seconds === 'number' ? seconds : 0;
}
