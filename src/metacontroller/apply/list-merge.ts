/**
 * Lists as maps: when the items of all three versions of a list are objects that share a known key, items are matched by that
 * key instead of by position.
 */
import { isMap } from './json-values.ts';
import type { JsonMap } from './json-values.ts';

export interface ThreeLists {
  readonly observed: readonly unknown[];
  readonly lastApplied: readonly unknown[];
  readonly desired: readonly unknown[];
}

/** The identity of an item, or undefined when it has none under this key. */
export type KeyOf = (item: JsonMap) => string | undefined;

/** In order of precedence. Ports may repeat with another protocol: then both together are the key. */
const KNOWN_KEYS: readonly KeyOf[] = [
  field('containerPort'),
  withProtocol('containerPort'),
  field('port'),
  withProtocol('port'),
  field('mountPath'),
  field('name'),
  field('uid'),
  field('ip'),
  field('path'),
];

/**
 * The first known key that every item of the three lists has and that no two items of one list share; undefined when there is
 * none, or no item at all: then the list is one value.
 */
export function keyOfLists(lists: ThreeLists): KeyOf | undefined {
  const all = [lists.observed, lists.lastApplied, lists.desired];
  if (all.every((list) => list.length === 0)) return undefined;
  if (!all.every((list) => list.every(isMap))) return undefined;
  return KNOWN_KEYS.find((keyOf) => all.every((list) => isUnique(list as readonly JsonMap[], keyOf)));
}

/**
 * Observed items in their order, less those that were wanted before and are not any more; then new ones in desired order.
 * `mergeItem` merges one item with its counterparts.
 */
export function mergeByKey(
  lists: ThreeLists,
  keyOf: KeyOf,
  mergeItem: (observed: unknown, lastApplied: unknown, desired: unknown) => unknown,
): readonly unknown[] {
  const observed = indexBy(lists.observed, keyOf);
  const lastApplied = indexBy(lists.lastApplied, keyOf);
  const desired = indexBy(lists.desired, keyOf);
  const merged: unknown[] = [];
  for (const [key, item] of observed) {
    const wanted = desired.get(key);
    if (wanted !== undefined) merged.push(mergeItem(item, lastApplied.get(key), wanted));
    else if (!lastApplied.has(key)) merged.push(item);
  }
  for (const [key, item] of desired) {
    if (!observed.has(key)) merged.push(mergeItem(undefined, lastApplied.get(key), item));
  }
  return merged;
}

function indexBy(list: readonly unknown[], keyOf: KeyOf): ReadonlyMap<string, unknown> {
  return new Map(list.filter(isMap).map((item) => [keyOf(item) ?? '', item]));
}

function isUnique(list: readonly JsonMap[], keyOf: KeyOf): boolean {
  const seen = new Set<string>();
  for (const item of list) {
    const key = keyOf(item);
    if (key === undefined || seen.has(key)) return false;
    seen.add(key);
  }
  return true;
}

function field(name: string): KeyOf {
  return (item) => scalarText(item[name]);
}

function withProtocol(name: string): KeyOf {
  return (item) => {
    const port = scalarText(item[name]);
    const protocol = item['protocol'] ?? 'TCP';
    return port === undefined || typeof protocol !== 'string' ? undefined : `${port}/${protocol}`;
  };
}

function scalarText(value: unknown): string | undefined {
  return typeof value === 'string' || typeof value === 'number' || typeof value === 'bigint'
    ? String(value)
    : undefined;
}
