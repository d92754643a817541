/**
 * What one replica does, as one function: `step(state, event, now) -> { state, effects }`. Pure.
 *
 *   TakingLease ──S1──► ReadingShard ──S3──► Registering ──S4──► ReadingView ──S5──► Running ──S6──► Exited
 *                         ▲    │ S2, S3a        │ conflict          ▲   │               │
 *                         │    ▼                │                   │   │ window over   │ window over, conflict,
 *                         └ WaitingOut          └──► ReadingShard   F3  ▼               ▼ clock jump, older table
 *                                                                   └─ Fenced ◄─────────┘
 *   any ── Lease, shard or set lost ──► Exited
 *
 * Guarantees: nothing is active (`holds` in state Active or Draining) outside an open window; nothing is active that the
 * view does not grant, unless it drains; a status is written only while Running, and its `held` lacks no slot that the
 * runtime has not called idle; each gain of a slot has a higher `acquisition` than any before.
 *
 * The shell performs effects in order, runtime calls first and synchronously, reports each answer once, and calls `step`
 * with `Tick` no later than `wakeAtMs(state)`.
 */
import { assertNever } from '../../lib/assert.ts';
import { exit, type Step } from './context.ts';
import { judgeLease, leaseReadFailed, renewedLease, renewFailed, renewWhenDue, windowOpen } from './lease.ts';
import { judgeShard, leaseTaken, readShard, readView, registered, registerFailed, takeLease } from './start.ts';
import {
  fence,
  gone,
  leave,
  peersRead,
  setSeen,
  settleRunning,
  shardReread,
  shardSeen,
  slotsIdle,
  slotsWarm,
  viewArrived,
  viewConfirmed,
  viewProgress,
  viewReadFailed,
  viewReread,
} from './running.ts';
import { rereadDone, rereadShard, statusWritten, withStatus } from './status.ts';
import { retryMs } from './lease.ts';
import type {
  LeaseState,
  Life,
  Member,
  Now,
  ReplicaConfig,
  ReplicaEffect,
  ReplicaEvent,
  ReplicaState,
} from './types.ts';
import { discontinued, isStuck } from './holds.ts';
import { assertTiming } from '../timing.ts';

export interface StepResult {
  readonly state: ReplicaState;
  readonly effects: readonly ReplicaEffect[];
}

/** A process that has just started. The first `Tick` takes the Lease. Errors: code `InvalidTiming`. */
export function newReplica(config: ReplicaConfig, now: Now): ReplicaState {
  assertTiming(config.timing);
  return { config, life: { type: 'TakingLease', retryAtMs: now.monotonicMs } };
}

export function step(state: ReplicaState, event: ReplicaEvent, now: Now): StepResult {
  const effects: ReplicaEffect[] = [];
  const context: Step = { config: state.config, now, effects };
  if (state.life.type === 'Exited') return { state, effects };
  // The window is looked at before anything else: an event that was late changes nothing for a process that is fenced.
  const life = handle(context, closeWindow(context, state.life), event);
  return { state: { config: state.config, life: settle(context, closeWindow(context, life)) }, effects };
}

function closeWindow(context: Step, life: Life): Life {
  if (life.type !== 'Running' && life.type !== 'ReadingView') return life;
  return windowOpen(life.member.lease, context.now.monotonicMs) ? life : fence(context, life, 'WindowOver');
}

function handle(context: Step, life: Life, event: ReplicaEvent): Life {
  switch (event.type) {
    case 'Tick':
      return life;
    case 'ClockJump':
      return 'member' in life ? fence(context, life, 'ClockJump') : closeEarly(context, life);
    case 'Leave':
      return 'member' in life ? leave(context, life) : exit(context, 'NeverRegistered');
    case 'LeaseTaken':
    case 'LeaseTakeFailed':
    case 'LeaseRenewed':
    case 'LeaseRenewFailed':
    case 'LeaseRead':
    case 'LeaseReadFailed':
      return handleLease(context, life, event);
    case 'ShardRead':
    case 'ShardReadFailed':
    case 'ShardSeen':
    case 'Registered':
    case 'RegisterFailed':
    case 'StatusWritten':
    case 'StatusFailed':
    case 'StatusRequested':
      return handleShard(context, life, event);
    case 'ViewRead':
    case 'ViewReadFailed':
    case 'SetSeen':
    case 'SetProgress':
    case 'ViewConfirmed':
    case 'ViewConfirmFailed':
    case 'PeersRead':
      return handleView(context, life, event);
    case 'Idle':
      return 'member' in life ? slotsIdle(context, life, event) : life;
    case 'Warm':
      return 'member' in life ? slotsWarm(life, event.slots) : life;
    default:
      return assertNever(event);
  }
}

type EventOf<T extends ReplicaEvent['type']> = Extract<ReplicaEvent, { readonly type: T }>;
type LeaseEvent = EventOf<
  'LeaseTaken' | 'LeaseTakeFailed' | 'LeaseRenewed' | 'LeaseRenewFailed' | 'LeaseRead' | 'LeaseReadFailed'
>;

function handleLease(context: Step, life: Life, event: LeaseEvent): Life {
  if (life.type === 'TakingLease') {
    if (event.type === 'LeaseTaken') return leaseTaken(context, event);
    return event.type === 'LeaseTakeFailed' ? { ...life, retryAtMs: context.now.monotonicMs + retryMs(context) } : life;
  }
  const lease = leaseOf(life);
  if (lease === undefined) return life;
  switch (event.type) {
    case 'LeaseTaken':
    case 'LeaseTakeFailed':
      return life;
    case 'LeaseRenewed': {
      const renewed = withLease(life, renewedLease(context, lease, event));
      // F3: the confirmed renewal first, then the reads.
      const back = renewed.type === 'Fenced' && windowOpen(renewed.member.lease, context.now.monotonicMs);
      return back ? readView(context, renewed.member) : renewed;
    }
    case 'LeaseRenewFailed':
      return withLease(life, renewFailed(context, lease, event.outcome));
    case 'LeaseReadFailed':
      return withLease(life, leaseReadFailed(context, lease));
    case 'LeaseRead': {
      const verdict = judgeLease(context, lease, event.lease);
      if (verdict === 'Foreign') return gone(context, life, 'LeaseLost');
      const next = withLease(life, verdict.lease);
      if (!verdict.fence || !('member' in next)) return next;
      return withLease(discontinued(fence(context, next, 'LeaseConflict')), verdict.lease);
    }
    default:
      return assertNever(event);
  }
}

type ShardEvent = EventOf<
  | 'ShardRead'
  | 'ShardReadFailed'
  | 'ShardSeen'
  | 'Registered'
  | 'RegisterFailed'
  | 'StatusWritten'
  | 'StatusFailed'
  | 'StatusRequested'
>;

function handleShard(context: Step, life: Life, event: ShardEvent): Life {
  if ('member' in life) return handleOwnShard(context, life, event);
  switch (life.type) {
    case 'ReadingShard':
      if (event.type === 'ShardRead') return judgeShard(context, life, event);
      if (event.type === 'ShardReadFailed')
        return { ...life, stale: false, retryAtMs: context.now.monotonicMs + retryMs(context) };
      if (event.type !== 'ShardSeen' || event.shard === undefined) return life;
      // While a read is under way: its answer may be older than this.
      return life.retryAtMs === undefined ? { ...life, stale: true } : readShard(context, life);
    case 'WaitingOut':
      // The predecessor has ended after all.
      return event.type === 'ShardSeen' && event.shard?.final === true
        ? readShard(context, { ...life, confirmLease: false })
        : life;
    case 'Registering':
      if (event.type === 'Registered') return registered(context, life.lease, event.shard);
      return event.type === 'RegisterFailed' ? registerFailed(context, life) : life;
    case 'TakingLease':
    case 'Exited':
      return life;
    default:
      return assertNever(life);
  }
}

function handleOwnShard(context: Step, life: Extract<Life, { member: Member }>, event: ShardEvent): Life {
  const { member } = life;
  switch (event.type) {
    case 'ShardRead':
      return shardReread(context, life, event.shard);
    case 'ShardReadFailed':
      return { ...life, member: rereadDone(context, member, undefined) };
    case 'ShardSeen':
      return shardSeen(context, life, event.shard);
    case 'StatusWritten':
      return event.shard.final ? exit(context, 'Released') : { ...life, member: statusWritten(member, event.shard) };
    case 'StatusFailed':
      // It may have been applied all the same: what is written is not known, so the next one is written whatever it says.
      return {
        ...life,
        member: rereadShard(context, withStatus(member, { ...member.status, requested: true })),
      };
    case 'StatusRequested':
      return { ...life, member: withStatus(member, { ...member.status, requested: true }) };
    case 'Registered':
    case 'RegisterFailed':
      return life;
    default:
      return assertNever(event);
  }
}

type ViewEvent = EventOf<
  'ViewRead' | 'ViewReadFailed' | 'SetSeen' | 'SetProgress' | 'ViewConfirmed' | 'ViewConfirmFailed' | 'PeersRead'
>;

function handleView(context: Step, life: Life, event: ViewEvent): Life {
  if (life.type === 'ReadingView') {
    if (event.type === 'ViewRead') return viewArrived(context, life, event);
    if (event.type === 'SetSeen') return { ...life, seen: { ...life.seen, set: event.set } };
    return event.type === 'ViewReadFailed' ? { ...life, retryAtMs: context.now.monotonicMs + retryMs(context) } : life;
  }
  if (life.type !== 'Running') return life;
  switch (event.type) {
    case 'ViewRead':
      return viewReread(context, life, event);
    case 'ViewReadFailed':
      return life.view.check.type === 'Rereading' ? viewReadFailed(context, life) : life;
    case 'ViewConfirmFailed':
      return life.view.check.type === 'Confirming' ? viewReadFailed(context, life) : life;
    case 'SetSeen':
      return setSeen(context, life, event.set);
    case 'SetProgress':
      return viewProgress(context, life);
    case 'ViewConfirmed':
      return viewConfirmed(context, life, event);
    case 'PeersRead':
      return peersRead(context, life, event);
    default:
      return assertNever(event);
  }
}

function settle(context: Step, life: Life): Life {
  const nowMs = context.now.monotonicMs;
  switch (life.type) {
    case 'TakingLease':
      return isDue(life.retryAtMs, nowMs) ? takeLease(context) : life;
    case 'ReadingShard': {
      const renewed = { ...life, lease: renewWhenDue(context, life.lease) };
      return isDue(life.retryAtMs, nowMs) ? readShard(context, renewed) : renewed;
    }
    case 'WaitingOut': {
      const lease = renewWhenDue(context, life.lease);
      const { takeover } = life;
      return life.untilMs <= nowMs ? readShard(context, { takeover, lease, confirmLease: true }) : { ...life, lease };
    }
    case 'Registering':
      return { ...life, lease: renewWhenDue(context, life.lease) };
    case 'ReadingView':
    case 'Fenced':
    case 'Running':
      return settleMember(context, life);
    case 'Exited':
      return life;
    default:
      return assertNever(life);
  }
}

function settleMember(context: Step, life: Extract<Life, { member: Member }>): Life {
  const nowMs = context.now.monotonicMs;
  const { mode } = life.member;
  if (mode.type !== 'Serving' && mode.exitAtMs <= nowMs) return exit(context, 'GraceOver');
  if (isStuck(life.member, nowMs)) return exit(context, 'DrainStuck');
  const mayRenew = life.type !== 'Running' || nowMs - life.view.confirmedMs <= context.config.timing.viewMaxAgeMs;
  const member = mayRenew ? { ...life.member, lease: renewWhenDue(context, life.member.lease) } : life.member;
  if (life.type === 'Running') return settleRunning(context, { ...life, member });
  if (life.type === 'ReadingView' && isDue(life.retryAtMs, nowMs)) return readView(context, member);
  return { ...life, member };
}

/** A process that is not registered holds nothing; its window only has to open anew. */
function closeEarly(context: Step, life: Life): Life {
  const lease = leaseOf(life);
  return lease === undefined
    ? life
    : withLease(life, { ...lease, windowEndsMs: Number.NEGATIVE_INFINITY, validFromMs: context.now.monotonicMs });
}

function isDue(atMs: number | undefined, nowMs: number): boolean {
  return atMs !== undefined && atMs <= nowMs;
}

export function leaseOf(life: Life): LeaseState | undefined {
  if ('member' in life) return life.member.lease;
  return 'lease' in life ? life.lease : undefined;
}

function withLease(life: Life, lease: LeaseState): Life {
  if ('member' in life) return { ...life, member: { ...life.member, lease } };
  return 'lease' in life ? { ...life, lease } : life;
}
