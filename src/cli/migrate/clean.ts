/** Takes away what is ours on one object, and tries again where somebody else was faster or the server was busy. */
import { isApiError, type ApiError } from '../../kube/api-error.ts';
import { groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, ObjectRef, Resource } from '../../kube/types.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { oursOn, takeBack, type Ours } from './ours.ts';
import { readMetadata } from './pages.ts';

export interface CleanOptions {
  readonly client: Pick<KubeClient, 'getPath' | 'send'>;
  readonly clock: Clock;
  readonly random: Random;
  /** Ends waits between attempts; a write that was sent is waited for. */
  readonly signal: AbortSignal;
  readonly slotLabels: readonly string[];
  /** The API server checks and stores nothing. */
  readonly dryRun: boolean;
}

export type Cleaned =
  /** Nothing was ours, or the object is gone. */
  | { readonly type: 'Clean' }
  | { readonly type: 'Done'; readonly ours: Ours }
  | { readonly type: 'Left'; readonly object: string; readonly code: string; readonly message: string };

/** A name of its own, so that no entry of managedFields is taken over by the way back. It owns nothing afterwards. */
export const MIGRATE_FIELD_MANAGER = 'shardkeeper-migrate';
const ATTEMPTS_MAX = 8;
const BACKOFF = { baseMs: 100, maxMs: 5_000 };

/** Never rejects. */
export async function clean(resource: Resource, found: KubeObject, options: CleanOptions): Promise<Cleaned> {
  const { client, clock, random, signal, slotLabels, dryRun } = options;
  const ref = refTo(found);
  const query = { fieldManager: MIGRATE_FIELD_MANAGER, ...(dryRun ? { dryRun: 'All' } : {}) };
  let object: KubeObject = found;
  for (let attempt = 0; ; attempt++) {
    try {
      if (attempt > 0) object = await readMetadata(client, { resource, ref, signal });
      const patch = takeBack(object, slotLabels);
      if (patch === undefined) return { type: 'Clean' };
      await client.send({ verb: 'patch', resource, ref, patchType: 'json', patch, query });
      return { type: 'Done', ours: oursOn(object, slotLabels) };
    } catch (error) {
      if (isApiError(error, 'NotFound')) return { type: 'Clean' };
      if (!isWorthRepeating(error) || attempt + 1 >= ATTEMPTS_MAX || signal.aborted) return left(resource, ref, error);
      await sleep(clock, error.retryAfterMs ?? backoffMs(BACKOFF, attempt, random), signal);
    }
  }
}

function isWorthRepeating(error: unknown): error is ApiError {
  return isApiError(error, 'Conflict', 'TooManyRequests', 'ServerError', 'Timeout', 'Unavailable');
}

function left(resource: Resource, ref: ObjectRef, error: unknown): Cleaned {
  const policy = isApiError(error) ? error.policy : undefined;
  const remedy =
    policy === undefined
      ? ''
      : `; delete the bindings of ValidatingAdmissionPolicy ${policy} first (kubectl get validatingadmissionpolicybindings)`;
  const name = ref.namespace === undefined ? ref.name : `${ref.namespace}/${ref.name}`;
  return {
    type: 'Left',
    object: `${groupResourceOf(resource)} ${name}`,
    code: isApiError(error) ? error.code : 'Unknown',
    message: `${messageOf(error, 600)}${remedy}`,
  };
}

function refTo({ metadata: { namespace, name } }: KubeObject): ObjectRef {
  return namespace === undefined ? { name } : { namespace, name };
}
