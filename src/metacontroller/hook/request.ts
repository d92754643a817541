/** The body of a sync or finalize request. */
import type { KubeObject, Resource } from '../../kube/types.ts';
import { stringifyJson } from '../../lib/json.ts';
import { kindKey, objectKey } from './keys.ts';
import type { HookVersion } from './keys.ts';

export interface HookRequest {
  readonly version: HookVersion;
  /** Names of the two fields: `parent`/`children` or `object`/`attachments`. */
  readonly fields: { readonly parent: string; readonly children: string };
  /** JSON text of the controller object: the same for all calls of a run. */
  readonly controllerJson: string;
  readonly parent: KubeObject;
  /** One entry per declared kind, even if it has no objects. */
  readonly children: readonly { readonly resource: Resource; readonly objects: readonly KubeObject[] }[];
  readonly finalizing: boolean;
  readonly slotLabel: string;
}

/** Guarantees: the slot label is on no object; keys are sorted, so that equal requests are equal texts. */
export function encodeRequest(request: HookRequest): string {
  const { fields, parent, slotLabel } = request;
  const kinds = request.children
    .map(({ resource, objects }) => ({ kind: kindKey(resource), objects: byKey(request, objects) }))
    .sort((a, b) => (a.kind < b.kind ? -1 : 1));
  const children = kinds.map(({ kind, objects }) => `${JSON.stringify(kind)}:{${objects.join(',')}}`);
  return [
    `{"controller":${request.controllerJson}`,
    `${JSON.stringify(fields.parent)}:${stringifyJson(withoutLabel(parent, slotLabel))}`,
    `${JSON.stringify(fields.children)}:{${children.join(',')}}`,
    '"related":{}',
    `"finalizing":${String(request.finalizing)}}`,
  ].join(',');
}

function byKey(request: HookRequest, objects: readonly KubeObject[]): readonly string[] {
  const entries: (readonly [string, KubeObject])[] = [];
  for (const object of objects) {
    const key = objectKey(request.version, request.parent.metadata, object.metadata);
    if (key !== undefined) entries.push([key, object]);
  }
  entries.sort(([a], [b]) => (a < b ? -1 : 1));
  return entries.map(
    ([key, object]) => `${JSON.stringify(key)}:${stringifyJson(withoutLabel(object, request.slotLabel))}`,
  );
}

/** `object` without one label; without `labels` if it was the only one. */
export function withoutLabel(object: KubeObject, label: string): KubeObject {
  const labels = object.metadata.labels;
  if (labels === undefined || !Object.hasOwn(labels, label)) return object;
  const others = Object.entries(labels).filter(([name]) => name !== label);
  const { labels: _, ...metadata } = object.metadata;
  return {
    ...object,
    metadata: others.length === 0 ? metadata : { ...metadata, labels: Object.fromEntries(others) },
  };
}
