/** What JSON values are made of, and how the rest of the room looks at them. */

export type JsonMap = { readonly [field: string]: unknown };

export function isMap(value: unknown): value is JsonMap {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

export function isList(value: unknown): value is readonly unknown[] {
  return Array.isArray(value);
}

/** The field when it is a map, else an empty one. */
export function mapAt(value: unknown, field: string): JsonMap {
  const found = isMap(value) && Object.hasOwn(value, field) ? value[field] : undefined;
  return isMap(found) ? found : {};
}

/** A copy without `fields`. */
export function without(map: JsonMap, fields: Iterable<string>): JsonMap {
  const gone = new Set(fields);
  return Object.fromEntries(Object.entries(map).filter(([field]) => !gone.has(field)));
}

/** A copy in which `field` is `value`, or absent when `value` is an empty map. */
export function withMap(map: JsonMap, field: string, value: JsonMap): JsonMap {
  return Object.keys(value).length === 0 ? without(map, [field]) : { ...map, [field]: value };
}

/**
 * A copy in which no map has a field that is null. The API server drops such fields, so that they could never be found
 * again. Items of lists stay what they are.
 */
export function dropNulls(value: unknown): unknown {
  if (isList(value)) return value.map(dropNulls);
  if (!isMap(value)) return value;
  return Object.fromEntries(
    Object.entries(value)
      .filter(([, field]) => field !== null && field !== undefined)
      .map(([name, field]) => [name, dropNulls(field)]),
  );
}
