/** Tells people, at the object, that its slot label was wrong and has been put right. */
import type { EventRecorder } from '../../kube/events.ts';
import { subjectOf } from '../../kube/event-body.ts';
import type { KubeObject } from '../../kube/types.ts';

export function tellLabelChanged(
  events: Pick<EventRecorder, 'record'> | undefined,
  object: KubeObject,
  note: string,
): void {
  events?.record({
    regarding: subjectOf(object),
    type: 'Warning',
    reason: 'SlotLabelChanged',
    action: 'Relabel',
    note,
    api: 'core',
  });
}
