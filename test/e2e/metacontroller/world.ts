/** A real API server, one replica's machinery that holds all slots, the engine on it, and a webhook. */
import { eventually } from '../../eventually.ts';
import { readFileSync } from 'node:fs';
import { parse } from 'yaml';
import type { ClusterAccess } from '../../../src/kube/access.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { createDiscovery } from '../../../src/kube/discovery.ts';
import { createEventRecorder } from '../../../src/kube/events.ts';
import {
  COMPOSITE_CONTROLLERS,
  CONFIG_MAPS,
  CORE_EVENTS,
  CUSTOM_RESOURCE_DEFINITIONS,
  NAMESPACES,
} from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject, Resource } from '../../../src/kube/types.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { compositePolicy, createEngine } from '../../../src/metacontroller/index.ts';
import type { Engine, EngineOptions } from '../../../src/metacontroller/index.ts';
import { ALL } from '../../../src/protocol/ranges.ts';
import type { RangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { WorkHost } from '../../../src/replica/work/host.ts';
import { startControlPlane } from '../../../src/testing/cluster/index.ts';
import type { ControlPlane } from '../../../src/testing/cluster/index.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { DrivenOwnership } from '../runtime/driven-ownership.ts';

import { startHookServer } from './hook-server.ts';
import type { HookServer } from './hook-server.ts';

export { CONFIG_MAPS as CONFIGMAPS };

export const SLOT_LABEL = 'shardkeeper.io/slot';
export const US = { namespace: 'metacontroller', set: 'metacontroller', setUid: 'our-uid' } as const;

export interface World {
  readonly controlPlane: ControlPlane;
  readonly user: KubeClient;
  readonly hook: HookServer;
}

export async function startWorld(): Promise<World> {
  const controlPlane = await startControlPlane({ audit: 'off', controllerManager: false });
  const user = clientFor(controlPlane.adminAccess, 'user');
  for (const file of ['metacontroller/compositecontrollers', 'shardkeeper/controllershardsets']) {
    await createCrd(user, parse(readFileSync(`crds/${file}.yaml`, 'utf8')) as KubeObject);
  }
  return { controlPlane, user, hook: await startHookServer() };
}

export async function stopWorld({ controlPlane, user, hook }: World): Promise<void> {
  await hook.stop();
  await user.close();
  await controlPlane.stop();
}

function clientFor(access: ClusterAccess, userAgent: string): KubeClient {
  return createKubeClient({ access, clock: systemClock, metrics: silentMetrics, userAgent, requestTimeoutMs: 5000 });
}

async function createCrd(user: KubeClient, body: KubeObject): Promise<void> {
  await user.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body });
  const { group, names, versions } = body['spec'] as {
    readonly group: string;
    readonly names: { readonly plural: string };
    readonly versions: readonly { readonly name: string }[];
  };
  const path = `/apis/${group}/${versions[0]?.name ?? ''}/${names.plural}`;
  await eventually(`${path} is served`, async () => {
    try {
      await user.getPath(path);
      return true;
    } catch (error) {
      // 429: storage is (re)initializing.
      if (isApiError(error, 'NotFound', 'TooManyRequests')) return false;
      throw error;
    }
  });
}

/** A resource of parents; created on the server by `createParentCrd`. */
export function parentResource(plural: string, options: { readonly hasStatus?: boolean } = {}): Resource {
  const kind = `${plural.slice(0, 1).toUpperCase()}${plural.slice(1, -1)}`;
  return { group: 'example.com', version: 'v1', plural, kind, namespaced: true, hasStatus: options.hasStatus ?? true };
}

export function createParentCrd(
  user: KubeClient,
  { group, version, plural, kind, hasStatus }: Resource,
): Promise<void> {
  const schema = {
    type: 'object',
    properties: {
      spec: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
      status: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true },
    },
  };
  return createCrd(user, {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: {
      group,
      scope: 'Namespaced',
      names: { plural, singular: plural.slice(0, -1), kind, listKind: `${kind}List` },
      versions: [
        {
          name: version,
          served: true,
          storage: true,
          schema: { openAPIV3Schema: schema },
          ...(hasStatus ? { subresources: { status: {} } } : {}),
        },
      ],
    },
  });
}

/** Requests of the replica to the API server, watches aside. */
export interface Traffic {
  writes: number;
  reads: number;
}

export interface EngineRun {
  readonly engine: Engine;
  readonly host: WorkHost;
  readonly ownership: DrivenOwnership;
  readonly traffic: Traffic;
  readonly stop: () => Promise<void>;
}

export interface StartEngineOptions extends Partial<EngineOptions> {
  /** Default: all. */
  readonly slots?: RangeSet;
  /** Default: the administrator's. */
  readonly access?: ClusterAccess;
}

export function startEngine(
  { controlPlane }: World,
  { slots = ALL, access = controlPlane.adminAccess, ...options }: StartEngineOptions = {},
): EngineRun {
  const ownership = new DrivenOwnership();
  const raw = clientFor(access, 'replica');
  const traffic: Traffic = { writes: 0, reads: 0 };
  const client = counted(raw, traffic);
  const base = { clock: systemClock, random: systemRandom, log: silentLogger };
  const host = new WorkHost({
    ...base,
    client,
    metrics: silentMetrics,
    ownership,
    events: ownership.events,
    workers: 16,
    requestTimeoutMs: 5000,
    slotLabel: SLOT_LABEL,
    set: 'test/set',
  });
  ownership.runtime = host;
  const events = createEventRecorder({ client: raw, controller: 'metacontroller', instance: 'test' }, base);
  const discovery = createDiscovery({ client, clock: systemClock, intervalMinMs: 50 });
  const engine = createEngine(
    { ...base, client, host, ownership, discovery, metrics: silentMetrics, events, identity: US },
    { policies: [compositePolicy], ...options },
  );
  const abort = new AbortController();
  const runs = [engine.run(abort.signal), events.run(abort.signal)];
  ownership.gain(slots);
  const stop = async (): Promise<void> => {
    abort.abort();
    await Promise.all(runs);
    host.close();
    await raw.close();
  };
  return { engine, host, ownership, traffic, stop };
}

function counted(client: KubeClient, traffic: Traffic): KubeClient {
  return {
    get: (...request) => {
      traffic.reads += 1;
      return client.get(...request);
    },
    list: (...request) => {
      traffic.reads += 1;
      return client.list(...request);
    },
    send: (...request) => {
      traffic.writes += 1;
      return client.send(...request);
    },
    watch: client.watch,
    getPath: (...request) => {
      traffic.reads += 1;
      return client.getPath(...request);
    },
    inFlight: client.inFlight,
    close: client.close,
  };
}

export async function createNamespace(user: KubeClient, name: string): Promise<void> {
  await user.send({
    verb: 'create',
    resource: NAMESPACES,
    body: { apiVersion: 'v1', kind: 'Namespace', metadata: { name } },
  });
}

/** A CompositeController for `resource` with ConfigMaps as children. */
export function composite(
  name: string,
  resource: Resource,
  {
    hook,
    method = 'InPlace',
    spec = {},
  }: {
    readonly hook: HookServer;
    readonly method?: string;
    readonly spec?: Readonly<Record<string, unknown>>;
  },
): KubeObject {
  return {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name },
    spec: {
      generateSelector: true,
      parentResource: { apiVersion: `${resource.group}/${resource.version}`, resource: resource.plural },
      childResources: [{ apiVersion: 'v1', resource: 'configmaps', updateStrategy: { method } }],
      hooks: { sync: { webhook: { url: `${hook.url}/${name}` } } },
      ...spec,
    },
  };
}

export function createComposite(user: KubeClient, body: KubeObject): Promise<KubeObject> {
  return user.send({ verb: 'create', resource: COMPOSITE_CONTROLLERS, body });
}

/** A parent as intake leaves it: with its slot. */
export function parentOf(
  resource: Resource,
  {
    namespace,
    name,
    spec = {},
    labels = {},
  }: {
    readonly namespace: string;
    readonly name: string;
    readonly spec?: Readonly<Record<string, unknown>>;
    readonly labels?: Readonly<Record<string, string>>;
  },
): KubeObject {
  return {
    apiVersion: `${resource.group}/${resource.version}`,
    kind: resource.kind,
    metadata: { name, namespace, labels: { ...labels, [SLOT_LABEL]: String(slotOf(`${namespace}/${name}`)) } },
    spec,
  };
}

export async function maybeGet(
  user: KubeClient,
  resource: Resource,
  ref: { readonly namespace?: string; readonly name: string },
): Promise<KubeObject | undefined> {
  try {
    return await user.get(resource, ref);
  } catch (error) {
    if (isApiError(error, 'NotFound')) return undefined;
    throw error;
  }
}

export function patch(
  user: KubeClient,
  resource: Resource,
  { namespace, name, body }: { readonly namespace?: string; readonly name: string; readonly body: unknown },
): Promise<KubeObject> {
  const ref = namespace === undefined ? { name } : { namespace, name };
  return user.send({ verb: 'patch', resource, ref, patchType: 'merge', patch: body });
}

/** `Reason` of each event about an object, oldest first. */
export async function eventsAbout(user: KubeClient, namespace: string, name: string): Promise<readonly KubeObject[]> {
  const { items } = await user.list(CORE_EVENTS, { namespace, fieldSelector: `involvedObject.name=${name}` });
  return items;
}

export async function reasonsAbout(user: KubeClient, namespace: string, name: string): Promise<readonly string[]> {
  return (await eventsAbout(user, namespace, name)).map((event) => String(event['reason']));
}
