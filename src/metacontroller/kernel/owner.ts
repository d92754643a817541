/** Owner references between a parent and its children. */
import type { KubeObject, ObjectMeta, OwnerReference } from '../../kube/types.ts';

export function ownerReferenceTo(parent: KubeObject): OwnerReference {
  return {
    apiVersion: parent.apiVersion,
    kind: parent.kind,
    name: parent.metadata.name,
    uid: parent.metadata.uid ?? '',
    controller: true,
    blockOwnerDeletion: true,
  };
}

/** The references with one to `parent` as controller; an existing one to the same uid is replaced. */
export function withOwner(meta: Pick<ObjectMeta, 'ownerReferences'>, parent: KubeObject): readonly OwnerReference[] {
  return [...withoutOwner(meta, parent), ownerReferenceTo(parent)];
}

export function withoutOwner(meta: Pick<ObjectMeta, 'ownerReferences'>, parent: KubeObject): readonly OwnerReference[] {
  return (meta.ownerReferences ?? []).filter((reference) => reference.uid !== parent.metadata.uid);
}

export function isDeleting(object: KubeObject): boolean {
  return object.metadata.deletionTimestamp !== undefined;
}
