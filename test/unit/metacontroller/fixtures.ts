/** Objects and a setup that the tests of this room share. */
import { compositePolicy } from '../../../src/metacontroller/composite/policy.ts';
import type { ChildRule, ObservedKind, ParentRule, Setup } from '../../../src/metacontroller/kernel/policy.ts';
import type { KubeObject, ObjectMeta, Resource } from '../../../src/kube/types.ts';
import { groupResourceOf } from '../../../src/kube/types.ts';
import { cleanDesired } from '../../../src/metacontroller/apply/desired.ts';
import type { JsonMap } from '../../../src/metacontroller/apply/json-values.ts';
import { lastAppliedText } from '../../../src/metacontroller/apply/last-applied.ts';
import { ownerReferenceTo } from '../../../src/metacontroller/kernel/owner.ts';

export const SLOT = 'shardkeeper.io/slot';
export const MEMORY = 'metacontroller.k8s.io/last-applied-configuration';
export const FINALIZER = 'metacontroller.io/compositecontroller-web';

export const webapps: Resource = {
  group: 'example.com',
  version: 'v1',
  plural: 'webapps',
  kind: 'WebApp',
  namespaced: true,
  hasStatus: true,
};
export const configMaps: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  hasStatus: false,
};

export function rule(resource: Resource, method: ChildRule['method'] = 'InPlace'): ChildRule {
  return { resource, groupResource: groupResourceOf(resource), method };
}

export const parentRule: ParentRule = {
  resource: webapps,
  groupResource: 'webapps.example.com',
  selectorText: undefined,
  matches: (object) => object.metadata.labels?.['optout'] === undefined,
  ignoreStatusChanges: false,
};

const hook = {
  version: 'v1',
  url: new URL('http://127.0.0.1/sync'),
  label: 'http://127.0.0.1/sync',
  timeoutMs: 1000,
  strict: false,
  credentials: undefined,
  settingsPath: 'spec.hooks.sync.webhook',
  etag: undefined,
} as const;

export function setup(options: Partial<Setup> & { readonly finalize?: boolean } = {}): Setup {
  const { finalize = false, ...others } = options;
  return {
    policy: compositePolicy,
    name: 'web',
    controllerJson: '{}',
    parents: [parentRule],
    children: [rule(configMaps)],
    hooks: { sync: hook, finalize: finalize ? hook : undefined },
    generateSelector: false,
    resyncPeriodMs: undefined,
    finalizer: FINALIZER,
    slotLabel: SLOT,
    ...others,
  };
}

export function parent(metadata: Partial<ObjectMeta> = {}, fields: Readonly<Record<string, unknown>> = {}): KubeObject {
  return {
    apiVersion: 'example.com/v1',
    kind: 'WebApp',
    metadata: {
      name: 'shop',
      namespace: 'n',
      uid: 'p1',
      resourceVersion: '10',
      generation: 2,
      labels: { [SLOT]: '77' },
      ...metadata,
    },
    spec: { selector: { matchLabels: { app: 'shop' } } },
    ...fields,
  };
}

export function wanted(name: string, data: JsonMap = { a: '1' }): JsonMap {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, labels: { app: 'shop' } }, data };
}

/** A child as the cluster holds it after `wanted` was applied for `owner`. */
export function child(name: string, data: JsonMap = { a: '1' }, metadata: Partial<ObjectMeta> = {}): KubeObject {
  const desired = cleanDesired(
    { ...wanted(name, data), metadata: { name, namespace: 'n', labels: { app: 'shop' } } },
    SLOT,
  );
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name,
      namespace: 'n',
      uid: `u-${name}`,
      resourceVersion: '5',
      labels: { app: 'shop', [SLOT]: '77' },
      annotations: { [MEMORY]: lastAppliedText(desired) },
      ownerReferences: [ownerReferenceTo(parent())],
      ...metadata,
    },
    data,
  };
}

export function observed(
  objects: readonly KubeObject[],
  method: ChildRule['method'] = 'InPlace',
): readonly ObservedKind[] {
  return [{ rule: rule(configMaps, method), objects }];
}
