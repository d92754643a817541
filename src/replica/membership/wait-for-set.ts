/** Finds the set that a process serves. Without it nothing may be done: the process waits, is not ready, and says why. */
import { validateControllerShardSet } from '../../api/shard-set.ts';
import { isApiError } from '../../kube/api-error.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import type { KubeClient } from '../../kube/types.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import { isShardkeeperError, messageOf } from '../../lib/errors.ts';
import type { Timing } from '../../protocol/table.ts';
import { assertTiming, timingOf } from '../../protocol/timing.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** The set, as it was when the process started: timing and label are read once (I4). */
export interface FoundSet {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly slotLabel: string;
  readonly timing: Timing;
}

export interface WaitForSetOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly namespace: string;
  /** SHARDKEEPER_SET; '' when the manifest does not set it. */
  readonly name: string;
  /** terminationGracePeriodSeconds of the pod, in milliseconds. Default 60 s. */
  readonly gracePeriodMs?: number;
  readonly signal: AbortSignal;
}

const RETRY_MS = 2_000;
const REMIND_MS = 60_000;

/**
 * Resolves to the set, or to undefined when `signal` was aborted first. A missing set is waited for.
 *
 * Errors: `InvalidTiming` (terminal): the set's parameters and the grace period contradict each other.
 */
export async function waitForSet(options: WaitForSetOptions): Promise<FoundSet | undefined> {
  const { clock, log, namespace, name, signal } = options;
  let said = '';
  let saidMs = Number.NEGATIVE_INFINITY;
  while (!signal.aborted) {
    const found = await look(options);
    if (typeof found === 'object') {
      log.info('found the ControllerShardSet', { set: `${namespace}/${name}`, uid: found.uid });
      return found;
    }
    if (found !== said || clock.monotonicMs() - saidMs >= REMIND_MS) {
      said = found;
      saidMs = clock.monotonicMs();
      log.error('cannot act without a ControllerShardSet', {
        set: `${namespace}/${name}`,
        reason: found,
        remedy:
          'set SHARDKEEPER_SET to the name of a ControllerShardSet in the namespace of this pod, or create that set; ' +
          'list them: kubectl get controllershardsets --all-namespaces',
      });
    }
    await sleep(clock, RETRY_MS, signal);
  }
  return undefined;
}

/** The set, or why it cannot be had now. */
async function look(options: WaitForSetOptions): Promise<FoundSet | string> {
  const { client, namespace, name, signal } = options;
  if (name === '') return 'SHARDKEEPER_SET is empty';
  try {
    const set = validateControllerShardSet(await client.get(SHARD_SETS, { namespace, name }, { signal }));
    if (set.metadata.deletionTimestamp !== undefined) return 'the ControllerShardSet is being deleted';
    const timing = timingOf(set.spec, options.gracePeriodMs);
    assertTiming(timing);
    return { namespace, name, uid: set.metadata.uid ?? '', slotLabel: set.spec.slotLabel, timing };
  } catch (error) {
    if (isApiError(error, 'NotFound')) return 'there is no such ControllerShardSet';
    if (!isApiError(error) && isShardkeeperError(error) && error.terminal) throw error;
    return messageOf(error);
  }
}
