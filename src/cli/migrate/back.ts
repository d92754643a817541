/**
 * `--back`: goes through every kind and takes away what Shardkeeper added.
 *
 * Controllers first, then owners before what they own: where it is stopped half-way and Shardkeeper is started again, a parent
 * without a label is labelled anew together with its children; a labelled one whose children have none would look childless.
 */
import { isApiError } from '../../kube/api-error.ts';
import { COMPOSITE_CONTROLLERS } from '../../kube/resources.ts';
import { groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { BackTally, type BackReport } from './back-report.ts';
import { clean, type CleanOptions } from './clean.ts';
import { DECORATOR_CONTROLLERS, kindsNamedBy, listIfServed, readSlotLabels, REVISIONS } from './controllers.ts';
import { ownersFirst, readKinds } from './kinds.ts';
import { pagesOf } from './pages.ts';
import type { Progress } from './progress.ts';
import { heldLeases, renewedSince, renewingReplicas } from './replica-leases.ts';

export interface BackOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  /** Aborted: what is under way is finished, nothing new is begun. */
  readonly signal: AbortSignal;
  /** Slot labels of sets that do not exist any more. */
  readonly extraLabels: readonly string[];
  /** Although replicas run. */
  readonly force: boolean;
  readonly dryRun: boolean;
  /** Objects at once, at least 1. */
  readonly concurrency: number;
  readonly tell: (text: string) => void;
  readonly progress: Progress;
}

interface Walk extends BackOptions {
  readonly slotLabels: readonly string[];
  readonly tally: BackTally;
  /** Kinds of which every object is looked at, labelled or not: entries in managedFields may be all that is left. */
  readonly whole: ReadonlySet<string>;
}

const CONTROLLERS = [COMPOSITE_CONTROLLERS, DECORATOR_CONTROLLERS];
const KIND_ATTEMPTS_MAX = 4;
const BACKOFF = { baseMs: 500, maxMs: 5_000 };

/** Can be repeated at any time: what is done is done. Errors: `ReplicasRun`; ApiError when the cluster cannot be read at all. */
export async function goBack(options: BackOptions): Promise<BackReport> {
  const { client, signal, dryRun, extraLabels: extra, progress } = options;
  await refuseRunningReplicas(options);
  const leases = await heldLeases(client, signal);
  const slotLabels = await readSlotLabels(client, { extra, signal });
  const lists = await Promise.all(CONTROLLERS.map((resource) => listIfServed(client, resource, { signal })));
  const pairs = lists.flat().flatMap(kindsNamedBy);
  const own = CONTROLLERS.map(groupResourceOf);
  const whole = new Set([...own, REVISIONS, ...pairs.flatMap(({ parent, child }) => [parent, child])]);
  const kinds = await readKinds(client, signal);
  const walk: Walk = { ...options, slotLabels, whole, tally: new BackTally() };
  const controllersFirst = kinds.toSorted((a, b) => Number(isOwn(b)) - Number(isOwn(a)));
  const order = [
    ...controllersFirst.filter(isOwn),
    ...ownersFirst(
      controllersFirst.filter((kind) => !isOwn(kind)),
      groupResourceOf,
      pairs,
    ),
  ];
  for (const [index, kind] of order.entries()) {
    const { tally } = walk;
    progress.doing(
      () =>
        `${groupResourceOf(kind)} (kind ${index + 1} of ${order.length}), ${tally.total} objects cleaned so far ...`,
    );
    if (signal.aborted) tally.notLookedAt(groupResourceOf(kind), 'interrupted before it');
    else await walkKind(kind, walk);
  }
  const interrupted = signal.aborted;
  const replicasCameBack = interrupted || dryRun ? [] : renewedSince(leases, await heldLeases(client, signal));
  return walk.tally.report({ dryRun, slotLabels, interrupted, replicasCameBack });

  function isOwn(kind: Resource): boolean {
    return own.includes(groupResourceOf(kind));
  }
}

async function refuseRunningReplicas({ client, clock, signal, force, tell }: BackOptions): Promise<void> {
  if (force) return;
  const waiting = (holders: number, forMs: number): void =>
    tell(`${holders} Leases of replicas name a holder: watching them for ${forMs / 1_000}s ...`);
  const renewed = await renewingReplicas({ client, clock, signal, waiting });
  if (renewed.length === 0) return;
  const [first = ''] = renewed;
  const namespace = first.slice(0, first.indexOf('/'));
  const text = [
    `replicas of Shardkeeper run, they would put back what is taken away: Lease ${renewed.slice(0, 5).join(', ')} is renewed.`,
    'Stop the managers, then the replicas, and try again:',
    `  kubectl --namespace ${namespace} scale deployment shardkeeper-manager --replicas=0`,
    `  kubectl --namespace ${namespace} scale statefulset metacontroller --replicas=0`,
    '(--force goes on nevertheless)',
  ].join('\n');
  throw new ShardkeeperError(text, { code: 'ReplicasRun' });
}

async function walkKind(kind: Resource, walk: Walk): Promise<void> {
  const { signal, slotLabels, whole, tally } = walk;
  const name = groupResourceOf(kind);
  for (const labelSelector of whole.has(name) ? [undefined] : slotLabels) {
    const why = await walkPatiently(kind, labelSelector, walk);
    if (signal.aborted) return tally.notLookedAt(name, 'interrupted in it');
    if (why !== undefined) return tally.notLookedAt(name, why);
  }
}

/** Resolves to why it could not be gone through to its end. */
async function walkPatiently(
  kind: Resource,
  labelSelector: string | undefined,
  walk: Walk,
): Promise<string | undefined> {
  const { clock, random, signal, tally } = walk;
  for (let attempt = 0; ; attempt++) {
    try {
      return await walkSelection(kind, labelSelector, walk);
    } catch (error) {
      // The kind itself is gone.
      if (isApiError(error, 'NotFound')) return undefined;
      const isPassing = isApiError(error, 'TooManyRequests', 'ServerError', 'Timeout', 'Unavailable', 'Gone');
      if (!isPassing || attempt + 1 >= KIND_ATTEMPTS_MAX) return messageOf(error, 600);
      tally.forgetLeft(groupResourceOf(kind));
      await sleep(clock, error.retryAfterMs ?? backoffMs(BACKOFF, attempt, random), signal);
    }
  }
}

async function walkSelection(kind: Resource, labelSelector: string | undefined, walk: Walk): Promise<undefined> {
  const { client, signal, tally } = walk;
  const options = { resource: kind, signal, ...(labelSelector === undefined ? {} : { labelSelector }) };
  for await (const page of pagesOf(client, options)) {
    if (page.type === 'Again') tally.forgetLeft(groupResourceOf(kind));
    else await cleanAll(kind, page.items, walk);
    if (signal.aborted) return undefined;
  }
  return undefined;
}

/** So many at once, and none that is begun after the interruption. */
async function cleanAll(kind: Resource, objects: readonly KubeObject[], walk: Walk): Promise<void> {
  const { signal, tally, concurrency } = walk;
  const options: CleanOptions = walk;
  const name = groupResourceOf(kind);
  const rest = objects.values();
  const worker = async (): Promise<void> => {
    for (const object of rest) {
      if (signal.aborted) return;
      tally.add(name, await clean(kind, object, options));
    }
  };
  await Promise.all(Array.from({ length: Math.min(concurrency, objects.length) }, worker));
}
