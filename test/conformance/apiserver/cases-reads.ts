/** Reads: selectors, versions, metadata only. */
import * as assert from 'uvu/assert';

import { CONFIG_MAPS, SHARDS } from '../../../src/kube/resources.ts';
import { compareResourceVersions } from '../../../src/kube/types.ts';
import { contractCase, fails, versionOf, WIDGETS, type Case, type Desk } from './contract.ts';

/** Named after what they are there for. */
const LABELLED: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  bare: {},
  empty: { slot: '' },
  five: { slot: '5', tier: 'a' },
  junk: { slot: 'abc' },
  large: { slot: '9223372036854775808' },
  most: { slot: '4095', tier: 'b' },
  seven: { slot: '007' },
  ten: { slot: '10', 'example.com/x': 'y' },
  zero: { slot: '0', tier: 'b' },
};

/** Selector and the names that it selects. */
const SELECTORS: readonly (readonly [selector: string, names: string])[] = [
  ['', 'bare empty five junk large most seven ten zero'],
  ['slot=5', 'five'],
  ['slot==5', 'five'],
  ['slot=', 'empty'],
  ['slot!=5', 'bare empty junk large most seven ten zero'],
  ['slot', 'empty five junk large most seven ten zero'],
  ['!slot', 'bare'],
  ['slot in (5,10)', 'five ten'],
  ['slot in (5, 10 ,0)', 'five ten zero'],
  ['slot notin (5,10)', 'bare empty junk large most seven zero'],
  ['slot>4', 'five most seven ten'],
  ['slot<10', 'five seven zero'],
  ['slot<4096', 'five most seven ten zero'],
  ['slot>4,slot<10', 'five seven'],
  ['slot > 4 , slot < 11', 'five seven ten'],
  ['slot>4094', 'most'],
  ['tier=b,slot<4096', 'most zero'],
  ['slot,tier notin (a)', 'empty junk large most seven ten zero'],
  ['example.com/x=y', 'ten'],
  ['!example.com/x,tier', 'five most zero'],
];

const BAD_SELECTORS = [
  'slot>-1',
  'slot>=5',
  'slot>5.5',
  'slot>9223372036854775808',
  'slot>x',
  'a b',
  'slot in 5',
  '=5',
];

async function createLabelled(desk: Desk): Promise<void> {
  await Promise.all(
    Object.entries(LABELLED).map(([name, labels]) => desk.create(WIDGETS, { name, metadata: { labels } })),
  );
}

export const SELECTOR_CASES: readonly Case[] = [
  contractCase(`label selectors select: ${SELECTORS.length} of them`, async (desk) => {
    await createLabelled(desk);
    for (const [labelSelector, names] of SELECTORS) {
      assert.is((await desk.names(WIDGETS, { labelSelector })).join(' '), names, labelSelector);
    }
  }),
  ...BAD_SELECTORS.map((labelSelector) =>
    contractCase(`label selector "${labelSelector}" is BadRequest`, async (desk) => {
      await fails(desk.names(WIDGETS, { labelSelector }), 'BadRequest', 400);
    }),
  ),
  contractCase('field selector by name', async (desk) => {
    for (const name of ['a', 'b', 'c']) await desk.create(CONFIG_MAPS, { name });
    const named = (fieldSelector: string): Promise<string[]> => desk.names(CONFIG_MAPS, { fieldSelector });
    assert.equal(await named('metadata.name=b'), ['b']);
    assert.equal(await named('metadata.name==b,metadata.name!=c'), ['b']);
    assert.equal(
      (await named('metadata.name!=b')).filter((name) => name.length === 1),
      ['a', 'c'],
    );
    assert.equal(await named('metadata.name=none'), []);
  }),
  contractCase('field selector that is not served is BadRequest', async (desk) => {
    await fails(desk.names(WIDGETS, { fieldSelector: 'spec.n=1' }), 'BadRequest', 400);
  }),
  contractCase('shards are found by set, verdict and phase', async (desk) => {
    const verdict = { state: 'Expired', since: '2026-12-01T05:14:17Z' };
    await desk.create(SHARDS, { name: 'one', spec: { set: 's', verdict } });
    await desk.create(SHARDS, { name: 'two', spec: { set: 't' } });
    await desk.merge(SHARDS, { status: { phase: 'Active' } }, { name: 'two', subresource: 'status' });
    assert.equal(await desk.names(SHARDS, { fieldSelector: 'spec.set=s' }), ['one']);
    assert.equal(await desk.names(SHARDS, { fieldSelector: 'spec.verdict.state=Expired' }), ['one']);
    assert.equal(await desk.names(SHARDS, { fieldSelector: 'status.phase=Active,spec.set=t' }), ['two']);
    assert.equal(await desk.names(SHARDS, { fieldSelector: 'status.phase!=Active' }), ['one']);
  }),
];

export const READ_CASES: readonly Case[] = [
  contractCase('get of nothing is NotFound', async (desk) => {
    await fails(desk.get(WIDGETS), 'NotFound', 404);
  }),
  contractCase('lists are in the order of names', async (desk) => {
    for (const name of ['b-1', 'a', 'b', 'b.1', 'a0', 'c-10', 'c-9']) await desk.create(WIDGETS, { name });
    assert.equal(await desk.names(WIDGETS), ['a', 'a0', 'b', 'b-1', 'b.1', 'c-10', 'c-9']);
  }),
  contractCase('items have their apiVersion and kind, and the list a version that covers them', async (desk) => {
    const { resourceVersion: before } = await desk.client.list(CONFIG_MAPS, { namespace: desk.namespace });
    const created = await desk.create(CONFIG_MAPS, { data: { a: '1' } });
    const { items, resourceVersion } = await desk.client.list(CONFIG_MAPS, { namespace: desk.namespace });
    assert.equal(
      items.find(({ metadata }) => metadata.name === 'a'),
      created,
    );
    assert.ok(compareResourceVersions(resourceVersion, versionOf(created)) >= 0);
    assert.ok(compareResourceVersions(before, versionOf(created)) < 0);
  }),
  contractCase('one counter of versions for all kinds', async (desk) => {
    const widget = await desk.create(WIDGETS);
    const map = await desk.create(CONFIG_MAPS);
    const again = await desk.merge(WIDGETS, { spec: { n: 1 } });
    assert.ok(compareResourceVersions(versionOf(widget), versionOf(map)) < 0);
    assert.ok(compareResourceVersions(versionOf(map), versionOf(again)) < 0);
    assert.ok(compareResourceVersions(await desk.now(WIDGETS), versionOf(again)) >= 0);
  }),
  contractCase('a namespace is not the others', async (desk) => {
    await desk.create(WIDGETS);
    const { items } = await desk.client.list(WIDGETS, {});
    assert.ok(items.some(({ metadata }) => metadata.namespace === desk.namespace));
    assert.equal((await desk.client.list(WIDGETS, { namespace: 'nowhere' })).items, []);
    await fails(desk.client.get(WIDGETS, { namespace: 'nowhere', name: 'a' }), 'NotFound', 404);
  }),
  contractCase('reads at any version, at one that is new enough, and at exactly one', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const now = await desk.now(WIDGETS);
    const ref = desk.ref();
    await desk.merge(WIDGETS, { spec: { n: 2 } });
    const newest = await desk.merge(WIDGETS, { spec: { n: 3 } });
    await desk.create(WIDGETS, { name: 'b' });
    const { namespace, client } = desk;
    const exact = { namespace, resourceVersion: now, resourceVersionMatch: 'Exact' } as const;
    const past = await client.list(WIDGETS, exact);
    assert.equal([past.items, past.resourceVersion], [[created], now]);
    const enough = { namespace, resourceVersion: versionOf(newest), resourceVersionMatch: 'NotOlderThan' } as const;
    assert.equal((await client.list(WIDGETS, enough)).items[0], newest);
    assert.equal(await client.get(WIDGETS, ref, { resourceVersion: versionOf(newest) }), newest);
    assert.is((await client.get(WIDGETS, ref, { resourceVersion: '0' })).metadata.name, 'a');
    assert.ok((await client.list(WIDGETS, { namespace, resourceVersion: '0' })).items.length > 0);
  }),
  contractCase('a version that is none is refused', async (desk) => {
    await desk.create(WIDGETS);
    await fails(desk.client.list(WIDGETS, { resourceVersion: 'x', resourceVersionMatch: 'Exact' }), 'BadRequest', 400);
  }),
  contractCase('a read of the future is ServerError', async (desk) => {
    const resourceVersion = String(Number(await desk.now(WIDGETS)) + 1_000_000);
    await fails(desk.client.list(WIDGETS, { namespace: desk.namespace, resourceVersion }), 'ServerError', 504);
  }),
  contractCase('metadata only is metadata only, under the own kind', async (desk) => {
    const { metadata } = await desk.create(WIDGETS, { spec: { n: 1 } });
    const expected = { apiVersion: 'contract.example.com/v1', kind: 'Widget', metadata };
    assert.equal(await desk.client.get(WIDGETS, desk.ref(), { metadataOnly: true }), expected);
    const { items } = await desk.client.list(WIDGETS, { namespace: desk.namespace, metadataOnly: true });
    assert.equal(items, [expected]);
  }),
  contractCase('the version of the server is told', async (desk) => {
    const version = (await desk.client.getPath('/version')) as { readonly gitVersion?: string };
    assert.match(version.gitVersion ?? '', /^v1\.\d+/);
    await fails(desk.client.getPath('/apis/none.example.com/v1'), 'NotFound', 404);
  }),
];
