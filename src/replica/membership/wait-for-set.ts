/** Finds the set that a process serves. Without it nothing may be done: the process waits, is not ready, and says why. */
import { validateControllerShardSet } from '../../api/shard-set.ts';
import { isApiError } from '../../kube/api-error.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import type { KubeClient } from '../../kube/types.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
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
    if ('uid' in found) {
      log.info('found the ControllerShardSet', { set: `${namespace}/${name}`, uid: found.uid });
      return found;
    }
    if (found.reason !== said || clock.monotonicMs() - saidMs >= REMIND_MS) {
      said = found.reason;
      saidMs = clock.monotonicMs();
      log.error('cannot act without a ControllerShardSet', { set: `${namespace}/${name}`, ...found });
    }
    await sleep(clock, RETRY_MS, signal);
  }
  return undefined;
}

/** Why the set cannot be had now, and what to do about it. */
interface Lack {
  readonly reason: string;
  readonly remedy: string;
}

const NAME_IT =
  'set SHARDKEEPER_SET to the name of a ControllerShardSet in the namespace of this pod, or create that set; ' +
  'list them: kubectl get controllershardsets --all-namespaces';
const GRANT_IT = 'let this service account get controllershardsets: see the roles in kustomize/base';
const REACH_IT =
  'check that the API server runs and that the address in the kubeconfig or of the pod is right; it is tried again';

async function look(options: WaitForSetOptions): Promise<FoundSet | Lack> {
  const { client, namespace, name, signal } = options;
  if (name === '') return { reason: 'SHARDKEEPER_SET is empty', remedy: NAME_IT };
  try {
    const set = validateControllerShardSet(await client.get(SHARD_SETS, { namespace, name }, { signal }));
    if (set.metadata.deletionTimestamp !== undefined) {
      return { reason: 'the ControllerShardSet is being deleted', remedy: NAME_IT };
    }
    const timing = timingOf(set.spec, options.gracePeriodMs);
    assertTiming(timing);
    return { namespace, name, uid: set.metadata.uid ?? '', slotLabel: set.spec.slotLabel, timing };
  } catch (error) {
    if (!isApiError(error)) throw error;
    if (error.code === 'NotFound') return { reason: 'there is no such ControllerShardSet', remedy: NAME_IT };
    const remedy = error.code === 'Forbidden' || error.code === 'Unauthorized' ? GRANT_IT : REACH_IT;
    return { reason: messageOf(error), remedy };
  }
}
