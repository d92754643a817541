/** Rules L1-L3: renewals, the window they open, and what a version conflict means. */
import { toMicroTime } from '../../lib/clock.ts';
import type { Step } from './context.ts';
import type { LeaseState, LeaseView, ReplicaEvent } from './types.ts';
import { windowMs } from '../timing.ts';

/** Bounds the list of lost renewals; more than fit into a lease cannot matter. */
const UNANSWERED_MAX = 16;

export function windowOpen(lease: LeaseState, nowMs: number): boolean {
  return nowMs < lease.windowEndsMs;
}

/** S1 confirmed: the first window, from the moment before the request was sent. */
export function takenLease(step: Step, event: Extract<ReplicaEvent, { type: 'LeaseTaken' }>): LeaseState {
  return {
    resourceVersion: event.resourceVersion,
    windowEndsMs: event.sentMs + windowMs(step.config.timing),
    validFromMs: Number.NEGATIVE_INFINITY,
    renewal: { type: 'Waiting', dueMs: event.sentMs + step.config.timing.renewIntervalMs },
    unanswered: [],
  };
}

/** L1. */
export function renewedLease(
  step: Step,
  lease: LeaseState,
  event: Extract<ReplicaEvent, { type: 'LeaseRenewed' }>,
): LeaseState {
  const counts = event.sentMs >= lease.validFromMs;
  return {
    resourceVersion: event.resourceVersion,
    windowEndsMs: counts
      ? Math.max(lease.windowEndsMs, event.sentMs + windowMs(step.config.timing))
      : lease.windowEndsMs,
    validFromMs: lease.validFromMs,
    renewal: { type: 'Waiting', dueMs: event.sentMs + step.config.timing.renewIntervalMs },
    unanswered: [],
  };
}

export function renewFailed(
  step: Step,
  lease: LeaseState,
  outcome: 'Conflict' | 'Answered' | 'Unanswered',
): LeaseState {
  const { renewal } = lease;
  const lost = renewal.type === 'InFlight' && outcome === 'Unanswered' ? [renewal.renewTime] : [];
  const unanswered = [...lease.unanswered, ...lost].slice(-UNANSWERED_MAX);
  if (outcome === 'Conflict') {
    step.effects.push({ type: 'ReadLease' });
    return { ...lease, unanswered, renewal: { type: 'Checking' } };
  }
  return { ...lease, unanswered, renewal: { type: 'Waiting', dueMs: step.now.monotonicMs + retryMs(step) } };
}

/** L2: what the Lease says after a conflict. `Foreign`: not ours any more. `Fence`: ours, but not as we left it. */
export function judgeLease(
  step: Step,
  lease: LeaseState,
  seen: LeaseView | undefined,
): 'Foreign' | { readonly lease: LeaseState; readonly fence: boolean } {
  if (seen === undefined || seen.holder !== step.config.incarnation) return 'Foreign';
  const own = lease.unanswered.includes(seen.renewTime);
  return {
    fence: !own,
    lease: {
      resourceVersion: seen.resourceVersion,
      windowEndsMs: own ? lease.windowEndsMs : Number.NEGATIVE_INFINITY,
      validFromMs: lease.validFromMs,
      renewal: { type: 'Waiting', dueMs: step.now.monotonicMs },
      unanswered: [],
    },
  };
}

export function leaseReadFailed(step: Step, lease: LeaseState): LeaseState {
  // Renewing with the version known to be stale conflicts again, which leads back to the read: that is the retry.
  return { ...lease, renewal: { type: 'Waiting', dueMs: step.now.monotonicMs + retryMs(step) } };
}

/** Sends the renewal that is due. */
export function renewWhenDue(step: Step, lease: LeaseState): LeaseState {
  const { renewal } = lease;
  if (renewal.type !== 'Waiting' || step.now.monotonicMs < renewal.dueMs) return lease;
  const renewTime = toMicroTime(step.now.wallMs);
  step.effects.push({ type: 'RenewLease', resourceVersion: lease.resourceVersion, renewTime });
  return { ...lease, renewal: { type: 'InFlight', renewTime } };
}

/** A failed request is repeated sooner than the next renewal would come, but never in a tight loop. */
export function retryMs(step: Step): number {
  return Math.max(100, step.config.timing.renewIntervalMs / 4);
}
