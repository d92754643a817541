/** The JSON merge patch (RFC 7386) from one value to another. */
import { deepEqual } from '../../lib/deep-equal.ts';
import { isMap } from '../apply/json-values.ts';
import type { JsonMap } from '../apply/json-values.ts';

/**
 * The smallest merge patch that turns `from` into `to`, or undefined when they are equal. `to` must not hold nulls in maps: a
 * merge patch cannot write them.
 */
export function mergePatch(from: unknown, to: unknown): unknown {
  if (deepEqual(from, to)) return undefined;
  if (!isMap(from) || !isMap(to)) return to;
  return patchMaps(from, to);
}

function patchMaps(from: JsonMap, to: JsonMap): JsonMap {
  const patch: [string, unknown][] = [];
  for (const field of Object.keys(from)) if (!Object.hasOwn(to, field)) patch.push([field, null]);
  for (const [field, value] of Object.entries(to)) {
    const inner = Object.hasOwn(from, field) ? mergePatch(from[field], value) : value;
    if (inner !== undefined) patch.push([field, inner]);
  }
  return Object.fromEntries(patch);
}
