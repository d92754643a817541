/** What the model server can do and no request asks for: backups, restores, restarts, listeners, speed. */
import * as assert from 'uvu/assert';

import { CONFIG_MAPS, SHARD_SETS } from '../../../src/kube/resources.ts';
import type { KubeObject, Resource } from '../../../src/kube/types.ts';
import type { ModelAnswer, ModelServer, ModelWatchEvent } from '../../../src/testing/sim/ports.ts';
import { seededRandom } from '../../../src/testing/sim/schedule/index.ts';
import { createModelServer } from '../../../src/testing/sim/server/index.ts';
import { suite } from '../../suite.ts';

const test = suite('sim: the model server');

const WIDGETS: Resource = {
  group: 'x.example.com',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
  hasStatus: true,
};
const REF = { namespace: 'n', name: 'a' };

function newServer(): ModelServer {
  return createModelServer({ wallMs: () => Date.UTC(2026, 0, 1), random: seededRandom(1) });
}

function object(answer: ModelAnswer): KubeObject {
  assert.is(answer.type, 'Object', JSON.stringify(answer));
  return (answer as ModelAnswer & { readonly type: 'Object' }).object;
}

function create(server: ModelServer, resource: Resource, fields: object = {}): KubeObject {
  const body = { apiVersion: 'v1', kind: resource.kind, metadata: REF, ...fields };
  return object(server.write({ verb: 'create', resource, body }));
}

function merge(server: ModelServer, resource: Resource, patch: object): KubeObject {
  return object(server.write({ verb: 'patch', resource, ref: REF, patchType: 'merge', patch }));
}

function report(server: ModelServer, status: object): KubeObject {
  const write = { verb: 'patch', resource: WIDGETS, ref: REF, patchType: 'merge', subresource: 'status' } as const;
  return object(server.write({ ...write, patch: { status } }));
}

const version = ({ metadata }: KubeObject): number => Number(metadata.resourceVersion);

test('a restored backup is as it was; versions come again, uids do not', () => {
  const server = newServer();
  const created = create(server, WIDGETS);
  const backup = server.backup();
  const changed = merge(server, WIDGETS, { spec: { n: 1 } });
  create(server, CONFIG_MAPS);
  server.restore(backup, { withStatus: true, bumped: false });
  assert.equal(object(server.get(WIDGETS, REF)), created);
  assert.is(server.get(CONFIG_MAPS, REF).type, 'Failure');
  const again = merge(server, WIDGETS, { spec: { n: 2 } });
  assert.is(version(again), version(changed), 'another content under the same version');
  assert.is.not(create(server, CONFIG_MAPS).metadata.uid, created.metadata.uid);
  const second = server.backup();
  server.restore(second, { withStatus: true, bumped: true });
  const bumped = merge(server, WIDGETS, { spec: { n: 3 } });
  assert.ok(version(bumped) > version(again) + 1_000);
});

test('bumped versions are above the highest that was ever used', () => {
  const server = newServer();
  create(server, WIDGETS);
  const backup = server.backup();
  let last = 0;
  for (let n = 0; n < 50; n += 1) last = version(merge(server, WIDGETS, { spec: { n } }));
  server.restore(backup, { withStatus: true, bumped: false });
  server.restore(backup, { withStatus: true, bumped: true });
  assert.ok(version(merge(server, WIDGETS, { spec: { n: -1 } })) > last);
});

test('a backup without status restores everything else', () => {
  const server = newServer();
  create(server, WIDGETS, { spec: { n: 1 } });
  report(server, { n: 1 });
  server.restore(server.backup(), { withStatus: false, bumped: true });
  const restored = object(server.get(WIDGETS, REF));
  assert.equal([restored['spec'], restored['status']], [{ n: 1 }, undefined]);
});

test('a backup is not touched by what happens later', () => {
  const server = newServer();
  const created = create(server, WIDGETS);
  const backup = server.backup();
  for (let n = 0; n < 2; n += 1) {
    merge(server, WIDGETS, { spec: { n } });
    server.restore(backup, { withStatus: true, bumped: true });
    assert.equal(object(server.get(WIDGETS, REF)), created);
  }
});

test('a restart and a restore end all watches and forget what was', () => {
  for (const end of [
    (server: ModelServer) => server.restart(),
    (server: ModelServer) => server.restore(server.backup(), { withStatus: true, bumped: false }),
  ]) {
    const server = newServer();
    const created = create(server, WIDGETS);
    merge(server, WIDGETS, { spec: { n: 1 } });
    const events: string[] = [];
    const selection = { resourceVersion: String(version(created)) };
    const sink = (event: ModelWatchEvent): void => void events.push(event.type);
    server.watch(WIDGETS, selection, sink);
    end(server);
    merge(server, WIDGETS, { spec: { n: 2 } });
    assert.equal(events, ['MODIFIED', 'ENDED']);
    const again = server.watch(WIDGETS, selection, sink);
    assert.ok('type' in again && again.status === 410);
  }
});

test('listeners hear of each stored change before the watches do', () => {
  const server = newServer();
  const heard: string[] = [];
  server.onStored(({ type, before, ...rest }) => {
    const now = 'object' in rest ? rest.object.metadata.resourceVersion : '';
    heard.push(`stored ${type} ${before?.metadata.resourceVersion ?? '-'} ${now}`);
  });
  server.watch(WIDGETS, { resourceVersion: '1000' }, ({ type }) => void heard.push(`watch ${type}`));
  create(server, WIDGETS);
  merge(server, WIDGETS, {});
  merge(server, WIDGETS, { spec: { n: 1 } });
  server.write({ verb: 'delete', resource: WIDGETS, ref: REF });
  assert.equal(heard, [
    'stored ADDED - 1001',
    'watch ADDED',
    'stored MODIFIED 1001 1002',
    'watch MODIFIED',
    'stored DELETED 1002 1003',
    'watch DELETED',
  ]);
});

test('a bookmark tells the version of the store', () => {
  const server = newServer();
  const events: ModelWatchEvent[] = [];
  create(server, CONFIG_MAPS);
  server.watch(WIDGETS, { resourceVersion: '1001' }, (event) => void events.push(event));
  server.bookmark();
  assert.equal(events, [{ type: 'BOOKMARK', resourceVersion: '1001' }]);
});

test('reads share objects, writes leave what was read alone', () => {
  const server = newServer();
  const created = create(server, WIDGETS, { spec: { list: [1], n: 1 } });
  assert.is(object(server.get(WIDGETS, REF)), created);
  const text = JSON.stringify(created);
  const patched = merge(server, WIDGETS, { spec: { n: 2 } });
  assert.is((patched['spec'] as { list: unknown }).list, (created['spec'] as { list: unknown }).list);
  const at = { resource: WIDGETS, ref: REF, verb: 'patch' } as const;
  server.write({ ...at, patchType: 'json', patch: [{ op: 'add', path: '/spec/list/-', value: 2 }] });
  assert.is(JSON.stringify(created), text);
});

test('members that are undefined do not arrive', () => {
  const server = newServer();
  const created = create(server, WIDGETS, { spec: { a: undefined, b: [{ c: undefined, d: 1 }] } });
  assert.is(JSON.stringify(created['spec']), '{"b":[{"d":1}]}');
  assert.is(Object.keys(created['spec'] as object).length, 1);
});

test('a write that changes a part is checked in that part only: schemas cost what changes', () => {
  const server = newServer();
  const spec = { workload: { kind: 'StatefulSet', name: 'w' } };
  const created = create(server, SHARD_SETS, { spec });
  const patched = merge(server, SHARD_SETS, { metadata: { labels: { a: '1' } } });
  assert.is(patched['spec'], created['spec']);
});

test('an event costs no more than the watches of its kind', () => {
  const server = newServer();
  create(server, WIDGETS);
  let told = 0;
  for (let n = 0; n < 1_000; n += 1) server.watch(CONFIG_MAPS, { resourceVersion: '1001' }, () => (told += 1));
  let heard = 0;
  server.watch(WIDGETS, { resourceVersion: '1001' }, () => (heard += 1));
  for (let n = 0; n < 100; n += 1) merge(server, WIDGETS, { spec: { n } });
  assert.equal([told, heard], [0, 100]);
});
