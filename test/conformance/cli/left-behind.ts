/** What Metacontroller leaves in a cluster, by its conventions, and what Shardkeeper then adds to it. */
import {
  compositeFinalizer,
  CONTROLLER_UID_LABEL,
  ENGINE_FIELD_MANAGER,
  LAST_APPLIED_ANNOTATION,
  QUARANTINE_ANNOTATION,
  REPLICA_FIELD_MANAGER,
  SERVED_BY_ANNOTATION,
  SLOT_LABEL,
} from '../../../src/api/names.ts';
import { objectPath } from '../../../src/kube/paths.ts';
import { COMPOSITE_CONTROLLERS, CONFIG_MAPS } from '../../../src/kube/resources.ts';
import { keyOf, type KubeClient, type KubeObject, type Resource } from '../../../src/kube/types.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { labelPatch, metadataPatch } from '../../../src/replica/write/metadata-patch.ts';

export const WEBAPPS: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'webapps',
  kind: 'WebApp',
  namespaced: true,
  hasStatus: true,
};

export const REVISIONS: Resource = {
  group: 'metacontroller.k8s.io',
  version: 'v1alpha1',
  plural: 'controllerrevisions',
  kind: 'ControllerRevision',
  namespaced: true,
  hasStatus: true,
};

export const CONTROLLER = 'webapp';

export interface Family {
  readonly parent: KubeObject;
  readonly child: KubeObject;
}

/** A controller as its user wrote it. */
export function controllerSpec(hooks: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const webhook = { url: 'http://127.0.0.1:1/hook' };
  return {
    generateSelector: true,
    parentResource: { apiVersion: 'example.com/v1', resource: 'webapps' },
    childResources: [{ apiVersion: 'v1', resource: 'configmaps', updateStrategy: { method: 'InPlace' } }],
    hooks: { sync: { webhook }, finalize: { webhook }, ...hooks },
  };
}

export function createController(client: KubeClient, spec = controllerSpec()): Promise<KubeObject> {
  const { group, version, kind } = COMPOSITE_CONTROLLERS;
  const body = { apiVersion: `${group}/${version}`, kind, metadata: { name: CONTROLLER }, spec };
  return create(client, COMPOSITE_CONTROLLERS, body, 'kubectl-create');
}

/** A parent with finalizer and status, a child with owner reference and last-applied, and a revision. */
export async function createFamily(client: KubeClient, namespace: string, name: string): Promise<Family> {
  const created = await create(
    client,
    WEBAPPS,
    {
      apiVersion: 'example.com/v1',
      kind: 'WebApp',
      metadata: { namespace, name, finalizers: ['example.com/other'] },
      spec: { greeting: 'hello' },
    },
    'kubectl-create',
  );
  const ref = { namespace, name };
  const query = { fieldManager: ENGINE_FIELD_MANAGER };
  const finalizers = ['example.com/other', compositeFinalizer(CONTROLLER)];
  const change = { resource: WEBAPPS, ref, patchType: 'merge', query } as const;
  await client.send({ verb: 'patch', ...change, patch: { metadata: { finalizers } } });
  const status = { status: { observedGeneration: 1 } };
  const parent = await client.send({ verb: 'patch', ...change, subresource: 'status', patch: status });
  const uid = created.metadata.uid ?? '';
  const owner = { apiVersion: 'example.com/v1', kind: 'WebApp', name, uid };
  const ownerReferences = [{ ...owner, controller: true, blockOwnerDeletion: true }];
  const labels = { [CONTROLLER_UID_LABEL]: uid };
  const wanted = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { namespace, name, labels },
    data: { greeting: 'hello' },
  };
  const annotations = { [LAST_APPLIED_ANNOTATION]: JSON.stringify(wanted) };
  const body = { ...wanted, metadata: { ...wanted.metadata, annotations, ownerReferences } };
  const child = await create(client, CONFIG_MAPS, body, ENGINE_FIELD_MANAGER);
  const revision = {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'ControllerRevision',
    metadata: { namespace, name: `webapps.example.com-${name}`, labels, ownerReferences },
    parentPatch: { spec: { greeting: 'hello' } },
    children: [{ apiGroup: '', kind: 'ConfigMap', names: [name] }],
  };
  await create(client, REVISIONS, revision, ENGINE_FIELD_MANAGER);
  return { parent, child };
}

/** What a take-over writes, by the code that writes it. */
export async function takeOver(client: KubeClient, { parent, child }: Family): Promise<void> {
  const slot = slotOf(keyOf(parent.metadata));
  await client.send(labelPatch(CONFIG_MAPS, child, { slotLabel: SLOT_LABEL, slot }));
  const labelled = await client.send(labelPatch(WEBAPPS, parent, { slotLabel: SLOT_LABEL, slot }));
  const annotations = { [QUARANTINE_ANNOTATION]: '{"webapp":{"trials":1,"at":"2026-01-02T03:04:05Z"}}' };
  await client.send(metadataPatch(WEBAPPS, labelled, { annotations }));
}

export async function claim(client: KubeClient, text: string): Promise<void> {
  const patch = { metadata: { annotations: { [SERVED_BY_ANNOTATION]: text }, finalizers: ['shardkeeper.io/sweep'] } };
  await client.send({
    verb: 'patch',
    resource: COMPOSITE_CONTROLLERS,
    ref: { name: CONTROLLER },
    patchType: 'merge',
    patch,
    query: { fieldManager: REPLICA_FIELD_MANAGER },
  });
}

/** The bytes of an object, managedFields and their times included, but for what every write changes. */
export async function bytesOf(client: KubeClient, resource: Resource, { metadata }: KubeObject): Promise<string> {
  const { namespace, name } = metadata;
  const object = (await client.getPath(
    objectPath(resource, namespace === undefined ? { name } : { namespace, name }),
  )) as { metadata: Record<string, unknown> };
  delete object.metadata['resourceVersion'];
  delete object.metadata['generation'];
  return JSON.stringify(object, null, 1);
}

function create(
  client: KubeClient,
  resource: Resource,
  body: Readonly<Record<string, unknown>>,
  fieldManager: string,
): Promise<KubeObject> {
  return client.send({ verb: 'create', resource, body: body as KubeObject, query: { fieldManager } });
}
