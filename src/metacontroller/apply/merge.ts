/** The three-way merge of what is there, what was asked for last time and what is asked for now. */
import { deepEqual } from '../../lib/deep-equal.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { isList, isMap } from './json-values.ts';
import type { JsonMap } from './json-values.ts';
import { keyOfLists, mergeByKey } from './list-merge.ts';

export interface MergeOptions {
  /**
   * What counts as "still as asked for" in a list without a key whose desired value did not change: `SameItems` = item by
   * item with more fields (defaults); `MoreItems` = further items among them too (what admission adds).
   */
  readonly tolerate: 'SameItems' | 'MoreItems';
}

export interface Versions<T = unknown> {
  readonly observed: T;
  readonly lastApplied: T;
  readonly desired: T;
}

/**
 * How the object should look.
 *
 * Guarantees: fields of `observed` that neither `lastApplied` nor `desired` name stay; fields that only `lastApplied` names
 * go; `desired` wins everywhere else. Merging the result again changes nothing. No input is changed.
 *
 * Errors: `MergeConflict` when one side has a map or a list where the other has something else; it names the field.
 */
export function threeWayMerge(versions: Versions<JsonMap>, options: MergeOptions): JsonMap {
  return mergeMaps('', versions, options);
}

function mergeMaps(path: string, versions: Versions<JsonMap>, options: MergeOptions): JsonMap {
  const { observed, lastApplied, desired } = versions;
  const merged = new Map<string, unknown>();
  for (const [field, value] of Object.entries(observed)) {
    if (Object.hasOwn(desired, field) || !Object.hasOwn(lastApplied, field)) merged.set(field, value);
  }
  for (const [field, value] of Object.entries(desired)) {
    const inner = { observed: own(observed, field), lastApplied: own(lastApplied, field), desired: value };
    merged.set(field, mergeValues(path === '' ? field : `${path}.${field}`, inner, options));
  }
  return Object.fromEntries(merged);
}

function mergeValues(path: string, { observed, lastApplied, desired }: Versions, options: MergeOptions): unknown {
  if (isMap(observed) || (isMap(desired) && isAbsent(observed))) {
    if (!isMap(desired)) throw conflict(path, 'a map', desired);
    return mergeMaps(
      path,
      { observed: isMap(observed) ? observed : {}, lastApplied: isMap(lastApplied) ? lastApplied : {}, desired },
      options,
    );
  }
  if (isList(observed) || (isList(desired) && isAbsent(observed))) {
    if (!isList(desired)) throw conflict(path, 'a list', desired);
    return mergeLists(path, { observed: isList(observed) ? observed : undefined, lastApplied, desired }, options);
  }
  return desired;
}

function mergeLists(
  path: string,
  versions: {
    readonly observed: readonly unknown[] | undefined;
    readonly lastApplied: unknown;
    readonly desired: readonly unknown[];
  },
  options: MergeOptions,
): readonly unknown[] {
  const { observed = [], desired } = versions;
  const lastApplied = isList(versions.lastApplied) ? versions.lastApplied : [];
  const lists = { observed, lastApplied, desired };
  const keyOf = keyOfLists(lists);
  if (keyOf !== undefined) {
    return mergeByKey(lists, keyOf, (before, last, wanted) =>
      mergeValues(`${path}[]`, { observed: before, lastApplied: last, desired: wanted }, options),
    );
  }
  const unchanged = !isList(versions.lastApplied) || deepEqual(lastApplied, desired);
  return unchanged && versions.observed !== undefined && stillHolds(observed, desired, options) ? observed : desired;
}

/** Whether `observed` is `desired` plus what others added. */
function stillHolds(observed: readonly unknown[], desired: readonly unknown[], options: MergeOptions): boolean {
  if (options.tolerate === 'SameItems') {
    return observed.length === desired.length && desired.every((item, index) => covers(observed[index], item));
  }
  if (desired.length === 0) return observed.length === 0;
  let next = 0;
  for (const item of observed) if (next < desired.length && covers(item, desired[next])) next += 1;
  return next === desired.length;
}

function covers(observed: unknown, desired: unknown): boolean {
  if (isMap(desired)) {
    return isMap(observed) && Object.entries(desired).every(([field, value]) => covers(own(observed, field), value));
  }
  if (isList(desired)) {
    return (
      isList(observed) &&
      observed.length === desired.length &&
      desired.every((item, index) => covers(observed[index], item))
    );
  }
  return deepEqual(observed, desired);
}

function own(map: JsonMap, field: string): unknown {
  return Object.hasOwn(map, field) ? map[field] : undefined;
}

function isAbsent(value: unknown): boolean {
  return value === undefined || value === null;
}

function conflict(path: string, found: string, desired: unknown): ShardkeeperError {
  const wanted = isList(desired) ? 'a list' : isMap(desired) ? 'a map' : 'a single value';
  return new ShardkeeperError(
    `field ${path} is ${found} in the cluster, but the hook returned ${wanted}: return the same type, or delete the object`,
    { code: 'MergeConflict' },
  );
}
