/** The writes that touch an object's metadata and nothing else: its slot label, the mark of a suspect. Pure. */
import { REPLICA_FIELD_MANAGER } from '../../api/names.ts';
import { refOf, keyOf, type KubeObject, type Resource, type WriteRequest } from '../../kube/types.ts';
import type { Slot } from '../../protocol/slots.ts';

/** Sets the slot label and nothing else. */
export function labelPatch(
  resource: Resource,
  object: KubeObject,
  label: { readonly slotLabel: string; readonly slot: Slot },
): WriteRequest {
  return metadataPatch(resource, object, { labels: { [label.slotLabel]: String(label.slot) } });
}

/** Held to the version that was read. The field manager tells it from an owner's write. A value of null removes its key. */
export function metadataPatch(
  resource: Resource,
  object: KubeObject,
  fields: { readonly [part in 'labels' | 'annotations']?: Readonly<Record<string, string | null>> },
): WriteRequest {
  const { resourceVersion } = object.metadata;
  return {
    verb: 'patch',
    resource,
    ref: refOf(keyOf(object.metadata)),
    patchType: 'merge',
    patch: { metadata: { resourceVersion, ...fields } },
    query: { fieldManager: REPLICA_FIELD_MANAGER },
  };
}
