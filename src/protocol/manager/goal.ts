/** Who should own what now: the planner's input from what is seen, and when a plan made earlier still stands. */
import type { Override } from '../../api/shard-set.ts';
import type { Goal, Memory } from './memory.ts';
import { brakes, braked, confirmedSilent, hasRenewed, isGone, type Standing, type Standings } from './standing.ts';
import { type Cause, inForce, type Now, type Observation } from './view.ts';
import { plan, type PlanInput, type SlotWish } from '../planner/planner.ts';
import type { Row, Table } from '../table.ts';
import { BIRTH_GENERATION, joinOwners, type OwnedRange } from '../table-rules.ts';

export interface GoalContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
  readonly now: Now;
}

/** What becomes of the rows of a name. */
export type Part =
  /** May be given slots. */
  | 'Taker'
  /** Keeps what it has, gets nothing: it starts, rests, or the brake holds. */
  | 'Keeper'
  /** Lives, and is to be emptied by planned moves. */
  | 'Giver'
  /** Does not act any more: its slots go to others at once. */
  | 'Gone';

export type Parts = ReadonlyMap<string, Part>;

/** The part of every name that has a standing. A name without one (not seen yet) keeps what it has. */
export function partsOf(context: GoalContext, doomed: ReadonlySet<string>): Parts {
  const { observation, standings, memory, now } = context;
  const brake = brakes(standings);
  const drained = new Set(
    wishes(observation, now).flatMap((o) => (o.type === 'Drain' && o.replica !== undefined ? [o.replica] : [])),
  );
  const parts = new Map<string, Part>();
  for (const [name, standing] of standings)
    parts.set(name, partOf(standing, { ...context, brake, drained: drained.has(name) || doomed.has(name) }));
  const takers = namesWith(parts, 'Taker');
  const resting = takers.filter((name) => (memory.resting.get(name)?.untilMs ?? 0) > now.monotonicMs);
  // H7: what nobody acts on does not wait for a rest when nobody else can take it. Planned moves do (`addHints`).
  if (resting.length < takers.length) for (const name of resting) parts.set(name, 'Keeper');
  return parts;
}

function partOf(
  standing: Standing,
  { observation, memory, now, brake, drained }: GoalContext & { readonly brake: boolean; readonly drained: boolean },
): Part {
  switch (standing.type) {
    case 'Ready':
      if (drained) return 'Giver';
      // After our own start nobody is given slots before it was seen to renew.
      return hasRenewed(standing) ? 'Taker' : 'Keeper';
    case 'Leaving':
    case 'Outdated':
      return 'Giver';
    case 'Starting':
      return 'Keeper';
    case 'Released':
      return 'Gone';
    case 'Suspect':
    case 'Expired': {
      const { timing } = memory;
      if (braked(standing, now, { brake, timing }) || !confirmedSilent(standing, observation, timing)) return 'Keeper';
      return 'Gone';
    }
  }
}

function wishes({ set }: Observation, now: Now): readonly Override[] {
  return inForce(set.spec.overrides, now.wallMs);
}

/** The goal: the old one as long as nothing it was made from has changed, else a new plan. */
export function goalOf(table: Table, parts: Parts, context: GoalContext): Goal {
  const { observation, memory, now } = context;
  const current = preferAwaited(table, parts);
  const input = {
    ...wishesOf(context),
    current,
    replicas: namesWith(parts, 'Taker'),
    keep: new Set(keepers(table, parts)),
  };
  const key = keyOf(input, observation);
  const old = memory.goal;
  if (old !== undefined && old.key === key && between(table.ranges, old)) return old;
  const to = plan(input);
  const slots = moved(table.ranges, to);
  return {
    key,
    from: joinOwners(table.ranges),
    to,
    slots,
    told: false,
    cause: causeOf(table, to, { ...context, parts }),
    sinceMs: now.monotonicMs,
  };
}

/**
 * Former shares that are still to be given back. Where everybody may have slots and the goal is reached, all have got back what
 * they will get: shares are whole numbers, so that can be a slot less, and a claim that outlives its day moves slots next time.
 */
export function formerAfter({ former }: Memory, table: Table, { goal, parts }: Reached): Memory['former'] {
  const isWhole = [...parts.values()].every((part) => part === 'Taker');
  return isWhole && everyPiece(table.ranges, goal.to, (owner, due) => owner === due) ? new Map() : former;
}

/**
 * Former shares that still count: none once somebody new is there. Shares are other ones then, and who came back to its old share
 * would take from newcomers what they had to take from others.
 */
export function formerNow({ former }: Memory, table: Table, parts: Parts): Memory['former'] {
  if (former.size === 0) return former;
  const owners = new Set(table.ranges.map(({ owner }) => owner));
  const hasNewcomer = namesWith(parts, 'Taker').some((name) => !owners.has(name) && !former.has(name));
  return hasNewcomer ? new Map() : former;
}

interface Reached {
  readonly goal: Goal;
  readonly parts: Parts;
}

function namesWith(parts: Parts, part: Part): readonly string[] {
  return [...parts].flatMap(([name, p]) => (p === part ? [name] : []));
}

function keepers(table: Table, parts: Parts): readonly string[] {
  const unseen = table.ranges.flatMap(({ owner }) => (owner === '' || parts.has(owner) ? [] : [owner]));
  return [...namesWith(parts, 'Keeper'), ...unseen];
}

/** H4, H7: a slot whose owner cannot have it goes back, if it can, to a name that is still awaited: it never went cold. */
function preferAwaited(table: Table, parts: Parts): readonly OwnedRange[] {
  return joinOwners(
    table.ranges.map((row) => {
      const part = parts.get(row.owner);
      if (row.owner !== '' && part !== 'Gone' && part !== 'Giver') return row;
      // Of a crowd's first table: it never had an owner, so nobody who is awaited is warm.
      if (row.owner === '' && row.generation === BIRTH_GENERATION) return row;
      const warm = row.awaiting.find((name) => parts.get(name) === 'Taker');
      return warm === undefined ? row : { ...row, owner: warm };
    }),
  );
}

function wishesOf({
  observation,
  memory,
  now,
}: GoalContext): Pick<PlanInput, 'weights' | 'pins' | 'exclusions' | 'former' | 'maxImbalance'> {
  const weights = new Map<string, number>();
  const pins: SlotWish[] = [];
  const exclusions: SlotWish[] = [];
  for (const { type, replica, range, weight } of wishes(observation, now)) {
    if (replica === undefined) continue;
    if (type === 'Weight' && weight !== undefined) weights.set(replica, weight);
    if (type === 'Pin' && range !== undefined) pins.push({ replica, range });
    if (type === 'Exclude' && range !== undefined) exclusions.push({ replica, range });
  }
  return {
    weights,
    pins,
    exclusions,
    former: memory.former,
    maxImbalance: observation.set.spec.rebalance.maxImbalance,
  };
}

function keyOf(input: PlanInput, { set }: Observation): string {
  const { replicas, keep, weights, pins, exclusions, maxImbalance } = input;
  return JSON.stringify([
    set.uid,
    replicas,
    [...(keep ?? [])].toSorted(),
    [...(weights ?? [])],
    pins,
    exclusions,
    maxImbalance,
  ]);
}

/** Every slot is where it was when the goal was set, or where it should go. */
function between(rows: readonly Row[], { from, to }: Goal): boolean {
  return everyPiece(rows, from, (row, was, at) => row === was || row === ownerAt(to, at));
}

function everyPiece(
  a: readonly OwnedRange[],
  b: readonly OwnedRange[],
  holds: (ownerA: string, ownerB: string, slot: number) => boolean,
): boolean {
  for (const x of pieces(a, b)) if (!holds(x.a, x.b, x.start)) return false;
  return true;
}

export interface Piece {
  readonly start: number;
  readonly end: number;
  readonly a: string;
  readonly b: string;
}

/** Both lists cover all slots: their common refinement. */
export function* pieces(a: readonly OwnedRange[], b: readonly OwnedRange[]): Generator<Piece> {
  let j = 0;
  for (const range of a) {
    let start = range.start;
    while (start <= range.end) {
      while ((b[j]?.end ?? Infinity) < start) j++;
      const other = b[j];
      if (other === undefined) return;
      const end = Math.min(range.end, other.end);
      yield { start, end, a: range.owner, b: other.owner };
      start = end + 1;
    }
  }
}

function ownerAt(ranges: readonly OwnedRange[], slot: number): string | undefined {
  return ranges.find(({ end }) => slot <= end)?.owner;
}

function moved(a: readonly OwnedRange[], b: readonly OwnedRange[]): number {
  let slots = 0;
  for (const piece of pieces(a, b)) if (piece.a !== piece.b) slots += piece.end - piece.start + 1;
  return slots;
}

function causeOf(table: Table, to: readonly OwnedRange[], context: GoalContext & { readonly parts: Parts }): Cause {
  const { observation, standings, parts, now } = context;
  const givers = new Set<string>();
  const takers = new Set<string>();
  for (const piece of pieces(table.ranges, to)) {
    if (piece.a === piece.b) continue;
    givers.add(piece.a);
    takers.add(piece.b);
  }
  if (givers.has('') || [...givers].some((name) => isGone(standings.get(name)))) return 'Takeover';
  const leaving = [...givers].filter((name) => parts.get(name) === 'Giver');
  if (leaving.length > 0) {
    if (leaving.every((name) => wishes(observation, now).some((o) => o.type === 'Drain' && o.replica === name)))
      return 'Manual';
    return leaving.length > 0 && shrinks(observation, standings) ? 'ScaleDown' : 'RollingUpdate';
  }
  if (isWished(table, to, wishes(observation, now))) return 'Manual';
  const owners = new Set(table.ranges.map((row) => row.owner));
  const newcomers = [...takers].filter((name) => !owners.has(name));
  if (newcomers.some((name) => !context.memory.former.has(name))) return 'ScaleUp';
  return newcomers.length > 0 ? 'RollingUpdate' : 'Rebalance';
}

/** Somebody has asked for one of the moves: a pin brings it, or an exclusion takes it away. It is not put off like balance. */
function isWished(table: Table, to: readonly OwnedRange[], overrides: readonly Override[]): boolean {
  const ranges = overrides.filter(({ range, type }) => range !== undefined && (type === 'Pin' || type === 'Exclude'));
  if (ranges.length === 0) return false;
  return [...pieces(table.ranges, to)].some(
    ({ start, end, a, b }) =>
      a !== b &&
      ranges.some(
        ({ type, replica, range = { start: 0, end: -1 } }) =>
          start <= range.end && range.start <= end && replica === (type === 'Pin' ? b : a),
      ),
  );
}

/** Fewer replicas are wanted than live. */
function shrinks({ set, workload }: Observation, standings: Standings): boolean {
  const alive = [...standings.values()].filter((standing) => !isGone(standing)).length;
  const wanted = Math.min(set.spec.replicas ?? Infinity, workload.type === 'Found' ? workload.replicas : Infinity);
  return wanted < alive;
}
