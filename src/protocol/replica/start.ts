/** Rules S1-S5: from a started process to a registered one. */
import { toMicroTime } from '../../lib/clock.ts';
import { exit, tell, type Step } from './context.ts';
import { EMPTY } from '../ranges.ts';
import { retryMs, takenLease } from './lease.ts';
import { registrationStatus } from './status.ts';
import type { LeaseState, Life, Member, ReadingShard, ReplicaEvent, ShardView, Takeover } from './types.ts';

/** While the shard does not exist yet: the watch of it says so at once, this is for a watch that does not. */
const SHARD_POLL_MS = 2_000;

export function takeLease(step: Step): Life {
  step.effects.push({ type: 'TakeLease', renewTime: toMicroTime(step.now.wallMs) });
  return { type: 'TakingLease', retryAtMs: undefined };
}

/** S1 confirmed. S2 counts from here. */
export function leaseTaken(step: Step, event: Extract<ReplicaEvent, { type: 'LeaseTaken' }>): Life {
  const takeover = {
    confirmedMs: step.now.monotonicMs,
    created: event.created,
    waitMs: Math.max(step.config.timing.leaseDurationMs, event.previousDurationMs),
  };
  return readShard(step, { takeover, lease: takenLease(step, event), confirmLease: false });
}

export function readShard(
  step: Step,
  from: { readonly takeover: Takeover; readonly lease: LeaseState; readonly confirmLease: boolean },
): ReadingShard {
  const { takeover, lease, confirmLease } = from;
  step.effects.push({ type: 'ReadShard', confirmLease });
  return { type: 'ReadingShard', takeover, lease, confirmLease, retryAtMs: undefined, stale: false };
}

/** S3, S3a, S2: what the shard, read after the takeover, says about predecessors. */
export function judgeShard(step: Step, life: ReadingShard, event: Extract<ReplicaEvent, { type: 'ShardRead' }>): Life {
  const { config, now } = step;
  const { takeover, lease, confirmLease } = life;
  const { shard } = event;
  if (confirmLease && event.holder !== config.incarnation) return exit(step, 'LeaseLost');
  if (shard === undefined || shard.ownerUid !== config.setUid) {
    // B2: nobody will ever create one, and a Lease that is renewed would keep the set from its end (B3).
    if (event.setStands === false) return exit(step, 'SetGone');
    if (life.stale) return readShard(step, life);
    if (life.retryAtMs === undefined) tell(step, { type: 'ShardMissing' });
    return { ...life, retryAtMs: now.monotonicMs + SHARD_POLL_MS };
  }
  // A registration whose answer was lost.
  if (shard.incarnation === config.incarnation) return registered(step, lease, shard);
  const neverUsed = takeover.created && shard.incarnation === '';
  if (shard.final || neverUsed) return register(step, { takeover, lease, shard });
  if (life.stale) return readShard(step, life);
  const untilMs = takeover.confirmedMs + waitMs(step, takeover, shard);
  if (now.monotonicMs < untilMs) {
    tell(step, { type: 'WaitingOut', waitMs: untilMs - now.monotonicMs });
    return { type: 'WaitingOut', takeover, lease, untilMs };
  }
  // Whoever registered after us holds the Lease; only a look at it after the read of the shard can tell.
  return confirmLease
    ? register(step, { takeover, lease, shard })
    : readShard(step, { takeover, lease, confirmLease: true });
}

/** S3a: the kubelet started this container after the previous one had exited, so only late writes are left. */
function waitMs(step: Step, takeover: Takeover, shard: ShardView): number {
  const { restartInPlace, podUID, timing } = step.config;
  const inPlace = restartInPlace && podUID !== '' && shard.podUID === podUID;
  return inPlace ? timing.requestTimeoutMs + timing.stallMaxMs : takeover.waitMs;
}

function register(
  step: Step,
  from: { readonly takeover: Takeover; readonly lease: LeaseState; readonly shard: ShardView },
): Life {
  step.effects.push({ type: 'Register', shard: from.shard, status: registrationStatus(from.shard) });
  return { type: 'Registering', ...from };
}

/** S4 on conflict or without an answer: read shard and Lease again, in this order. */
export function registerFailed(step: Step, life: Extract<Life, { type: 'Registering' }>): Life {
  const { takeover, lease } = life;
  return {
    type: 'ReadingShard',
    takeover,
    lease,
    confirmLease: true,
    retryAtMs: step.now.monotonicMs + retryMs(step),
    stale: false,
  };
}

/** S4 confirmed: S5 reads the table. */
export function registered(step: Step, lease: LeaseState, shard: ShardView): Life {
  tell(step, { type: 'Registered' });
  const member: Member = {
    lease,
    shard,
    holds: [],
    acquisitions: 0,
    table: undefined,
    lastHeld: [],
    released: [],
    incoming: [],
    gaining: [],
    requests: 0,
    warm: EMPTY,
    wanted: EMPTY,
    mode: { type: 'Serving' },
    status: {
      written: registrationStatus(shard),
      flight: { type: 'None' },
      notBeforeMs: step.now.monotonicMs,
      waiting: false,
      answerByMs: undefined,
      requested: false,
    },
  };
  return readView(step, member);
}

/** Last step of F3, and S5. */
export function readView(step: Step, member: Member): Life {
  step.effects.push({ type: 'ReadView' });
  return {
    type: 'ReadingView',
    member,
    startedMs: step.now.monotonicMs,
    retryAtMs: undefined,
    seen: { set: undefined, shard: undefined },
  };
}
