/** What Shardkeeper puts on objects of others, and the patch that takes exactly that away again. Pure. */
import {
  GROUP,
  MANAGER_FIELD_MANAGER,
  QUARANTINE_ANNOTATION,
  REPLICA_FIELD_MANAGER,
  SERVED_BY_ANNOTATION,
} from '../../api/names.ts';
import { isRecord } from '../../kube/record.ts';
import type { KubeObject } from '../../kube/types.ts';

/** `shardkeeper`: what the API server makes of the User-Agent where a write names no field manager. */
const OUR_FIELD_MANAGERS: ReadonlySet<unknown> = new Set([MANAGER_FIELD_MANAGER, REPLICA_FIELD_MANAGER, 'shardkeeper']);
const OUR_ANNOTATIONS: readonly string[] = [SERVED_BY_ANNOTATION, QUARANTINE_ANNOTATION];
/** Finalizers of controllers on their parents have Metacontroller's own names and stay. */
const OUR_FINALIZERS = `${GROUP}/`;

export type Operation =
  | { readonly op: 'replace'; readonly path: string; readonly value: unknown }
  | { readonly op: 'remove'; readonly path: string };

/** Each is a list of keys or names; all empty = nothing here is ours. */
export interface Ours {
  readonly labels: readonly string[];
  readonly annotations: readonly string[];
  readonly finalizers: readonly string[];
  readonly fieldManagers: readonly string[];
}

/** `object` has its managedFields; `slotLabels` are the keys that carry slots in this cluster. */
export function oursOn({ metadata }: KubeObject, slotLabels: readonly string[]): Ours {
  const { labels = {}, annotations = {}, finalizers = [] } = metadata;
  const managers = managedFieldsOf(metadata)
    .map(({ manager }) => manager)
    .filter((manager) => OUR_FIELD_MANAGERS.has(manager));
  return {
    labels: slotLabels.filter((key) => Object.hasOwn(labels, key)),
    annotations: OUR_ANNOTATIONS.filter((key) => Object.hasOwn(annotations, key)),
    finalizers: finalizers.filter((name) => name.startsWith(OUR_FINALIZERS)),
    fieldManagers: [...new Set(managers)] as readonly string[],
  };
}

/**
 * A JSON patch that takes all of it away, held to the version that was read (a later one is answered with 409);
 * undefined when nothing here is ours. What others own, and who owns it, is not touched.
 */
export function takeBack(object: KubeObject, slotLabels: readonly string[]): readonly Operation[] | undefined {
  const ours = oursOn(object, slotLabels);
  const { metadata } = object;
  const operations = [
    ...withoutKeys('labels', metadata.labels, ours.labels),
    ...withoutKeys('annotations', metadata.annotations, ours.annotations),
    ...withoutItems('finalizers', metadata.finalizers ?? [], (name) => ours.finalizers.includes(name)),
    ...withoutManagers(managedFieldsOf(metadata), ours.fieldManagers),
  ];
  if (operations.length === 0) return undefined;
  return [{ op: 'replace', path: '/metadata/resourceVersion', value: metadata.resourceVersion ?? '' }, ...operations];
}

export function managedFieldsOf(metadata: KubeObject['metadata']): readonly Readonly<Record<string, unknown>>[] {
  const entries = metadata['managedFields'];
  return Array.isArray(entries) ? entries.filter(isRecord) : [];
}

function withoutKeys(
  part: 'labels' | 'annotations',
  present: Readonly<Record<string, string>> | undefined,
  keys: readonly string[],
): readonly Operation[] {
  if (keys.length === 0) return [];
  // An empty map is not what was there before us.
  if (Object.keys(present ?? {}).length === keys.length) return [{ op: 'remove', path: `/metadata/${part}` }];
  return keys.map((key) => ({ op: 'remove', path: `/metadata/${part}/${escaped(key)}` }));
}

function withoutItems(
  part: 'finalizers',
  present: readonly string[],
  isOurs: (item: string) => boolean,
): readonly Operation[] {
  const rest = present.filter((item) => !isOurs(item));
  const path = `/metadata/${part}`;
  if (rest.length === present.length) return [];
  return [rest.length === 0 ? { op: 'remove', path } : { op: 'replace', path, value: rest }];
}

function withoutManagers(
  entries: readonly Readonly<Record<string, unknown>>[],
  managers: readonly string[],
): readonly Operation[] {
  if (managers.length === 0) return [];
  const rest = entries.filter(({ manager }) => !managers.includes(String(manager)));
  // The API server takes an empty list for a client that knows no managedFields; one empty entry is its word for none.
  return [{ op: 'replace', path: '/metadata/managedFields', value: rest.length === 0 ? [{}] : rest }];
}

function escaped(key: string): string {
  return key.replaceAll('~', '~0').replaceAll('/', '~1');
}
