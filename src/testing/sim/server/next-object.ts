/** From a write to the object that shall be stored: what the registry of the API server does before it stores. Pure. */
import { deepEqual } from '../../../lib/deep-equal.ts';
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject, ObjectMeta, Resource } from '../../../kube/types.ts';
import { apiVersionOf } from '../../../kube/types.ts';
import { kindOf } from './kinds.ts';
import { checkMetadata } from './metadata-rules.ts';
import { conflict, invalid, Refusal } from './refusal.ts';

export interface Birth {
  readonly uid: string;
  /** metav1.Time. */
  readonly time: string;
}

/** A new object, without its resourceVersion. Throws Refusal. */
export function newObject(resource: Resource, body: KubeObject, birth: Birth): KubeObject {
  const kind = kindOf(resource);
  const {
    resourceVersion: _,
    generation: __,
    deletionTimestamp: ___,
    deletionGracePeriodSeconds: ____,
    managedFields: _____,
    namespace,
    ...rest
  } = body.metadata as ObjectMeta & { readonly deletionGracePeriodSeconds?: number };
  const metadata: ObjectMeta = {
    ...rest,
    ...(resource.namespaced && namespace !== undefined ? { namespace } : {}),
    uid: birth.uid,
    creationTimestamp: birth.time,
    ...(kind.hasGeneration ? { generation: 1 } : {}),
  };
  const { status, ...content } = body;
  const next: KubeObject = {
    ...content,
    apiVersion: apiVersionOf(resource),
    kind: resource.kind,
    metadata,
    ...(resource.hasStatus || status === undefined ? {} : { status }),
  };
  checkMetadata(resource, metadata);
  return kind.admit(next, undefined, resource);
}

export interface Update {
  readonly body: KubeObject;
  readonly subresource: 'status' | undefined;
  /** A PUT holds its uid as a precondition; a patch that changes it is invalid. */
  readonly isPatch: boolean;
}

/**
 * The object after an update, still with the resourceVersion of `before`; `before` itself when nothing changes. Throws
 * Refusal.
 */
export function updatedObject(resource: Resource, before: KubeObject, update: Update): KubeObject {
  const { body, subresource, isPatch } = update;
  const kind = kindOf(resource);
  const { name, uid, resourceVersion } = before.metadata;
  const given = body.metadata;
  if (given.uid !== undefined && given.uid !== uid && !isPatch) {
    throw conflict(
      resource,
      name,
      `Precondition failed: UID in precondition: ${given.uid}, UID in object meta: ${uid}`,
    );
  }
  if (given.resourceVersion === undefined || given.resourceVersion === '') {
    if (!kind.unconditionalUpdate) {
      throw invalid(resource, name, 'metadata.resourceVersion: Invalid value: 0x0: must be specified for an update');
    }
  } else if (given.resourceVersion !== resourceVersion) {
    throw conflict(resource, name, 'the object has been modified; please apply your changes to the latest version');
  }
  const next = subresource === 'status' ? withStatus(before, body) : withoutStatus(resource, before, body);
  if (next.metadata !== before.metadata) checkMetadataUpdate(resource, before.metadata, next.metadata);
  const admitted = kind.admit(next, before, resource);
  if (isUnchanged(before, admitted)) return before;
  if (!kind.hasGeneration || isSameBut(before, admitted, resource.hasStatus ? 'status' : undefined)) return admitted;
  const generation = (before.metadata.generation ?? 0) + 1;
  return { ...admitted, metadata: { ...admitted.metadata, generation } };
}

/** Everything but the status is that of the stored object. */
function withStatus(before: KubeObject, body: KubeObject): KubeObject {
  const { status: _, ...rest } = before;
  return { ...rest, ...(body['status'] === undefined ? {} : { status: body['status'] }) } as KubeObject;
}

function withoutStatus(resource: Resource, before: KubeObject, body: KubeObject): KubeObject {
  const metadata = updatedMetadata(before.metadata, body.metadata);
  const { apiVersion, kind } = before;
  if (!resource.hasStatus) return { ...body, apiVersion, kind, metadata };
  const { status: _, ...content } = body;
  const { status } = before;
  return { ...content, apiVersion, kind, metadata, ...(status === undefined ? {} : { status }) };
}

/** Fields of the system are the stored ones. */
function updatedMetadata(before: ObjectMeta, given: ObjectMeta): ObjectMeta {
  if (given === before) return before;
  const { managedFields: _, deletionTimestamp: __, generation: ___, ...rest } = given;
  const metadata: Record<string, unknown> = { ...rest, name: before.name };
  metadata['uid'] = given.uid ?? before.uid;
  for (const field of SYSTEM_FIELDS) {
    if (before[field] === undefined) delete metadata[field];
    else metadata[field] = before[field];
  }
  return metadata as unknown as ObjectMeta;
}

const SYSTEM_FIELDS = [
  'namespace',
  'resourceVersion',
  'creationTimestamp',
  'generation',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
] as const;

function checkMetadataUpdate(resource: Resource, before: ObjectMeta, next: ObjectMeta): void {
  if (next.uid !== before.uid) throw invalid(resource, before.name, 'metadata.uid: field is immutable');
  checkMetadata(resource, next);
  if (before.deletionTimestamp === undefined) return;
  const added = (next.finalizers ?? []).filter((finalizer) => !(before.finalizers ?? []).includes(finalizer));
  if (added.length === 0) return;
  const why = `metadata.finalizers: Forbidden: no new finalizers can be added if the object is being deleted: ${added.join()}`;
  throw new Refusal(422, 'Invalid', `${resource.kind} "${before.name}" is invalid: ${why}`);
}

function isUnchanged(before: KubeObject, next: KubeObject): boolean {
  return isSameBut(before, next, undefined) && isSameMetadata(before.metadata, next.metadata);
}

/** Empty maps and lists of metadata are not stored. */
function isSameMetadata(before: ObjectMeta, next: ObjectMeta): boolean {
  if (before === next) return true;
  for (const field of new Set([...Object.keys(before), ...Object.keys(next)])) {
    const a = before[field];
    const b = next[field];
    if (a !== b && !(isEmpty(a) && isEmpty(b)) && !deepEqual(a, b)) return false;
  }
  return true;
}

function isEmpty(value: unknown): boolean {
  if (value === undefined) return true;
  return Array.isArray(value) ? value.length === 0 : isRecord(value) && Object.keys(value).length === 0;
}

/** Whether all but metadata (and one field more) is equal. */
function isSameBut(before: KubeObject, next: KubeObject, except: string | undefined): boolean {
  for (const field in next) {
    if (field === 'metadata' || field === except || next[field] === before[field]) continue;
    if (!deepEqual(next[field], before[field])) return false;
  }
  for (const field in before) if (field !== except && !(field in next)) return false;
  return true;
}
