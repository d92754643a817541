/** Writes the status of one pod: only changes, one request at a time, again after a failure. */
import { sleep, type Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import { isApiError } from '../../../kube/api-error.ts';
import type { KubeClient, ObjectRef } from '../../../kube/types.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import { PODS, type PodCondition } from './pod.ts';
import type { ReportedStatus } from './pod-status.ts';

export interface StatusReporterOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly ref: ObjectRef;
  readonly uid: string;
  readonly compute: (reported: readonly PodCondition[]) => ReportedStatus;
  readonly signal: AbortSignal;
}

export interface StatusReporter {
  /** Something may have changed. Resolves when the newest status is written, or cannot be any more. */
  readonly report: () => Promise<void>;
}

const RETRY_MS = 500;

export function createStatusReporter(options: StatusReporterOptions): StatusReporter {
  let written = '';
  let conditions: readonly PodCondition[] = [];
  let dirty = false;
  let working: Promise<void> | undefined;

  const work = async (): Promise<void> => {
    while (dirty && !options.signal.aborted) {
      dirty = false;
      const status = options.compute(conditions);
      const text = JSON.stringify(status);
      if (text === written) continue;
      const outcome = await write(options, status);
      if (outcome === 'Gone') return;
      if (outcome === 'Written') {
        written = text;
        conditions = status.conditions;
      } else {
        dirty = true;
        await sleep(options.clock, RETRY_MS, options.signal);
      }
    }
  };
  return {
    report: () => {
      dirty = true;
      working ??= work().finally(() => {
        working = undefined;
      });
      return working;
    },
  };
}

async function write(options: StatusReporterOptions, status: ReportedStatus): Promise<'Written' | 'Gone' | 'Failed'> {
  const { client, ref, uid, signal, log } = options;
  try {
    await client.send(
      {
        verb: 'patch',
        resource: PODS,
        ref,
        patchType: 'merge',
        patch: { metadata: { uid }, status },
        subresource: 'status',
      },
      { signal },
    );
    return 'Written';
  } catch (error) {
    if (isApiError(error, 'NotFound', 'Conflict')) return 'Gone'; // Conflict: another pod of this name
    if (!signal.aborted) log.warn('Could not report the status of a pod', { pod: ref.name, error: messageOf(error) });
    return 'Failed';
  }
}
