/** The one write that labels an object, and who changed an object last. Pure. */
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

/** Name of the field manager with the latest change, for people who look for whoever removes a label. */
export function lastManagerOf(object: KubeObject): string {
  const entries = object.metadata['managedFields'];
  if (!Array.isArray(entries)) return 'unknown';
  let last = { manager: 'unknown', time: '' };
  for (const entry of entries as readonly { readonly manager?: unknown; readonly time?: unknown }[]) {
    const { manager, time } = entry;
    if (typeof manager === 'string' && typeof time === 'string' && time >= last.time) last = { manager, time };
  }
  return last.manager;
}
