/** What a hook returned, less what is not a hook's to say. */
import { LAST_APPLIED_ANNOTATION } from '../../api/names.ts';
import { dropNulls, isMap, mapAt, without, withMap } from './json-values.ts';
import type { JsonMap } from './json-values.ts';

/** Metadata that only the API server writes. */
const SYSTEM_METADATA: readonly string[] = [
  'selfLink',
  'uid',
  'resourceVersion',
  'generation',
  'creationTimestamp',
  'deletionTimestamp',
  'deletionGracePeriodSeconds',
  'managedFields',
];

/**
 * `object` without nulls, status, system metadata, a copy of the last-applied annotation and the slot label. Both what hooks
 * return and what an annotation remembers pass through here, so that none of these can ever make a difference.
 */
export function cleanDesired(object: JsonMap, slotLabel: string): JsonMap {
  const clean = without(dropNulls(object) as JsonMap, ['status']);
  if (!isMap(clean['metadata'])) return clean;
  let metadata = without(clean['metadata'], SYSTEM_METADATA);
  metadata = withoutKey(metadata, 'labels', slotLabel);
  metadata = withoutKey(metadata, 'annotations', LAST_APPLIED_ANNOTATION);
  return { ...clean, metadata };
}

/** `object` with more labels; its own win. */
export function withDefaultLabels(object: JsonMap, labels: JsonMap): JsonMap {
  if (Object.keys(labels).length === 0) return object;
  const metadata = mapAt(object, 'metadata');
  return { ...object, metadata: { ...metadata, labels: { ...labels, ...mapAt(metadata, 'labels') } } };
}

function withoutKey(metadata: JsonMap, field: string, key: string): JsonMap {
  const map = mapAt(metadata, field);
  return Object.hasOwn(map, key) ? withMap(metadata, field, without(map, [key])) : metadata;
}
