import * as assert from 'uvu/assert';

import { isApiError, type ApiErrorCode } from '../../../src/kube/api-error.ts';
import { createDiscovery } from '../../../src/kube/discovery.ts';
import { CONFIG_MAPS, CUSTOM_RESOURCE_DEFINITIONS, DEPLOYMENTS } from '../../../src/kube/resources.ts';
import { compileSelector } from '../../../src/kube/selector.ts';
import type { KubeObject, ObjectRef, Resource, WatchEvent } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { configMap, deps, FILE_TIMEOUT_MS, startBench, type Bench } from './bench.ts';

const test = suite('client against a real API server', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;

test.before(async () => {
  bench = await startBench();
});

test.after(async () => {
  await bench.stop();
});

async function fails(promise: Promise<unknown>, code: ApiErrorCode): Promise<void> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isApiError(error, code), `${code} expected, got ${String(error)}`);
    assert.is(error.answered, true);
    return;
  }
  throw new Error(`${code} expected, got success`);
}

test('create, read, update, patch in three ways, delete', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('verbs');
  const ref = { namespace, name: 'a' };
  const resource = CONFIG_MAPS;
  const created = await client.send({ verb: 'create', resource, body: configMap(namespace, 'a', { n: '1' }) });
  assert.is(created.metadata['managedFields'], undefined);
  assert.equal(await client.get(resource, ref), created);
  const updated = await client.send({ verb: 'update', resource, body: { ...created, data: { n: '2' } } });
  assert.equal(updated['data'], { n: '2' });
  const merged = await client.send({ verb: 'patch', resource, ref, patchType: 'merge', patch: { data: { m: '1' } } });
  assert.equal(merged['data'], { n: '2', m: '1' });
  const tested = [
    { op: 'test', path: '/metadata/uid', value: created.metadata.uid },
    { op: 'remove', path: '/data/n' },
  ];
  const json = await client.send({ verb: 'patch', resource, ref, patchType: 'json', patch: tested });
  assert.equal(json['data'], { m: '1' });
  const query = { fieldManager: 'test', force: 'true' };
  const patch = configMap(namespace, 'a', { k: '1' });
  const applied = await client.send({ verb: 'patch', resource, ref, patchType: 'apply', patch, query });
  assert.equal(applied['data'], { m: '1', k: '1' });
  const preconditions = { uid: created.metadata.uid ?? '' };
  assert.is((await client.send({ verb: 'delete', resource, ref, preconditions })).kind, 'Status');
  await fails(client.get(resource, ref), 'NotFound');
});

test('refusals have codes', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('refusals');
  const resource = CONFIG_MAPS;
  const ref: ObjectRef = { namespace, name: 'a' };
  const body = configMap(namespace, 'a');
  const created = await client.send({ verb: 'create', resource, body });
  await client.send({ verb: 'patch', resource, ref, patchType: 'merge', patch: { data: { n: '1' } } });
  await fails(client.send({ verb: 'create', resource, body }), 'AlreadyExists');
  await fails(client.send({ verb: 'update', resource, body: created }), 'Conflict');
  await fails(client.send({ verb: 'delete', resource, ref, preconditions: { uid: 'another' } }), 'Conflict');
  await fails(client.send({ verb: 'create', resource, body: configMap(namespace, 'No Name') }), 'Invalid');
  await fails(client.list(resource, { labelSelector: 'a>=1' }), 'BadRequest');
  const stranger = bench.connect({ access: bench.plane.accessFor('stranger', []) });
  await fails(stranger.get(resource, ref), 'Forbidden');
});

test('lists are paged, typed items get their kind back, metadata-only is metadata only', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('lists');
  const names = Array.from({ length: 25 }, (_, n) => `c-${String(n).padStart(2, '0')}`);
  const writes = names.map((name) =>
    client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, name, { n: name }) }),
  );
  await Promise.all(writes);
  const listed = await client.list(CONFIG_MAPS, { namespace, limit: 10 });
  assert.equal(
    listed.items.map((item) => item.metadata.name),
    names,
  );
  assert.equal([listed.items[0]?.apiVersion, listed.items[0]?.kind], ['v1', 'ConfigMap']);
  const metadata = await client.list(CONFIG_MAPS, { namespace, limit: 10, metadataOnly: true });
  assert.equal(
    metadata.items.map((item) => [item.kind, item['data']]),
    names.map(() => ['ConfigMap', undefined]),
  );
});

test('selectors mean here what they mean on the server', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('selectors');
  const labels: readonly Record<string, string>[] = [
    {},
    { a: '' },
    { a: '1' },
    { a: '2', b: '1' },
    { b: '2', 'x.io/c': 'y' },
  ];
  const objects: KubeObject[] = [];
  for (const [n, each] of labels.entries()) {
    const plain = configMap(namespace, `o-${n}`);
    const body = { ...plain, metadata: { ...plain.metadata, labels: each } };
    objects.push(await client.send({ verb: 'create', resource: CONFIG_MAPS, body }));
  }
  const selectors = [
    {},
    { matchLabels: { a: '1' } },
    { matchLabels: { a: '' } },
    { matchExpressions: [{ key: 'a', operator: 'In', values: ['1', '2'] }] },
    {
      matchExpressions: [
        { key: 'a', operator: 'NotIn', values: ['1'] },
        { key: 'b', operator: 'Exists' },
      ],
    },
    { matchExpressions: [{ key: 'a', operator: 'DoesNotExist' }], matchLabels: { 'x.io/c': 'y' } },
  ];
  for (const each of selectors) {
    const selector = compileSelector(each, 'selector');
    const { items } = await client.list(CONFIG_MAPS, { namespace, labelSelector: selector.text });
    const here = objects.filter((object) => selector.matches(object.metadata.labels));
    assert.equal(
      items.map((item) => item.metadata.name),
      here.map((object) => object.metadata.name),
      selector.text,
    );
  }
});

async function firstEvents(stream: AsyncIterable<WatchEvent>, count: number): Promise<WatchEvent[]> {
  const events: WatchEvent[] = [];
  for await (const event of stream) if (events.push(event) === count) break;
  return events;
}

test('a watch tells what happens after its version', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('watches');
  const { resourceVersion } = await client.list(CONFIG_MAPS, { namespace });
  const options = { namespace, resourceVersion, idleTimeoutMs: 80_000, signal: new AbortController().signal };
  const events = firstEvents(client.watch(CONFIG_MAPS, options), 2);
  await client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, 'a') });
  await client.send({ verb: 'delete', resource: CONFIG_MAPS, ref: { namespace, name: 'a' } });
  assert.equal(
    (await events).map((event) => event.type),
    ['ADDED', 'DELETED'],
  );
});

test('discovery knows built-in kinds, and new ones when asked again', async () => {
  const { client } = bench;
  const discovery = createDiscovery({ client, clock: deps.clock, intervalMinMs: 0 });
  await discovery.refresh();
  assert.equal(discovery.resolve('apps/v1', 'deployments'), DEPLOYMENTS);
  assert.equal(discovery.resolveKind('v1', 'ConfigMap'), CONFIG_MAPS);
  assert.is(discovery.resolve('try.example.com/v1', 'foos'), undefined);
  const schema = { type: 'object', 'x-kubernetes-preserve-unknown-fields': true };
  const body: KubeObject = {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: 'foos.try.example.com' },
    spec: {
      group: 'try.example.com',
      names: { plural: 'foos', kind: 'Foo' },
      scope: 'Cluster',
      versions: [
        { name: 'v1', served: true, storage: true, schema: { openAPIV3Schema: schema }, subresources: { status: {} } },
      ],
    },
  };
  await client.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body });
  let foo: Resource | undefined;
  while (foo === undefined) {
    await discovery.refresh();
    foo = discovery.resolve('try.example.com/v1', 'foos');
  }
  const expected: Resource = {
    group: 'try.example.com',
    version: 'v1',
    plural: 'foos',
    kind: 'Foo',
    namespaced: false,
    hasStatus: true,
  };
  assert.equal(foo, expected);
});
