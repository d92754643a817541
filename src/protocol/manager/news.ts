/** What people are told, and what is remembered to tell it once. */
import { type Goal, type Memory, slowAfterMs } from './memory.ts';
import type { Parts } from './goal.ts';
import { isGone, type Standing, type Standings } from './standing.ts';
import { list, summaryOf, whyUnowned } from './status.ts';
import type { Cause, Consequences, EventNote, Measure, Now, Observation } from './view.ts';
import { tableOf } from './view.ts';
import { covers, EMPTY, format, rangeSet, type RangeSet, size, subtract, union } from '../ranges.ts';
import type { Row, Table } from '../table.ts';
import { pieces } from './goal.ts';
import { awaitedOf } from '../table-rules.ts';

/** A crash is usually over by then; and the promise is 30 s from the last renewal, which was seen some seconds before. */
export const UNOWNED_TOLD_AFTER_MS = 20_000;

export interface NewsContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
  readonly now: Now;
}

/** What follows from the mere look: first ready, gone since, former shares. */
export function remember(memory: Memory, { observation, standings, now }: Omit<NewsContext, 'memory'>): Memory {
  const table = tableOf(observation.set);
  const ready = [...standings.values()].some(({ type }) => type === 'Ready');
  const goneSince = new Map<string, number>();
  const startingSince = new Map<string, number>();
  const former = new Map([...memory.former].filter(([name]) => standings.has(name)));
  for (const standing of standings.values()) {
    const { name } = standing;
    if (isGone(standing)) goneSince.set(name, memory.goneSince.get(name) ?? now.monotonicMs);
    const startedMs = memory.startingSince.get(name);
    // Who dies again before it has registered has acted on nothing in between.
    if (standing.type === 'Starting')
      startingSince.set(name, startedMs ?? memory.goneSince.get(name) ?? now.monotonicMs);
    else if (startedMs !== undefined && isGone(standing)) startingSince.set(name, startedMs);
    const owned = rangesOf(table, name);
    const stays = standing.type === 'Ready' || standing.type === 'Starting';
    if (!stays && owned.length > 0 && !former.has(name)) former.set(name, subtract(owned, lentTo(former)));
    if (standing.type === 'Ready' && covers(owned, former.get(name) ?? [])) former.delete(name);
  }
  const firstReadyMs = ready ? (memory.firstReadyMs ?? now.monotonicMs) : undefined;
  return {
    ...memory,
    goneSince,
    startingSince,
    former,
    firstReadyMs,
    awaitedSince: awaitedSinceOf(memory, table, { standings, now }),
    rows: table?.ranges ?? [],
  };
}

/** What others shall have back is not the own, although it is here at the moment. */
function lentTo(former: ReadonlyMap<string, RangeSet>): RangeSet {
  return [...former.values()].reduce(union, EMPTY);
}

function awaitedSinceOf(
  memory: Memory,
  table: Table | undefined,
  { standings, now }: Pick<NewsContext, 'standings' | 'now'>,
): ReadonlyMap<string, number> {
  const awaited = table === undefined ? [] : [...awaitedOf(table)];
  const alive = awaited.filter((name) => !isGone(standings.get(name)));
  const moved = letGo(memory.rows, table?.ranges ?? []);
  const sinceMs = (name: string): number =>
    moved.has(name) ? now.monotonicMs : (memory.awaitedSince.get(name) ?? now.monotonicMs);
  return new Map(alive.map((name) => [name, sinceMs(name)]));
}

/** Names that were awaited somewhere and are no longer: who empties slot after slot is not slow. */
function letGo(before: readonly Row[], after: readonly Row[]): ReadonlySet<string> {
  const names = new Set<string>();
  if (before === after) return names;
  for (const row of before) {
    if (row.awaiting.length === 0) continue;
    const parts = after.filter(({ start, end }) => start <= row.end && row.start <= end);
    for (const name of row.awaiting) if (parts.some(({ awaiting }) => !awaiting.includes(name))) names.add(name);
  }
  return names;
}

function rangesOf(table: Table | undefined, name: string): RangeSet {
  return rangeSet((table?.ranges ?? []).filter((row) => row.owner === name));
}

/* ── What a stored write means ──────────────────────────────────────────────────────────────────────────────────── */

/** Told when the write was stored: slots that changed owner, handoffs that ended, crashes that were survived. */
export function takeovers(
  before: Table,
  after: Table | undefined,
  { goal, buried, now }: NewsContext & { readonly goal: Goal; readonly buried: readonly Standing[] },
): Consequences {
  if (after === undefined) return { events: [], measures: [] };
  const measures: Measure[] = [];
  const slots = changed(before.ranges, after.ranges);
  if (slots > 0) measures.push({ type: 'SlotsMoved', cause: goal.cause, slots });
  const ended = open(before.ranges) - open(after.ranges);
  if (ended > 0) measures.push({ type: 'HandoffsEnded', cause: goal.cause, result: 'Done', count: ended });
  const events: EventNote[] = [];
  for (const standing of buried.filter(({ type }) => type === 'Expired')) {
    const seconds = (now.monotonicMs - standing.note.firstSeenMonotonicMs) / 1000;
    measures.push({ type: 'TakenOver', seconds });
    events.push(takenOver(standing.name, before, seconds));
  }
  return { events, measures };
}

function takenOver(name: string, before: Table, seconds: number): EventNote {
  const slots = size(rangeSet(before.ranges.filter((row) => row.awaiting.includes(name))));
  return {
    type: 'Warning',
    reason: 'TakenOver',
    action: 'TakeOver',
    shard: name,
    note: `${name} stopped renewing its lease: ${slots} slots were taken over ${seconds.toFixed(1)}s after its last renewal was seen`,
  };
}

function changed(before: readonly Row[], after: readonly Row[]): number {
  let slots = 0;
  for (const { start, end, a, b } of pieces(before, after)) if (a !== b) slots += end - start + 1;
  return slots;
}

function open(rows: readonly Row[]): number {
  return rows.filter((row) => row.awaiting.length > 0).length;
}

/* ── News of the set ────────────────────────────────────────────────────────────────────────────────────────────── */

export function setEvents(
  table: Table | undefined,
  context: NewsContext & { readonly parts: Parts; readonly pending: number; readonly settled: boolean },
): { readonly events: readonly EventNote[]; readonly memory: Memory } {
  const { memory } = context;
  const joins = membership(context);
  const moves = moveNews(table, context);
  const unowned = unownedNews(table, context);
  const missing = workloadNews(context);
  const slow = slowNews(table, context);
  return {
    events: [...joins.events, ...moves.events, ...unowned.events, ...missing.events, ...slow.events],
    memory: {
      ...memory,
      joined: joins.joined,
      goal: moves.goal,
      unowned: unowned.unowned,
      slowTold: slow.told,
      workloadMissingTold: missing.told,
    },
  };
}

function membership({ standings, memory }: NewsContext): {
  readonly joined: ReadonlySet<string>;
  readonly events: readonly EventNote[];
} {
  const ready = new Set([...standings.values()].filter(({ type }) => type === 'Ready').map(({ name }) => name));
  if (memory.joined === undefined) return { joined: ready, events: [] };
  const events: EventNote[] = [];
  const joined = new Set(memory.joined);
  for (const name of ready) {
    if (joined.has(name)) continue;
    joined.add(name);
    events.push({
      type: 'Normal',
      reason: 'ReplicaJoined',
      action: 'Join',
      shard: name,
      note: `${name} is ready to hold slots`,
    });
  }
  for (const name of memory.joined) {
    const standing = standings.get(name);
    if (standing !== undefined && standing.type !== 'Released' && standing.type !== 'Expired') continue;
    joined.delete(name);
    const how = standing?.type === 'Expired' ? 'stopped renewing its lease' : 'has ended';
    events.push({ type: 'Normal', reason: 'ReplicaLeft', action: 'Leave', shard: name, note: `${name} ${how}` });
  }
  return { joined, events };
}

/** A goal is told once when it is set and once when it is reached. */
function moveNews(
  table: Table | undefined,
  { memory, pending, settled, observation }: NewsContext & { readonly pending: number; readonly settled: boolean },
): { readonly goal: Goal | undefined; readonly events: readonly EventNote[] } {
  const { goal } = memory;
  if (goal === undefined || table === undefined || goal.slots === 0) return { goal, events: [] };
  const events: EventNote[] = [];
  if (!goal.told) events.push(moveEvent('MovePlanned', goal, `${goal.slots} slots are to move (${goal.cause})`));
  const reached = [...pieces(observation.set.status.assignment?.ranges ?? [], goal.to)].every(({ a, b }) => a === b);
  if (!settled || pending > 0 || memory.hints.size > 0 || !reached || open(table.ranges) > 0)
    return { goal: { ...goal, told: true }, events };
  events.push(moveEvent('MoveFinished', goal, `${goal.slots} slots have moved (${goal.cause})`));
  return { goal: { ...goal, told: true, slots: 0 }, events };
}

function moveEvent(
  reason: 'MovePlanned' | 'MoveFinished',
  { cause }: { readonly cause: Cause },
  note: string,
): EventNote {
  return { type: 'Normal', reason, action: cause, note };
}

function unownedNews(
  table: Table | undefined,
  context: NewsContext & { readonly parts: Parts; readonly pending: number },
): { readonly unowned: Memory['unowned']; readonly events: readonly EventNote[] } {
  const { memory, now, standings } = context;
  const summary = summaryOf(table, { ...context, goal: memory.goal, applied: undefined, cooling: false });
  const { unowned, blockers, awaited } = summary;
  if (unowned.length === 0) return { unowned: undefined, events: [] };
  // Who cannot register is believed in for a while, who is slow too: all that time the slots were not acted on.
  const startedMs = [
    ...blockers.map((name) => memory.startingSince.get(name) ?? now.monotonicMs),
    ...awaited.map((name) => memory.awaitedSince.get(name) ?? now.monotonicMs),
  ];
  const since = memory.unowned ?? { sinceMs: Math.min(now.monotonicMs, ...startedMs), told: false };
  if (since.told || now.monotonicMs < since.sinceMs + UNOWNED_TOLD_AFTER_MS) return { unowned: since, events: [] };
  const how = blockers.some((name) => standings.get(name)?.type === 'Starting')
    ? 'stopped or cannot register'
    : 'stopped';
  const seconds = Math.round((now.monotonicMs - since.sinceMs) / 1000);
  const note = `Slots ${format(unowned, 5)} have had no acting owner for ${seconds}s: ${whyUnowned(summary, how)}`;
  return {
    unowned: { ...since, told: true },
    events: [{ type: 'Warning', reason: 'SlotsUnowned', action: 'Cover', note }],
  };
}

/** More names than this that are slow at the same time are told in one event. */
const SLOW_TOLD_MAX = 3;

/** Told once for each name that renews and has not let go for long. */
function slowNews(
  table: Table | undefined,
  { memory, standings, now }: NewsContext,
): { readonly told: ReadonlySet<string>; readonly events: readonly EventNote[] } {
  const slowMs = slowAfterMs(memory.timing);
  const before = [...memory.slowTold].filter((name) => memory.awaitedSince.has(name));
  const slow: Slow[] = [];
  for (const [name, sinceMs] of memory.awaitedSince) {
    if (before.includes(name) || now.monotonicMs < sinceMs + slowMs) continue;
    const rows = (table?.ranges ?? []).filter((row) => row.awaiting.includes(name));
    slow.push({ name, rows, seconds: Math.round((now.monotonicMs - sinceMs) / 1000) });
  }
  const told = new Set([...before, ...slow.map(({ name }) => name)]);
  return {
    told,
    events: slow.length > SLOW_TOLD_MAX ? [slowCrowd(slow)] : slow.map((each) => slowOne(each, standings)),
  };
}

interface Slow {
  readonly name: string;
  readonly rows: readonly Row[];
  readonly seconds: number;
}

function slowOne({ name, rows, seconds }: Slow, standings: Standings): EventNote {
  const inFlight = standings.get(name)?.shard?.status.inFlight ?? 0;
  const what = `${name} has not let go of slots ${format(rangeSet(rows), 5)} after ${seconds}s and ${waiting(rows, [name])}`;
  return {
    type: 'Warning',
    reason: 'HandoffSlow',
    action: 'HandOver',
    shard: name,
    note: `${what}: ${inFlight} syncs in flight when it last told`,
  };
}

function slowCrowd(slow: readonly Slow[]): EventNote {
  const names = slow.map(({ name }) => name);
  const rows = [...new Set(slow.flatMap((each) => each.rows))].toSorted((a, b) => a.start - b.start);
  const seconds = Math.min(...slow.map((each) => each.seconds));
  const what = `${names.length} replicas (${list(names)}) have not let go of slots ${format(rangeSet(rows), 5)} after ${seconds}s`;
  const note = `${what} and ${waiting(rows, names)}`;
  return { type: 'Warning', reason: 'HandoffSlow', action: 'HandOver', note };
}

function waiting(rows: readonly Row[], slow: readonly string[]): string {
  const owners = [...new Set(rows.map(({ owner }) => owner))].filter((owner) => owner !== '' && !slow.includes(owner));
  if (owners.length === 0) return 'nobody acts there';
  return `${list(owners)} ${owners.length === 1 ? 'waits' : 'wait'} for ${slow.length === 1 ? 'it' : 'them'}`;
}

function workloadNews({ observation, memory }: NewsContext): {
  readonly told: boolean;
  readonly events: readonly EventNote[];
} {
  const { set, workload } = observation;
  if (workload.type !== 'Missing')
    return { told: workload.type === 'Unknown' && memory.workloadMissingTold, events: [] };
  if (memory.workloadMissingTold) return { told: true, events: [] };
  const { kind, name } = set.spec.workload;
  return {
    told: true,
    events: [
      { type: 'Warning', reason: 'WorkloadMissing', action: 'FindWorkload', note: `there is no ${kind} ${name}` },
    ],
  };
}
