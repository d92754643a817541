/** The events of a controller, with Metacontroller's reasons, through its core/v1 API. */
import { subjectOf } from '../../kube/event-body.ts';
import type { EventRecorder } from '../../kube/events.ts';
import type { KubeObject } from '../../kube/types.ts';

export type LifecycleReason = 'Starting' | 'Started' | 'Stopping' | 'Stopped';

export interface ControllerEvents {
  /** On a parent, by the replica that owns it. */
  readonly syncError: (parent: KubeObject, message: string) => void;
  /** On the controller object; only its home may call these. */
  readonly lifecycle: (controller: KubeObject, reason: LifecycleReason) => void;
  readonly trouble: (
    controller: KubeObject,
    reason: 'CreateError' | 'SyncError' | 'SecondInstallation',
    message: string,
  ) => void;
}

export function createControllerEvents(recorder: Pick<EventRecorder, 'record'>): ControllerEvents {
  const warn = (object: KubeObject, reason: string, note: string): void =>
    recorder.record({ regarding: subjectOf(object), type: 'Warning', reason, action: 'Sync', note, api: 'core' });
  return {
    syncError: (parent, message) => warn(parent, 'SyncError', `Sync error: ${message}`),
    lifecycle: (controller, reason) =>
      recorder.record({
        regarding: subjectOf(controller),
        type: 'Normal',
        reason,
        action: reason,
        note: `${reason} controller: ${controller.metadata.name}`,
        api: 'core',
      }),
    trouble: (controller, reason, message) =>
      warn(controller, reason, reason === 'CreateError' ? `Cannot create new controller: ${message}` : message),
  };
}
