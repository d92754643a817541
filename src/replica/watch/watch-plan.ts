/**
 * Which watches a resource needs for the slots that are wanted. Pure.
 *
 * A watch covers a set of slots: one range by `Gt`/`Lt`, several by `in (…)`. What is gained gets one watch of its own,
 * filled by one LIST; what is kept is not touched; a watch that lost slots is replaced from the resourceVersion it has
 * reached, without a LIST. `foldWatches` then brings the watches into the layout that costs least: one per range up to four
 * ranges, else one for all.
 */
import { EMPTY, equal, intersect, rangeSet, subtract, union, type RangeSet } from '../../protocol/ranges.ts';
import { SLOT_COUNT } from '../../protocol/slots.ts';

/** Up to so many ranges have a watch each. */
export const RANGE_WATCHES_MAX = 4;
/** Most watches per resource; beyond it they are folded at once. */
export const WATCHES_MAX = 8;

export interface PlannedWatch {
  readonly id: number;
  readonly slots: RangeSet;
  /** False while its first LIST is under way: it has no resourceVersion yet. */
  readonly filled: boolean;
}

export interface WatchChange {
  /** Ids of watches to close. */
  readonly close: readonly number[];
  /** To open from the resourceVersion that the watches `from` have all reached. */
  readonly reopen: readonly { readonly slots: RangeSet; readonly from: readonly number[] }[];
  /** To list and then open, in one watch; empty = nothing gained. */
  readonly fill: RangeSet;
}

const NOTHING: WatchChange = { close: [], reopen: [], fill: EMPTY };

/** What changes when exactly `wanted` shall be covered. */
export function planWatches(present: readonly PlannedWatch[], wanted: RangeSet): WatchChange {
  const close: number[] = [];
  const reopen: { slots: RangeSet; from: readonly number[] }[] = [];
  let covered: RangeSet = EMPTY;
  for (const watch of present) {
    const left = intersect(watch.slots, wanted);
    if (equal(left, watch.slots)) covered = union(covered, left);
    else {
      close.push(watch.id);
      if (left.length === 0 || !watch.filled) continue;
      reopen.push({ slots: left, from: [watch.id] });
      covered = union(covered, left);
    }
  }
  const change = { close, reopen, fill: subtract(wanted, covered) };
  const count = present.length - close.length + reopen.length + (change.fill.length > 0 ? 1 : 0);
  return count > WATCHES_MAX ? foldInto(present, wanted) : change;
}

/** Brings the filled watches into the best layout; nothing when they have it, or when one is still being filled. */
export function foldWatches(present: readonly PlannedWatch[]): WatchChange {
  if (present.some((watch) => !watch.filled)) return NOTHING;
  const wanted = present.reduce((all, watch) => union(all, watch.slots), EMPTY);
  return isBest(present, wanted) ? NOTHING : foldInto(present, wanted);
}

function isBest(present: readonly PlannedWatch[], wanted: RangeSet): boolean {
  const best = layout(wanted);
  return best.length === present.length && best.every((slots) => present.some((watch) => equal(watch.slots, slots)));
}

/** The best layout of a set of slots. */
export function layout(wanted: RangeSet): readonly RangeSet[] {
  return wanted.length > RANGE_WATCHES_MAX ? [wanted] : wanted.map((range) => [range]);
}

function foldInto(present: readonly PlannedWatch[], wanted: RangeSet): WatchChange {
  const filled = present.filter((watch) => watch.filled);
  const reusable = intersect(
    wanted,
    filled.reduce((all, watch) => union(all, watch.slots), EMPTY),
  );
  const targets = layout(reusable);
  const kept = filled.filter((watch) => targets.some((slots) => equal(slots, watch.slots)));
  const reopen = targets
    .filter((slots) => !kept.some((watch) => equal(watch.slots, slots)))
    .map((slots) => ({
      slots,
      from: filled.filter((watch) => intersect(watch.slots, slots).length > 0).map(({ id }) => id),
    }));
  const close = present.filter((watch) => !kept.includes(watch)).map(({ id }) => id);
  return { close, reopen, fill: subtract(wanted, reusable) };
}

/** The label selector that selects exactly `slots` (not empty). */
export function selectorOf(label: string, slots: RangeSet): string {
  const [first, ...others] = slots;
  if (first === undefined) return `${label},!${label}`;
  if (others.length > 0) {
    const values: number[] = [];
    for (const { start, end } of slots) for (let slot = start; slot <= end; slot++) values.push(slot);
    return `${label} in (${values.join(',')})`;
  }
  const upper = `${label}<${first.end + 1}`;
  return first.start === 0 ? upper : `${label}>${first.start - 1},${upper}`;
}

/**
 * The slots of a LIST that is to fill `slots`: their hull when at least half of it is wanted (the server compares two
 * numbers per object instead of walking a long `in (…)`), else exactly `slots`.
 */
export function listedSlots(slots: RangeSet): RangeSet {
  const first = slots[0];
  const last = slots.at(-1);
  if (first === undefined || last === undefined || slots.length === 1) return slots;
  const hull = { start: first.start, end: Math.min(last.end, SLOT_COUNT - 1) };
  const wanted = slots.reduce((sum, { start, end }) => sum + end - start + 1, 0);
  return 2 * wanted >= hull.end - hull.start + 1 ? rangeSet([hull]) : slots;
}
