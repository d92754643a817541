/** The one write that labels an object. Pure. */
import { REPLICA_FIELD_MANAGER } from '../../api/names.ts';
import { refOf, keyOf, type KubeObject, type Resource, type WriteRequest } from '../../kube/types.ts';
import type { Slot } from '../../protocol/slots.ts';

/** Sets the slot label and nothing else, held to the version that was read. The field manager tells it from an owner's write. */
export function labelPatch(
  resource: Resource,
  object: KubeObject,
  label: { readonly slotLabel: string; readonly slot: Slot },
): WriteRequest {
  const { resourceVersion } = object.metadata;
  return {
    verb: 'patch',
    resource,
    ref: refOf(keyOf(object.metadata)),
    patchType: 'merge',
    patch: { metadata: { resourceVersion, labels: { [label.slotLabel]: String(label.slot) } } },
    query: { fieldManager: REPLICA_FIELD_MANAGER },
  };
}
