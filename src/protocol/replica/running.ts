/** A registered replica: views come and go (V1-V3, L4), slots follow them (A1-A6), the process leaves (H5, S6) or is fenced (F1). */
import { exit, tell, type Step } from './context.ts';
import { equal, union } from '../ranges.ts';
import {
  abortAll,
  abortOverdue,
  agedMarks,
  discontinued,
  dropIdle,
  followGrants,
  isStuck,
  withoutPast,
} from './holds.ts';
import { completeAnswered, gainGranted, trackIncoming } from './gain.ts';
import { retryMs } from './lease.ts';
import { rereadDone, rereadShard, wantedSlots, withNewer, writeWhenDue } from './status.ts';
import type { Life, Member, Notice, ReadingView, ReplicaEvent, Running, SetView, ShardView, View } from './types.ts';
import { compareTables, compareVersions, sameTable } from './view.ts';
import { stopAfterMs } from '../timing.ts';

type Registered = Extract<Life, { readonly member: Member }>;
type FenceCause = Extract<Notice, { type: 'Fenced' }>['cause'];

/** F1: acts on nothing, writes nothing but renewals. F3 begins with the next confirmed renewal. */
export function fence(step: Step, life: Registered, cause: FenceCause): Life {
  if (life.type === 'Fenced' && cause !== 'ClockJump') return life;
  if (life.type === 'Running') tell(step, { type: 'Fenced', cause });
  const member = abortAll(step, life.member);
  const { renewal } = member.lease;
  const nowMs = step.now.monotonicMs;
  const lease = {
    ...member.lease,
    windowEndsMs: Number.NEGATIVE_INFINITY,
    validFromMs: cause === 'ClockJump' ? nowMs : member.lease.validFromMs,
    renewal:
      renewal.type === 'Waiting' ? { ...renewal, dueMs: Math.min(renewal.dueMs, nowMs + retryMs(step)) } : renewal,
  };
  return { type: 'Fenced', member: { ...member, lease, incoming: [] } };
}

/** S5 and the end of F3: the fresh read replaces whatever was known. */
export function viewArrived(step: Step, life: ReadingView, event: Extract<ReplicaEvent, { type: 'ViewRead' }>): Life {
  // Too early to count (F3), but the watch goes on from it.
  if (event.sentMs < life.startedMs) return { ...life, seen: { ...life.seen, set: event.set } };
  const { config } = step;
  if (event.set === undefined || event.set.uid !== config.setUid) return gone(step, life, 'SetGone');
  const other = foreign(step, life.member, event.shard);
  if (other !== undefined) return gone(step, life, other);
  const view = viewOf(step, event.set, event.sentMs);
  tell(step, { type: 'TableRead' });
  tellProtocol(step, undefined, event.set);
  // A fresh read counts even when it is older than what was known before it: that is a restored store (R3, W5).
  const wentBack = compareTables(event.set.table, life.member.table) < 0;
  const known = wentBack ? withoutPast(life.member) : life.member;
  const read = event.shard === undefined ? known : { ...known, shard: event.shard };
  const { seen } = life;
  const member = rereadDone(step, seen.shard === undefined ? read : withNewer(read, seen.shard), event.shard);
  const running = adopt(step, { type: 'Running', member, view }, undefined);
  const isNewer = seen.set !== undefined && compareVersions(seen.set.resourceVersion, event.set.resourceVersion) > 0;
  return isNewer ? setSeen(step, running, seen.set) : running;
}

/** A fresh read while the window is open (V2, L4): it wins, but never backwards without a fence (V3). */
export function viewReread(step: Step, life: Running, event: Extract<ReplicaEvent, { type: 'ViewRead' }>): Life {
  const { view } = life;
  if (view.check.type !== 'Rereading' || event.sentMs < view.check.sinceMs) {
    // Nobody waits for it, but the watch goes on from it: what is newer in it would not be shown again.
    const { set } = event;
    const isNews =
      set?.uid === step.config.setUid && compareVersions(set.resourceVersion, view.set.resourceVersion) > 0;
    return isNews ? setSeen(step, life, set) : life;
  }
  if (event.set === undefined || event.set.uid !== step.config.setUid) return gone(step, life, 'SetGone');
  const other = foreign(step, life.member, event.shard);
  if (other !== undefined) return gone(step, life, other);
  if (compareTables(event.set.table, view.set.table) < 0) {
    // The watch may have moved the view on after this read was begun: only one that began later tells.
    const overtaken = view.confirmedMs > event.sentMs;
    return overtaken
      ? reread(step, { ...life, view: viewOf(step, view.set, view.confirmedMs) })
      : discontinued(fence(step, life, 'ViewWentBack'));
  }
  return replace(step, life, viewOf(step, event.set, event.sentMs));
}

/** V1, V2: what the watch of the set shows. */
export function setSeen(step: Step, life: Running, set: SetView | undefined): Life {
  const { view } = life;
  if (set === undefined || set.uid !== step.config.setUid) return reread(step, life);
  const back = compareVersions(set.resourceVersion, view.set.resourceVersion) < 0;
  if (back || compareTables(set.table, view.set.table) < 0) return reread(step, life);
  return replace(step, life, { ...viewOf(step, set, step.now.monotonicMs), check: view.check });
}

function viewOf(step: Step, set: SetView, confirmedMs: number): View {
  return { set, confirmedMs, check: { type: 'None', dueMs: confirmedMs + step.config.timing.viewMaxAgeMs / 2 } };
}

function replace(step: Step, life: Running, view: View): Life {
  const before = life.view.set;
  const after = view.set;
  const next: Running = { ...life, view };
  if (sameTable(before.table, after.table) && before.deleting === after.deleting) return next;
  tellProtocol(step, before, after);
  return adopt(step, next, before);
}

/** A new table: who is awaited, what is lost. What is gained is decided by `settleRunning`. */
function adopt(step: Step, life: Running, before: SetView | undefined): Running {
  const { set } = life.view;
  let member: Member = { ...life.member, table: set.table };
  if (set.deleting && member.mode.type !== 'Stopping') member = abortAll(step, stop(step, member));
  member = followGrants(step, member, set);
  member = trackIncoming(step, member, { before, set });
  return { ...life, member: agedMarks(step, member, set) };
}

function reread(step: Step, life: Running): Running {
  if (life.view.check.type === 'Rereading') return life;
  step.effects.push({ type: 'ReadView' });
  return { ...life, view: { ...life.view, check: { type: 'Rereading', sinceMs: step.now.monotonicMs } } };
}

export function viewReadFailed(step: Step, life: Running): Running {
  // Asks for the version first: when it is unchanged, what looked wrong was a late event.
  return { ...life, view: { ...life.view, check: { type: 'None', dueMs: step.now.monotonicMs + retryMs(step) } } };
}

/** L4: the set has this version, by a read that began at `sentMs`. */
export function viewConfirmed(
  step: Step,
  life: Running,
  event: Extract<ReplicaEvent, { type: 'ViewConfirmed' }>,
): Running {
  const { view } = life;
  if (view.check.type !== 'Confirming') return life;
  const idle: Running = { ...life, view: viewOf(step, view.set, view.confirmedMs) };
  if (event.resourceVersion === view.set.resourceVersion)
    return { ...life, view: viewOf(step, view.set, Math.max(view.confirmedMs, event.sentMs)) };
  // The watch has meanwhile shown this version or a later one.
  if (event.sentMs <= view.confirmedMs) return idle;
  return reread(step, idle);
}

export function viewProgress(step: Step, life: Running): Running {
  const { check } = life.view;
  const fresh = viewOf(step, life.view.set, step.now.monotonicMs);
  return { ...life, view: check.type === 'None' ? fresh : { ...fresh, check } };
}

/** Own ControllerShard, from the watch: older news is dropped, a newer incarnation ends this process. */
export function shardSeen(step: Step, life: Registered, shard: ShardView | undefined): Life {
  const { member } = life;
  if (shard === undefined || shard.uid !== member.shard.uid) return { ...life, member: rereadShard(step, member) };
  if (compareVersions(shard.resourceVersion, member.shard.resourceVersion) <= 0) return life;
  const known = knownShard(step, life, shard);
  if (known !== undefined) return known;
  const next = { ...life, member: withNewer(member, shard) };
  return next.type === 'ReadingView' ? { ...next, seen: { ...next.seen, shard } } : next;
}

/** Own ControllerShard, by a fresh read. */
export function shardReread(step: Step, life: Registered, shard: ShardView | undefined): Life {
  return knownShard(step, life, shard) ?? { ...life, member: rereadDone(step, life.member, shard) };
}

/** The end of this process that a version of its shard means, if any. */
function knownShard(step: Step, life: Registered, shard: ShardView | undefined): Life | undefined {
  const other = foreign(step, life.member, shard);
  if (other !== undefined) return gone(step, life, other);
  // S6: the answer to the last write was lost, the write was not.
  return shard?.final === true ? exit(step, 'Released') : undefined;
}

/** B4, A5: the ControllerShard is not ours any more. */
function foreign(step: Step, member: Member, shard: ShardView | undefined): 'ShardGone' | 'ShardTaken' | undefined {
  if (shard === undefined || shard.uid !== member.shard.uid) return 'ShardGone';
  return shard.incarnation === step.config.incarnation ? undefined : 'ShardTaken';
}

/** B2, B4, L2: fences and exits, and writes nothing. */
export function gone(step: Step, life: Life, reason: 'SetGone' | 'ShardGone' | 'ShardTaken' | 'LeaseLost'): Life {
  if ('member' in life) abortAll(step, life.member);
  return exit(step, reason);
}

export function slotsIdle(step: Step, life: Registered, event: Extract<ReplicaEvent, { type: 'Idle' }>): Life {
  const set = life.type === 'Running' ? life.view.set : undefined;
  const member = dropIdle(step, life.member, { slots: event.slots, written: event.written, set });
  if (life.type !== 'Running') return { ...life, member };
  // What was aborted by a fence may be ours still: it is gained anew.
  return { ...life, member: trackIncoming(step, member, { before: undefined, set: life.view.set }) };
}

export function slotsWarm(life: Registered, slots: Member['warm']): Life {
  return { ...life, member: { ...life.member, warm: union(slots, []) } };
}

export function peersRead(step: Step, life: Running, event: Extract<ReplicaEvent, { type: 'PeersRead' }>): Running {
  return { ...life, member: completeAnswered(step, life.member, { setUid: life.view.set.uid, event }) };
}

/** H5. */
export function leave(step: Step, life: Registered): Life {
  if (life.member.mode.type !== 'Serving') return life;
  const { timing } = step.config;
  const nowMs = step.now.monotonicMs;
  const mode = {
    type: 'Leaving',
    stopAtMs: nowMs + stopAfterMs(timing),
    exitAtMs: nowMs + timing.gracePeriodMs,
  } as const;
  return { ...life, member: { ...life.member, mode } };
}

/** S6 begins. */
function stop(step: Step, member: Member): Member {
  tell(step, { type: 'Stopping' });
  const exitAtMs =
    member.mode.type === 'Leaving' ? member.mode.exitAtMs : step.now.monotonicMs + step.config.timing.gracePeriodMs;
  return { ...member, mode: { type: 'Stopping', exitAtMs } };
}

/** Everything that is due by now, or follows from what has just changed. */
export function settleRunning(step: Step, life: Running): Life {
  const nowMs = step.now.monotonicMs;
  let { member } = life;
  const { set } = life.view;
  if (isStuck(member, nowMs)) return exit(step, 'DrainStuck');
  const { mode } = member;
  if (mode.type === 'Leaving' && (mode.stopAtMs <= nowMs || member.holds.length === 0)) {
    member = followGrants(step, stop(step, member), set);
  }
  member = abortOverdue(step, member);
  for (const gain of member.gaining) {
    if (gain.deadlineMs <= nowMs)
      member = completeAnswered(step, member, { setUid: set.uid, event: { request: gain.request, peers: {} } });
  }
  member = gainGranted(step, member, set);
  member = agedMarks(step, member, set);
  const wanted = wantedSlots(step, member, set);
  if (!equal(wanted, member.wanted)) {
    step.effects.push({ type: 'Want', slots: wanted });
    member = { ...member, wanted };
  }
  return checkView(step, { ...life, member: writeWhenDue(step, member, life.view) });
}

/** L4: asks whether the view is still the present one when nothing has said so for a while. */
function checkView(step: Step, life: Running): Running {
  const { view } = life;
  if (view.check.type !== 'None' || step.now.monotonicMs < view.check.dueMs) return life;
  step.effects.push({ type: 'ConfirmView' });
  return { ...life, view: { ...view, check: { type: 'Confirming' } } };
}

function tellProtocol(step: Step, before: SetView | undefined, set: SetView): void {
  const minProtocol = set.table?.minProtocol ?? 0;
  if (minProtocol <= step.config.protocol || before?.table?.minProtocol === minProtocol) return;
  tell(step, { type: 'ProtocolTooOld', minProtocol });
}
