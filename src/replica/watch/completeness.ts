/**
 * W5, per resource: from when on the cache of a gained slot is known to lack nothing of what the previous owner wrote. Pure.
 *
 * ```
 *   started Continuous ─────────────── filled ───────────────► complete
 *   started Awaited ─ (started anew as Marks or FreshList)
 *   started Marks ──── reached(>= mark) ─────────────────────► complete
 *          └── no mark, or 1 s over ──► needs a LIST ──┐
 *   started FreshList ────────────────► needs a LIST ──┴ listed (begun after the start) ─► complete
 * ```
 */
import { compareResourceVersions } from '../../kube/types.ts';
import { EMPTY, intersect, subtract, union, type RangeSet } from '../../protocol/ranges.ts';
import type { Completeness } from '../ports.ts';

/** How long a slot waits for its cache to reach the leaver's mark before the range is listed. */
export const MARK_WAIT_MS = 1_000;

interface Waiting {
  readonly slots: RangeSet;
  /** A LIST begun before this does not count. */
  readonly sinceMs: number;
  readonly mark: string;
  readonly deadlineMs: number;
}

export interface CompletenessState {
  readonly complete: RangeSet;
  /** Slots that wait until the cache is filled for the first time; nothing else is missing. */
  readonly continuous: RangeSet;
  readonly marks: readonly Waiting[];
  /** Slots for which only a LIST begun at or after `sinceMs` helps. */
  readonly lists: readonly { readonly slots: RangeSet; readonly sinceMs: number }[];
}

export type CompletenessEvent =
  | { readonly type: 'Started'; readonly slots: RangeSet; readonly completeness: Completeness }
  /** The watches of these slots have delivered everything up to `resourceVersion`. */
  | { readonly type: 'Reached'; readonly slots: RangeSet; readonly resourceVersion: string }
  /** A LIST of these slots, begun at `begunMs`, is in the cache. */
  | { readonly type: 'Listed'; readonly slots: RangeSet; readonly begunMs: number; readonly resourceVersion: string }
  | { readonly type: 'Stopped'; readonly slots: RangeSet }
  | { readonly type: 'Tick' };

export const NOTHING_STARTED: CompletenessState = { complete: EMPTY, continuous: EMPTY, marks: [], lists: [] };

export interface CompletenessContext {
  readonly groupResource: string;
  readonly nowMs: number;
}

export function stepCompleteness(
  state: CompletenessState,
  event: CompletenessEvent,
  { groupResource, nowMs }: CompletenessContext,
): CompletenessState {
  switch (event.type) {
    case 'Started':
      return start(without(state, event.slots), event, { groupResource, nowMs });
    case 'Reached':
      return satisfy(state, event.slots, ({ mark }) => compareResourceVersions(event.resourceVersion, mark) >= 0);
    case 'Listed': {
      const reached = satisfy(
        state,
        event.slots,
        ({ mark, sinceMs }) => event.begunMs >= sinceMs || compareResourceVersions(event.resourceVersion, mark) >= 0,
      );
      return listed(reached, event.slots, event.begunMs);
    }
    case 'Stopped':
      return without(state, event.slots);
    case 'Tick': {
      const late = state.marks.filter(({ deadlineMs }) => deadlineMs <= nowMs);
      if (late.length === 0) return state;
      return {
        ...state,
        marks: state.marks.filter((waiting) => !late.includes(waiting)),
        lists: [...state.lists, ...late.map(({ slots, sinceMs }) => ({ slots, sinceMs }))],
      };
    }
  }
}

/** Slots that need a LIST now, and when the next mark is given up. */
export function wishesOf(state: CompletenessState): { readonly list: RangeSet; readonly wakeAtMs: number | undefined } {
  const list = state.lists.reduce((all, { slots }) => union(all, slots), EMPTY);
  const wakeAtMs = state.marks.reduce<number | undefined>(
    (first, { deadlineMs }) => (first === undefined || deadlineMs < first ? deadlineMs : first),
    undefined,
  );
  return { list, wakeAtMs };
}

function start(
  state: CompletenessState,
  { slots, completeness }: { readonly slots: RangeSet; readonly completeness: Completeness },
  { groupResource, nowMs }: CompletenessContext,
): CompletenessState {
  if (slots.length === 0) return state;
  switch (completeness.type) {
    case 'Continuous':
      return { ...state, continuous: union(state.continuous, slots) };
    case 'Awaited':
      return state;
    case 'FreshList':
      return { ...state, lists: [...state.lists, { slots, sinceMs: nowMs }] };
    case 'Marks': {
      const mark = completeness.written[groupResource];
      if (mark === undefined) return { ...state, lists: [...state.lists, { slots, sinceMs: nowMs }] };
      return {
        ...state,
        marks: [...state.marks, { slots, mark, sinceMs: nowMs, deadlineMs: nowMs + MARK_WAIT_MS }],
      };
    }
  }
}

function satisfy(
  state: CompletenessState,
  slots: RangeSet,
  isEnough: (waiting: Waiting) => boolean,
): CompletenessState {
  if (state.marks.length === 0 && state.continuous.length === 0) return state;
  let complete = union(state.complete, intersect(state.continuous, slots));
  const marks: Waiting[] = [];
  for (const waiting of state.marks) {
    const done = isEnough(waiting) ? intersect(waiting.slots, slots) : EMPTY;
    complete = union(complete, done);
    const left = subtract(waiting.slots, done);
    if (left.length > 0) marks.push({ ...waiting, slots: left });
  }
  return { ...state, complete, continuous: subtract(state.continuous, slots), marks };
}

function listed(state: CompletenessState, slots: RangeSet, begunMs: number): CompletenessState {
  let complete = state.complete;
  const lists: { slots: RangeSet; sinceMs: number }[] = [];
  for (const wish of state.lists) {
    const done = begunMs >= wish.sinceMs ? intersect(wish.slots, slots) : EMPTY;
    complete = union(complete, done);
    const left = subtract(wish.slots, done);
    if (left.length > 0) lists.push({ slots: left, sinceMs: wish.sinceMs });
  }
  return { ...state, complete, lists };
}

function without(state: CompletenessState, slots: RangeSet): CompletenessState {
  const cut = <T extends { readonly slots: RangeSet }>(wishes: readonly T[]): T[] =>
    wishes.map((wish) => ({ ...wish, slots: subtract(wish.slots, slots) })).filter((wish) => wish.slots.length > 0);
  return {
    complete: subtract(state.complete, slots),
    continuous: subtract(state.continuous, slots),
    marks: cut(state.marks),
    lists: cut(state.lists),
  };
}
