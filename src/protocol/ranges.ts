/**
 * Sets of slots as sorted lists of ranges. A `RangeSet` is canonical: ascending, disjoint, no two ranges adjacent; so two
 * sets with the same slots have the same ranges. All comparisons are made on slots, never on range identity.
 */
import { assert } from '../lib/assert.ts';
import { SLOT_COUNT, type Slot } from './slots.ts';

/** A run of slots, both ends included. */
export interface SlotRange {
  readonly start: Slot;
  readonly end: Slot;
}

export type RangeSet = readonly SlotRange[];

export const EMPTY: RangeSet = [];
export const ALL: RangeSet = [{ start: 0, end: SLOT_COUNT - 1 }];

/** Canonical form of any list of ranges (they may overlap and touch, in any order). */
export function rangeSet(ranges: readonly SlotRange[]): RangeSet {
  // Nearly all lists are in order already.
  const sorted = isAscending(ranges) ? ranges : ranges.toSorted((a, b) => a.start - b.start);
  const out: { start: Slot; end: Slot }[] = [];
  for (const { start, end } of sorted) {
    assert(0 <= start && start <= end && end < SLOT_COUNT, `range ${start}-${end} is not within 0-${SLOT_COUNT - 1}`);
    const last = out.at(-1);
    if (last !== undefined && start <= last.end + 1) last.end = Math.max(last.end, end);
    else out.push({ start, end });
  }
  return out;
}

function isAscending(ranges: readonly SlotRange[]): boolean {
  for (let i = 1; i < ranges.length; i++) if ((ranges[i - 1]?.start ?? 0) > (ranges[i]?.start ?? 0)) return false;
  return true;
}

export function ofSlots(slots: Iterable<Slot>): RangeSet {
  const ranges: { readonly start: Slot; end: Slot }[] = [];
  for (const slot of slots) {
    const last = ranges.at(-1);
    if (last !== undefined && slot === last.end + 1) last.end = slot;
    else ranges.push({ start: slot, end: slot });
  }
  return rangeSet(ranges);
}

export function union(a: RangeSet, b: RangeSet): RangeSet {
  if (b.length === 0) return rangeSet(a);
  return a.length === 0 ? rangeSet(b) : rangeSet([...a, ...b]);
}

/** The slots of `a` that are not in `b`. */
export function subtract(a: RangeSet, b: RangeSet): RangeSet {
  const out: SlotRange[] = [];
  for (const range of a) {
    let start = range.start;
    for (const hole of b) {
      if (hole.end < start) continue;
      if (hole.start > range.end) break;
      if (hole.start > start) out.push({ start, end: hole.start - 1 });
      start = hole.end + 1;
    }
    if (start <= range.end) out.push({ start, end: range.end });
  }
  return out;
}

export function intersect(a: RangeSet, b: RangeSet): RangeSet {
  if (a.length === 0 || b.length === 0) return EMPTY;
  return subtract(a, subtract(a, b));
}

export function contains(set: RangeSet, slot: Slot): boolean {
  return set.some((range) => range.start <= slot && slot <= range.end);
}

/** Every slot of `b` is in `a`. */
export function covers(a: RangeSet, b: RangeSet): boolean {
  return subtract(b, a).length === 0;
}

export function equal(a: RangeSet, b: RangeSet): boolean {
  return a.length === b.length && a.every((range, i) => range.start === b[i]?.start && range.end === b[i]?.end);
}

/** Number of slots. */
export function size(set: RangeSet): number {
  return set.reduce((sum, range) => sum + range.end - range.start + 1, 0);
}

export function* slotsOf(set: RangeSet): Generator<Slot> {
  for (const { start, end } of set) for (let slot = start; slot <= end; slot++) yield slot;
}

/** The same without a generator: for thousands of slots. */
export function forEachSlot(set: RangeSet, visit: (slot: Slot) => void): void {
  for (const { start, end } of set) for (let slot = start; slot <= end; slot++) visit(slot);
}

/** `0-1023,2048,4000-4095`; an empty set is `-`. With `max`, further ranges become `,+N`. */
export function format(set: RangeSet, max = Number.POSITIVE_INFINITY): string {
  if (set.length === 0) return '-';
  const shown = set.slice(0, max).map(({ start, end }) => (start === end ? `${start}` : `${start}-${end}`));
  return set.length > max ? `${shown.join(',')},+${set.length - max}` : shown.join(',');
}
