/** Whether a manager renews its Lease: judged by seeing it change, because a restored Lease may say anything. */
import { sleep, type Clock } from '../../lib/clock.ts';
import type { LeaseClient } from '../../kube/leases.ts';
import type { ObjectRef } from '../../kube/types.ts';

/** `holder` is '' when nobody holds it. */
export type ManagerLease =
  | { readonly type: 'Free' }
  | { readonly type: 'Stale'; readonly holder: string }
  | { readonly type: 'Renewed'; readonly holder: string };

export interface LookOptions {
  readonly leases: LeaseClient;
  readonly ref: ObjectRef;
  readonly clock: Clock;
  /** Told once, when it has to be waited. */
  readonly waiting: (holder: string, forMs: number) => void;
}

const LOOK_INTERVAL_MS = 500;

/** Takes as long as the Lease's own duration when it does not change, and no longer than that. Errors: ApiError. */
export async function lookAtManagerLease({ leases, ref, clock, waiting }: LookOptions): Promise<ManagerLease> {
  const first = await leases.get(ref);
  if (first === undefined || first.holder === '') return { type: 'Free' };
  const forMs = first.durationSeconds * 1_000;
  const untilMs = clock.monotonicMs() + forMs;
  waiting(first.holder, forMs);
  while (clock.monotonicMs() < untilMs) {
    await sleep(clock, LOOK_INTERVAL_MS);
    const now = await leases.get(ref);
    if (now === undefined || now.holder === '') return { type: 'Free' };
    if (now.uid !== first.uid || now.resourceVersion !== first.resourceVersion)
      return { type: 'Renewed', holder: now.holder };
  }
  return { type: 'Stale', holder: first.holder };
}
