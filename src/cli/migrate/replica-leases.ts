/** Which replicas of Shardkeeper run: those whose Lease is seen to change, whatever the times in it say. */
import { SET_LABEL } from '../../api/names.ts';
import { leaseOf, type Lease } from '../../kube/leases.ts';
import { LEASES } from '../../kube/resources.ts';
import type { KubeClient } from '../../kube/types.ts';
import { sleep, type Clock } from '../../lib/clock.ts';

export interface LookOptions {
  readonly client: Pick<KubeClient, 'list'>;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  /** Told once, when it has to be waited. */
  readonly waiting: (holders: number, forMs: number) => void;
}

const LOOK_INTERVAL_MS = 500;
/** A Lease that says more is watched for no longer than this. */
const LOOK_MAX_MS = 60_000;

/**
 * `namespace/name` of each Lease that was renewed while it was looked at; empty after the longest of their durations without
 * any renewal, at once when nobody holds one. Errors: ApiError.
 */
export async function renewingReplicas(options: LookOptions): Promise<readonly string[]> {
  const { client, clock, signal, waiting } = options;
  const first = await heldLeases(client, signal);
  if (first.size === 0) return [];
  const longestMs = Math.max(...Array.from(first.values(), ({ durationSeconds }) => durationSeconds * 1_000));
  const forMs = Math.min(LOOK_MAX_MS, longestMs);
  const untilMs = clock.monotonicMs() + forMs;
  waiting(first.size, forMs);
  while (clock.monotonicMs() < untilMs && !signal.aborted) {
    await sleep(clock, LOOK_INTERVAL_MS, signal);
    const renewed = renewedSince(first, await heldLeases(client, signal));
    if (renewed.length > 0) return renewed;
  }
  return [];
}

/** By namespace and name, those that somebody holds. Errors: ApiError. */
export async function heldLeases(
  client: Pick<KubeClient, 'list'>,
  signal: AbortSignal,
): Promise<ReadonlyMap<string, Lease>> {
  const { items } = await client.list(LEASES, { labelSelector: SET_LABEL, signal });
  const leases = items.map(leaseOf).filter(({ holder }) => holder !== '');
  return new Map(leases.map((lease) => [`${lease.namespace}/${lease.name}`, lease]));
}

/** Pure. */
export function renewedSince(before: ReadonlyMap<string, Lease>, now: ReadonlyMap<string, Lease>): readonly string[] {
  return [...now]
    .filter(([name, lease]) => before.get(name)?.resourceVersion !== lease.resourceVersion)
    .map(([name]) => name);
}
