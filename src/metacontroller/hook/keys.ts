/** How objects are keyed in hook requests. */
import type { KubeObject, Resource } from '../../kube/types.ts';
import { apiVersionOf } from '../../kube/types.ts';

export type HookVersion = 'v1' | 'v2';

/** `Pod.v1`, `ReplicaSet.apps/v1`. */
export function kindKey(resource: Resource): string {
  return `${resource.kind}.${apiVersionOf(resource)}`;
}

/**
 * The key of an object below its kind, or undefined when the v1 format has no place for it: under a namespaced parent v1
 * shows only objects of the parent's namespace, by bare name. v2 is uniform: `namespace/name`, or `name` for cluster-scoped
 * objects.
 */
export function objectKey(
  version: HookVersion,
  parent: { readonly namespace?: string },
  object: KubeObject['metadata'],
): string | undefined {
  const inNamespace = object.namespace === undefined ? object.name : `${object.namespace}/${object.name}`;
  if (version === 'v2' || parent.namespace === undefined) return inNamespace;
  return object.namespace === parent.namespace ? object.name : undefined;
}
