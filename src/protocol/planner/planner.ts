/**
 * The planner: who should own what. Pure and deterministic; the plan of a plan moves nothing.
 *
 * In this order: bounds on the number of ranges; up to 10 replicas peak/mean of slots within `maxImbalance`, then few slots
 * that change owner; above 10 few slots that change owner, then balance. Each slot moves once: from owners above their share,
 * or back to a replica that had it before it left.
 *
 * ```
 * pins, exclusions -> slots back to whom they belonged -> free slots to neighbours and the neediest
 *   -> too many ranges? merge -> someone much below or above the share? balance -> (up to 10) shed peaks along neighbours
 * ```
 */
import { balance, defragment, fill, giveBack, peakOf, shed, type Way } from './steps.ts';
import { bitmap, type Draft, FOREIGN, FREE, runsOf, toOwned } from './draft.ts';
import type { RangeSet, SlotRange } from '../ranges.ts';
import { SLOT_COUNT } from '../slots.ts';
import { joinOwners, type OwnedRange } from '../table-rules.ts';

export interface PlanInput {
  /** All slots in order; owner '' for nobody. */
  readonly current: readonly OwnedRange[];
  /** Replicas that may own slots, in any order. */
  readonly replicas: readonly string[];
  /** Owners that take no part but keep what they have. All other owners lose their slots. */
  readonly keep?: ReadonlySet<string>;
  /** Share relative to others; default 1. */
  readonly weights?: ReadonlyMap<string, number>;
  readonly pins?: readonly SlotWish[];
  readonly exclusions?: readonly SlotWish[];
  /** What replicas had before they left for a moment: they get these slots back first. */
  readonly former?: ReadonlyMap<string, RangeSet>;
  /** Default 1.05. */
  readonly maxImbalance?: number;
}

export interface SlotWish {
  readonly replica: string;
  readonly range: SlotRange;
}

const DEFAULT_IMBALANCE = 1.05;
/**
 * Below this part of its share a replica is filled up. With few replicas it is lower: a newcomer with three ranges reaches six
 * owners only, and filling it up by way of the others would move slots twice.
 */
const NEEDY = { few: 0.6, many: 0.85 };
/** Above 10 replicas few moves are worth more than a flat table: only higher peaks are worn down. */
const MANY_IMBALANCE = 1.1;
/** Up to this number of replicas balance comes before movement. */
export const FEW_REPLICAS = 10;

/** Ranges that a replica may have: 3 up to 10 replicas; above, so few that 1,024 rows are never in sight. */
export function rangesMax(replicas: number): number {
  return replicas <= FEW_REPLICAS ? 3 : replicas <= 32 ? 6 : 8;
}

const ROUNDS_MAX = 6;

/** The owner of each slot as it should be. Without a replica that may own slots, `current` as it is. */
export function plan(input: PlanInput): readonly OwnedRange[] {
  if (input.replicas.length === 0) return joinOwners(input.current);
  let current = joinOwners(input.current);
  for (let round = 0; round < ROUNDS_MAX; round++) {
    const next = bestOf({ ...input, current });
    if (sameOwners(next, current)) return next;
    current = next;
  }
  return current;
}

/** The fewest moves among the ways to place new ranges; with many replicas the way hardly matters. */
function bestOf(input: PlanInput): readonly OwnedRange[] {
  const ways: readonly Way[] = input.replicas.length <= FEW_REPLICAS ? ['Spread', 'First', 'Last'] : ['First'];
  let best: { readonly owners: readonly OwnedRange[]; readonly cost: number } | undefined;
  const base = draftOf(input);
  for (const way of ways) {
    const draft: Draft = { ...base, owner: base.owner.slice(), counts: [...base.counts] };
    improve(draft, input, way);
    const cost = costOf(base, draft, input.maxImbalance ?? DEFAULT_IMBALANCE);
    if (best === undefined || cost < best.cost) best = { owners: joinOwners(toOwned(draft, input.current)), cost };
  }
  return best?.owners ?? input.current;
}

/** Slots that change owner; a peak above the limit outweighs them all. */
function costOf(before: Draft, after: Draft, imbalanceMax: number): number {
  const peaks = after.counts.filter((count, i) => count > peakOf(after, i, imbalanceMax)).length;
  return movedSlots(before.owner, after.owner) + peaks * SLOT_COUNT;
}

function movedSlots(before: Int16Array, after: Int16Array): number {
  let moved = 0;
  for (let slot = 0; slot < SLOT_COUNT; slot++) if (before[slot] !== after[slot]) moved++;
  return moved;
}

function improve(draft: Draft, input: PlanInput, way: Way): void {
  const wanted = input.maxImbalance ?? DEFAULT_IMBALANCE;
  const few = draft.names.length <= FEW_REPLICAS;
  const imbalanceMax = few ? wanted : Math.max(wanted, MANY_IMBALANCE);
  const piecesMax = rangesMax(draft.names.length);
  if (draft.runs.length === 1 && draft.runs[0]?.owner === FREE) return deal(draft);
  giveBack(draft, input.former ?? new Map());
  fill(draft, { piecesMax, imbalanceMax: wanted });
  defragment(draft, piecesMax);
  const needy = few ? NEEDY.few : NEEDY.many;
  if (unbalanced(draft, imbalanceMax, needy)) {
    balance(draft, { piecesMax, way, needy, needyOnly: !few && draft.names.length > 2 * piecesMax });
  }
  if (few) shed(draft, imbalanceMax);
}

/** A fresh table: one range each, in the order of names. */
function deal(draft: Draft): void {
  let end = 0;
  let start = 0;
  for (const [replica, share] of draft.share.entries()) {
    end += share;
    const last = replica === draft.names.length - 1 ? SLOT_COUNT : Math.round(end);
    for (let slot = start; slot < last; slot++) draft.owner[slot] = replica;
    draft.counts[replica] = last - start;
    start = last;
  }
  draft.runs = runsOf(draft.owner);
}

function unbalanced(draft: Draft, imbalanceMax: number, needy: number): boolean {
  return draft.counts.some((count, i) => {
    const share = draft.share[i] ?? 0;
    return count > peakOf(draft, i, imbalanceMax) || count < Math.floor(share * needy);
  });
}

function draftOf(input: PlanInput): Draft {
  const names = [...new Set(input.replicas)].toSorted();
  const index = new Map(names.map((name, i) => [name, i]));
  const owner = new Int16Array(SLOT_COUNT).fill(FREE);
  const locked = new Uint8Array(SLOT_COUNT);
  for (const row of input.current) {
    const foreign = input.keep?.has(row.owner) === true && !index.has(row.owner);
    owner.fill(foreign ? FOREIGN : (index.get(row.owner) ?? FREE), row.start, row.end + 1);
    if (foreign) locked.fill(1, row.start, row.end + 1);
  }
  const excluded = exclusionsOf(input, index);
  for (const [replica, slots] of excluded) {
    for (let slot = 0; slot < SLOT_COUNT; slot++) if (slots[slot] === 1 && owner[slot] === replica) owner[slot] = FREE;
  }
  for (const { replica, range } of input.pins ?? []) {
    const to = index.get(replica);
    if (to === undefined) continue;
    for (let slot = range.start; slot <= range.end; slot++) {
      if (locked[slot] === 1) continue;
      owner[slot] = to;
      locked[slot] = 1;
    }
  }
  const share = sharesOf({ names, owner, locked }, input.weights ?? new Map());
  return { names, owner, locked, counts: countsOf(owner, names.length), excluded, share, runs: runsOf(owner) };
}

function countsOf(owner: Int16Array, owners: number): number[] {
  const counts = Array<number>(owners).fill(0);
  for (let slot = 0; slot < SLOT_COUNT; slot++) {
    const who = owner[slot] ?? FREE;
    if (who >= 0) counts[who] = (counts[who] ?? 0) + 1;
  }
  return counts;
}

/** Exclusions that leave nobody for a slot are not followed: no wish ever keeps a slot unowned. */
function exclusionsOf(input: PlanInput, index: ReadonlyMap<string, number>): Map<number, Uint8Array> {
  const excluded = new Map<number, Uint8Array>();
  for (const { replica, range } of input.exclusions ?? []) {
    const i = index.get(replica);
    if (i === undefined) continue;
    const bits = excluded.get(i) ?? bitmap([]);
    bits.fill(1, range.start, range.end + 1);
    excluded.set(i, bits);
  }
  if (excluded.size < index.size) return excluded;
  for (let slot = 0; slot < SLOT_COUNT; slot++) {
    if ([...excluded.values()].every((bits) => bits[slot] === 1)) for (const bits of excluded.values()) bits[slot] = 0;
  }
  return excluded;
}

/** Shares by weight of all slots that take part. A replica whose pins exceed its share has these; the others share the rest. */
function sharesOf(
  { names, owner, locked }: Pick<Draft, 'names' | 'owner' | 'locked'>,
  weights: ReadonlyMap<string, number>,
): readonly number[] {
  const pinned = names.map(() => 0);
  let total = 0;
  for (let slot = 0; slot < SLOT_COUNT; slot++) {
    const who = owner[slot] ?? FREE;
    if (who === FOREIGN) continue;
    total++;
    if (who >= 0 && locked[slot] === 1) pinned[who] = (pinned[who] ?? 0) + 1;
  }
  const full = new Set<number>();
  for (;;) {
    const rest = names.reduce((sum, _, i) => sum - (full.has(i) ? (pinned[i] ?? 0) : 0), total);
    const weight = names.reduce((sum, name, i) => sum + (full.has(i) ? 0 : (weights.get(name) ?? 1)), 0);
    const share = names.map((name, i) => (full.has(i) ? (pinned[i] ?? 0) : (rest * (weights.get(name) ?? 1)) / weight));
    const over = share.findIndex((value, i) => !full.has(i) && (pinned[i] ?? 0) > value);
    if (over === -1) return share;
    full.add(over);
  }
}

function sameOwners(a: readonly OwnedRange[], b: readonly OwnedRange[]): boolean {
  return a.length === b.length && a.every((x, i) => x.end === b[i]?.end && x.owner === b[i].owner);
}
