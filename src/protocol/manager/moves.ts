/**
 * From a goal to moves: at once where nobody acts (T2, X8, H7), else make-before-break (H1-H3).
 *
 * ```
 *            budget, not paused        warm covers the hint
 *   wanted ─────────────────► hinted ───────────────────► moved (T2)
 *                               │ handoffTimeout, or not wanted any more
 *                               ▼
 *                           withdrawn; the replica rests
 * ```
 */
import type { Goal, Hint, Memory, Resting } from './memory.ts';
import type { Parts } from './goal.ts';
import type { EventNote, Measure, Now, Observation } from './view.ts';
import { covers, format, intersect, rangeSet, type RangeSet, size, type SlotRange, union } from '../ranges.ts';
import type { Table } from '../table.ts';
import { type Move, type OwnedRange, SPLIT_AWAITING_MAX } from '../table-rules.ts';

export interface Moves {
  /** For this very write. */
  readonly now: readonly Move[];
  readonly hints: ReadonlyMap<string, Hint>;
  readonly resting: ReadonlyMap<string, Resting>;
  readonly lastBalanceMs: number | undefined;
  readonly events: readonly EventNote[];
  readonly measures: readonly Measure[];
  /** Slots that the goal wants moved and that nothing has begun for. */
  readonly pending: number;
}

export interface MoveContext {
  readonly observation: Observation;
  readonly memory: Memory;
  readonly parts: Parts;
  readonly goal: Goal;
  readonly now: Now;
}

const RESTING_MAX_MS = 600_000;
/** Moves that were hinted together are made in one write; who is not warm by then is not waited for. */
const GATHER_MS = 1_500;
/** A replica that was just warmed, and maybe just started, is given a breath: its first handoff is its slowest. */
export const BREATH_MS = 750;

export function movesOf(table: Table, context: MoveContext): Moves {
  const { observation, memory, goal, now } = context;
  const wanted = wantedOf(table, goal.to, context.parts);
  const planned = observation.set.spec.paused ? new Map<string, RangeSet>() : wanted.planned;
  const kept = keepHints(planned, context);
  const ready = readyOf(kept.hints, context);
  const hints = new Map(kept.hints);
  const given = ready.map(([to, { ranges }]): Move => ({ to, ranges }));
  const sizeOf = (sets: Iterable<RangeSet>): number => [...sets].reduce((sum, set) => sum + size(set), 0);
  const budget =
    observation.set.spec.rebalance.maxMovingSlots - sizeOf([...hints.values()].map((h) => h.ranges)) - movingOf(table);
  if (!cooling(context))
    addHints(hints, { planned, urgent: wanted.urgent, budget, nowMs: now.monotonicMs, resting: kept.resting });
  const balanced = given.length > 0 && goal.cause === 'Rebalance';
  return {
    now: [...wanted.atOnce, ...given],
    hints,
    // Whoever has taken over acts on it and needs no rest; and the rest of one that has slots would keep others from having any.
    resting: new Map([...kept.resting].filter(([name]) => wanted.atOnce.every(({ to }) => to !== name))),
    lastBalanceMs: balanced ? now.monotonicMs : memory.lastBalanceMs,
    events: kept.events,
    measures:
      kept.timedOut > 0 ? [{ type: 'HandoffsEnded', cause: goal.cause, result: 'TimedOut', count: kept.timedOut }] : [],
    pending: sizeOf(planned.values()) - sizeOf([...hints.values()].map((h) => h.ranges)),
  };
}

/** Warm hints, once all are warm or the oldest has waited for the others long enough. Waiting costs nothing: H3. */
function readyOf(hints: ReadonlyMap<string, Hint>, { now }: MoveContext): readonly [string, Hint][] {
  const warm = [...hints].filter(([, { warmSinceMs }]) => warmSinceMs !== undefined);
  const breathing = warm.some(([, { warmSinceMs = 0 }]) => now.monotonicMs < warmSinceMs + BREATH_MS);
  const waitedMs = now.monotonicMs - Math.min(...warm.map(([, { sinceMs }]) => sinceMs));
  return !breathing && (warm.length === hints.size || waitedMs >= GATHER_MS) ? warm : [];
}

/** When hints that are warm stop waiting for others. */
export function gatheredAtMs(hints: ReadonlyMap<string, Hint>): readonly number[] {
  return [...hints.values()].flatMap(({ sinceMs, warmSinceMs = Infinity }) => [
    sinceMs + GATHER_MS,
    warmSinceMs + BREATH_MS,
  ]);
}

/** Slots in rows that still await somebody. */
export function movingOf(table: Table): number {
  return table.ranges.reduce((sum, row) => sum + (row.awaiting.length > 0 ? row.end - row.start + 1 : 0), 0);
}

/** Rest between moves that only improve balance. */
export function cooling({ observation, memory, goal, now }: MoveContext): boolean {
  if (goal.cause !== 'Rebalance' || memory.lastBalanceMs === undefined) return false;
  return now.monotonicMs < memory.lastBalanceMs + observation.set.spec.rebalance.cooldownSeconds * 1000;
}

function warmOf({ shards }: Observation, name: string): RangeSet {
  return rangeSet(shards.get(name)?.status.warm ?? []);
}

interface Wanted {
  /** Nobody acts on these slots, or the new owner is still awaited there. */
  readonly atOnce: readonly Move[];
  /** By new owner. */
  readonly planned: ReadonlyMap<string, RangeSet>;
  /** Planned moves away from replicas that are to be emptied: first. */
  readonly urgent: RangeSet;
}

function wantedOf(table: Table, to: readonly OwnedRange[], parts: Parts): Wanted {
  const atOnce = new Map<string, SlotRange[]>();
  const planned = new Map<string, SlotRange[]>();
  const urgent: SlotRange[] = [];
  for (const row of table.ranges) {
    // Nobody may act on it before most of them let go, whoever owns it.
    if (row.owner === '' && row.awaiting.length > SPLIT_AWAITING_MAX) continue;
    for (const goal of to) {
      const range = { start: Math.max(row.start, goal.start), end: Math.min(row.end, goal.end) };
      if (range.start > range.end || goal.owner === row.owner) continue;
      const part = parts.get(row.owner);
      const free = row.owner === '' || part === 'Gone' || row.awaiting.includes(goal.owner);
      const list = free ? atOnce : planned;
      list.set(goal.owner, [...(list.get(goal.owner) ?? []), range]);
      if (part === 'Giver') urgent.push(range);
    }
  }
  return {
    atOnce: [...atOnce].map(([owner, ranges]) => ({ to: owner, ranges: rangeSet(ranges) })),
    planned: new Map([...planned].map(([owner, ranges]) => [owner, rangeSet(ranges)])),
    urgent: rangeSet(urgent),
  };
}

interface KeptHints {
  readonly hints: ReadonlyMap<string, Hint>;
  readonly resting: ReadonlyMap<string, Resting>;
  readonly events: readonly EventNote[];
  readonly timedOut: number;
}

/** Hints that are still wanted; those that timed out are withdrawn, and nothing else has happened (H3). */
function keepHints(
  planned: ReadonlyMap<string, RangeSet>,
  { observation, memory, parts, now }: MoveContext,
): KeptHints {
  const hints = new Map<string, Hint>();
  const resting = new Map([...memory.resting].filter(([name]) => parts.has(name)));
  const events: EventNote[] = [];
  let timedOut = 0;
  for (const [name, hint] of memory.hints) {
    const ranges = intersect(hint.ranges, planned.get(name) ?? []);
    if (ranges.length === 0) {
      // Warm in time and moved: the next failure is a first one again.
      if (parts.get(name) === 'Taker') resting.delete(name);
      continue;
    }
    if (now.monotonicMs < hint.sinceMs + memory.timing.handoffTimeoutMs) {
      const isWarm = covers(warmOf(observation, name), ranges);
      const warmSinceMs = isWarm ? (hint.warmSinceMs ?? now.monotonicMs) : undefined;
      hints.set(name, { ...hint, ranges, warmSinceMs });
      continue;
    }
    timedOut++;
    const times = (resting.get(name)?.times ?? 0) + 1;
    const restMs = Math.min(RESTING_MAX_MS, memory.timing.handoffTimeoutMs * 2 ** times);
    resting.set(name, { times, untilMs: now.monotonicMs + restMs });
    events.push(timeoutEvent(name, ranges, memory.timing.handoffTimeoutMs));
  }
  return { hints, resting, events, timedOut };
}

function timeoutEvent(name: string, ranges: RangeSet, afterMs: number): EventNote {
  return {
    type: 'Warning',
    reason: 'HandoffTimedOut',
    action: 'WithdrawMove',
    shard: name,
    note: `${name} has not warmed slots ${format(ranges, 5)} within ${afterMs / 1000}s: the move was withdrawn, their owners go on`,
  };
}

/** New hints within the budget, slots of leaving replicas first. One at a time for each replica. */
function addHints(
  hints: Map<string, Hint>,
  context: {
    readonly planned: ReadonlyMap<string, RangeSet>;
    readonly urgent: RangeSet;
    readonly budget: number;
    readonly nowMs: number;
    readonly resting: ReadonlyMap<string, Resting>;
  },
): void {
  const open = [...context.planned].filter(
    ([name]) => !hints.has(name) && (context.resting.get(name)?.untilMs ?? 0) <= context.nowMs,
  );
  let { budget } = context;
  const urgentFirst = open.some(([, ranges]) => intersect(ranges, context.urgent).length > 0);
  const eligible = open.map(([, ranges]) => (urgentFirst ? intersect(ranges, context.urgent) : ranges));
  const fits = eligible.reduce((sum, ranges) => sum + size(ranges), 0) <= budget;
  for (const [i, [name]] of open.entries()) {
    const part = firstSlots(eligible[i] ?? [], fits ? budget : Math.ceil(budget / (open.length - i)));
    if (part.length === 0) continue;
    hints.set(name, { ranges: part, sinceMs: context.nowMs, warmSinceMs: undefined });
    budget -= size(part);
  }
}

/** The first `max` slots. */
function firstSlots(ranges: RangeSet, max: number): RangeSet {
  const out: SlotRange[] = [];
  let left = max;
  for (const { start, end } of ranges) {
    if (left <= 0) break;
    out.push({ start, end: Math.min(end, start + left - 1) });
    left -= Math.min(left, end - start + 1);
  }
  return union(out, []);
}
