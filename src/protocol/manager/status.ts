/** The status of a set: what is, in numbers and conditions. Nothing in it changes by itself with time, so it is written on change. */
import type { Condition, ShardSetStatus } from '../../api/shard-set.ts';
import { toTime } from '../../lib/clock.ts';
import { type Goal, lateToRegisterMs, type Memory, slowAfterMs, stuckAfterMs } from './memory.ts';
import { movingOf } from './moves.ts';
import type { Parts } from './goal.ts';
import { hasRenewed, isGone, type Standings } from './standing.ts';
import { inForce, type Now, type Observation } from './view.ts';
import { ALL, format, intersect, rangeSet, size, subtract, type RangeSet } from '../ranges.ts';
import { SLOT_COUNT } from '../slots.ts';
import type { Table } from '../table.ts';
import { namesOf } from '../table-rules.ts';

export interface StatusContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly parts: Parts;
  readonly memory: Memory;
  readonly goal: Goal | undefined;
  readonly applied: number | undefined;
  readonly pending: number;
  readonly cooling: boolean;
  readonly now: Now;
}

/** What metrics and conditions are made from. */
export interface Summary {
  readonly unowned: RangeSet;
  /** Owners that are gone, or cannot register, and hold rows, or hold them up. */
  readonly blockers: readonly string[];
  /** Names that live, hold rows up and do not let go: for long, or of rows that are to have no owner before. */
  readonly awaited: readonly string[];
  readonly moving: number;
  readonly peak: number;
  readonly ready: number;
}

/** Of a set that is being deleted no slot counts as owned: its owners may act on, and nobody takes over after them. */
export function summaryOf(table: Table | undefined, context: StatusContext): Summary {
  const { standings, memory, now, observation } = context;
  const ready = [...standings.values()].filter(({ type }) => type === 'Ready').length;
  const none = { unowned: ALL, blockers: [], awaited: [], moving: 0, ready };
  if (table === undefined) return { ...none, peak: 0 };
  if (observation.set.deleting) return { ...none, peak: peakOverMean(table, context) };
  const lateMs = lateToRegisterMs(memory.timing);
  const gone = (name: string): boolean =>
    isGone(standings.get(name)) || now.monotonicMs >= (memory.startingSince.get(name) ?? Infinity) + lateMs;
  const slowMs = slowAfterMs(memory.timing);
  const slow = (name: string): boolean => now.monotonicMs >= (memory.awaitedSince.get(name) ?? Infinity) + slowMs;
  const bad = table.ranges.filter(
    (row) => row.owner === '' || gone(row.owner) || row.awaiting.some((name) => gone(name) || slow(name)),
  );
  const held = bad.flatMap((row) => row.awaiting.filter((name) => !gone(name) && (row.owner === '' || slow(name))));
  const hinted = rangeSet([...memory.hints.values()].flatMap(({ ranges }) => ranges));
  const awaited = rangeSet(table.ranges.filter((row) => row.awaiting.length > 0));
  return {
    unowned: rangeSet(bad),
    blockers: [...new Set(bad.flatMap((row) => [row.owner, ...row.awaiting]))].filter(
      (name) => name !== '' && gone(name),
    ),
    awaited: [...new Set(held)],
    moving: movingOf(table) + size(subtract(hinted, intersect(hinted, awaited))),
    peak: peakOverMean(table, context),
    ready,
  };
}

function weightsOf({ set }: Observation, now: Now): ReadonlyMap<string, number> {
  const weights = new Map<string, number>();
  for (const { type, replica, weight } of inForce(set.spec.overrides, now.wallMs)) {
    if (type === 'Weight' && replica !== undefined && weight !== undefined) weights.set(replica, weight);
  }
  return weights;
}

/** Slots of the fullest replica over the mean, weights counted, over the replicas that may be given slots. */
function peakOverMean(table: Table, { standings, parts, observation, now }: StatusContext): number {
  const weights = weightsOf(observation, now);
  const takers = [...standings.values()]
    .filter(({ name, type }) => type === 'Ready' && parts.get(name) !== 'Giver')
    .map(({ name }) => name);
  if (takers.length === 0) return 0;
  const counts = new Map(takers.map((name) => [name, 0]));
  for (const row of table.ranges) {
    const count = counts.get(row.owner);
    if (count !== undefined) counts.set(row.owner, count + row.end - row.start + 1);
  }
  const total = [...counts.values()].reduce((sum, count) => sum + count, 0);
  const weight = takers.reduce((sum, name) => sum + (weights.get(name) ?? 1), 0);
  if (total === 0) return 0;
  return Math.max(...takers.map((name) => ((counts.get(name) ?? 0) / (weights.get(name) ?? 1)) * (weight / total)));
}

export function statusOf(
  table: Table | undefined,
  context: StatusContext,
  summary: Summary = summaryOf(table, context),
): ShardSetStatus {
  const { observation, applied, now } = context;
  const { set, workload } = observation;
  const old = set.status;
  const desired = workload.type === 'Found' ? workload.replicas : (old.replicas ?? 0);
  const conditions = conditionsOf(table, { ...context, summary, desired });
  const assignment = table ?? old.assignment;
  return {
    observedGeneration: set.generation,
    ...(assignment === undefined ? {} : { assignment }),
    ...(applied === undefined ? {} : { appliedReplicas: applied }),
    replicas: desired,
    readyReplicas: summary.ready,
    ...(workload.type === 'Found'
      ? { selector: workload.selector }
      : old.selector === undefined
        ? {}
        : { selector: old.selector }),
    workloadSummary: `${set.spec.workload.kind}/${set.spec.workload.name}`.slice(0, 300),
    replicaSummary: `${summary.ready}/${set.spec.replicas ?? desired}`,
    balance: summary.peak.toFixed(2),
    unowned: observing(table, context) ? (old.unowned ?? 0) : size(summary.unowned),
    moving: summary.moving,
    conditions: conditions.map((c) => dated(c, { old: old.conditions ?? [], generation: set.generation, now })),
  };
}

/** B3: of a set that is being deleted, while it waits for its replicas to stop. Written once: nothing in it depends on who is left. */
export function statusAtEnd({ set }: Observation, now: Now): ShardSetStatus {
  const message =
    'The set is being deleted: its replicas give up their slots, and nobody takes them over. It goes when all replicas ' +
    'have stopped; PHASE and LEASE of its ControllerShards show who has not.';
  const old = set.status.conditions ?? [];
  const generation = set.generation;
  const told = ['Ready', 'Covered', 'Rebalancing'].map((type) => verdict([type, 'False', 'SetDeleting'], message));
  const kept = old.filter(({ type }) => !told.some((one) => one.type === type));
  return {
    ...set.status,
    observedGeneration: generation,
    unowned: SLOT_COUNT,
    moving: 0,
    conditions: [
      ...told.map((one) => dated(one, { old, generation, now })),
      ...kept.map((one) => ({ ...one, observedGeneration: generation })),
    ],
  };
}

/** After a start we do not know yet who of the table renews: then what was said before stands. */
function observing(table: Table | undefined, { standings }: StatusContext): boolean {
  if (table === undefined) return false;
  const named = namesOf(table);
  return [...standings.values()].some((standing) => {
    const unsure = standing.type === 'Ready' || standing.type === 'Leaving' || standing.type === 'Starting';
    return unsure && named.has(standing.name) && !hasRenewed(standing);
  });
}

function keptOf(type: string, { observation }: StatusContext): Verdict {
  const old = observation.set.status.conditions?.find((condition) => condition.type === type);
  if (old !== undefined) return { type, status: old.status, reason: old.reason, message: old.message ?? '' };
  return verdict(
    [type, 'Unknown', 'ObservingLeases'],
    'The manager has just started and watches the leases of all replicas first.',
  );
}

type Verdict = Pick<Condition, 'type' | 'status' | 'reason'> & { readonly message: string };

interface ConditionContext extends StatusContext {
  readonly summary: Summary;
  readonly desired: number;
}

function conditionsOf(table: Table | undefined, context: ConditionContext): readonly Verdict[] {
  const stalled = stalledOf(context);
  const covered = observing(table, context) ? keptOf('Covered', context) : coveredOf(table, context);
  const paused = context.observation.set.spec.paused;
  return [
    observing(table, context) ? keptOf('Ready', context) : readyOf(covered, stalled, context),
    covered,
    labelledOf(context),
    balancedOf(context),
    rebalancingOf(context),
    ...(stalled === undefined ? [] : [stalled]),
    ...quarantinedOf(context),
    ...(paused
      ? [
          verdict(
            ['Paused', 'True', 'PausedBySpec'],
            'Planned moves are held by spec.paused; crashed replicas are still replaced. Set spec.paused to false to go on.',
          ),
        ]
      : []),
  ];
}

/** `what`: type, status and reason. */
function verdict(what: readonly [string, Condition['status'], string], message: string): Verdict {
  const [type, status, reason] = what;
  return { type, status, reason, message };
}

function coveredOf(table: Table | undefined, { summary, standings, desired }: ConditionContext): Verdict {
  if (table === undefined) {
    if (summary.ready > 0)
      return verdict(['Covered', 'Unknown', 'Initializing'], 'The table is written as soon as the replicas are ready.');
    const known = standings.size;
    return verdict(
      ['Covered', 'False', 'NoReadyReplica'],
      `No slot is owned yet: ${known} of ${desired} replicas are known, none is ready. Look at the pods of the workload.`,
    );
  }
  if (summary.unowned.length === 0)
    return verdict(['Covered', 'True', 'AllSlotsOwned'], `All ${SLOT_COUNT} slots have an acting owner.`);
  const who = whyUnowned(summary);
  const slots = `Slots ${format(summary.unowned, 5)} have no acting owner: ${who}`;
  const late = summary.blockers.filter((name) => standings.get(name)?.type === 'Starting');
  if (late.length > 0)
    return verdict(
      ['Covered', 'False', 'ReplicaNotRegistering'],
      `Slots ${format(summary.unowned, 5)} have no acting owner: ${list(late)} renew their lease and do not register. Look at the log of that pod, or delete the pod.`,
    );
  if (summary.ready === 0)
    return verdict(
      ['Covered', 'False', 'NoReadyReplica'],
      `${slots}, and no replica is ready. Look at the pods of the workload.`,
    );
  if (summary.blockers.length === 0 && summary.awaited.length > 0)
    return verdict(
      ['Covered', 'False', 'ReplicaNotAcknowledging'],
      `${slots}. Look at the log of ${summary.awaited.length === 1 ? 'that pod, or delete the pod' : 'those pods, or delete them'}.`,
    );
  return verdict(
    ['Covered', 'False', 'SlotsUnowned'],
    `${slots}. The slots move by themselves as soon as the old lease has run out.`,
  );
}

/** The end of a sentence about slots that nobody acts on. */
export function whyUnowned({ blockers, awaited, ready }: Summary, stopped = 'stopped'): string {
  const reasons = [
    ...(blockers.length === 0 ? [] : [`${list(blockers)} ${stopped}`]),
    ...(awaited.length === 0 ? [] : [`${list(awaited)} ${awaited.length === 1 ? 'has' : 'have'} not let go of them`]),
  ];
  if (reasons.length > 0) return reasons.join(', ');
  return ready === 0 ? 'no replica is ready' : 'they have no owner';
}

/** Three names at most, and how many more there are. */
export function list(names: readonly string[]): string {
  return names.length <= 3 ? names.join(', ') : `${names.slice(0, 3).join(', ')} and ${names.length - 3} more`;
}

function readyOf(
  covered: Verdict,
  stalled: Verdict | undefined,
  { summary, desired, observation, standings }: ConditionContext,
): Verdict {
  if (stalled !== undefined) return { ...stalled, type: 'Ready', status: 'False' };
  if (covered.status !== 'True') return { ...covered, type: 'Ready', status: covered.status };
  const wanted = observation.set.spec.replicas ?? desired;
  if (summary.ready < wanted) {
    const old = outdatedOf(standings);
    if (old.length > 0)
      return verdict(
        ['Ready', 'False', 'ProtocolTooOld'],
        `${summary.ready} of ${wanted} replicas are ready; all slots are owned. ${tooOld(old)}`,
      );
    return verdict(
      ['Ready', 'False', 'ReplicasNotReady'],
      `${summary.ready} of ${wanted} replicas are ready; all slots are owned.`,
    );
  }
  return verdict(
    ['Ready', 'True', 'AllSlotsOwned'],
    `All ${SLOT_COUNT} slots have an acting owner; ${summary.ready} of ${wanted} replicas are ready.`,
  );
}

/** Whole sentences of this many replicas: a condition that is too long is refused, and with it the table beside it. */
const QUARANTINES_TOLD = 3;

/** While live replicas leave objects alone that ended them. */
function quarantinedOf({ standings }: ConditionContext): readonly Verdict[] {
  const told = [...standings.values()]
    .filter(({ verdict: judged }) => judged === 'Live')
    .flatMap(({ shard }) => shard?.status.conditions ?? [])
    .filter(({ type, status }) => type === 'Quarantined' && status === 'True');
  const [first] = told;
  if (first === undefined) return [];
  const messages = told.slice(0, QUARANTINES_TOLD).map(({ message }) => message ?? '');
  const more = told.length - messages.length;
  if (more > 0) messages.push(`More replicas that say so of others: ${more}.`);
  return [verdict(['Quarantined', 'True', first.reason], messages.join(' '))];
}

/** What live replicas say about objects without a label. */
function labelledOf({ standings }: ConditionContext): Verdict {
  const told = [...standings.values()]
    .filter(({ verdict: judged }) => judged === 'Live')
    .flatMap(({ shard }) => shard?.status.conditions?.filter(({ type }) => type === 'Labelled') ?? []);
  const bad = told.find(({ status }) => status === 'False');
  if (bad !== undefined) return verdict(['Labelled', 'False', bad.reason], bad.message);
  if (told.some(({ status }) => status === 'True'))
    return verdict(['Labelled', 'True', 'NothingWaits'], 'No object waits for its slot label.');
  return verdict(
    ['Labelled', 'Unknown', 'NotReported'],
    'No replica has intake duty: there is no controller yet, or its kinds are not known.',
  );
}

function balancedOf({ summary, observation, pending, cooling, goal }: ConditionContext): Verdict {
  const limit = observation.set.spec.rebalance.maxImbalance;
  const numbers = `The fullest replica has ${summary.peak.toFixed(2)} times the mean`;
  if (summary.peak === 0) return verdict(['Balanced', 'Unknown', 'Initializing'], 'No replica has slots yet.');
  if (summary.peak <= limit) return verdict(['Balanced', 'True', 'WithinLimit'], `${numbers}; the limit is ${limit}.`);
  if (cooling)
    return verdict(
      ['Balanced', 'False', 'Cooldown'],
      `${numbers}; the limit is ${limit}. The next move waits for spec.rebalance.cooldownSeconds.`,
    );
  if (pending > 0 || summary.moving > 0)
    return verdict(['Balanced', 'False', 'MovesPending'], `${numbers}; the limit is ${limit}. Moves are under way.`);
  if (goal === undefined) return verdict(['Balanced', 'False', 'MovesPending'], `${numbers}; the limit is ${limit}.`);
  return verdict(
    ['Balanced', 'True', 'AsGoodAsItGets'],
    `${numbers}; more balance would cost more moves or ranges than it is worth.`,
  );
}

function rebalancingOf({ summary, goal, pending }: ConditionContext): Verdict {
  if (goal !== undefined && goal.slots > 0 && (summary.moving > 0 || pending > 0)) {
    return verdict(
      ['Rebalancing', 'True', goal.cause],
      `${summary.moving} slots are moving, ${Math.max(0, pending)} more are to come.`,
    );
  }
  if (summary.moving > 0)
    return verdict(
      ['Rebalancing', 'True', 'Birth'],
      `${summary.moving} slots wait for replicas to acknowledge the table.`,
    );
  return verdict(['Rebalancing', 'False', 'Settled'], 'No slot is moving.');
}

function stalledOf({ observation, standings, memory, now }: ConditionContext): Verdict | undefined {
  const { set, workload } = observation;
  if (workload.type === 'Missing') {
    const { kind, name } = set.spec.workload;
    return verdict(
      ['Stalled', 'True', 'WorkloadNotFound'],
      `There is no ${kind} ${name} in this namespace. Create it, or correct spec.workload.`,
    );
  }
  const limitMs = stuckAfterMs(memory.timing);
  const stuck = [...memory.awaitedSince]
    .filter(([, sinceMs]) => now.monotonicMs >= sinceMs + limitMs)
    .map(([name]) => name);
  if (stuck.length > 0) {
    const what = `${list(stuck)} still renew but have not let go of slots that others own for more than ${Math.round(limitMs / 1000)}s`;
    return verdict(
      ['Stalled', 'True', 'ReplicaNotAcknowledging'],
      `${what}. Look at the log of that pod, or delete the pod.`,
    );
  }
  const old = outdatedOf(standings);
  if (old.length > 0 && ![...standings.values()].some(({ type }) => type === 'Ready'))
    return verdict(['Stalled', 'True', 'ProtocolTooOld'], tooOld(old));
  return undefined;
}

function outdatedOf(standings: Standings): readonly string[] {
  return [...standings.values()].filter(({ type }) => type === 'Outdated').map(({ name }) => name);
}

function tooOld(names: readonly string[]): string {
  const what = 'an older protocol than the table demands';
  return names.length === 1
    ? `${list(names)} follows ${what} and gets no slots. Update the workload's image.`
    : `${list(names)} follow ${what} and get no slots. Update the workload's image.`;
}

function dated(
  { type, status, reason, message }: Verdict,
  { old, generation, now }: { readonly old: readonly Condition[]; readonly generation: number; readonly now: Now },
): Condition {
  const before = old.find((c) => c.type === type);
  const lastTransitionTime = before?.status === status ? before.lastTransitionTime : toTime(now.wallMs);
  return { type, status, reason, message, observedGeneration: generation, lastTransitionTime };
}
