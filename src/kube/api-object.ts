/** From parsed JSON to the objects that other rooms see. */
import { ApiError } from './api-error.ts';
import { isRecord, stringOf } from './record.ts';
import { apiVersionOf } from './types.ts';
import type { KubeObject, Resource } from './types.ts';

/**
 * Checks that `value` is an object of the API and takes `metadata.managedFields` off: nobody here reads them and they
 * are often half of the bytes. `value` was just parsed and belongs to us.
 */
export function toObject(value: unknown, what: string): KubeObject {
  if (!isKubeObject(value)) throw malformed(what, 'the answer is no Kubernetes object');
  return withoutManagedFields(value);
}

/** An item of a list: the server leaves apiVersion and kind out of the items of typed lists. */
export function toItem(value: unknown, resource: Resource, what: string): KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) throw malformed(what, 'an item is no Kubernetes object');
  const { apiVersion, kind, metadata, ...rest } = value;
  return withoutManagedFields({
    apiVersion: stringOf(apiVersion) ?? apiVersionOf(resource),
    kind: stringOf(kind) ?? resource.kind,
    metadata,
    ...rest,
  } as KubeObject);
}

/** A PartialObjectMetadata under the name of what it describes, so that nobody has to know how it was read. */
export function underOwnKind(object: KubeObject, resource: Resource): KubeObject {
  if (object.kind !== 'PartialObjectMetadata') return object;
  return { apiVersion: apiVersionOf(resource), kind: resource.kind, metadata: object.metadata };
}

function withoutManagedFields(object: KubeObject): KubeObject {
  if (object.metadata['managedFields'] === undefined) return object;
  const { managedFields: _, ...metadata } = object.metadata;
  (object as { metadata: KubeObject['metadata'] }).metadata = metadata as KubeObject['metadata'];
  return object;
}

function isKubeObject(value: unknown): value is KubeObject {
  return isRecord(value) && typeof value['kind'] === 'string' && isRecord(value['metadata']);
}

export function malformed(what: string, why: string, cause?: unknown): ApiError {
  return new ApiError(`${what}: ${why}`, { code: 'Malformed', answered: true, cause });
}
