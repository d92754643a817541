/** Deletions: preconditions, finalizers, grace, and what goes with an owner. */
import * as assert from 'uvu/assert';

import { CONFIG_MAPS, PODS } from '../../../src/kube/resources.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { contractCase, fails, having, isNewer, versionOf, WIDGETS, type Case, type Desk } from './contract.ts';

const FINALIZER = 'example.com/stop';
const KEPT = { metadata: { finalizers: [FINALIZER] }, spec: { n: 1 } };

const isGone = (promise: Promise<unknown>): Promise<boolean> =>
  promise.then(
    () => false,
    () => true,
  );

export const DELETE_CASES: readonly Case[] = [
  contractCase('delete answers with a Status, and it is gone', async (desk) => {
    await desk.create(WIDGETS);
    assert.is((await desk.delete(WIDGETS)).kind, 'Status');
    await fails(desk.get(WIDGETS), 'NotFound', 404);
    await fails(desk.delete(WIDGETS), 'NotFound', 404);
  }),
  contractCase('delete on another uid or version is Conflict', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const changed = await desk.merge(WIDGETS, { spec: { n: 2 } });
    const uid = created.metadata.uid ?? '';
    const other = 'fedcba98-0000-4000-8000-000000000000';
    await fails(desk.delete(WIDGETS, { preconditions: { uid: other } }), 'Conflict', 409);
    const stale = { uid, resourceVersion: versionOf(created) };
    await fails(desk.delete(WIDGETS, { preconditions: stale }), 'Conflict', 409);
    const right = { uid, resourceVersion: versionOf(changed) };
    assert.is((await desk.delete(WIDGETS, { preconditions: right })).kind, 'Status');
  }),
  contractCase('a finalizer holds a deletion: the object is marked and answered', async (desk) => {
    const created = await desk.create(WIDGETS, KEPT);
    const marked = await desk.delete(WIDGETS);
    assert.ok(isNewer(marked, created));
    assert.match(marked.metadata.deletionTimestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.equal([marked.metadata.generation, marked.metadata.finalizers], [2, [FINALIZER]]);
    assert.equal(await desk.get(WIDGETS), marked);
    await desk.merge(WIDGETS, { metadata: { finalizers: null } });
  }),
  contractCase('a second deletion of a marked object changes nothing', async (desk) => {
    await desk.create(WIDGETS, KEPT);
    const marked = await desk.delete(WIDGETS);
    assert.equal(await desk.delete(WIDGETS), marked);
    await desk.merge(WIDGETS, { metadata: { finalizers: [] } });
  }),
  contractCase('the last finalizer takes the object with it', async (desk) => {
    const created = await desk.create(WIDGETS, { metadata: { finalizers: [FINALIZER, 'example.com/other'] } });
    const watching = desk.watch(WIDGETS, { resourceVersion: versionOf(created) });
    const marked = await desk.delete(WIDGETS);
    const one = await desk.update(WIDGETS, having(marked, { finalizers: [FINALIZER] }));
    await desk.update(WIDGETS, having(one, { finalizers: [] }));
    await fails(desk.get(WIDGETS), 'NotFound', 404);
    assert.equal(await watching.told(3), ['MODIFIED a', 'MODIFIED a', 'DELETED a']);
    await watching.end();
  }),
  contractCase('removing a finalizer of a living object does not delete it', async (desk) => {
    await desk.create(WIDGETS, KEPT);
    const freed = await desk.merge(WIDGETS, { metadata: { finalizers: null } });
    assert.equal([freed.metadata.finalizers ?? [], freed.metadata.deletionTimestamp], [[], undefined]);
    assert.is(versionOf(await desk.get(WIDGETS)), versionOf(freed));
  }),
  contractCase('a marked object takes no new finalizer and stays marked', async (desk) => {
    await desk.create(WIDGETS, KEPT);
    const marked = await desk.delete(WIDGETS);
    const added = having(marked, { finalizers: [FINALIZER, 'example.com/new'] });
    await fails(desk.update(WIDGETS, added), 'Invalid', 422);
    const kept = await desk.update(WIDGETS, having(marked, { deletionTimestamp: undefined, labels: { a: '1' } }));
    assert.is(kept.metadata.deletionTimestamp, marked.metadata.deletionTimestamp);
    await fails(desk.create(WIDGETS), 'AlreadyExists', 409);
    await desk.merge(WIDGETS, { metadata: { finalizers: null } });
  }),
  contractCase('the status of a marked object is written as ever', async (desk) => {
    await desk.create(WIDGETS, KEPT);
    const marked = await desk.delete(WIDGETS);
    const reported = await desk.update(WIDGETS, { ...marked, status: { n: 1 } }, 'status');
    assert.equal([reported['status'], reported.metadata.generation], [{ n: 1 }, 2]);
    await desk.merge(WIDGETS, { metadata: { finalizers: null } });
  }),
];

const PLACED = {
  spec: { nodeName: 'n', containers: [{ name: 'c', image: 'none' }], terminationGracePeriodSeconds: 20 },
};

export const GRACE_CASES: readonly Case[] = [
  contractCase('a pod on a node is marked with its grace, and goes when its kubelet says so', async (desk) => {
    await desk.create(PODS, PLACED);
    const marked = await desk.delete(PODS);
    assert.equal([marked.kind, marked.metadata['deletionGracePeriodSeconds']], ['Pod', 20]);
    assert.equal(await desk.get(PODS), marked);
    await desk.delete(PODS, { gracePeriodSeconds: 0 });
    await fails(desk.get(PODS), 'NotFound', 404);
  }),
  contractCase('a pod on no node goes at once', async (desk) => {
    const { nodeName: _, ...spec } = PLACED.spec;
    await desk.create(PODS, { spec });
    await desk.delete(PODS);
    await fails(desk.get(PODS), 'NotFound', 404);
  }),
];

function ownedBy(owner: KubeObject, more: object = {}): object {
  const { apiVersion, kind, metadata } = owner;
  return { apiVersion, kind, name: metadata.name, uid: metadata.uid, ...more };
}

function owned(desk: Desk, name: string, ...ownerReferences: readonly object[]): Promise<KubeObject> {
  return desk.create(CONFIG_MAPS, { name, metadata: { ownerReferences } });
}

export const GARBAGE_CASES: readonly Case[] = [
  contractCase('what an owner leaves behind is collected, whatever has another owner stays', async (desk, side) => {
    const owner = await desk.create(CONFIG_MAPS);
    const other = await desk.create(CONFIG_MAPS, { name: 'other' });
    const child = await owned(desk, 'child', ownedBy(owner));
    await owned(desk, 'grandchild', ownedBy(child));
    await owned(desk, 'shared', ownedBy(owner), ownedBy(other));
    await desk.delete(CONFIG_MAPS, { propagation: 'Background' });
    await side.collected(() => isGone(desk.get(CONFIG_MAPS, 'grandchild')));
    const names = await desk.names(CONFIG_MAPS);
    assert.equal(
      names.filter((name) => name !== 'kube-root-ca.crt'),
      ['other', 'shared'],
    );
  }),
  contractCase('an owner that comes again under its name is another owner', async (desk, side) => {
    const owner = await desk.create(CONFIG_MAPS);
    await owned(desk, 'child', ownedBy(owner));
    await desk.delete(CONFIG_MAPS);
    await desk.create(CONFIG_MAPS);
    await side.collected(() => isGone(desk.get(CONFIG_MAPS, 'child')));
  }),
  contractCase('deletion in the foreground waits for dependents', async (desk, side) => {
    const owner = await desk.create(CONFIG_MAPS);
    await owned(desk, 'child', ownedBy(owner, { blockOwnerDeletion: true }));
    const marked = await desk.delete(CONFIG_MAPS, { propagation: 'Foreground' });
    assert.equal(marked.metadata.finalizers, ['foregroundDeletion']);
    await side.collected(
      async () => (await isGone(desk.get(CONFIG_MAPS))) && (await isGone(desk.get(CONFIG_MAPS, 'child'))),
    );
  }),
  contractCase('deletion that orphans lets dependents live', async (desk, side) => {
    const owner = await desk.create(CONFIG_MAPS);
    await owned(desk, 'child', ownedBy(owner));
    const marked = await desk.delete(CONFIG_MAPS, { propagation: 'Orphan' });
    assert.equal(marked.metadata.finalizers, ['orphan']);
    await side.collected(() => isGone(desk.get(CONFIG_MAPS)));
    assert.equal((await desk.get(CONFIG_MAPS, 'child')).metadata.ownerReferences ?? [], []);
  }),
];
