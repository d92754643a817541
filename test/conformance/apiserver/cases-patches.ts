/** Patches: merge, JSON and apply, their preconditions, and the scale subresource. */
import * as assert from 'uvu/assert';

import { CONFIG_MAPS, SHARD_SETS, STATEFUL_SETS } from '../../../src/kube/resources.ts';
import { contractCase, fails, isNewer, versionOf, WIDGETS, type Case, type Desk } from './contract.ts';

const OTHER_UID = 'fedcba98-0000-4000-8000-000000000000';

export const MERGE_CASES: readonly Case[] = [
  contractCase('merge patch: members are merged, null removes, lists are replaced', async (desk) => {
    await desk.create(WIDGETS, { spec: { a: { b: 1, c: 1 }, list: [1, 2], gone: 1 } });
    const patched = await desk.merge(WIDGETS, { spec: { a: { b: 2 }, list: [3], gone: null, born: { x: 1 } } });
    assert.equal(patched['spec'], { a: { b: 2, c: 1 }, list: [3], born: { x: 1 } });
  }),
  contractCase('merge patch of a label', async (desk) => {
    await desk.create(WIDGETS, { metadata: { labels: { a: '1', b: '1' } } });
    const patched = await desk.merge(WIDGETS, { metadata: { labels: { a: null, c: '1' } } });
    assert.equal(patched.metadata.labels, { b: '1', c: '1' });
  }),
  contractCase('merge patch with a version is a compare-and-swap', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const metadata = { resourceVersion: versionOf(created) };
    const patched = await desk.merge(WIDGETS, { metadata, spec: { n: 2 } });
    assert.ok(isNewer(patched, created));
    await fails(desk.merge(WIDGETS, { metadata, spec: { n: 3 } }), 'Conflict', 409);
    await fails(desk.merge(WIDGETS, { metadata, spec: { n: 2 } }), 'Conflict', 409);
    await fails(desk.merge(WIDGETS, { metadata, status: { n: 3 } }, { subresource: 'status' }), 'Conflict', 409);
  }),
  contractCase('merge patch without a version is taken as it is', async (desk) => {
    await desk.create(WIDGETS, { spec: { n: 1 } });
    await desk.merge(WIDGETS, { spec: { n: 2 } });
    assert.equal((await desk.merge(WIDGETS, { spec: { n: 3 } }))['spec'], { n: 3 });
  }),
  contractCase('merge patch that changes nothing makes no new version', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    assert.equal(await desk.merge(WIDGETS, { spec: { n: 1 } }), created);
    const metadata = { resourceVersion: versionOf(created) };
    assert.equal(await desk.merge(WIDGETS, { metadata, spec: { n: 1 } }), created);
    assert.equal(await desk.merge(WIDGETS, { spec: { never: null } }), created);
  }),
  contractCase('merge patch of another uid is Invalid', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    await fails(desk.merge(WIDGETS, { metadata: { uid: OTHER_UID }, spec: { n: 2 } }), 'Invalid', 422);
    const { uid } = created.metadata;
    assert.equal((await desk.merge(WIDGETS, { metadata: { uid }, spec: { n: 2 } }))['spec'], { n: 2 });
  }),
  contractCase('merge patch of the status: a uid in it is no precondition', async (desk) => {
    await desk.create(WIDGETS);
    const patch = { metadata: { uid: OTHER_UID }, status: { n: 1 } };
    assert.equal((await desk.merge(WIDGETS, patch, { subresource: 'status' }))['status'], { n: 1 });
  }),
  contractCase('merge patch of the object does not reach the status, nor the other way round', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    assert.equal(await desk.merge(WIDGETS, { status: { n: 1 } }), created);
    assert.equal(await desk.merge(WIDGETS, { spec: { n: 2 } }, { subresource: 'status' }), created);
  }),
  contractCase('merge patch of nothing is NotFound', async (desk) => {
    await fails(desk.merge(WIDGETS, { spec: { n: 1 } }), 'NotFound', 404);
    await fails(desk.merge(WIDGETS, { status: { n: 1 } }, { subresource: 'status' }), 'NotFound', 404);
  }),
  contractCase('merge patch to a bad label is Invalid', async (desk) => {
    await desk.create(WIDGETS);
    await fails(desk.merge(WIDGETS, { metadata: { labels: { slot: 'a b' } } }), 'Invalid', 422);
  }),
];

export const JSON_CASES: readonly Case[] = [
  contractCase('JSON patch: add, replace, remove, move, copy, and the end of a list', async (desk) => {
    await desk.create(WIDGETS, { spec: { a: 1, b: 1, list: [1, 3], c: 1 } });
    const patched = await desk.json(WIDGETS, [
      { op: 'add', path: '/spec/list/1', value: 2 },
      { op: 'add', path: '/spec/list/-', value: 4 },
      { op: 'replace', path: '/spec/a', value: 2 },
      { op: 'remove', path: '/spec/b' },
      { op: 'move', from: '/spec/c', path: '/spec/d' },
      { op: 'copy', from: '/spec/d', path: '/spec/x~1y' },
    ]);
    assert.equal(patched['spec'], { a: 2, list: [1, 2, 3, 4], d: 1, 'x/y': 1 });
  }),
  contractCase('JSON patch: a test that fails is Invalid', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const write = { op: 'replace', path: '/spec/n', value: 2 };
    const test = (path: string, value: unknown): object => ({ op: 'test', path, value });
    await fails(desk.json(WIDGETS, [{ ...test('/metadata/uid', OTHER_UID) }, write]), 'Invalid', 422);
    await fails(desk.json(WIDGETS, [{ ...test('/metadata/resourceVersion', '1') }, write]), 'Invalid', 422);
    await fails(desk.json(WIDGETS, [{ ...test('/spec/none', 1) }, write]), 'Invalid', 422);
    const right = { ...test('/metadata/resourceVersion', versionOf(created)) };
    assert.equal((await desk.json(WIDGETS, [right, write]))['spec'], { n: 2 });
  }),
  contractCase('JSON patch: replacing a member that is not there adds it', async (desk) => {
    await desk.create(WIDGETS, { spec: { n: 1, list: [1] } });
    const patched = await desk.json(WIDGETS, [{ op: 'replace', path: '/spec/none', value: 1 }]);
    assert.equal(patched['spec'], { n: 1, list: [1], none: 1 });
    await fails(desk.json(WIDGETS, [{ op: 'replace', path: '/spec/list/1', value: 2 }]), 'Invalid', 422);
  }),
  contractCase('JSON patch: removing what is not there is Invalid', async (desk) => {
    await desk.create(WIDGETS, { spec: { n: 1 } });
    await fails(desk.json(WIDGETS, [{ op: 'remove', path: '/spec/none' }]), 'Invalid', 422);
  }),
  contractCase('JSON patch: adding below what is not there is Invalid', async (desk) => {
    await desk.create(WIDGETS, { spec: { n: 1 } });
    await fails(desk.json(WIDGETS, [{ op: 'add', path: '/spec/none/deeper', value: 1 }]), 'Invalid', 422);
  }),
  contractCase('JSON patch that puts an older version in is Conflict', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    await desk.merge(WIDGETS, { spec: { n: 2 } });
    const version = { op: 'replace', path: '/metadata/resourceVersion', value: versionOf(created) };
    await fails(desk.json(WIDGETS, [version, { op: 'replace', path: '/spec/n', value: 3 }]), 'Conflict', 409);
  }),
];

const maps = (desk: Desk, manager: string, data: Record<string, string>, force = false): ReturnType<Desk['apply']> =>
  desk.apply(CONFIG_MAPS, manager, { data, force });

export const APPLY_CASES: readonly Case[] = [
  contractCase('apply creates, and the same again makes no new version', async (desk) => {
    const created = await maps(desk, 'one', { a: '1' });
    assert.equal([created['data'], created.kind], [{ a: '1' }, 'ConfigMap']);
    assert.equal(await maps(desk, 'one', { a: '1' }), created);
  }),
  contractCase('apply takes back what its manager does not apply any more', async (desk) => {
    await maps(desk, 'one', { a: '1', b: '1' });
    assert.equal((await maps(desk, 'one', { a: '1' }))['data'], { a: '1' });
  }),
  contractCase('apply leaves what others own', async (desk) => {
    await desk.create(CONFIG_MAPS, { data: { x: '1' } });
    assert.equal((await maps(desk, 'one', { a: '1' }))['data'], { x: '1', a: '1' });
    assert.equal((await maps(desk, 'two', { b: '1' }))['data'], { x: '1', a: '1', b: '1' });
    assert.equal((await maps(desk, 'one', { c: '1' }))['data'], { x: '1', b: '1', c: '1' });
  }),
  contractCase('apply of what another manager owns is Conflict unless it has the same value', async (desk) => {
    await maps(desk, 'one', { a: '1' });
    await fails(maps(desk, 'two', { a: '2' }), 'Conflict', 409);
    const shared = await maps(desk, 'two', { a: '1' });
    assert.equal(shared['data'], { a: '1' });
  }),
  contractCase('apply of a field that an update owns is Conflict', async (desk) => {
    await desk.create(CONFIG_MAPS, { data: { a: '1' } });
    await fails(maps(desk, 'two', { a: '2' }), 'Conflict', 409);
    assert.equal((await maps(desk, 'two', { a: '2' }, true))['data'], { a: '2' });
  }),
  contractCase('apply by force takes fields over: the loser neither writes nor removes them', async (desk) => {
    await maps(desk, 'one', { a: '1', b: '1' });
    assert.equal((await maps(desk, 'two', { a: '2' }, true))['data'], { a: '2', b: '1' });
    await fails(maps(desk, 'one', { a: '1', b: '1' }), 'Conflict', 409);
    assert.equal((await maps(desk, 'one', { b: '1' }))['data'], { a: '2', b: '1' });
  }),
  contractCase('a late forced apply puts an older value back', async (desk) => {
    await maps(desk, 'one', { a: '1' }, true);
    await maps(desk, 'two', { a: '2' }, true);
    assert.equal((await maps(desk, 'one', { a: '1' }, true))['data'], { a: '1' });
  }),
  contractCase('what two managers apply goes when both let go', async (desk) => {
    const first = await maps(desk, 'one', { a: '1', b: '1' });
    const shared = await maps(desk, 'two', { a: '1' });
    assert.ok(isNewer(shared, first), 'another owner is a change');
    assert.equal((await maps(desk, 'one', { b: '1' }))['data'], { a: '1', b: '1' });
    assert.equal((await maps(desk, 'two', { c: '1' }))['data'], { b: '1', c: '1' });
  }),
  contractCase('what an update changed is not the applier’s any more', async (desk) => {
    await maps(desk, 'one', { a: '1', b: '1' });
    await desk.merge(CONFIG_MAPS, { data: { a: '2' } });
    assert.equal((await maps(desk, 'one', { b: '1' }))['data'], { a: '2', b: '1' });
    await fails(maps(desk, 'one', { a: '1', b: '1' }), 'Conflict', 409);
  }),
  contractCase('apply with a version is a compare-and-swap', async (desk) => {
    const created = await maps(desk, 'one', { a: '1' });
    await maps(desk, 'one', { a: '2' });
    const metadata = { resourceVersion: versionOf(created) };
    await fails(desk.apply(CONFIG_MAPS, 'one', { data: { a: '3' }, metadata, force: true }), 'Conflict', 409);
  }),
  contractCase('apply with a uid to nothing is Conflict', async (desk) => {
    const { metadata } = await maps(desk, 'one', { a: '1' });
    await desk.delete(CONFIG_MAPS);
    const { uid, resourceVersion } = metadata;
    const late = { data: { a: '3' }, metadata: { uid, resourceVersion }, force: true };
    await fails(desk.apply(CONFIG_MAPS, 'one', late), 'Conflict', 409);
    await fails(desk.get(CONFIG_MAPS), 'NotFound', 404);
  }),
  contractCase('apply with uid and version is taken for that object only', async (desk) => {
    const { metadata } = await maps(desk, 'one', { a: '1' });
    const { uid, resourceVersion } = metadata;
    const changed = await desk.apply(CONFIG_MAPS, 'one', { data: { a: '2' }, metadata: { uid, resourceVersion } });
    assert.equal([changed['data'], changed.metadata.uid], [{ a: '2' }, uid]);
    await desk.delete(CONFIG_MAPS);
    await maps(desk, 'one', { a: '3' });
    const late = { data: { a: '2' }, metadata: { uid }, force: true };
    await fails(desk.apply(CONFIG_MAPS, 'one', late), 'Invalid', 422);
  }),
  contractCase('apply with a version alone brings back what was deleted', async (desk) => {
    const { metadata } = await maps(desk, 'one', { a: '1' });
    await desk.delete(CONFIG_MAPS);
    const { uid, resourceVersion } = metadata;
    const late = { data: { a: '3' }, metadata: { resourceVersion }, force: true };
    const born = await desk.apply(CONFIG_MAPS, 'one', late);
    assert.equal(born['data'], { a: '3' });
    assert.is.not(born.metadata.uid, uid);
  }),
  contractCase('apply of labels, annotations and finalizers', async (desk) => {
    const labels = { a: '1', b: '1' };
    await desk.apply(WIDGETS, 'one', { metadata: { labels, finalizers: ['example.com/one'] }, spec: { n: 1 } });
    await desk.apply(WIDGETS, 'two', { metadata: { finalizers: ['example.com/two'], annotations: { x: '1' } } });
    const left = await desk.apply(WIDGETS, 'one', { metadata: { labels: { a: '2' } }, spec: { n: 1 } });
    const { labels: now, finalizers, annotations, generation } = left.metadata;
    assert.equal([now, finalizers, annotations, generation], [{ a: '2' }, ['example.com/two'], { x: '1' }, 1]);
    await desk.merge(WIDGETS, { metadata: { finalizers: null } });
  }),
  contractCase('apply of a custom resource: spec by one, status by another', async (desk) => {
    await desk.apply(WIDGETS, 'one', { spec: { n: 1, m: 1 } });
    const changed = await desk.apply(WIDGETS, 'one', { spec: { n: 2 } });
    assert.equal([changed['spec'], changed.metadata.generation], [{ n: 2 }, 2]);
  }),
  contractCase('apply without a manager is refused', async (desk) => {
    const { client, namespace } = desk;
    const ref = { namespace, name: 'a' };
    const patch = desk.body(CONFIG_MAPS, { data: { a: '1' } });
    const write = client.send({ verb: 'patch', resource: CONFIG_MAPS, ref, patchType: 'apply', patch });
    await fails(write, 'Invalid', 422);
  }),
];

const POD = {
  metadata: { labels: { app: 'a' } },
  spec: { containers: [{ name: 'c', image: 'none' }] },
};

export const SCALE_CASES: readonly Case[] = [
  contractCase('scale of a set is its spec.replicas', async (desk) => {
    const spec = { workload: { kind: 'StatefulSet', name: 'w' }, replicas: 3 };
    const created = await desk.create(SHARD_SETS, { spec });
    const scaled = await desk.merge(SHARD_SETS, { spec: { replicas: 4 } }, { subresource: 'scale' });
    assert.equal([scaled.kind, scaled.metadata.name, scaled['spec']], ['Scale', 'a', { replicas: 4 }]);
    const set = await desk.get(SHARD_SETS);
    assert.equal([(set['spec'] as { replicas: number }).replicas, set.metadata.generation], [4, 2]);
    assert.is(versionOf(scaled), versionOf(set));
    const stale = { metadata: { resourceVersion: versionOf(created) }, spec: { replicas: 5 } };
    await fails(desk.merge(SHARD_SETS, stale, { subresource: 'scale' }), 'Conflict', 409);
  }),
  contractCase('scale of a StatefulSet, by compare-and-swap', async (desk) => {
    const spec = { replicas: 3, serviceName: 'a', selector: { matchLabels: { app: 'a' } }, template: POD };
    const created = await desk.create(STATEFUL_SETS, { spec });
    const metadata = { resourceVersion: versionOf(created) };
    const scaled = await desk.merge(STATEFUL_SETS, { metadata, spec: { replicas: 2 } }, { subresource: 'scale' });
    assert.equal([scaled.kind, scaled['spec']], ['Scale', { replicas: 2 }]);
    const now = await desk.get(STATEFUL_SETS);
    assert.equal([(now['spec'] as { replicas: number }).replicas, now.metadata.generation], [2, 2]);
    const stale = { metadata, spec: { replicas: 1 } };
    await fails(desk.merge(STATEFUL_SETS, stale, { subresource: 'scale' }), 'Conflict', 409);
  }),
  contractCase('scale of nothing is NotFound', async (desk) => {
    await fails(desk.merge(STATEFUL_SETS, { spec: { replicas: 1 } }, { subresource: 'scale' }), 'NotFound', 404);
    await desk.create(WIDGETS);
    await fails(desk.merge(WIDGETS, { spec: { replicas: 1 } }, { subresource: 'scale' }), 'NotFound', 404);
  }),
];
