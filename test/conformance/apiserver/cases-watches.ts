/** Watches: from a version on, through a selection, in order, until they are too old. */
import * as assert from 'uvu/assert';

import { CONFIG_MAPS, SHARDS } from '../../../src/kube/resources.ts';
import { compareResourceVersions } from '../../../src/kube/types.ts';
import { contractCase, fails, isNewer, versionOf, WIDGETS, type Case } from './contract.ts';

export const WATCH_CASES: readonly Case[] = [
  contractCase('a watch tells what happens after its version, in order', async (desk) => {
    const watching = desk.watch(WIDGETS, { resourceVersion: await desk.now(WIDGETS) });
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const changed = await desk.merge(WIDGETS, { spec: { n: 2 } });
    const reported = await desk.merge(WIDGETS, { status: { n: 1 } }, { subresource: 'status' });
    await desk.delete(WIDGETS);
    assert.equal(await watching.next(), { type: 'ADDED', object: created });
    assert.equal(await watching.next(), { type: 'MODIFIED', object: changed });
    assert.equal(await watching.next(), { type: 'MODIFIED', object: reported });
    const gone = await watching.next();
    assert.ok(gone !== 'END' && gone.type === 'DELETED');
    assert.equal(gone.object['spec'], { n: 2 });
    assert.ok(isNewer(gone.object, reported), 'under the version of the deletion');
    await watching.end();
  }),
  contractCase('a watch from an older version begins with what it missed', async (desk) => {
    const resourceVersion = await desk.now(WIDGETS);
    await desk.create(WIDGETS);
    await desk.create(WIDGETS, { name: 'b' });
    await desk.delete(WIDGETS);
    const watching = desk.watch(WIDGETS, { resourceVersion });
    assert.equal(await watching.told(3), ['ADDED a', 'ADDED b', 'DELETED a']);
    await desk.merge(WIDGETS, { spec: { n: 1 } }, { name: 'b' });
    assert.equal(await watching.told(1), ['MODIFIED b']);
    await watching.end();
  }),
  contractCase('a watch begins after the version of an object', async (desk) => {
    const created = await desk.create(WIDGETS);
    const watching = desk.watch(WIDGETS, { resourceVersion: versionOf(created) });
    await desk.merge(WIDGETS, { spec: { n: 1 } });
    assert.equal(await watching.told(1), ['MODIFIED a']);
    await watching.end();
  }),
  contractCase('writes that change nothing are not told', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const watching = desk.watch(WIDGETS, { resourceVersion: versionOf(created) });
    await desk.update(WIDGETS, created);
    await desk.merge(WIDGETS, { spec: { n: 1 } });
    await fails(
      desk.update(WIDGETS, { ...created, metadata: { ...created.metadata, resourceVersion: '1' } }),
      'Conflict',
    );
    await desk.create(WIDGETS, { name: 'b' });
    assert.equal(await watching.told(1), ['ADDED b']);
    await watching.end();
  }),
  contractCase('what enters a selection is ADDED, what leaves it is DELETED with what it was', async (desk) => {
    const resourceVersion = await desk.now(WIDGETS);
    const watching = desk.watch(WIDGETS, { resourceVersion, labelSelector: 'slot>4,slot<10' });
    const label = (slot: string | null): Promise<unknown> => desk.merge(WIDGETS, { metadata: { labels: { slot } } });
    await desk.create(WIDGETS, { metadata: { labels: { slot: '3' } }, spec: { n: 1 } });
    const entered = await desk.merge(WIDGETS, { metadata: { labels: { slot: '7' } } });
    await desk.merge(WIDGETS, { spec: { n: 2 } });
    await label('9');
    const left = await desk.merge(WIDGETS, { metadata: { labels: { slot: '11' } }, spec: { n: 3 } });
    await desk.merge(WIDGETS, { spec: { n: 4 } });
    await label('5');
    await label(null);
    await label('6');
    await label('abc');
    await label('8');
    await desk.delete(WIDGETS);
    assert.equal(await watching.next(), { type: 'ADDED', object: entered });
    assert.equal(await watching.told(2), ['MODIFIED a', 'MODIFIED a']);
    const gone = await watching.next();
    assert.ok(gone !== 'END' && gone.type === 'DELETED');
    assert.equal([gone.object.metadata.labels, gone.object['spec']], [{ slot: '9' }, { n: 2 }]);
    assert.is(versionOf(gone.object), versionOf(left), 'under the version of the write that took it out');
    assert.is(gone.object.metadata.deletionTimestamp, undefined);
    assert.equal(await watching.told(6), ['ADDED a', 'DELETED a', 'ADDED a', 'DELETED a', 'ADDED a', 'DELETED a']);
    await watching.end();
  }),
  contractCase('a selection is told what it missed as it would have been told', async (desk) => {
    const resourceVersion = await desk.now(WIDGETS);
    await desk.create(WIDGETS, { metadata: { labels: { slot: '3' } } });
    await desk.merge(WIDGETS, { metadata: { labels: { slot: '7' } } });
    await desk.merge(WIDGETS, { metadata: { labels: { slot: '8' } } });
    await desk.merge(WIDGETS, { metadata: { labels: { slot: '3' } } });
    const high = desk.watch(WIDGETS, { resourceVersion, labelSelector: 'slot>4,slot<4096' });
    const low = desk.watch(WIDGETS, { resourceVersion, labelSelector: 'slot<5' });
    assert.equal(await high.told(3), ['ADDED a', 'MODIFIED a', 'DELETED a']);
    assert.equal(await low.told(3), ['ADDED a', 'DELETED a', 'ADDED a']);
    await high.end();
    await low.end();
  }),
  contractCase('a watch of the unlabelled loses what gets a label', async (desk) => {
    const watching = desk.watch(WIDGETS, { resourceVersion: await desk.now(WIDGETS), labelSelector: '!slot' });
    await desk.create(WIDGETS);
    await desk.merge(WIDGETS, { metadata: { labels: { slot: '1' } } });
    await desk.create(WIDGETS, { name: 'b' });
    assert.equal(await watching.told(3), ['ADDED a', 'DELETED a', 'ADDED b']);
    await watching.end();
  }),
  contractCase('a watch of one name', async (desk) => {
    const fieldSelector = 'metadata.name=b';
    const watching = desk.watch(SHARDS, { resourceVersion: await desk.now(SHARDS), fieldSelector });
    for (const name of ['a', 'b', 'c']) await desk.create(SHARDS, { name, spec: { set: 's' } });
    await desk.delete(SHARDS, { name: 'a' });
    await desk.merge(SHARDS, { status: { incarnation: 'x' } }, { name: 'b', subresource: 'status' });
    await desk.delete(SHARDS, { name: 'b' });
    assert.equal(await watching.told(3), ['ADDED b', 'MODIFIED b', 'DELETED b']);
    await watching.end();
  }),
  contractCase('a watch of one namespace hears nothing of another', async (desk) => {
    const watching = desk.watch(CONFIG_MAPS, {
      namespace: 'kube-system',
      resourceVersion: await desk.now(CONFIG_MAPS),
    });
    await desk.create(CONFIG_MAPS, { name: 'here' });
    const name = `there-${desk.namespace}`;
    await desk.create(CONFIG_MAPS, { name, metadata: { namespace: 'kube-system' } });
    for (;;) {
      const { metadata } = await watching.object();
      assert.is(metadata.namespace, 'kube-system');
      if (metadata.name === name) break;
    }
    await watching.end();
  }),
  contractCase('two watches hear the same', async (desk) => {
    const resourceVersion = await desk.now(WIDGETS);
    const both = [desk.watch(WIDGETS, { resourceVersion }), desk.watch(WIDGETS, { resourceVersion })];
    const first = both[0]?.next();
    await desk.create(WIDGETS);
    await desk.delete(WIDGETS);
    assert.equal(await first, await both[1]?.next());
    assert.equal(await both[0]?.next(), await both[1]?.next());
    for (const each of both) await each.end();
  }),
  contractCase('a watch of metadata only', async (desk) => {
    const watching = desk.watch(WIDGETS, { resourceVersion: await desk.now(WIDGETS), metadataOnly: true });
    const { metadata } = await desk.create(WIDGETS, { spec: { n: 1 } });
    const object = { apiVersion: 'contract.example.com/v1', kind: 'Widget', metadata };
    assert.equal(await watching.next(), { type: 'ADDED', object });
    await watching.end();
  }),
  contractCase('a watch from any version begins with everything', async (desk) => {
    await desk.create(WIDGETS);
    await desk.create(WIDGETS, { name: 'b' });
    const watching = desk.watch(WIDGETS, { resourceVersion: '0' });
    assert.equal((await watching.told(2)).toSorted(), ['ADDED a', 'ADDED b']);
    await desk.delete(WIDGETS);
    assert.equal(await watching.told(1), ['DELETED a']);
    await watching.end();
  }),
  contractCase('a watch from a version of the future is silent until then', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 0 } });
    const watching = desk.watch(WIDGETS, { resourceVersion: String(Number(versionOf(created)) + 100_000) });
    const probe = desk.watch(WIDGETS, { resourceVersion: versionOf(created) });
    const first = watching.next();
    await desk.merge(WIDGETS, { spec: { n: 1 } });
    assert.equal((await probe.object())['spec'], { n: 1 });
    const told = await Promise.race([first, probe.end().then(() => 'silent')]);
    assert.is(told, 'silent');
    await watching.end();
    await first.catch(() => undefined);
  }),
  contractCase('a watch from a forgotten version is told Expired, in a stream that opened well', async (desk) => {
    const watching = desk.watch(WIDGETS, { resourceVersion: '1' });
    const event = await watching.next();
    assert.ok(event !== 'END' && event.type === 'ERROR');
    assert.equal([event.status, event.reason], [410, 'Expired']);
    assert.is(await watching.next(), 'END');
    await watching.end();
  }),
  contractCase('a watch with a bad selector or version is refused', async (desk) => {
    const resourceVersion = await desk.now(WIDGETS);
    await fails(desk.watch(WIDGETS, { resourceVersion, labelSelector: 'slot>=1' }).next(), 'BadRequest', 400);
    await fails(desk.watch(WIDGETS, { resourceVersion, fieldSelector: 'spec.n=1' }).next(), 'BadRequest', 400);
  }),
  contractCase('a watch may be left at any time', async (desk) => {
    const watching = desk.watch(WIDGETS, { resourceVersion: await desk.now(WIDGETS) });
    const next = watching.next();
    await watching.end();
    await fails(next, 'Aborted');
    assert.ok(compareResourceVersions(await desk.now(WIDGETS), '0') > 0);
  }),
];
