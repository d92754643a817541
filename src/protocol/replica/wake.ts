/** When the replica machine wants to be called again although nothing happens. */
import type { Life, Member, ReplicaState, Running } from './types.ts';
import { leaseOf } from './machine.ts';

/** Monotonic time of the next `Tick` at the latest; Infinity when only an event can change anything. */
export function wakeAtMs(state: ReplicaState): number {
  const { life } = state;
  return Math.min(lifeDueMs(life), leaseDueMs(state));
}

function lifeDueMs(life: Life): number {
  switch (life.type) {
    case 'TakingLease':
    case 'ReadingShard':
      return life.retryAtMs ?? Number.POSITIVE_INFINITY;
    case 'WaitingOut':
      return life.untilMs;
    case 'ReadingView':
      return Math.min(
        life.retryAtMs ?? Number.POSITIVE_INFINITY,
        memberDueMs(life.member),
        life.member.lease.windowEndsMs,
      );
    case 'Fenced':
      return memberDueMs(life.member);
    case 'Running':
      return Math.min(runningDueMs(life), memberDueMs(life.member), life.member.lease.windowEndsMs);
    case 'Registering':
    case 'Exited':
      return Number.POSITIVE_INFINITY;
    default:
      return life satisfies never;
  }
}

/** L4 may hold a renewal back: then the answer to the look at the set wakes the machine, or the end of the window. */
function leaseDueMs(state: ReplicaState): number {
  const lease = leaseOf(state.life);
  if (lease?.renewal.type !== 'Waiting') return Number.POSITIVE_INFINITY;
  const { life } = state;
  const { dueMs } = lease.renewal;
  if (life.type !== 'Running') return dueMs;
  return dueMs <= life.view.confirmedMs + state.config.timing.viewMaxAgeMs ? dueMs : Number.POSITIVE_INFINITY;
}

function memberDueMs(member: Member): number {
  let dueMs = member.mode.type === 'Serving' ? Number.POSITIVE_INFINITY : member.mode.exitAtMs;
  for (const { state } of member.holds) {
    if (state.type === 'Aborting') dueMs = Math.min(dueMs, state.exitAtMs);
  }
  return dueMs;
}

function runningDueMs(life: Running): number {
  const { member, view } = life;
  let dueMs = view.check.type === 'None' ? view.check.dueMs : Number.POSITIVE_INFINITY;
  if (member.mode.type === 'Leaving') dueMs = Math.min(dueMs, member.mode.stopAtMs);
  const { status } = member;
  if (status.flight.type === 'None') {
    if (status.waiting) dueMs = Math.min(dueMs, status.notBeforeMs);
    else dueMs = Math.min(dueMs, status.answerByMs ?? Number.POSITIVE_INFINITY);
  }
  for (const gain of member.gaining) dueMs = Math.min(dueMs, gain.deadlineMs);
  for (const { state } of member.holds) {
    if (state.type === 'Draining') dueMs = Math.min(dueMs, state.abortAtMs);
  }
  return dueMs;
}
