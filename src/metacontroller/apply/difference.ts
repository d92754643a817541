/** Whether a child must change, and how it would look then. */
import { deepEqual } from '../../lib/deep-equal.ts';
import { isList, isMap } from './json-values.ts';
import type { JsonMap } from './json-values.ts';
import { annotationOf, lastAppliedOf, lastAppliedText, withLastApplied } from './last-applied.ts';
import { threeWayMerge } from './merge.ts';
import type { MergeOptions } from './merge.ts';

export type Difference =
  | { readonly type: 'None' }
  /** The object is as it should be; only the memory of what was asked for is missing or old. `body` renews it. */
  | { readonly type: 'MemoryOnly'; readonly body: JsonMap }
  | { readonly type: 'Content'; readonly body: JsonMap };

export interface DifferenceOptions extends MergeOptions {
  readonly slotLabel: string;
}

/**
 * Compares a child with what the hook wants now (`desired` from `cleanDesired`). Bodies keep the observed
 * resourceVersion, system metadata and status: ready for an update.
 *
 * Empty maps and lists count as absent: the API server drops many of them. They are written when something else is.
 *
 * Errors: `MergeConflict`.
 */
export function difference(observed: JsonMap, desired: JsonMap, options: DifferenceOptions): Difference {
  const text = lastAppliedText(desired);
  const remembered = annotationOf(observed) === text ? desired : lastAppliedOf(observed, options.slotLabel);
  const merged = threeWayMerge({ observed, lastApplied: remembered ?? {}, desired }, options);
  if (!sameContent(merged, observed)) return { type: 'Content', body: withLastApplied(merged, text) };
  if (remembered !== undefined && (remembered === desired || deepEqual(remembered, desired))) return { type: 'None' };
  return { type: 'MemoryOnly', body: withLastApplied(observed, text) };
}

/** Deep equality in which an empty map or list equals an absent field. */
function sameContent(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (isMap(a) && isMap(b)) {
    for (const field of Object.keys(a)) {
      if (Object.hasOwn(b, field) ? !sameContent(a[field], b[field]) : !isEmpty(a[field])) return false;
    }
    return Object.keys(b).every((field) => Object.hasOwn(a, field) || isEmpty(b[field]));
  }
  if (isList(a) && isList(b)) {
    return a.length === b.length && a.every((item, index) => sameContent(item, b[index]));
  }
  return deepEqual(a, b);
}

function isEmpty(value: unknown): boolean {
  if (value === undefined || value === null) return true;
  if (isList(value)) return value.length === 0;
  return isMap(value) && Object.keys(value).length === 0;
}
