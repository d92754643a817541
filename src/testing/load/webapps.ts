/** WebApps (examples/webapp) in any number, and what the engine makes of them, as text for the raw client. */
import { CONTROLLER_UID_LABEL, ENGINE_FIELD_MANAGER, LAST_APPLIED_ANNOTATION, SLOT_LABEL } from '../../api/names.ts';
import { canonicalJson } from '../../lib/json.ts';
import { NAMESPACES } from '../../kube/resources.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import { slotOf } from '../../protocol/slots.ts';
import type { SlotOf } from '../audit/index.ts';
import type { RawJob } from './raw-client.ts';

export const WEBAPPS: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'webapps',
  kind: 'WebApp',
  namespaced: true,
  hasStatus: true,
};

/** The same kind under a name that no controller watches: parents for the raw client. */
export const RAW_APPS: Resource = { ...WEBAPPS, plural: 'rawapps', kind: 'RawApp' };

/** As long as the slot label; the slot label itself would bring the raw client's children into the engine's watches. */
const RAW_SLOT_LABEL = 'shardkeeper.io/none';

/** What the example's hook appends to a parent's name to name its ConfigMap. */
const CHILD_SUFFIX = '-config';

/** Creates under way at once while parents are made. */
const CREATORS = 32;

export interface WebAppsOptions {
  readonly namespace: string;
  readonly count: number;
  /** First number; names are `app-<number>`. Default 0. */
  readonly from?: number;
  /** Put the slot label on them, as a former wave would have. */
  readonly labelled: boolean;
  /** Default: WebApps. */
  readonly resource?: Resource;
  readonly onProgress?: (created: number) => void;
}

/** The name of the n-th parent. */
export function webAppName(number: number): string {
  return `app-${String(number).padStart(5, '0')}`;
}

/** The name of the ConfigMap that the example's hook wants for a parent. */
export function childNameOf(parent: string): string {
  return `${parent}${CHILD_SUFFIX}`;
}

/** The name of the parent that an object belongs to: its own, or that of the child's owner. */
export function parentNameOf(name: string): string {
  return name.endsWith(CHILD_SUFFIX) ? name.slice(0, -CHILD_SUFFIX.length) : name;
}

/** For the judge: WebApps of the namespace hash their own name, their ConfigMaps have their parent's slot; no others. */
export function webAppSlots(namespace: string): SlotOf {
  return (object) => {
    if (object.namespace !== namespace) return undefined;
    const isParent = object.group === WEBAPPS.group && object.resource === WEBAPPS.plural;
    const isChild = object.group === '' && object.resource === 'configmaps' && object.name.endsWith(CHILD_SUFFIX);
    return isParent || isChild ? slotOf(`${namespace}/${parentNameOf(object.name)}`) : undefined;
  };
}

export async function createNamespace(client: KubeClient, name: string): Promise<void> {
  const body: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name } };
  try {
    await client.send({ verb: 'create', resource: NAMESPACES, body });
  } catch (error) {
    if (!isApiError(error, 'AlreadyExists')) throw error;
  }
}

/** Creates them as fast as the API server takes them; resolves to the created objects, in the order of their numbers. */
export async function createWebApps(client: KubeClient, options: WebAppsOptions): Promise<readonly KubeObject[]> {
  const { namespace, count, labelled, resource = WEBAPPS } = options;
  const from = options.from ?? 0;
  const created: KubeObject[] = [];
  let next = 0;
  let done = 0;
  const creator = async (): Promise<void> => {
    for (let index = next++; index < count; index = next++) {
      const name = webAppName(from + index);
      const labels = labelled ? { labels: { [SLOT_LABEL]: String(slotOf(`${namespace}/${name}`)) } } : {};
      const body: KubeObject = {
        apiVersion: 'example.com/v1',
        kind: resource.kind,
        metadata: { name, namespace, ...labels },
        spec: { greeting: 'hello' },
      };
      created[index] = await client.send({ verb: 'create', resource, body });
      options.onProgress?.(++done);
    }
  };
  await Promise.all(Array.from({ length: Math.min(CREATORS, count) }, creator));
  return created;
}

/**
 * The two writes that a wave needs for each of these parents, as the engine sends them, save its precondition on the status
 * (the same parents serve for many rounds); `round` makes them new ones.
 */
export function rawJobsFor(parents: readonly KubeObject[], round: string): readonly RawJob[] {
  return parents.map(({ kind, metadata }) => {
    const { namespace = '', name, uid = '', generation = 1 } = metadata;
    const child = childOf({ kind, namespace, name, uid, round });
    const status = { status: { configMap: child.metadata.name, greeting: round, observedGeneration: generation } };
    return {
      create: { path: `/api/v1/namespaces/${namespace}/configmaps`, body: JSON.stringify(child) },
      status: {
        path: `/apis/example.com/v1/namespaces/${namespace}/${kind.toLowerCase()}s/${name}/status?fieldManager=${ENGINE_FIELD_MANAGER}`,
        body: JSON.stringify(status),
      },
    };
  });
}

function childOf(parent: {
  readonly kind: string;
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly round: string;
}): KubeObject {
  const { kind, namespace, name, uid, round } = parent;
  const desired = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${name}-${round}`, namespace, labels: { [CONTROLLER_UID_LABEL]: uid } },
    data: { greeting: round, port: '8080' },
  };
  return {
    ...desired,
    metadata: {
      ...desired.metadata,
      labels: { ...desired.metadata.labels, [RAW_SLOT_LABEL]: String(slotOf(`${namespace}/${name}`)) },
      annotations: { [LAST_APPLIED_ANNOTATION]: canonicalJson(desired) },
      ownerReferences: [{ apiVersion: 'example.com/v1', kind, name, uid, controller: true, blockOwnerDeletion: true }],
    },
  };
}

/** The example's CRD (as read from its file) under other names. */
export function webAppKindAs(crd: KubeObject, resource: Resource): KubeObject {
  const spec = crd['spec'] as Readonly<Record<string, unknown>>;
  const { kind, plural } = resource;
  const names = { kind, listKind: `${kind}List`, plural, singular: kind.toLowerCase() };
  return { ...crd, metadata: { name: `${plural}.${resource.group}` }, spec: { ...spec, names } };
}
