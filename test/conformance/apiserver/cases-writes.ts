/** Creates and updates: identity, compare-and-swap, subresources, generations. */
import * as assert from 'uvu/assert';

import { CONFIG_MAPS, LEASES } from '../../../src/kube/resources.ts';
import { contractCase, fails, having, isNewer, NOTES, versionOf, WIDGETS, type Case } from './contract.ts';

const MARK = { x: '1' };

export const CREATE_CASES: readonly Case[] = [
  contractCase('create gives uid, time, version and generation 1, and drops the status', async (desk) => {
    const { apiVersion, kind, metadata, ...rest } = await desk.create(WIDGETS, { spec: { n: 1 }, status: { n: 1 } });
    assert.equal([apiVersion, kind, rest], ['contract.example.com/v1', 'Widget', { spec: { n: 1 } }]);
    assert.match(metadata.uid ?? '', /^[0-9a-f-]{36}$/);
    assert.match(metadata.creationTimestamp ?? '', /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/);
    assert.match(metadata.resourceVersion ?? '', /^[1-9]\d*$/);
    assert.is(metadata.generation, 1);
  }),
  contractCase('create answers with what get shows', async (desk) => {
    assert.equal(await desk.create(WIDGETS, { spec: { n: 1 } }), await desk.get(WIDGETS));
  }),
  contractCase('built-in kinds without a spec have no generation', async (desk) => {
    assert.is((await desk.create(CONFIG_MAPS, { data: MARK })).metadata.generation, undefined);
    assert.is((await desk.create(LEASES, { spec: { holderIdentity: 'a' } })).metadata.generation, undefined);
  }),
  contractCase('create of a name that exists is AlreadyExists', async (desk) => {
    await desk.create(WIDGETS);
    await fails(desk.create(WIDGETS), 'AlreadyExists', 409);
  }),
  contractCase('generateName makes names', async (desk) => {
    const draft = { metadata: { name: undefined, generateName: 'part-' } };
    const [one, two] = [await desk.create(CONFIG_MAPS, draft), await desk.create(CONFIG_MAPS, draft)];
    for (const { metadata } of [one, two]) {
      assert.match(metadata.name, /^part-[a-z0-9]{5}$/);
      assert.is(metadata.generateName, 'part-');
    }
    assert.is.not(one.metadata.name, two.metadata.name);
  }),
  contractCase('create without a name is Invalid', async (desk) => {
    await fails(desk.create(WIDGETS, { metadata: { name: undefined } }), 'Invalid', 422);
  }),
  contractCase('create with a bad name is Invalid', async (desk) => {
    await fails(desk.create(CONFIG_MAPS, { name: 'No_Name' }), 'Invalid', 422);
  }),
  contractCase('create with a bad label value is Invalid', async (desk) => {
    await fails(desk.create(WIDGETS, { metadata: { labels: { slot: '-1' } } }), 'Invalid', 422);
  }),
  contractCase('create with two controllers is Invalid', async (desk) => {
    const owner = (uid: string): object => ({ apiVersion: 'v1', kind: 'ConfigMap', name: uid, uid, controller: true });
    await fails(desk.create(WIDGETS, { metadata: { ownerReferences: [owner('a'), owner('b')] } }), 'Invalid', 422);
  }),
  contractCase('create with a resourceVersion is refused', async (desk) => {
    await fails(desk.create(WIDGETS, { metadata: { resourceVersion: '7' } }), 'ServerError', 500);
  }),
  contractCase('create takes nothing of the system from the caller', async (desk) => {
    const time = '2001-01-01T00:00:00Z';
    const uid = 'fedcba98-0000-4000-8000-000000000000';
    const { metadata } = await desk.create(WIDGETS, { metadata: { uid, generation: 9, creationTimestamp: time } });
    assert.is.not(metadata.uid, uid);
    assert.is.not(metadata.creationTimestamp, time);
    assert.is(metadata.generation, 1);
  }),
  contractCase('a name that was deleted is born with another uid', async (desk) => {
    const first = await desk.create(WIDGETS);
    await desk.delete(WIDGETS);
    const second = await desk.create(WIDGETS);
    assert.is.not(second.metadata.uid, first.metadata.uid);
    assert.ok(isNewer(second, first));
  }),
];

export const UPDATE_CASES: readonly Case[] = [
  contractCase('update on the version that was read is stored under a newer one', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const updated = await desk.update(WIDGETS, { ...created, spec: { n: 2 } });
    assert.ok(isNewer(updated, created));
    assert.equal([updated['spec'], updated.metadata.uid], [{ n: 2 }, created.metadata.uid]);
    assert.equal(await desk.get(WIDGETS), updated);
  }),
  contractCase('update on an older version is Conflict', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    await desk.update(WIDGETS, { ...created, spec: { n: 2 } });
    await fails(desk.update(WIDGETS, { ...created, spec: { n: 3 } }), 'Conflict', 409);
  }),
  contractCase('update on an older version is Conflict even when it would change nothing', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const updated = await desk.update(WIDGETS, { ...created, spec: { n: 2 } });
    await fails(desk.update(WIDGETS, having(updated, { resourceVersion: versionOf(created) })), 'Conflict', 409);
  }),
  contractCase('update of a custom resource without a version is Invalid', async (desk) => {
    const created = await desk.create(WIDGETS);
    await fails(desk.update(WIDGETS, having(created, { resourceVersion: undefined })), 'Invalid', 422);
  }),
  contractCase('update of a ConfigMap without a version is taken', async (desk) => {
    const created = await desk.create(CONFIG_MAPS, { data: MARK });
    const body = having(created, { resourceVersion: undefined }, { data: { x: '2' } });
    assert.equal((await desk.update(CONFIG_MAPS, body))['data'], { x: '2' });
  }),
  contractCase('update under another uid is Conflict', async (desk) => {
    const created = await desk.create(WIDGETS);
    const uid = 'fedcba98-0000-4000-8000-000000000000';
    await fails(desk.update(WIDGETS, having(created, { uid })), 'Conflict', 409);
    await fails(desk.update(WIDGETS, having(created, { uid }), 'status'), 'Conflict', 409);
  }),
  contractCase('update of what was deleted and born again is Conflict', async (desk) => {
    const first = await desk.create(WIDGETS);
    await desk.delete(WIDGETS);
    await desk.create(WIDGETS);
    await fails(desk.update(WIDGETS, first), 'Conflict', 409);
    await fails(desk.update(WIDGETS, { ...first, status: { n: 1 } }, 'status'), 'Conflict', 409);
  }),
  contractCase('update of nothing is NotFound', async (desk) => {
    const body = desk.body(WIDGETS, { metadata: { resourceVersion: '7' } });
    await fails(desk.update(WIDGETS, body), 'NotFound', 404);
    await fails(desk.update(WIDGETS, body, 'status'), 'NotFound', 404);
  }),
  contractCase('update that changes nothing makes no new version', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 }, metadata: { labels: MARK } });
    assert.equal(await desk.update(WIDGETS, created), created);
    const emptied = having(created, { annotations: {}, finalizers: [] });
    assert.is(versionOf(await desk.update(WIDGETS, emptied)), versionOf(created));
  }),
  contractCase('update replaces: labels and fields left out are gone', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 }, more: 1, metadata: { labels: { ...MARK, y: '1' } } });
    const { more: _, ...rest } = created;
    const updated = await desk.update(WIDGETS, having(rest as typeof created, { labels: { y: '1' } }));
    assert.equal([updated.metadata.labels, updated['more']], [{ y: '1' }, undefined]);
  }),
  contractCase('update keeps uid, birth and generation whatever it says', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const told = having(created, { creationTimestamp: '2001-01-01T00:00:00Z', generation: 9, labels: MARK });
    const { metadata } = await desk.update(WIDGETS, told);
    const { creationTimestamp, generation } = created.metadata;
    assert.equal([metadata.creationTimestamp, metadata.generation], [creationTimestamp, generation]);
    const bare = having(created, { resourceVersion: metadata.resourceVersion, uid: undefined, labels: { x: '2' } });
    assert.is((await desk.update(WIDGETS, bare)).metadata.uid, created.metadata.uid);
  }),
  contractCase('update of the object leaves the status alone', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const reported = await desk.update(WIDGETS, { ...created, status: { n: 1 } }, 'status');
    const updated = await desk.update(WIDGETS, { ...reported, spec: { n: 2 }, status: { n: 7 } });
    assert.equal([updated['spec'], updated['status']], [{ n: 2 }, { n: 1 }]);
    const { status: _, ...without } = updated;
    assert.equal(await desk.update(WIDGETS, without as typeof updated), updated);
  }),
  contractCase('update of the status leaves all else alone', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 }, metadata: { labels: MARK } });
    const body = having(created, { labels: { y: '1' }, annotations: MARK }, { spec: { n: 2 }, status: { n: 1 } });
    const { metadata, ...rest } = await desk.update(WIDGETS, body, 'status');
    assert.equal([rest['spec'], rest['status']], [{ n: 1 }, { n: 1 }]);
    assert.equal([metadata.labels, metadata.annotations, metadata.generation], [MARK, undefined, 1]);
  }),
  contractCase('update of the status is a compare-and-swap too', async (desk) => {
    const created = await desk.create(WIDGETS);
    const reported = await desk.update(WIDGETS, { ...created, status: { n: 1 } }, 'status');
    assert.ok(isNewer(reported, created));
    await fails(desk.update(WIDGETS, { ...created, status: { n: 2 } }, 'status'), 'Conflict', 409);
    assert.equal(await desk.update(WIDGETS, reported, 'status'), reported, 'the same again makes no version');
    const bare = having(reported, { resourceVersion: undefined }, { status: { n: 3 } });
    await fails(desk.update(WIDGETS, bare, 'status'), 'Invalid', 422);
  }),
  contractCase('without the subresource the status is a field like others', async (desk) => {
    const created = await desk.create(NOTES, { status: { n: 1 } });
    assert.equal(created['status'], { n: 1 });
    const updated = await desk.update(NOTES, { ...created, status: { n: 2 } });
    assert.equal([updated['status'], updated.metadata.generation], [{ n: 2 }, 2]);
    await fails(desk.update(NOTES, updated, 'status'), 'NotFound', 404);
  }),
  contractCase('the generation counts changes of the content only', async (desk) => {
    const created = await desk.create(WIDGETS, { spec: { n: 1 } });
    const labelled = await desk.merge(WIDGETS, { metadata: { labels: MARK, annotations: MARK } });
    const reported = await desk.merge(WIDGETS, { status: { n: 1 } }, { subresource: 'status' });
    const changed = await desk.merge(WIDGETS, { spec: { n: 2 } });
    const extended = await desk.merge(WIDGETS, { other: 1 });
    const generations = [created, labelled, reported, changed, extended].map(({ metadata }) => metadata.generation);
    assert.equal(generations, [1, 1, 1, 2, 3]);
  }),
];

const LEASE_SPEC = { holderIdentity: 'a', leaseDurationSeconds: 15, renewTime: '2026-01-01T00:00:00.000000Z' };

export const LEASE_CASES: readonly Case[] = [
  contractCase('a lease is renewed by compare-and-swap', async (desk) => {
    const created = await desk.create(LEASES, { spec: LEASE_SPEC });
    const renewed = { ...created, spec: { ...LEASE_SPEC, renewTime: '2026-01-01T00:00:02.000000Z' } };
    assert.ok(isNewer(await desk.update(LEASES, renewed), created));
    await fails(desk.update(LEASES, { ...renewed, spec: { ...LEASE_SPEC, holderIdentity: 'b' } }), 'Conflict', 409);
  }),
  contractCase('a lease without a version is Invalid', async (desk) => {
    const created = await desk.create(LEASES, { spec: LEASE_SPEC });
    await fails(desk.update(LEASES, having(created, { resourceVersion: undefined })), 'Invalid', 422);
  }),
  contractCase('a renewal of a lease that is gone does not bring it back', async (desk) => {
    const created = await desk.create(LEASES, { spec: LEASE_SPEC });
    await desk.delete(LEASES);
    const error: unknown = await desk.update(LEASES, created).catch((reason: unknown) => reason);
    assert.ok(error instanceof Error, 'refused');
    await fails(desk.get(LEASES), 'NotFound', 404);
  }),
  contractCase('a lease that is written without version and uid is born', async (desk) => {
    const written = await desk.update(LEASES, desk.body(LEASES, { spec: LEASE_SPEC }));
    assert.equal(await desk.get(LEASES), written);
  }),
  ...['2026-01-01T00:00:00Z', '2026-01-01T00:00:00.000Z', '2026-01-01T00:00:00.0000000Z', 'now'].map((renewTime) =>
    contractCase(`a lease with the time ${renewTime} is refused`, async (desk) => {
      await fails(desk.create(LEASES, { spec: { ...LEASE_SPEC, renewTime } }), 'BadRequest', 400);
    }),
  ),
  contractCase('a lease that lasts 0 s is Invalid', async (desk) => {
    await fails(desk.create(LEASES, { spec: { ...LEASE_SPEC, leaseDurationSeconds: 0 } }), 'Invalid', 422);
  }),
];
