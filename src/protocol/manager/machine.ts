/**
 * What a manager does about one set: `decide` is a pure function of what is seen, what is remembered and now.
 *
 * ```
 *                        finalizer missing                    deletion
 *            ┌─────────────────────────────┐        any ────────────────► Ending (B3)
 *            ▼                             │
 *        Guarding ──► Unborn ── B1 ──► Governing:  drops (T5, X) ─► goal ─► moves (T2, H) ─► one write (T10)
 *                                              └─► hints, mirrors, clean-up, replicas, status
 * ```
 *
 * - Every write of the set is a CAS on the version that was seen (T1); a conflict only means that there is something newer.
 * - Proofs (fresh GETs and LISTs) are asked for as effects and come back in the next observation.
 * - Nothing is written that stands already. `wakeAtMs` says when time alone would change the answer.
 */
import { deepEqual } from '../../lib/deep-equal.ts';
import type { ShardSetStatus } from '../../api/shard-set.ts';
import { ackChecks } from './ack-checks.ts';
import { birthOf, type Birth } from './birth.ts';
import { drop } from './drops.ts';
import { endOf } from './end.ts';
import { formerAfter, formerNow, goalOf, partsOf, type Parts } from './goal.ts';
import type { Memory } from './memory.ts';
import { cleanUp, creations, mirrors } from './mirror.ts';
import { cooling, movesOf, movingOf, type Moves } from './moves.ts';
import { remember, setEvents, takeovers } from './news.ts';
import { carriedAfter, doomedNames, type ReplicasStep, replicasStep } from './replicas.ts';
import { graceMoves } from './grace.ts';
import { brakes, confirmedSilent, type Standings, standingsOf } from './standing.ts';
import { statusAtEnd, statusOf, type Summary, summaryOf } from './status.ts';
import { type Consequences, keyOfTable, type ManagerEffect, type Now, type Observation, tableOf } from './view.ts';
import { wakeAtMs } from './wake.ts';
import type { Table } from '../table.ts';
import { move, namesOf, seal } from '../table-rules.ts';

export interface Decision {
  readonly memory: Memory;
  /** In the order in which they should be begun; none waits for another. */
  readonly effects: readonly ManagerEffect[];
  /** Monotonic time at which to decide again if nothing happens; may be Infinity. */
  readonly wakeAtMs: number;
  /** For metrics. */
  readonly report: Report;
}

export interface Report {
  readonly standings: Standings;
  readonly summary: Summary;
  readonly status: ShardSetStatus;
  readonly pending: number;
}

export function decide(memory: Memory, observation: Observation, now: Now): Decision {
  const standings = standingsOf(observation, now, memory.timing);
  const remembered = remember(memory, { observation, standings, now });
  const context: Context = { observation, standings, memory: remembered, now };
  if (observation.set.deleting) return ending(context);
  return observation.set.guarded ? governing(context) : guarding(context);
}

interface Context {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
  readonly now: Now;
}

/** Before anything else: nobody may lose sight of the set while replicas may act. */
function guarding(context: Context): Decision {
  const { resourceVersion } = context.observation.set;
  return conclude(context, { effects: [{ type: 'AddFinalizer', resourceVersion }], table: undefined });
}

function ending(context: Context): Decision {
  const { observation, now } = context;
  const { set } = observation;
  const effects = [...endOf(context)];
  const status = statusAtEnd(observation, now);
  const waits = set.guarded && effects.every(({ type }) => type !== 'RemoveFinalizer');
  if (waits && !deepEqual(status, set.status)) {
    const onStored = { events: [], measures: [] };
    effects.push({ type: 'WriteStatus', resourceVersion: set.resourceVersion, status, onStored });
  }
  return conclude(context, { effects, table: tableOf(set), status });
}

function governing(context: Context): Decision {
  const before = tableOf(context.observation.set);
  const used = before === undefined ? new Set<string>() : namesOf(before);
  const { set, workload } = context.observation;
  const { carried } = context.memory;
  const replicas = replicasStep(set, workload, { used, carried });
  const parts = partsOf(context, doomedNames(set, workload, { names: context.standings.keys(), carried }));
  const next = {
    ...context,
    memory: { ...context.memory, carried: carriedAfter(replicas, carried, { set, workload }) },
  };
  return before === undefined ? unborn(next, { replicas, parts }) : born(before, next, { replicas, parts });
}

interface Parted {
  readonly replicas: ReplicasStep;
  readonly parts: Parts;
}

function unborn(context: Context, { replicas, parts }: Parted): Decision {
  const waiting = statusOf(undefined, {
    ...context,
    parts,
    goal: undefined,
    applied: appliedBy(replicas, context),
    pending: 0,
    cooling: false,
  });
  const quiet = deepEqual(waiting, context.observation.set.status);
  const birth: Birth = birthOf({ ...context, quiet });
  if (birth.type === 'Born') return written(birth.table, context, { replicas, parts, born: true });
  const asked = birth.type === 'Asking' ? [birth.effect] : [];
  const decision = written(undefined, context, { replicas, parts, born: false });
  const effects = [...decision.effects, ...asked];
  return birth.type === 'Waiting' && birth.untilMs > context.now.monotonicMs
    ? { ...decision, effects, wakeAtMs: Math.min(decision.wakeAtMs, birth.untilMs) }
    : { ...decision, effects };
}

function born(before: Table, context: Context, { replicas, parts }: Parted): Decision {
  const { observation, standings, now } = context;
  const { timing } = context.memory;
  const brake = brakes(standings);
  const dropped = drop(before, { observation, standings, now, timing, brake });
  const memory = { ...context.memory, former: formerNow(context.memory, dropped.table, parts) };
  const goal = goalOf(dropped.table, parts, { ...context, memory });
  const moves = movesOf(dropped.table, { observation, memory, parts, goal, now });
  const at = {
    ...context,
    memory: {
      ...memory,
      goal,
      former: formerAfter(memory, dropped.table, { goal, parts }),
      hints: moves.hints,
      resting: moves.resting,
      lastBalanceMs: moves.lastBalanceMs,
    },
  };
  const after = move(move(dropped.table, moves.now), graceMoves(dropped.table, parts, at));
  const table = seal(before, after);
  const news = takeovers(before, table, { ...context, goal, buried: dropped.buried });
  const decision = written(table ?? before, at, {
    replicas,
    parts,
    born: false,
    moves,
    news,
    changed: table !== undefined,
  });
  const checks = [...silenceChecks(before, context), ...ackChecks(before, context)];
  return { ...decision, effects: [...decision.effects, ...dropped.wanted, ...checks] };
}

/** X8 with a fresh look: whoever is suspect is read once before anything is taken from it. */
function silenceChecks(table: Table, { standings, observation, memory }: Context): readonly ManagerEffect[] {
  const owners = new Set(table.ranges.map((row) => row.owner));
  return [...standings.values()].flatMap((standing): readonly ManagerEffect[] => {
    const silent = standing.type === 'Suspect' || standing.type === 'Expired';
    if (!silent || !owners.has(standing.name) || confirmedSilent(standing, observation, memory.timing)) return [];
    return [{ type: 'CheckLease', name: standing.name, table: keyOfTable(table) }];
  });
}

interface Writing extends Parted {
  readonly born: boolean;
  readonly moves?: Moves;
  readonly news?: Consequences;
  /** The table differs from the one that stands. */
  readonly changed?: boolean;
}

/** The status with `table`, and everything beside it. */
function written(table: Table | undefined, context: Context, writing: Writing): Decision {
  const { observation, memory, now } = context;
  const { moves, replicas } = writing;
  const pending = moves?.pending ?? 0;
  const resting = memory.goal === undefined ? false : cooling({ ...context, parts: writing.parts, goal: memory.goal });
  const described = {
    ...context,
    parts: writing.parts,
    goal: memory.goal,
    applied: appliedBy(replicas, context),
    pending,
    cooling: resting,
  };
  const summary = summaryOf(table, described);
  const status = statusOf(table, described, summary);
  const effects: ManagerEffect[] = [];
  const differs = !deepEqual(status, observation.set.status);
  const statusDueMs = differs ? (memory.statusDueMs ?? now.monotonicMs + STATUS_LATE_MAX_MS) : undefined;
  const mayWait = table !== undefined && !writing.born && writing.changed !== true && onTheMove(table, memory);
  if (differs && !(mayWait && now.monotonicMs < (statusDueMs ?? 0))) {
    const onStored = writing.news ?? { events: [], measures: [] };
    effects.push({ type: 'WriteStatus', resourceVersion: observation.set.resourceVersion, status, onStored });
  }
  // One write of the set at a time.
  if (replicas.type !== 'SetReplicas' || effects.length === 0) effects.push(...replicasEffects(replicas, context));
  for (const event of moves?.events ?? []) effects.push({ type: 'Tell', event });
  for (const measure of moves?.measures ?? []) effects.push({ type: 'Measured', measure });
  const settled = !writing.born && writing.changed !== true;
  const told = setEvents(table, { ...context, parts: writing.parts, pending, settled });
  for (const event of told.events) effects.push({ type: 'Tell', event });
  const waits = effects.every(({ type }) => type !== 'WriteStatus') ? statusDueMs : undefined;
  return conclude(
    { ...context, memory: { ...told.memory, statusDueMs: waits }, now },
    { effects, table, parts: writing.parts, pending, status, summary },
  );
}

/** What only people read must not be in the way of the next step of a handoff. */
const STATUS_LATE_MAX_MS = 500;

function onTheMove(table: Table, { hints }: Memory): boolean {
  return hints.size > 0 || movingOf(table) > 0;
}

function appliedBy(step: ReplicasStep, { observation }: Context): number | undefined {
  return step.type === 'Agreed' ? step.applied : observation.set.status.appliedReplicas;
}

function replicasEffects(step: ReplicasStep, { observation }: Context): readonly ManagerEffect[] {
  if (step.type === 'SetReplicas') {
    return [{ type: 'SetReplicas', resourceVersion: observation.set.resourceVersion, replicas: step.replicas }];
  }
  return step.type === 'ScaleWorkload' ? [step] : [];
}

interface Conclusion {
  readonly effects: readonly ManagerEffect[];
  readonly table: Table | undefined;
  readonly parts?: Parts;
  readonly pending?: number;
  readonly status?: ShardSetStatus;
  readonly summary?: Summary;
}

function conclude(context: Context, { effects, table, parts, pending, status, summary }: Conclusion): Decision {
  const { observation } = context;
  // Mirrors and clean-up follow the table that stands, never one that may not be stored.
  const standing = tableOf(observation.set);
  const alive = !observation.set.deleting;
  const mirrored = mirrors(standing, context);
  const beside = alive ? [...creations(context), ...mirrored.effects, ...cleanUp(standing, context)] : [];
  const memory = { ...context.memory, mirrorDue: mirrored.mirrorDue, calmSinceMs: mirrored.calmSinceMs };
  const given = { parts: parts ?? new Map(), goal: memory.goal, applied: undefined, pending: 0, cooling: false };
  return {
    memory,
    effects: [...effects, ...beside],
    wakeAtMs: wakeAtMs({ ...context, memory }),
    report: {
      standings: context.standings,
      summary: summary ?? summaryOf(table, { ...context, ...given }),
      status: status ?? observation.set.status,
      pending: pending ?? 0,
    },
  };
}
