/** Rules A4-A6, H2, H5, S6: what a status says, and when it is worth a write. */
import type { Step } from './context.ts';
import { covers, EMPTY, equal, intersect, rangeSet, subtract, union, type RangeSet } from '../ranges.ts';
import type { Member, ReplicaStatus, SetView, ShardView, StatusState, View } from './types.ts';
import { heldSlots } from './holds.ts';
import { compareVersions, ownRows } from './view.ts';
import { phaseOf } from '../phase.ts';
import type { Observed } from '../table.ts';
import { retryMs } from './lease.ts';

/** A6: between two status writes, so that slots that end their drains together are acked together. */
export const STATUS_GAP_MS = 20;
/** What was just told to drain is usually idle within the turn: it shall be in the same write. */
const SETTLE_MS = 1;
/** A change of `metadata.generation` is answered within 1 s. */
const ANSWER_MS = 300;

/** S4: holds nothing, has seen nothing. */
export function registrationStatus(shard: ShardView): ReplicaStatus {
  return {
    observedGeneration: shard.generation,
    observed: undefined,
    held: EMPTY,
    released: [],
    warm: EMPTY,
    leaving: false,
    final: false,
    phase: 'Pending',
    incoming: EMPTY,
    grantGeneration: 0,
  };
}

/** A4: one synchronous look at everything. Only for a process that is unfenced and registered. */
export function statusOf(step: Step, member: Member, set: SetView): ReplicaStatus {
  const { table } = set;
  const rows = ownRows(set, step.config.name);
  const held = heldSlots(member.holds);
  const stopping = member.mode.type === 'Stopping';
  const final = stopping && held.length === 0;
  const incoming = stopping ? EMPTY : incomingSlots(step, member, set);
  return {
    observedGeneration: member.shard.generation,
    observed:
      table === undefined
        ? member.status.written.observed
        : { uid: table.uid, epoch: table.epoch, generation: table.generation },
    held,
    released: member.released.map(({ start, end, generation, written }) => ({ start, end, generation, written })),
    warm: intersect(member.warm, member.shard.warmUp),
    leaving: member.mode.type !== 'Serving',
    final,
    phase: phaseOf({
      final,
      windowOpen: true,
      draining: stopping || member.holds.some(({ state }) => state.type !== 'Active'),
      active: held.length > 0,
      incoming: incoming.length > 0,
    }),
    incoming,
    grantGeneration: rows.reduce((high, row) => Math.max(high, row.generation), 0),
  };
}

/** Slots that are being warmed, or owned and not held yet. */
function incomingSlots(step: Step, member: Member, set: SetView): RangeSet {
  const owned = rangeSet(ownRows(set, step.config.name));
  return subtract(union(owned, member.shard.warmUp), heldSlots(member.holds));
}

/** A2: caches for what is held, owned and hinted; while stopping only for what is held. */
export function wantedSlots(step: Step, member: Member, set: SetView): RangeSet {
  const held = heldSlots(member.holds);
  if (member.mode.type === 'Stopping') return held;
  return union(held, union(rangeSet(ownRows(set, step.config.name)), member.shard.warmUp));
}

/** Writes the status when it is due: A6, and what people and policy wait for. */
export function writeWhenDue(step: Step, member: Member, view: View): Member {
  const { shard } = member;
  if (member.status.flight.type !== 'None') return member;
  const nowMs = step.now.monotonicMs;
  const next = statusOf(step, member, view.set);
  const status = { ...member.status, waiting: false, answerByMs: answerByMs(member.status, next, nowMs) };
  const answering = status.answerByMs !== undefined && status.answerByMs <= nowMs;
  if (!answering && !isDue(step, status, { next, set: view.set })) return withStatus(member, status);
  if (step.effects.some((effect) => effect.type === 'Drain' || effect.type === 'Abort')) {
    return withStatus(member, {
      ...status,
      waiting: true,
      notBeforeMs: Math.max(status.notBeforeMs, nowMs + SETTLE_MS),
    });
  }
  if (nowMs < status.notBeforeMs) return withStatus(member, { ...status, waiting: true });
  step.effects.push({ type: 'WriteStatus', shard, status: next });
  return withStatus(member, {
    ...status,
    requested: false,
    answerByMs: undefined,
    flight: { type: 'Writing', status: next },
    notBeforeMs: nowMs + STATUS_GAP_MS,
  });
}

/**
 * What is not urgent rides along: the manager writes the mirror after the table, so the write that the table asks for usually
 * answers both; and nobody waits to hear that something is not warm any more.
 */
function answerByMs(status: StatusState, next: ReplicaStatus, nowMs: number): number | undefined {
  const { written } = status;
  if (next.observedGeneration === written.observedGeneration && equal(next.warm, written.warm)) return undefined;
  return status.answerByMs ?? nowMs + ANSWER_MS;
}

function isDue(step: Step, status: StatusState, now: { readonly next: ReplicaStatus; readonly set: SetView }): boolean {
  const { written, requested } = status;
  const { next } = now;
  return (
    requested ||
    !equal(next.held, written.held) ||
    next.final !== written.final ||
    next.leaving !== written.leaving ||
    next.phase !== written.phase ||
    !covers(written.warm, next.warm) ||
    owesAck(now.set, step.config.name, written.observed)
  );
}

/** A6: the table awaits this replica somewhere, by a generation that its status does not cover. */
export function owesAck(set: SetView, name: string, observed: Observed | undefined): boolean {
  const { table } = set;
  if (table === undefined) return false;
  const covered = observed?.uid === table.uid && observed.epoch === table.epoch ? observed.generation : -1;
  return table.ranges.some((row) => row.generation > covered && row.awaiting.includes(name));
}

export function statusWritten(member: Member, shard: ShardView): Member {
  const next = withNewer(member, shard);
  const { flight } = member.status;
  return flight.type === 'Writing'
    ? withStatus(next, { ...member.status, flight: { type: 'None' }, written: flight.status })
    : next;
}

/** After a conflict or a lost answer, and when the shard seems gone: learn the present version. */
export function rereadShard(step: Step, member: Member): Member {
  if (member.status.flight.type === 'Rereading') return member;
  step.effects.push({ type: 'ReadShard', confirmLease: false });
  return withStatus(member, { ...member.status, flight: { type: 'Rereading' } });
}

/** The answer; undefined when there was none. */
export function rereadDone(step: Step, member: Member, shard: ShardView | undefined): Member {
  const { status } = member;
  const next = shard === undefined ? member : withNewer(member, shard);
  if (status.flight.type !== 'Rereading') return next;
  const notBeforeMs = shard === undefined ? step.now.monotonicMs + retryMs(step) : status.notBeforeMs;
  return withStatus(next, { ...status, flight: { type: 'None' }, notBeforeMs });
}

export function withStatus(member: Member, status: StatusState): Member {
  return { ...member, status };
}

/** Answers and events cross each other: the newest version stays. */
export function withNewer(member: Member, shard: ShardView): Member {
  return compareVersions(shard.resourceVersion, member.shard.resourceVersion) > 0 ? { ...member, shard } : member;
}
