/** Equality of JSON data. */

/**
 * Whether two values are the same JSON: key order does not matter, a member that is undefined counts as absent, `1n`
 * equals `1`. Plain data only; cycles are not supported.
 */
export function deepEqual(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== 'object' || typeof b !== 'object' || a === null || b === null) return equalNumbers(a, b);
  if (Array.isArray(a)) return Array.isArray(b) && equalArrays(a, b);
  return !Array.isArray(b) && equalObjects(a as Members, b as Members);
}

type Members = Readonly<Record<string, unknown>>;

/** Different values that are still the same number. */
function equalNumbers(a: unknown, b: unknown): boolean {
  if (typeof a === 'bigint') return Number.isInteger(b) && BigInt(b as number) === a;
  return typeof b === 'bigint' && Number.isInteger(a) && BigInt(a as number) === b;
}

function equalArrays(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((item, i) => deepEqual(item, b[i]));
}

function equalObjects(a: Members, b: Members): boolean {
  let unmatched = 0;
  for (const key of Object.keys(b)) if (b[key] !== undefined) unmatched += 1;
  for (const key of Object.keys(a)) {
    const value = a[key];
    if (value === undefined) continue;
    if (!Object.hasOwn(b, key) || !deepEqual(value, b[key])) return false;
    unmatched -= 1;
  }
  return unmatched === 0;
}
