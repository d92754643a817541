/** The memory of what was asked for last time: an annotation on the child. */
import { LAST_APPLIED_ANNOTATION } from '../../api/names.ts';
import { canonicalJson, parseJson } from '../../lib/json.ts';
import { cleanDesired } from './desired.ts';
import { isMap, mapAt } from './json-values.ts';
import type { JsonMap } from './json-values.ts';

/** The annotation's text for `desired`: JSON with sorted keys and Go's escapes, so that Metacontroller reads it as its own. */
export function lastAppliedText(desired: JsonMap): string {
  return canonicalJson(desired);
}

/**
 * What was asked for last time, cleaned; undefined when the annotation is missing or not a JSON object (then nothing is known
 * to have been asked for, and nothing is taken away).
 */
export function lastAppliedOf(observed: JsonMap, slotLabel: string): JsonMap | undefined {
  const text = annotationOf(observed);
  if (text === undefined) return undefined;
  try {
    const value = parseJson(text);
    return isMap(value) ? cleanDesired(value, slotLabel) : undefined;
  } catch {
    return undefined;
  }
}

export function annotationOf(observed: JsonMap): string | undefined {
  const text = mapAt(mapAt(observed, 'metadata'), 'annotations')[LAST_APPLIED_ANNOTATION];
  return typeof text === 'string' ? text : undefined;
}

export function withLastApplied(object: JsonMap, text: string): JsonMap {
  const metadata = mapAt(object, 'metadata');
  const annotations = { ...mapAt(metadata, 'annotations'), [LAST_APPLIED_ANNOTATION]: text };
  return { ...object, metadata: { ...metadata, annotations } };
}
