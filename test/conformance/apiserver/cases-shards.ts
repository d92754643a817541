/** The project's own kinds: schemas, defaults and rules. One row, one case. */
import * as assert from 'uvu/assert';

import { SHARD_SET_DEFAULTS } from '../../../src/api/shard-set.ts';
import { SHARD_SETS, SHARDS } from '../../../src/kube/resources.ts';
import type { KubeObject, Resource } from '../../../src/kube/types.ts';
import { contractCase, fails, having, versionOf, type Case, type Desk } from './contract.ts';

type Fields = Readonly<Record<string, unknown>>;

const WORKLOAD = { kind: 'StatefulSet', name: 'engine' };
const TIME = '2026-12-01T05:14:17Z';

const row = (start: number, end: number, owner = 'engine-0'): object => ({
  start,
  end,
  owner,
  generation: 1,
  awaiting: [],
});

const table = (fields: Fields = {}): Fields => ({
  uid: 'uid-a',
  epoch: 10,
  revision: 5,
  generation: 3,
  protocol: 1,
  minProtocol: 1,
  ranges: [row(0, 2047), row(2048, 4095, 'engine-1')],
  ...fields,
});

const OBSERVED = { uid: 'uid-a', epoch: 10, generation: 3 };

function createSet(desk: Desk, spec: Fields = {}): Promise<KubeObject> {
  return desk.create(SHARD_SETS, { spec: { workload: WORKLOAD, ...spec } });
}

const report = (desk: Desk, resource: Resource, status: unknown): Promise<KubeObject> =>
  desk.merge(resource, { status }, { subresource: 'status' });

interface Row {
  readonly name: string;
  readonly given: unknown;
  readonly ok: boolean;
}

const yes = (name: string, given: unknown): Row => ({ name, given, ok: true });
const no = (name: string, given: unknown): Row => ({ name, given, ok: false });

/** Specs of a new set. */
const SPECS: readonly Row[] = [
  yes('nothing but a workload', {}),
  no('another kind of workload', { workload: { kind: 'DaemonSet', name: 'engine' } }),
  no('a workload without a name', { workload: { kind: 'Deployment' } }),
  no('replicas below 0', { replicas: -1 }),
  no('replicas that are no integer', { replicas: 1.5 }),
  no('replicas that are a text', { replicas: '3' }),
  no('a slot label that is none', { slotLabel: 'a b' }),
  no('a margin below its bound', { lease: { fenceMarginMilliseconds: 3799 } }),
  yes('a margin at its bound', { lease: { fenceMarginMilliseconds: 3800 } }),
  no('an interval at its bound', { lease: { renewIntervalMilliseconds: 8000 } }),
  yes('an interval below its bound', { lease: { renewIntervalMilliseconds: 7999 } }),
  no('a view that may be too old', { lease: { viewMaxAgeMilliseconds: 12_000 } }),
  yes('a view that may be almost too old', { lease: { viewMaxAgeMilliseconds: 11_999 } }),
  no('an imbalance below 1', { rebalance: { maxImbalance: 0.5 } }),
  no('a pin without a range', { overrides: [{ name: 'a', type: 'Pin', replica: 'engine-0' }] }),
  no('a weight without a weight', { overrides: [{ name: 'a', type: 'Weight', replica: 'engine-0' }] }),
  no('a drain without a replica', { overrides: [{ name: 'a', type: 'Drain' }] }),
  no('an exclusion of a backward range', {
    overrides: [{ name: 'a', type: 'Exclude', replica: 'engine-0', range: { start: 2, end: 1 } }],
  }),
  no('two overrides of one name', {
    overrides: [
      { name: 'a', type: 'Drain', replica: 'engine-0' },
      { name: 'a', type: 'Drain', replica: 'engine-1' },
    ],
  }),
  yes('a drain', { overrides: [{ name: 'a', type: 'Drain', replica: 'engine-0' }] }),
];

/** What a set that holds `table()` may report next (merge patch of the status). */
const TABLES: readonly Row[] = [
  yes('the same table', { assignment: table() }),
  yes('a newer table', { assignment: table({ revision: 6, generation: 4, ranges: [row(0, 4095)] }) }),
  yes('a table of a new epoch', { assignment: table({ epoch: 11, revision: 1, generation: 1 }) }),
  yes('a table of another uid', { assignment: table({ uid: 'uid-b', epoch: 2, revision: 1, generation: 1 }) }),
  yes('other fields beside an unchanged table', { unowned: 3 }),
  no('a lower epoch', { assignment: table({ epoch: 9, revision: 6, generation: 4 }) }),
  no('a lower generation', { assignment: table({ revision: 6, generation: 2 }) }),
  no('a change without a new revision', { assignment: table({ generation: 4 }) }),
  no('other rows without a new revision', { assignment: table({ ranges: [row(0, 4095)] }) }),
  no('a lower revision', { assignment: table({ revision: 4, generation: 4 }) }),
  no('a missing beginning', { assignment: table({ revision: 6, ranges: [row(1, 4095)] }) }),
  no('a missing end', { assignment: table({ revision: 6, ranges: [row(0, 4094)] }) }),
  no('a gap', { assignment: table({ revision: 6, ranges: [row(0, 100), row(102, 4095)] }) }),
  no('an overlap', { assignment: table({ revision: 6, ranges: [row(0, 100), row(100, 4095)] }) }),
  no('a backward range', { assignment: table({ revision: 6, ranges: [row(0, 100), row(101, 100), row(101, 4095)] }) }),
  no('disorder', { assignment: table({ revision: 6, ranges: [row(2048, 4095), row(0, 2047)] }) }),
  no('no rows', { assignment: table({ revision: 6, ranges: [] }) }),
  no('a row without an owner field', {
    assignment: table({ revision: 6, ranges: [{ start: 0, end: 4095, generation: 1, awaiting: [] }] }),
  }),
  no('no table', { assignment: null }),
  no('a condition without a reason', {
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: TIME, message: '' }],
  }),
  no('a time that is none', {
    conditions: [{ type: 'Ready', status: 'True', lastTransitionTime: 'now', reason: 'R', message: '' }],
  }),
];

/** What a shard of incarnation `one` that observed a table may report next. */
const REPORTS: readonly Row[] = [
  yes('a newer view', { observed: { ...OBSERVED, generation: 4 } }),
  no('an older view', { observed: { ...OBSERVED, generation: 2 } }),
  yes('a view of a new epoch', { observed: { ...OBSERVED, epoch: 11, generation: 1 } }),
  yes('a view of another uid', { observed: { uid: 'uid-b', epoch: 1, generation: 0 } }),
  no('no view any more', { observed: null }),
  no('no view and no incarnation', { observed: null, incarnation: null }),
  yes('no view under a new incarnation', { observed: null, incarnation: 'two' }),
  no('a slot that does not exist', { held: [{ start: 0, end: 4096 }] }),
  no('an unknown phase', { phase: 'Sleeping' }),
  no('a sixth handoff', {
    handoffs: Array.from({ length: 6 }, () => ({ at: TIME, direction: 'In', range: '0', summary: '' })),
  }),
  no('a mark that is a number', { released: [{ start: 0, end: 9, generation: 3, written: { configmaps: 7 } }] }),
  yes('a mark', { released: [{ start: 0, end: 9, generation: 3, written: { configmaps: '9007199254740993' } }] }),
];

const verdictOf = async (row_: Row, write: Promise<unknown>): Promise<void> => {
  if (row_.ok) await write;
  else await fails(write, 'Invalid', 422);
};

export const SHARD_CASES: readonly Case[] = [
  contractCase('a set gets its defaults', async (desk) => {
    assert.equal((await createSet(desk))['spec'], { ...SHARD_SET_DEFAULTS, workload: WORKLOAD });
  }),
  contractCase('a part of lease keeps the other defaults', async (desk) => {
    const { spec } = (await createSet(desk, { lease: { viewMaxAgeMilliseconds: 9000 } })) as unknown as {
      readonly spec: Fields;
    };
    assert.equal(spec['lease'], { ...SHARD_SET_DEFAULTS.lease, viewMaxAgeMilliseconds: 9000 });
  }),
  contractCase('what no schema knows is dropped, and changes nothing', async (desk) => {
    const created = await createSet(desk, { secret: 1, workload: { ...WORKLOAD, uid: 'x' } });
    assert.equal(created['spec'], { ...SHARD_SET_DEFAULTS, workload: WORKLOAD });
    assert.is(versionOf(await desk.merge(SHARD_SETS, { spec: { more: 1 }, other: 1 })), versionOf(created));
    const reported = await report(desk, SHARD_SETS, { assignment: { ...table(), extra: 1 }, nonsense: 1 });
    assert.equal(reported['status'], { assignment: table() });
  }),
  contractCase('a default comes back when its field is removed', async (desk) => {
    const created = await createSet(desk, { paused: true });
    const patched = await desk.merge(SHARD_SETS, { spec: { paused: null } });
    assert.is((patched['spec'] as Fields)['paused'], false);
    assert.is(patched.metadata.generation, (created.metadata.generation ?? 0) + 1);
  }),
  contractCase('the slot label of a set is for life', async (desk) => {
    await createSet(desk, { slotLabel: 'example.com/slot' });
    await fails(desk.merge(SHARD_SETS, { spec: { slotLabel: 'other/slot' } }), 'Invalid', 422);
    await fails(desk.merge(SHARD_SETS, { spec: { slotLabel: null } }), 'Invalid', 422);
  }),
  ...SPECS.map((each) =>
    contractCase(`set, spec: ${each.name}: ${each.ok ? 'taken' : 'refused'}`, (desk) =>
      verdictOf(each, createSet(desk, each.given as Fields)),
    ),
  ),
  ...TABLES.map((each) =>
    contractCase(`set, status: ${each.name}: ${each.ok ? 'taken' : 'refused'}`, async (desk) => {
      await createSet(desk);
      await report(desk, SHARD_SETS, { assignment: table() });
      await verdictOf(each, report(desk, SHARD_SETS, each.given));
    }),
  ),
  contractCase('a table does not vanish, by whatever way', async (desk) => {
    await createSet(desk);
    const reported = await report(desk, SHARD_SETS, { assignment: table() });
    await fails(report(desk, SHARD_SETS, null), 'Invalid', 422);
    const { status: _, ...bare } = reported;
    await fails(desk.update(SHARD_SETS, bare as KubeObject, 'status'), 'Invalid', 422);
    const kept = await desk.update(SHARD_SETS, having(bare as KubeObject, { labels: { a: '1' } }));
    assert.equal(kept['status'], { assignment: table() });
  }),
  contractCase('a first table is held to the same rules', async (desk) => {
    await createSet(desk);
    await fails(report(desk, SHARD_SETS, { assignment: table({ ranges: [row(0, 4094)] }) }), 'Invalid', 422);
    await fails(report(desk, SHARD_SETS, { assignment: { ...table(), uid: undefined } }), 'Invalid', 422);
  }),
  contractCase('1,024 rows are taken, one more is not', async (desk) => {
    await createSet(desk);
    const ranges = Array.from({ length: 1024 }, (_, index) => row(index * 4, index * 4 + 3));
    await report(desk, SHARD_SETS, { assignment: table({ ranges }) });
    const more = table({ revision: 6, ranges: [row(0, 0), row(1, 3), ...ranges.slice(1)] });
    await fails(report(desk, SHARD_SETS, { assignment: more }), 'Invalid', 422);
  }),
  contractCase('the set of a shard is for life', async (desk) => {
    await desk.create(SHARDS, { spec: { set: 's' } });
    await fails(desk.merge(SHARDS, { spec: { set: 't' } }), 'Invalid', 422);
    await fails(desk.create(SHARDS, { name: 'b', spec: {} }), 'Invalid', 422);
    await fails(desk.create(SHARDS, { name: 'b' }), 'Invalid', 422);
  }),
  ...REPORTS.map((each) =>
    contractCase(`shard, status: ${each.name}: ${each.ok ? 'taken' : 'refused'}`, async (desk) => {
      await desk.create(SHARDS, { spec: { set: 's' } });
      await report(desk, SHARDS, { incarnation: 'one', observed: OBSERVED, held: [{ start: 0, end: 9 }] });
      await verdictOf(each, report(desk, SHARDS, each.given));
    }),
  ),
  contractCase('the status of a shard that registered is not removed', async (desk) => {
    await desk.create(SHARDS, { spec: { set: 's' } });
    await report(desk, SHARDS, { incarnation: 'one' });
    await fails(report(desk, SHARDS, null), 'Invalid', 422);
  }),
];
