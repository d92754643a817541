/** One direction of a connection: what is under way in it, first in, first out. Pure. */

export interface DelayLine<T> {
  readonly items: readonly { readonly item: T; readonly dueMs: number }[];
}

export const EMPTY_LINE: DelayLine<never> = { items: [] };

export function push<T>(line: DelayLine<T>, item: T, dueMs: number): DelayLine<T> {
  return { items: [...line.items, { item, dueMs }] };
}

export interface Arrivals<T> {
  readonly line: DelayLine<T>;
  readonly arrived: readonly T[];
  /** When to ask again; undefined: not before something else happens. */
  readonly wakeAtMs: number | undefined;
}

/** What has come through by `nowMs`: nothing while it is held, and nothing that overtakes. */
export function arrivals<T>(line: DelayLine<T>, nowMs: number, held: boolean): Arrivals<T> {
  if (held) return { line, arrived: [], wakeAtMs: undefined };
  const firstLate = line.items.findIndex(({ dueMs }) => dueMs > nowMs);
  const count = firstLate < 0 ? line.items.length : firstLate;
  return {
    line: count === 0 ? line : { items: line.items.slice(count) },
    arrived: line.items.slice(0, count).map(({ item }) => item),
    wakeAtMs: line.items[count]?.dueMs,
  };
}
