/** ControllerShardSet at a real API server: every rule refuses with its message, and what is right passes. */
import * as assert from 'uvu/assert';
import { SHARD_SET_DEFAULTS } from '../../../src/api/shard-set.ts';
import { suite } from '../../suite.ts';
import { assertRefused, columnsOf, FILE_TIMEOUT_MS, startBench, type Bench, type Kubectl } from './kubectl.ts';

const row = (start: number, end: number, owner = 'engine-0'): object => ({
  start,
  end,
  owner,
  generation: 1,
  awaiting: [],
});

function table(fields: Readonly<Record<string, unknown>> = {}): Readonly<Record<string, unknown>> {
  const ranges = [row(0, 2047), row(2048, 4095, 'engine-1')];
  return { uid: 'uid-a', epoch: 10, revision: 5, generation: 3, protocol: 1, minProtocol: 1, ranges, ...fields };
}

const test = suite('crds: ControllerShardSet', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let kubectl: Kubectl;
let count = 0;

test.before(async () => {
  bench = await startBench();
  ({ kubectl } = bench);
});
test.after(async () => bench.stop());

function manifest(name: string, spec: Readonly<Record<string, unknown>> = {}): object {
  return {
    apiVersion: 'shardkeeper.io/v1alpha1',
    kind: 'ControllerShardSet',
    metadata: { name, namespace: 'default' },
    spec: { workload: { kind: 'StatefulSet', name: 'engine' }, ...spec },
  };
}

async function create(spec?: Readonly<Record<string, unknown>>): Promise<string> {
  count += 1;
  const name = `set-${count}`;
  await kubectl.ok(['create', '-f', '-'], manifest(name, spec));
  return `cshardset/${name}`;
}

/** A set that holds `table()`. */
async function createWithTable(): Promise<string> {
  const set = await create();
  await writes(set, table());
  return set;
}

async function writes(set: string, assignment: unknown): Promise<void> {
  const { code, stderr } = await kubectl.patch(set, { status: { assignment } });
  assert.is(code, 0, stderr);
}

async function refuses(set: string, assignment: unknown, ...words: readonly string[]): Promise<void> {
  assertRefused(await kubectl.patch(set, { status: { assignment } }), ...words);
}

test('defaults are filled in, replicas are not', async () => {
  const set = await create();
  const spec: unknown = JSON.parse(await kubectl.ok(['get', set, '-o', 'jsonpath={.spec}']));
  assert.equal(spec, { ...SHARD_SET_DEFAULTS, workload: { kind: 'StatefulSet', name: 'engine' } });
});

test('a part of lease keeps the other defaults', async () => {
  const set = await create({ lease: { viewMaxAgeMilliseconds: 9000 } });
  const lease: unknown = JSON.parse(await kubectl.ok(['get', set, '-o', 'jsonpath={.spec.lease}']));
  assert.equal(lease, { ...SHARD_SET_DEFAULTS.lease, viewMaxAgeMilliseconds: 9000 });
});

test('slotLabel cannot be changed, also not by leaving it out', async () => {
  const set = await create({ slotLabel: 'example.com/slot' });
  assertRefused(await kubectl.patch(set, { spec: { slotLabel: 'other/slot' } }), 'spec.slotLabel', 'cannot be changed');
  assertRefused(await kubectl.patch(set, { spec: { slotLabel: null } }), 'spec.slotLabel', 'cannot be changed');
  assert.is((await kubectl.patch(set, { spec: { slotLabel: 'example.com/slot', paused: true } })).code, 0);
});

for (const [fields, words] of [
  [{ fenceMarginMilliseconds: 3799 }, ['spec.lease.fenceMarginMilliseconds', 'another took over']],
  [{ renewIntervalMilliseconds: 8000 }, ['spec.lease.renewIntervalMilliseconds', 'fences a healthy replica']],
  [{ viewMaxAgeMilliseconds: 12_000 }, ['spec.lease.viewMaxAgeMilliseconds', 'cannot read the table']],
] as const) {
  test(`lease parameters that do not fit together are refused: ${JSON.stringify(fields)}`, async () => {
    const set = await create();
    assertRefused(await kubectl.patch(set, { spec: { lease: fields } }), ...words);
    const [[key, value] = ['', 0]] = Object.entries(fields);
    const allowed = key === 'fenceMarginMilliseconds' ? value + 1 : value - 1;
    assert.is(
      (await kubectl.patch(set, { spec: { lease: { [key]: allowed } } })).code,
      0,
      'the bound itself is allowed',
    );
  });
}

for (const [override, words] of [
  [{ type: 'Pin', replica: 'engine-0' }, 'type Pin needs replica and range'],
  [{ type: 'Exclude', range: { start: 0, end: 1 } }, 'type Exclude needs replica and range'],
  [{ type: 'Weight', replica: 'engine-0' }, 'type Weight needs replica and weight'],
  [{ type: 'Drain' }, 'type Drain needs replica'],
  [{ type: 'Pin', replica: 'engine-0', range: { start: 2, end: 1 } }, 'range.start must not be above range.end'],
] as const) {
  test(`an override that says too little is refused: ${JSON.stringify(override)}`, async () => {
    const set = await create();
    const refused = await kubectl.patch(set, { spec: { overrides: [{ name: 'a', ...override }] } });
    assertRefused(refused, 'spec.overrides[0]', words);
  });
}

test('overrides of two people are merged by name', async () => {
  const set = await create();
  const entry = (name: string): object =>
    manifest(set.split('/')[1] ?? '', { overrides: [{ name, type: 'Drain', replica: 'engine-0' }] });
  await kubectl.ok(['apply', '--server-side', '--field-manager=ann', '-f', '-'], entry('a'));
  await kubectl.ok(['apply', '--server-side', '--field-manager=bob', '-f', '-'], entry('b'));
  assert.is(await kubectl.ok(['get', set, '-o', 'jsonpath={.spec.overrides[*].name}']), 'a b');
});

for (const [what, ranges, words] of [
  ['a missing beginning', [row(1, 4095)], 'must begin with slot 0'],
  ['a missing end', [row(0, 4094)], 'must end with slot 4095'],
  ['a gap', [row(0, 100), row(102, 4095)], 'without gap or overlap'],
  ['an overlap', [row(0, 100), row(100, 4095)], 'without gap or overlap'],
  ['a backward range', [row(0, 100), row(101, 100), row(101, 4095)], 'without gap or overlap'],
  ['disorder', [row(2048, 4095), row(0, 2047)], 'must begin with slot 0'],
  ['no rows', [], 'status.assignment.ranges'],
] as const) {
  test(`a table with ${what} is refused`, async () => {
    const set = await create();
    await refuses(set, table({ ranges }), 'status.assignment.ranges', words);
    await writes(set, table());
    await refuses(set, table({ revision: 6, ranges }), 'status.assignment.ranges', words);
  });
}

test('1,024 rows are accepted, one more is not', async () => {
  const set = await create();
  const ranges = Array.from({ length: 1024 }, (_, index) => row(index * 4, index * 4 + 3, `engine-${index % 64}`));
  await writes(set, table({ ranges }));
  await refuses(set, table({ revision: 6, ranges: [row(0, 0), row(1, 3), ...ranges.slice(1)] }), 'at most 1024');
});

test('the epoch does not fall while the uid stays', async () => {
  const set = await createWithTable();
  await refuses(set, table({ epoch: 9, revision: 6, generation: 4 }), 'status.assignment.epoch', 'cannot fall');
});

test('the generation does not fall within one uid and epoch', async () => {
  const set = await createWithTable();
  await refuses(set, table({ revision: 6, generation: 2 }), 'status.assignment.generation', 'cannot fall');
});

test('the revision rises with every change within one uid and epoch', async () => {
  const set = await createWithTable();
  await refuses(set, table({ generation: 4 }), 'status.assignment.revision', 'must rise');
  await refuses(set, table({ revision: 4, generation: 4 }), 'status.assignment.revision', 'must rise');
  await refuses(set, table({ ranges: [row(0, 4095)] }), 'status.assignment.revision', 'must rise');
  await writes(set, table({ revision: 6, generation: 4 }));
});

test('other status fields change without a new revision', async () => {
  const set = await createWithTable();
  assert.is((await kubectl.patch(set, { status: { unowned: 3 } })).code, 0);
});

test('a new epoch or uid starts anew', async () => {
  const set = await createWithTable();
  await writes(set, table({ epoch: 11, revision: 1, generation: 1 }));
  await writes(set, table({ uid: 'uid-b', epoch: 2, revision: 1, generation: 1 }));
});

test('a table does not vanish, by whatever way', async () => {
  const set = await createWithTable();
  await refuses(set, null, 'cannot be removed');
  assertRefused(await kubectl.patch(set, { status: null }), 'cannot be removed');
  const object = JSON.parse(await kubectl.ok(['get', set, '-o', 'json'])) as { status?: unknown };
  delete object.status;
  assertRefused(await kubectl.run(['replace', '--subresource=status', '-f', '-'], object), 'cannot be removed');
  await kubectl.ok(['replace', '-f', '-'], object);
  assert.is(
    await kubectl.ok(['get', set, '-o', 'jsonpath={.status.assignment.revision}']),
    '5',
    'a PUT of the spec keeps it',
  );
});

test('kubectl get answers at a glance', async () => {
  const set = await createWithTable();
  const time = '2026-12-01T05:14:17Z';
  const ready = {
    type: 'Ready',
    status: 'False',
    reason: 'SlotsUnowned',
    message: 'Slots 0-2047',
    lastTransitionTime: time,
  };
  const print = {
    workloadSummary: 'StatefulSet/engine',
    replicaSummary: '2/3',
    balance: '1.01',
    unowned: 0,
    moving: 512,
  };
  assert.is((await kubectl.patch(set, { status: { ...print, conditions: [ready] } })).code, 0);
  const { AGE, ...columns } = columnsOf(await kubectl.ok(['get', set]));
  assert.ok(AGE !== '');
  const expected = { WORKLOAD: 'StatefulSet/engine', READY: 'False', REPLICAS: '2/3', UNOWNED: '0', MOVING: '512' };
  assert.equal(columns, { NAME: set.split('/')[1], ...expected, BALANCE: '1.01' });
  const wide = columnsOf(await kubectl.ok(['get', set, '-o', 'wide']));
  assert.equal([wide['GEN'], wide['PAUSED'], wide['MESSAGE']], ['3', 'false', 'Slots 0-2047']);
});

test('kubectl scale works on the set', async () => {
  const set = await create({ replicas: 3 });
  await kubectl.patch(set, { status: { replicas: 3, selector: 'app=engine' } });
  await kubectl.ok(['scale', set, '--current-replicas=3', '--replicas=5']);
  assert.is(await kubectl.ok(['get', set, '-o', 'jsonpath={.spec.replicas}']), '5');
  const scale = JSON.parse(await kubectl.ok(['get', set, '--subresource=scale', '-o', 'json'])) as {
    readonly spec: unknown;
    readonly status: unknown;
  };
  assert.equal([scale.spec, scale.status], [{ replicas: 5 }, { replicas: 3, selector: 'app=engine' }]);
});

test('kubectl explain is documentation', async () => {
  const explained = await kubectl.ok(['explain', 'cshardset.spec.lease.fenceMarginMilliseconds']);
  assert.match(explained, /Milliseconds before the end of its lease[\s\S]*Example 4000/);
});
