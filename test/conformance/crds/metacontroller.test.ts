/** Metacontroller's kinds as we define them: every documented field is known, defaults and enums are Metacontroller's. */
import * as assert from 'uvu/assert';
import { suite } from '../../suite.ts';
import { assertRefused, FILE_TIMEOUT_MS, startBench, type Bench, type Kubectl } from './kubectl.ts';

const REF = { name: 'hook', namespace: 'default' };
const SELECTOR = {
  matchLabels: { app: 'web' },
  matchExpressions: [{ key: 'tier', operator: 'In', values: ['front'] }],
};
const SECURITY = {
  caBundle: { secretRef: { ...REF, key: 'ca' }, configMapRef: { ...REF, key: 'pem' }, inline: 'PEM' },
  clientTLS: { secretRef: REF, certKey: 'crt', privateKeyKey: 'key' },
  authorization: { type: 'Token', secretRef: { ...REF, key: 'token' } },
  basicAuth: { secretRef: REF, usernameKey: 'user', passwordKey: 'pass' },
};
const HOOK = {
  version: 'v2',
  webhook: {
    url: 'http://127.0.0.1/sync',
    timeout: '1m30s',
    path: '/sync',
    service: { ...REF, port: 8080, protocol: 'https' },
    etag: { enabled: true, cacheTimeoutSeconds: 60, cacheCleanupSeconds: 60 },
    responseUnMarshallMode: 'strict',
    ...SECURITY,
  },
};
const ENDPOINTS = { resyncPeriodSeconds: 30, endpointConfigs: [{ host: 'hook.default:8443', ...SECURITY }] };
const CHECKS = { conditions: [{ type: 'Ready', status: 'True', reason: 'Up' }] };
const CHILD = { apiVersion: 'v1', resource: 'pods' };

const COMPOSITE_SPEC = {
  ...ENDPOINTS,
  parentResource: {
    apiVersion: 'example.com/v1',
    resource: 'webapps',
    labelSelector: SELECTOR,
    ignoreStatusChanges: true,
    revisionHistory: { fieldPaths: ['spec.template'] },
  },
  childResources: [{ ...CHILD, updateStrategy: { method: 'RollingInPlace', statusChecks: CHECKS } }],
  generateSelector: true,
  hooks: { sync: HOOK, finalize: HOOK, customize: HOOK, preUpdateChild: HOOK, postUpdateChild: HOOK },
};
const DECORATOR_SPEC = {
  ...ENDPOINTS,
  resources: [
    {
      ...CHILD,
      labelSelector: SELECTOR,
      annotationSelector: { matchAnnotations: { a: 'b' }, matchExpressions: [{ key: 'c', operator: 'Exists' }] },
      ignoreStatusChanges: true,
    },
  ],
  attachments: [{ ...CHILD, updateStrategy: { method: 'Recreate' } }],
  hooks: { sync: HOOK, finalize: HOOK, customize: HOOK },
};

const test = suite('crds: Metacontroller', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let kubectl: Kubectl;

test.before(async () => {
  bench = await startBench();
  ({ kubectl } = bench);
  await kubectl.ok(['apply', '--server-side', '-k', 'crds/metacontroller']);
  const names = ['compositecontrollers', 'decoratorcontrollers', 'controllerrevisions'];
  const crds = names.map((name) => `crd/${name}.metacontroller.k8s.io`);
  await kubectl.ok(['wait', '--for=condition=Established', '--timeout=60s', ...crds]);
});
test.after(async () => bench.stop());

function manifest(kind: string, fields: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return { apiVersion: 'metacontroller.k8s.io/v1alpha1', kind, metadata: { name: 'full' }, ...fields };
}

/** `strict` refuses unknown fields, so nothing of the object may be pruned; the dry run goes the whole way but the last. */
const STRICT = ['create', '--validate=strict', '--dry-run=server', '-o', 'json', '-f', '-'];

for (const [kind, fields] of [
  ['CompositeController', { spec: COMPOSITE_SPEC }],
  ['DecoratorController', { spec: DECORATOR_SPEC }],
  [
    'ControllerRevision',
    {
      parentPatch: { spec: { any: ['thing', 1] } },
      children: [{ apiGroup: 'apps', kind: 'StatefulSet', names: ['a'] }],
    },
  ],
] as const) {
  test(`${kind}: every documented field is stored as it was written`, async () => {
    const { spec, parentPatch, children } = JSON.parse(await kubectl.ok(STRICT, manifest(kind, fields))) as {
      readonly spec?: unknown;
      readonly parentPatch?: unknown;
      readonly children?: unknown;
    };
    assert.equal('spec' in fields ? { spec } : { parentPatch, children }, fields);
  });
}

test('defaults are Metacontroller’s', async () => {
  const webhook = {
    url: 'http://127.0.0.1',
    caBundle: { secretRef: REF },
    clientTLS: { secretRef: REF },
    authorization: { secretRef: { ...REF, key: 'token' } },
    basicAuth: { secretRef: REF },
  };
  const spec = { parentResource: { apiVersion: 'v1', resource: 'pods' }, hooks: { sync: { webhook } } };
  const stored = JSON.parse(await kubectl.ok(STRICT, manifest('CompositeController', { spec }))) as {
    readonly spec: { readonly hooks: { readonly sync: unknown } };
  };
  assert.equal(stored.spec.hooks.sync, {
    version: 'v1',
    webhook: {
      url: 'http://127.0.0.1',
      caBundle: { secretRef: { ...REF, key: 'ca.crt' } },
      clientTLS: { secretRef: REF, certKey: 'tls.crt', privateKeyKey: 'tls.key' },
      authorization: { type: 'Bearer', secretRef: { ...REF, key: 'token' } },
      basicAuth: { secretRef: REF, usernameKey: 'username', passwordKey: 'password' },
    },
  });
});

for (const [path, spec] of [
  ['spec.parentResource', { hooks: {} }],
  [
    'spec.childResources[0].updateStrategy.method',
    { childResources: [{ ...CHILD, updateStrategy: { method: 'Now' } }] },
  ],
  ['spec.hooks.sync.version', { hooks: { sync: { version: 'v3' } } }],
  ['spec.hooks.sync.webhook.timeout', { hooks: { sync: { webhook: { timeout: 'soon' } } } }],
  ['spec.hooks.finalize.webhook.service.name', { hooks: { finalize: { webhook: { service: { namespace: 'a' } } } } }],
] as const) {
  test(`${path} is checked`, async () => {
    const parentResource = path === 'spec.parentResource' ? {} : { parentResource: CHILD };
    const bad = manifest('CompositeController', { spec: { ...parentResource, ...spec } });
    assertRefused(await kubectl.run(STRICT, bad), path);
  });
}

test('short names work', async () => {
  for (const name of ['cc', 'cctl', 'dec', 'decorators']) await kubectl.ok(['get', name]);
});
