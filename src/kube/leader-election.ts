/**
 * Leader election on one Lease: the pure machine.
 *
 * ```
 *              free, or unchanged for its duration          written
 *   Standby ──────────────────────────────────► Acquiring ─────────► Leading ◄─┐ renewed
 *      ▲                                            │ failed           │  └────┘
 *      └────────────────────────────────────────────┴──────────────────┘ deadline passed, or another holder
 * ```
 *
 * Guarantees:
 * - A Lease is judged by how long *we* have seen it unchanged on our monotonic clock, never by the times written in it.
 * - `isLeading` turns false by itself when the last renewal that succeeded was *sent* longer ago than the renew deadline,
 *   whatever the machine is waiting for.
 * - A standby keeps observing, so that it can take over one lease duration after the last renewal.
 *
 * Assumption: clock rates differ by less than (leaseDurationMs - renewDeadlineMs) / leaseDurationMs. Two leaders at once
 * are then impossible, but for writes under way; those need a compare-and-swap of their own.
 */
import { assert, assertNever } from '../lib/assert.ts';
import type { Lease } from './leases.ts';

export interface ElectionTiming {
  readonly leaseDurationMs: number;
  /** Leadership ends when no renewal sent within this time succeeded. */
  readonly renewDeadlineMs: number;
  /** Pause between renewals, and between the looks of a standby. */
  readonly retryIntervalMs: number;
}

export const DEFAULT_ELECTION_TIMING: ElectionTiming = {
  leaseDurationMs: 5_000,
  renewDeadlineMs: 3_500,
  retryIntervalMs: 1_000,
};

/** A Lease and since when (monotonic) we have seen it exactly like this. */
export interface SeenLease {
  readonly lease: Lease;
  readonly sinceMs: number;
}

export type ElectionState =
  | { readonly type: 'Standby'; readonly seen: SeenLease | undefined }
  | { readonly type: 'Acquiring'; readonly seen: SeenLease | undefined }
  | { readonly type: 'Leading'; readonly lease: Lease; readonly untilMs: number };

export type ElectionEvent =
  /** Started, or a wait is over. */
  | { readonly type: 'Due' }
  | { readonly type: 'Read'; readonly lease: Lease | undefined }
  | { readonly type: 'ReadFailed' }
  /** `sentMs`: monotonic time before the write was handed to the network. */
  | { readonly type: 'Written'; readonly lease: Lease; readonly sentMs: number }
  | { readonly type: 'WriteFailed' };

export type ElectionEffect =
  | { readonly type: 'Read' }
  /** Create it when `lease` is undefined, else compare-and-swap; either way with our identity. */
  | { readonly type: 'Write'; readonly lease: Lease | undefined }
  | { readonly type: 'Wait'; readonly delayMs: number }
  | { readonly type: 'Lead' }
  | { readonly type: 'Yield'; readonly why: 'DeadlinePassed' | 'AnotherHolder' };

export interface ElectionContext {
  readonly identity: string;
  /** This holder is known to have ended, as an earlier container of one's own pod has: its Lease need not run out. */
  readonly hasEnded?: (holder: string) => boolean;
  readonly timing: ElectionTiming;
}

export interface ElectionStep {
  readonly state: ElectionState;
  /** Ends with exactly one `Read`, `Write` or `Wait`. */
  readonly effects: readonly ElectionEffect[];
}

export const initialElection: ElectionState = { type: 'Standby', seen: undefined };

export function isLeading(state: ElectionState, nowMs: number): boolean {
  return state.type === 'Leading' && nowMs < state.untilMs;
}

export function stepElection(
  state: ElectionState,
  event: ElectionEvent,
  context: ElectionContext & { readonly nowMs: number },
): ElectionStep {
  const { nowMs, timing } = context;
  if (state.type === 'Leading' && nowMs >= state.untilMs && event.type !== 'Written') {
    // The rest of the old wait is over or pointless: look at once who holds it.
    const seen = { lease: state.lease, sinceMs: nowMs };
    return { state: { type: 'Standby', seen }, effects: [{ type: 'Yield', why: 'DeadlinePassed' }, { type: 'Read' }] };
  }
  switch (event.type) {
    case 'Due':
      if (state.type === 'Leading') return { state, effects: [{ type: 'Write', lease: state.lease }] };
      return { state, effects: [{ type: 'Read' }] };
    case 'Read':
      return state.type === 'Leading' ? reread(state, event.lease, context) : look(state, event.lease, context);
    case 'ReadFailed':
      return { state, effects: [{ type: 'Wait', delayMs: timing.retryIntervalMs }] };
    case 'Written':
      return written(state, event, context);
    case 'WriteFailed':
      // A conflict, or an answer that was lost: only a read tells which version stands now.
      if (state.type === 'Leading') return { state, effects: [{ type: 'Read' }] };
      return {
        state: { type: 'Standby', seen: state.seen },
        effects: [{ type: 'Wait', delayMs: timing.retryIntervalMs }],
      };
    default:
      return assertNever(event);
  }
}

type Context = ElectionContext & { readonly nowMs: number };

/** A standby has read the Lease. */
function look(
  state: ElectionState & { readonly type: 'Standby' | 'Acquiring' },
  lease: Lease | undefined,
  { nowMs, identity, timing, hasEnded }: Context,
): ElectionStep {
  if (lease === undefined) {
    return { state: { type: 'Acquiring', seen: undefined }, effects: [{ type: 'Write', lease }] };
  }
  const same = state.seen?.lease.uid === lease.uid && state.seen.lease.resourceVersion === lease.resourceVersion;
  const seen = same && state.seen !== undefined ? state.seen : { lease, sinceMs: nowMs };
  const durationMs = Math.max(timing.leaseDurationMs, lease.durationSeconds * 1000);
  const leftMs = seen.sinceMs + durationMs - nowMs;
  const isFree = lease.holder === '' || lease.holder === identity || hasEnded?.(lease.holder) === true;
  if (isFree || leftMs <= 0) {
    return { state: { type: 'Acquiring', seen }, effects: [{ type: 'Write', lease }] };
  }
  const delayMs = Math.min(timing.retryIntervalMs, leftMs);
  return { state: { type: 'Standby', seen }, effects: [{ type: 'Wait', delayMs }] };
}

/** The leader has read the Lease after a renewal that failed. */
function reread(
  state: ElectionState & { readonly type: 'Leading' },
  lease: Lease | undefined,
  { nowMs, identity }: Context,
): ElectionStep {
  if (lease === undefined || lease.holder === identity) {
    // Deleted by hand, or our own renewal whose answer was lost: write again on what stands.
    const next = lease === undefined ? state : { ...state, lease };
    return { state: next, effects: [{ type: 'Write', lease }] };
  }
  const seen = { lease, sinceMs: nowMs };
  return { state: { type: 'Standby', seen }, effects: [{ type: 'Yield', why: 'AnotherHolder' }, { type: 'Read' }] };
}

function written(
  state: ElectionState,
  event: ElectionEvent & { readonly type: 'Written' },
  { nowMs, identity, timing }: Context,
): ElectionStep {
  assert(event.lease.holder === identity, 'a lease that was written names its writer');
  const untilMs = event.sentMs + timing.renewDeadlineMs;
  const led = isLeading(state, nowMs);
  if (nowMs >= untilMs) {
    // The answer came too late to be of use.
    const seen = { lease: event.lease, sinceMs: nowMs };
    const lost: readonly ElectionEffect[] = state.type === 'Leading' ? [{ type: 'Yield', why: 'DeadlinePassed' }] : [];
    return { state: { type: 'Standby', seen }, effects: [...lost, { type: 'Read' }] };
  }
  const gap: readonly ElectionEffect[] =
    state.type === 'Leading' && !led ? [{ type: 'Yield', why: 'DeadlinePassed' }] : [];
  return {
    state: { type: 'Leading', lease: event.lease, untilMs },
    effects: [...gap, ...(led ? [] : [{ type: 'Lead' } as const]), { type: 'Wait', delayMs: timing.retryIntervalMs }],
  };
}
