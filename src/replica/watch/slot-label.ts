/** The slot that an object carries. */
import { parseSlot, type Slot } from '../../protocol/slots.ts';
import type { KubeObject } from '../../kube/types.ts';

export function slotTextOf(object: KubeObject, label: string): string | undefined {
  return object.metadata.labels?.[label];
}

/** Undefined when there is no label, or one that is no slot. */
export function labelledSlot(object: KubeObject, label: string): Slot | undefined {
  return parseSlot(slotTextOf(object, label));
}
