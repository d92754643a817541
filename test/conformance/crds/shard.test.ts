/** ControllerShard at a real API server: rules, selectable fields, printed columns. */
import * as assert from 'uvu/assert';
import { suite } from '../../suite.ts';
import { assertRefused, columnsOf, FILE_TIMEOUT_MS, startBench, type Bench, type Kubectl } from './kubectl.ts';

const OBSERVED = { uid: 'uid-a', epoch: 10, generation: 3 };
const TIME = '2026-12-01T05:14:17Z';

const test = suite('crds: ControllerShard', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let kubectl: Kubectl;
let count = 0;

test.before(async () => {
  bench = await startBench();
  ({ kubectl } = bench);
});
test.after(async () => bench.stop());

/** A shard whose replica has registered and acknowledged a table. */
async function create(spec: Readonly<Record<string, unknown>> = {}): Promise<string> {
  count += 1;
  const name = `engine-${count}`;
  await kubectl.ok(['create', '-f', '-'], {
    apiVersion: 'shardkeeper.io/v1alpha1',
    kind: 'ControllerShard',
    metadata: { name, namespace: 'default', labels: { 'shardkeeper.io/set': 'engine' } },
    spec: { set: 'engine', ...spec },
  });
  await writes(`cshard/${name}`, { incarnation: 'one', observed: OBSERVED, held: [{ start: 0, end: 9 }] });
  return `cshard/${name}`;
}

async function writes(shard: string, status: Readonly<Record<string, unknown>>): Promise<void> {
  const { code, stderr } = await kubectl.patch(shard, { status });
  assert.is(code, 0, stderr);
}

test('spec.set cannot be changed', async () => {
  const shard = await create();
  assertRefused(await kubectl.patch(shard, { spec: { set: 'other' } }), 'spec.set', 'cannot be changed');
});

test('observed.generation does not fall within one uid and epoch', async () => {
  const shard = await create();
  const refused = await kubectl.patch(shard, { status: { observed: { ...OBSERVED, generation: 2 } } });
  assertRefused(refused, 'status.observed.generation', 'cannot fall');
  await writes(shard, { observed: { ...OBSERVED, generation: 4 } });
});

test('another epoch or uid starts anew', async () => {
  const shard = await create();
  await writes(shard, { observed: { uid: 'uid-a', epoch: 11, generation: 1 } });
  await writes(shard, { observed: { uid: 'uid-b', epoch: 1, generation: 0 } });
});

test('no detour leads to an older view: observed and status cannot be removed', async () => {
  const shard = await create();
  assertRefused(await kubectl.patch(shard, { status: { observed: null } }), 'status.observed cannot be removed');
  assertRefused(await kubectl.patch(shard, { status: null }), 'status cannot be removed');
  const withoutIncarnation = await kubectl.patch(shard, { status: { observed: null, incarnation: null } });
  assertRefused(withoutIncarnation, 'status.observed cannot be removed');
});

test('a new incarnation registers without a view', async () => {
  const shard = await create();
  await writes(shard, { incarnation: 'two', observed: null, held: [], final: false });
  await writes(shard, { observed: { ...OBSERVED, generation: 3 } });
});

test('a version written stays a text, also beyond 2^53', async () => {
  const shard = await create();
  const written = { configmaps: '9007199254740993' };
  await writes(shard, { released: [{ start: 0, end: 9, generation: 3, written }] });
  const found: unknown = JSON.parse(await kubectl.ok(['get', shard, '-o', 'jsonpath={.status.released[0].written}']));
  assert.equal(found, written);
});

for (const [what, status, words] of [
  ['a slot that does not exist', { held: [{ start: 0, end: 4096 }] }, 'status.held[0].end'],
  ['an unknown phase', { phase: 'Sleeping' }, 'status.phase'],
  [
    'a sixth handoff',
    { handoffs: Array.from({ length: 6 }, () => ({ at: TIME, direction: 'In', range: '0', summary: '' })) },
    'at most 5',
  ],
] as const) {
  test(`${what} is refused`, async () => {
    assertRefused(await kubectl.patch(await create(), { status }), words);
  });
}

test('shards are found by set, verdict and phase', async () => {
  const expired = await create({ verdict: { state: 'Expired', since: TIME } });
  const active = await create({ verdict: { state: 'Live', since: TIME } });
  await writes(active, { phase: 'Active' });
  const found = (selector: string): Promise<string> =>
    kubectl.ok(['get', 'cshard', `--field-selector=${selector}`, '-o', 'jsonpath={.items[*].metadata.name}']);
  assert.is(await found('spec.verdict.state=Expired'), expired.split('/')[1]);
  assert.is(await found('status.phase=Active'), active.split('/')[1]);
  assert.is(await found('spec.set=engine,status.phase=Active'), active.split('/')[1]);
  assert.is(await found('spec.set=other'), '');
});

test('kubectl get answers at a glance', async () => {
  const shard = await create({ verdict: { state: 'Suspect', since: TIME } });
  const ready = {
    type: 'Ready',
    status: 'False',
    reason: 'Warming',
    message: 'Lists 2 kinds',
    lastTransitionTime: TIME,
  };
  const counts = { slots: 1365, objects: 738, grantGeneration: 14, incoming: 512, inFlight: 2, queue: 40 };
  const where = { rangeSummary: '1366-2730', nodeName: 'worker-b', version: '0.1.0', phase: 'Active' };
  const handoffs = [{ at: TIME, direction: 'In', range: '1366-2730', summary: 'took 1366-2730 from engine-0' }];
  await writes(shard, { ...counts, ...where, handoffs, conditions: [ready] });
  const { AGE, ...columns } = columnsOf(await kubectl.ok(['get', shard]));
  assert.ok(AGE !== '');
  const expected = { SET: 'engine', PHASE: 'Active', LEASE: 'Suspect', SLOTS: '1365', RANGES: '1366-2730' };
  assert.equal(columns, { NAME: shard.split('/')[1], ...expected, OBJECTS: '738', GEN: '14' });
  const wide = columnsOf(await kubectl.ok(['get', shard, '-o', 'wide']));
  assert.equal(
    ['INCOMING', 'IN-FLIGHT', 'QUEUE', 'NODE', 'VERSION', 'MESSAGE'].map((column) => wide[column]),
    ['512', '2', '40', 'worker-b', '0.1.0', 'Lists 2 kinds'],
  );
  assert.ok(wide['LAST-HANDOFF'] !== undefined && !['', '<none>'].includes(wide['LAST-HANDOFF']), wide['LAST-HANDOFF']);
});

test('kubectl describe tells a handoff from its time to a sentence', async () => {
  const shard = await create();
  const summary = 'took 512-767 from engine-1: warm 1.8s, drained 3 in 40ms, unowned 31ms';
  const handoff = {
    at: TIME,
    direction: 'In',
    gapMilliseconds: 31,
    grantGeneration: 17,
    peer: 'engine-1',
    range: '512-767',
    summary,
  };
  await writes(shard, { handoffs: [handoff] });
  const described = await kubectl.ok(['describe', shard]);
  assert.match(
    described,
    /Handoffs:\s+At: .*\s+Direction: .*\s+Gap Milliseconds: .*\s+Grant Generation: .*\s+Peer: .*\s+Range: .*\s+Summary: .*unowned 31ms/,
  );
});

test('short names and category reach both kinds', async () => {
  const resources = await kubectl.ok(['api-resources', '--categories=shardkeeper', '-o', 'name']);
  assert.equal(resources.trim().split('\n').toSorted(), [
    'controllershards.shardkeeper.io',
    'controllershardsets.shardkeeper.io',
  ]);
});
