/** One ConfigMap for each WebApp, as its hook wants it, by forced server-side apply. */
import { ENGINE_FIELD_MANAGER } from '../../../src/api/names.ts';
import { COMPOSITE_CONTROLLERS, CONFIG_MAPS } from '../../../src/kube/resources.ts';
import { groupResourceOf, keyOf, type KubeClient, type KubeObject } from '../../../src/kube/types.ts';
import { sleep, type Clock } from '../../../src/lib/clock.ts';
import type { Controller, Outcome, ReconcileContext, RootRef } from '../../../src/replica/index.ts';
import { WEBAPPS } from '../../../src/testing/load/webapps.ts';

export interface ApplyControllerOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly userAgent: string;
  readonly signal: AbortSignal;
}

const LOOK_MS = 200;
const ROOTS = groupResourceOf(WEBAPPS);
const CHILDREN = groupResourceOf(CONFIG_MAPS);
const SETTLED: Outcome = { type: 'Settled' };

/** Resolves once the example's CompositeController tells where its hook is. */
export async function applyController(options: ApplyControllerOptions): Promise<Controller> {
  const hook = { url: await hookUrlOf(options), userAgent: options.userAgent };
  return {
    name: 'apply-webapp',
    resources: [
      { resource: WEBAPPS, role: 'root' },
      { resource: CONFIG_MAPS, role: 'child' },
    ],
    rootsOf: ({ resource, before, after }) => {
      const object = after ?? before;
      if (object === undefined) return [];
      if (groupResourceOf(resource) === ROOTS) return [{ groupResource: ROOTS, key: keyOf(object.metadata) }];
      const owner = object.metadata.ownerReferences?.find(
        ({ controller, kind }) => controller === true && kind === WEBAPPS.kind,
      );
      const { namespace } = object.metadata;
      if (owner === undefined || namespace === undefined) return [];
      return [{ groupResource: ROOTS, key: keyOf({ namespace, name: owner.name }) }];
    },
    reconcile: (root, context) => reconcile(root, context, hook),
  };
}

async function hookUrlOf({ client, clock, signal }: ApplyControllerOptions): Promise<string> {
  for (;;) {
    const { items } = await client.list(COMPOSITE_CONTROLLERS).catch(() => ({ items: [] }));
    const spec = items[0]?.['spec'] as {
      readonly hooks: { readonly sync: { readonly webhook: { readonly url: string } } };
    };
    if (items.length > 0) return spec.hooks.sync.webhook.url;
    await sleep(clock, LOOK_MS, signal);
    signal.throwIfAborted();
  }
}

interface HookAnswer {
  readonly status: Readonly<Record<string, unknown>>;
  readonly children: readonly {
    readonly metadata: { readonly name: string };
    readonly data: Readonly<Record<string, string>>;
  }[];
}

async function reconcile(
  root: RootRef,
  context: ReconcileContext,
  hook: { readonly url: string; readonly userAgent: string },
): Promise<Outcome> {
  const parent = context.stores.get(ROOTS, root.key);
  if (parent === undefined || parent.metadata.deletionTimestamp !== undefined) return SETTLED;
  const owned = context.stores.ownedBy(CHILDREN, parent.metadata.uid ?? '');
  context.assertOwned('hook');
  const response = await fetch(hook.url, {
    method: 'POST',
    signal: context.signal,
    headers: { 'content-type': 'application/json', 'user-agent': hook.userAgent },
    body: JSON.stringify({
      parent,
      children: { 'ConfigMap.v1': Object.fromEntries(owned.map((it) => [it.metadata.name, it])) },
    }),
  });
  if (!response.ok) throw new Error(`the hook answered ${response.status}`);
  const wanted = (await response.json()) as HookAnswer;
  for (const child of wanted.children) {
    const present = owned.find((it) => it.metadata.name === child.metadata.name);
    if (present === undefined || !shows(present, child.data)) await apply(context, { parent, child, present });
  }
  const status = { ...wanted.status, observedGeneration: parent.metadata.generation };
  if (!contains(parent['status'], status)) await writeStatus(context, parent, status);
  return SETTLED;
}

async function apply(
  { writer }: ReconcileContext,
  {
    parent,
    child,
    present,
  }: {
    readonly parent: KubeObject;
    readonly child: HookAnswer['children'][number];
    readonly present: KubeObject | undefined;
  },
): Promise<void> {
  const { namespace = '', name, uid = '' } = parent.metadata;
  const body: KubeObject = {
    apiVersion: 'v1',
    kind: CONFIG_MAPS.kind,
    metadata: {
      name: child.metadata.name,
      namespace,
      ownerReferences: [
        { apiVersion: parent.apiVersion, kind: parent.kind, name, uid, controller: true, blockOwnerDeletion: true },
      ],
    },
    data: child.data,
  };
  if (present === undefined) {
    await writer.send({ verb: 'create', resource: CONFIG_MAPS, body, query: { fieldManager: ENGINE_FIELD_MANAGER } });
    return;
  }
  const { uid: childUid = '', resourceVersion = '' } = present.metadata;
  await writer.send({
    verb: 'patch',
    resource: CONFIG_MAPS,
    ref: { namespace, name: child.metadata.name },
    patchType: 'apply',
    patch: { ...body, metadata: { ...body.metadata, uid: childUid, resourceVersion } },
    query: { fieldManager: ENGINE_FIELD_MANAGER, force: 'true' },
  });
}

async function writeStatus(
  { writer }: ReconcileContext,
  { metadata }: KubeObject,
  status: Readonly<Record<string, unknown>>,
): Promise<void> {
  const { namespace = '', name, resourceVersion } = metadata;
  await writer.send({
    verb: 'patch',
    resource: WEBAPPS,
    ref: { namespace, name },
    patchType: 'merge',
    patch: { metadata: { resourceVersion }, status },
    subresource: 'status',
    query: { fieldManager: ENGINE_FIELD_MANAGER },
  });
}

function shows(object: KubeObject, data: Readonly<Record<string, string>>): boolean {
  return contains(object['data'], data);
}

/** Every wanted value is there. */
function contains(present: unknown, wanted: Readonly<Record<string, unknown>>): boolean {
  const record = (present ?? {}) as Readonly<Record<string, unknown>>;
  return Object.entries(wanted).every(([key, value]) => record[key] === value);
}
