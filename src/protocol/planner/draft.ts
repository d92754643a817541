/** The planner's scratch pad: who owns each slot, by index, and the few operations that a plan is made of. */
import type { RangeSet } from '../ranges.ts';
import { SLOT_COUNT } from '../slots.ts';
import type { OwnedRange } from '../table-rules.ts';

/** Nobody, or somebody who may not keep the slot. */
export const FREE = -1;
/** Stays as it is, with an owner that takes no part. */
export const FOREIGN = -2;

/** A maximal run of slots with one owner. */
export interface Run {
  readonly start: number;
  readonly end: number;
  readonly owner: number;
}

export interface Draft {
  /** Replicas that may own slots, sorted by name; an owner index points into it. */
  readonly names: readonly string[];
  readonly owner: Int16Array;
  /** 1 = the slot may not change hands (pinned, or foreign). */
  readonly locked: Uint8Array;
  readonly counts: number[];
  /** Per replica: slots that it should not get. Empty for most. */
  readonly excluded: ReadonlyMap<number, Uint8Array>;
  /** Slots that each replica should have, a real number. */
  readonly share: readonly number[];
  runs: readonly Run[];
}

export function mayOwn(draft: Draft, replica: number, slot: number): boolean {
  return draft.excluded.get(replica)?.[slot] !== 1;
}

/** Gives `start..end` to `to`. */
export function give(draft: Draft, range: { readonly start: number; readonly end: number }, to: number): void {
  for (let slot = range.start; slot <= range.end; slot++) {
    const from = draft.owner[slot] ?? FREE;
    if (from >= 0) draft.counts[from] = (draft.counts[from] ?? 0) - 1;
    draft.owner[slot] = to;
  }
  if (to >= 0) draft.counts[to] = (draft.counts[to] ?? 0) + range.end - range.start + 1;
  draft.runs = withRange(draft.runs, { start: range.start, end: range.end, owner: to });
}

function withRange(runs: readonly Run[], given: Run): readonly Run[] {
  const out: Run[] = [];
  const push = (run: Run): void => {
    const last = out.at(-1);
    if (last !== undefined && last.owner === run.owner) out[out.length - 1] = { ...last, end: run.end };
    else out.push(run);
  };
  for (const run of runs) {
    if (run.end < given.start || run.start > given.end) {
      push(run);
      continue;
    }
    if (run.start < given.start) push({ ...run, end: given.start - 1 });
    if (run.end >= given.end) push(given);
    if (run.end > given.end) push({ ...run, start: given.end + 1 });
  }
  return out;
}

export function runsOf(owner: Int16Array): readonly Run[] {
  const runs: Run[] = [];
  let start = 0;
  for (let slot = 1; slot <= SLOT_COUNT; slot++) {
    if (slot < SLOT_COUNT && owner[slot] === owner[start]) continue;
    runs.push({ start, end: slot - 1, owner: owner[start] ?? FREE });
    start = slot;
  }
  return runs;
}

/** Number of ranges of each replica. */
export function piecesOf(draft: Draft): number[] {
  const pieces = draft.names.map(() => 0);
  for (const run of draft.runs) if (run.owner >= 0) pieces[run.owner] = (pieces[run.owner] ?? 0) + 1;
  return pieces;
}

/** At most `max` slots of `run`, from its start or its end on, that may go to `to`. Undefined when there is none. */
export function edge(
  draft: Draft,
  run: Run,
  want: { readonly from: 'start' | 'end'; readonly max: number; readonly to: number },
): { readonly start: number; readonly end: number } | undefined {
  const step = want.from === 'start' ? 1 : -1;
  const first = want.from === 'start' ? run.start : run.end;
  let length = 0;
  while (length < want.max && length <= run.end - run.start) {
    const slot = first + step * length;
    if (draft.locked[slot] === 1 || !mayOwn(draft, want.to, slot)) break;
    length++;
  }
  if (length === 0) return undefined;
  return want.from === 'start' ? { start: first, end: first + length - 1 } : { start: first - length + 1, end: first };
}

export function bitmap(ranges: RangeSet): Uint8Array {
  const bits = new Uint8Array(SLOT_COUNT);
  for (const { start, end } of ranges) bits.fill(1, start, end + 1);
  return bits;
}

/** Slots above the share (rounded up) of a replica: what it may give without falling below. */
export function surplus(draft: Draft, replica: number): number {
  return Math.max(0, (draft.counts[replica] ?? 0) - Math.ceil((draft.share[replica] ?? 0) - 1e-9));
}

/** Slots that a replica lacks to its share (rounded down). */
export function deficit(draft: Draft, replica: number): number {
  return Math.max(0, Math.floor((draft.share[replica] ?? 0) + 1e-9) - (draft.counts[replica] ?? 0));
}

export function lengthOf(range: { readonly start: number; readonly end: number }): number {
  return range.end - range.start + 1;
}

/** The result, with the names of foreign owners taken from `current`. */
export function toOwned(draft: Draft, current: readonly OwnedRange[]): readonly OwnedRange[] {
  const out: OwnedRange[] = [];
  for (const run of draft.runs) {
    if (run.owner !== FOREIGN) {
      out.push({ start: run.start, end: run.end, owner: draft.names[run.owner] ?? '' });
      continue;
    }
    for (const row of current) {
      const start = Math.max(row.start, run.start);
      const end = Math.min(row.end, run.end);
      if (start <= end) out.push({ start, end, owner: row.owner });
    }
  }
  return out;
}
