/** CompositeController as users of Metacontroller know it, from YAML and webhook to objects. */
import * as assert from 'uvu/assert';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { stringifyJson } from '../../../src/lib/json.ts';
import { rangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { oneConfigMap } from '../../e2e/metacontroller/hook-server.ts';
import {
  CONFIGMAPS,
  SLOT_LABEL,
  composite,
  createComposite,
  createNamespace,
  createParentCrd,
  eventsAbout,
  maybeGet,
  parentOf,
  parentResource,
  patch,
  startEngine,
  startWorld,
  stopWorld,
} from '../../e2e/metacontroller/world.ts';
import type { EngineRun, World } from '../../e2e/metacontroller/world.ts';
import { parentsIn, type Parents } from './parents.ts';

const test = suite('CompositeController', { timeoutMs: 180_000 });

const NS = 'conf';
const MEMORY = 'metacontroller.k8s.io/last-applied-configuration';
const webs = parentResource('webs');
const jobs = parentResource('jobs');
const picks = parentResource('picks');

let world: World;
let run: EngineRun;
let create: Parents['create'];
let childOf: Parents['childOf'];
let childHas: Parents['childHas'];

test.before(async () => {
  world = await startWorld();
  ({ create, childOf, childHas } = parentsIn(world, NS));
  const { user, hook } = world;
  hook.answer = oneConfigMap;
  await createNamespace(user, NS);
  for (const resource of [webs, jobs, picks]) await createParentCrd(user, resource);
  run = startEngine(world);
  await createComposite(user, composite('webs', webs, { hook }));
  const finalize = { webhook: { url: `${hook.url}/finalize` } };
  const sync = { webhook: { url: `${hook.url}/jobs` }, version: 'v2' };
  await createComposite(
    user,
    composite('jobs', jobs, { hook, method: 'Recreate', spec: { hooks: { sync, finalize } } }),
  );
  await createComposite(user, composite('picks', picks, { hook, spec: { generateSelector: false } }));
});
test.after(async () => {
  await run.stop();
  await stopWorld(world);
});
test.before.each(() => {
  world.hook.answer = oneConfigMap;
});

async function syncErrors(name: string): Promise<readonly string[]> {
  const events = await eventsAbout(world.user, NS, name);
  return events.filter((event) => event['reason'] === 'SyncError').map((event) => String(event['message']));
}

/** Waits until nothing is left to do for any parent. */
async function rest(): Promise<void> {
  await eventually('rest', () => run.host.counts().queued === 0 && run.host.counts().inFlight === 0);
}

test('creates with memory, owner, generated label; writes the status with observedGeneration', async () => {
  const parent = await create(webs, 'made', { data: { v: '1' } });
  await childHas('made', { v: '1' });
  const child = await childOf('made');
  assert.equal(child?.metadata.ownerReferences, [
    {
      apiVersion: 'example.com/v1',
      kind: 'Web',
      name: 'made',
      uid: parent.metadata.uid,
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  assert.is(child?.metadata.labels?.['controller-uid'], parent.metadata.uid);
  assert.is(
    child?.metadata.annotations?.[MEMORY],
    `{"apiVersion":"v1","data":{"v":"1"},"kind":"ConfigMap","metadata":{"labels":{"controller-uid":"${parent.metadata.uid ?? ''}"},"name":"made","namespace":"conf"}}`,
  );
  await eventually('the status is there', async () => {
    const { status } = (await world.user.get(webs, { namespace: NS, name: 'made' })) as { status?: unknown };
    return stringifyJson(status ?? null) === '{"data":{"v":"1"},"observedGeneration":1}';
  });
});

test('drift is reverted in place, fields of others stay, fields no longer wanted go', async () => {
  await create(webs, 'drift', { data: { a: '1', b: '2' } });
  await childHas('drift', { a: '1', b: '2' });
  const uid = (await childOf('drift'))?.metadata.uid;
  const body = { data: { a: 'drifted', theirs: 'x' }, metadata: { labels: { theirs: 'x' } } };
  await patch(world.user, CONFIGMAPS, { namespace: NS, name: 'drift', body });
  await childHas('drift', { a: '1', b: '2', theirs: 'x' });
  await patch(world.user, webs, { namespace: NS, name: 'drift', body: { spec: { data: { b: null } } } });
  await childHas('drift', { a: '1', theirs: 'x' });
  const child = await childOf('drift');
  assert.equal([child?.metadata.uid, child?.metadata.labels?.['theirs']], [uid, 'x']);
});

test('integers beyond 2^53 pass through parent, hook, status and child without loss', async () => {
  const id = 9007199254740993n;
  world.hook.answer = ({ body: { parent } }) => ({ status: { id: (parent['spec'] as { id: unknown }).id } });
  await create(webs, 'exact', { id });
  await eventually('the status is exact', async () => {
    const { status } = (await world.user.get(webs, { namespace: NS, name: 'exact' })) as { status?: { id?: unknown } };
    return status?.id === id;
  });
});

test('Recreate: a difference replaces the object', async () => {
  await create(jobs, 'replaced', { data: { v: '1' } });
  await childHas('replaced', { v: '1' });
  const uid = (await childOf('replaced'))?.metadata.uid;
  await patch(world.user, jobs, { namespace: NS, name: 'replaced', body: { spec: { data: { v: '2' } } } });
  await childHas('replaced', { v: '2' });
  assert.is.not((await childOf('replaced'))?.metadata.uid, uid);
});

test('children that the hook leaves out are deleted', async () => {
  await create(webs, 'emptied', { data: { v: '1' } });
  await childHas('emptied', { v: '1' });
  world.hook.answer = ({ body }) => (body.parent.metadata.name === 'emptied' ? { children: null } : {});
  await patch(world.user, webs, { namespace: NS, name: 'emptied', body: { spec: { x: 1 } } });
  await eventually('it is gone', async () => (await childOf('emptied')) === undefined);
});

test('keys: bare names in v1, namespace/name in v2', async () => {
  await create(webs, 'v1-key');
  await create(jobs, 'v2-key');
  const shown = (name: string): unknown => world.hook.of(name).at(-1)?.body.children['ConfigMap.v1'];
  await eventually('both children are shown', () => {
    const v1 = Object.keys(shown('v1-key') ?? {});
    const v2 = Object.keys(shown('v2-key') ?? {});
    return v1[0] === 'v1-key' && v2[0] === 'conf/v2-key';
  });
});

test('finalizer: put on before the first hook, the finalize hook decides, then the parent goes', async () => {
  await create(jobs, 'final', { data: { v: '1' } });
  await childHas('final', { v: '1' });
  const first = world.hook.of('final')[0]?.body;
  assert.equal(first?.parent.metadata.finalizers, ['metacontroller.io/compositecontroller-jobs']);
  assert.is(first?.finalizing, false);
  world.hook.answer = ({ path, body }, response) => {
    if (path !== '/finalize') return oneConfigMap({ path, body, headers: {} }, response);
    return { children: [], finalized: Object.keys(body.children['ConfigMap.v1'] ?? {}).length === 0 };
  };
  await world.user.send({ verb: 'delete', resource: jobs, ref: { namespace: NS, name: 'final' } });
  await eventually('parent and child are gone', async () => {
    const parent = await maybeGet(world.user, jobs, { namespace: NS, name: 'final' });
    return parent === undefined && (await childOf('final')) === undefined;
  });
  assert.ok(world.hook.of('final').some(({ path, body }) => path === '/finalize' && body.finalizing));
});

test('spec.selector: adopts an orphan that matches, releases a child that does not any more', async () => {
  const { user, hook } = world;
  const labels = { app: 'pick' };
  hook.answer = ({ body: { parent } }) => ({
    children: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: `${parent.metadata.name}-own`, labels }, data: {} },
    ],
  });
  const orphan = parentOf(picks, { namespace: NS, name: 'pick', labels });
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...orphan.metadata, name: 'stray' } };
  await user.send({ verb: 'create', resource: CONFIGMAPS, body });
  const parent = await create(picks, 'pick', { selector: { matchLabels: labels } });
  // The hook does not want it, so that it is adopted, shown and deleted.
  await eventually('the stray was shown as a child', () =>
    hook.of('pick').some((asked) => Object.hasOwn(asked.body.children['ConfigMap.v1'] ?? {}, 'stray')),
  );
  await eventually('and is gone', async () => (await childOf('stray')) === undefined);
  await eventually('the own child is there', async () => (await childOf('pick-own')) !== undefined);
  await patch(user, CONFIGMAPS, { namespace: NS, name: 'pick-own', body: { metadata: { labels: { app: 'other' } } } });
  await eventually('it is released', async () => {
    const child = await childOf('pick-own');
    return child !== undefined && !child.metadata.ownerReferences?.some(({ uid }) => uid === parent.metadata.uid);
  });
});

test('a parent without a selector, and children that it would not select: SyncError, nothing is written', async () => {
  await create(picks, 'unselecting', {});
  await eventually(
    'it is told',
    async () => (await syncErrors('unselecting'))[0]?.includes('.spec.selector must have') === true,
  );
  world.hook.answer = () => ({
    status: { written: true },
    children: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'mismatch-child' } }],
  });
  await create(picks, 'mismatch', { selector: { matchLabels: { app: 'x' } } });
  await eventually(
    'it is told',
    async () => (await syncErrors('mismatch'))[0]?.includes("don't match parent selector") === true,
  );
  const parent = await world.user.get(picks, { namespace: NS, name: 'mismatch' });
  assert.equal([parent['status'], await childOf('mismatch-child')], [undefined, undefined]);
});

const answers: Readonly<Record<string, string | Buffer>> = {
  'null-child': '{"children":[null]}',
  'no-kind': '{"children":[{"apiVersion":"v1","metadata":{"name":"x"}}]}',
  html: '<html>login</html>',
  'not-utf8': Buffer.from([0x7b, 0x22, 0xff, 0x7d]),
  huge: `{"status":{"x":"${'y'.repeat(11 * 1024 * 1024)}"}}`,
};

test('bad answers harm only the parent that they are about, and change nothing of it', async () => {
  const bad = Object.keys(answers);
  for (const name of bad) await create(webs, name, { data: { v: '1' } });
  for (const name of bad) await childHas(name, { v: '1' });
  world.hook.answer = (asked, response) => {
    const text = answers[asked.body.parent.metadata.name];
    if (text === undefined) return oneConfigMap(asked, response);
    response.end(text);
    return undefined;
  };
  for (const name of bad) await patch(world.user, webs, { namespace: NS, name, body: { spec: { x: 1 } } });
  for (const name of bad) await eventually(`${name} is told`, async () => (await syncErrors(name)).length > 0);
  await create(webs, 'bystander', { data: { v: '1' } });
  await childHas('bystander', { v: '1' });
  for (const name of bad) {
    await childHas(name, { v: '1' });
    for (const message of await syncErrors(name)) assert.ok(message.length <= 1024);
  }
  world.hook.answer = oneConfigMap;
  for (const name of bad) await patch(world.user, webs, { namespace: NS, name, body: { spec: { data: { v: '2' } } } });
  for (const name of bad) await childHas(name, { v: '2' });
});

test('429 is not an error: again after Retry-After, without an event', async () => {
  let refusals = 0;
  world.hook.answer = (asked, response) => {
    if (asked.body.parent.metadata.name !== 'busy' || refusals > 0) return oneConfigMap(asked, response);
    refusals += 1;
    response.writeHead(429, { 'retry-after': '1' }).end();
    return undefined;
  };
  await create(webs, 'busy', { data: { v: '1' } });
  await childHas('busy', { v: '1' });
  assert.equal([refusals, await syncErrors('busy')], [1, []]);
});

test('resyncAfterSeconds takes fractions', async () => {
  world.hook.answer = () => ({ resyncAfterSeconds: 0.1 });
  await create(webs, 'ticking');
  await eventually('it was asked again and again', () => world.hook.of('ticking').length >= 5);
  world.hook.answer = oneConfigMap;
});

test('a foreign object of the name of a child is not touched, and the parent is told', async () => {
  const body = {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: 'foreign', namespace: NS },
    data: { mine: 'yes' },
  };
  await world.user.send({ verb: 'create', resource: CONFIGMAPS, body });
  await create(webs, 'foreign', { data: { v: '1' } });
  await eventually(
    'it is told',
    async () => (await syncErrors('foreign'))[0]?.includes('an object of that name exists') === true,
  );
  assert.equal((await childOf('foreign'))?.['data'], { mine: 'yes' });
});

test('an orphan without a slot that the parent selects is adopted when its name is wanted', async () => {
  const { user, hook } = world;
  const labels = { app: 'lost' };
  hook.answer = ({ body: { parent } }) => ({
    children: [
      { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: parent.metadata.name, labels }, data: { v: '1' } },
    ],
  });
  const metadata = { name: 'lost', namespace: NS, labels };
  await user.send({
    verb: 'create',
    resource: CONFIGMAPS,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { mine: 'yes' } },
  });
  const parent = await create(picks, 'lost', { selector: { matchLabels: labels } });
  await childHas('lost', { mine: 'yes', v: '1' });
  const child = await childOf('lost');
  assert.is(child?.metadata.ownerReferences?.[0]?.uid, parent.metadata.uid);
  assert.is(child?.metadata.labels?.[SLOT_LABEL], parent.metadata.labels?.[SLOT_LABEL]);
});

test('a child that Metacontroller made is taken over without a write, under Recreate too', async () => {
  const slot = slotOf(`${NS}/taken`);
  const range = rangeSet([{ start: slot, end: slot }]);
  run.ownership.drain(range);
  run.ownership.lose(range);
  const parent = await create(jobs, 'taken', { data: { html: '<b>', v: '1' } });
  const { uid = '' } = parent.metadata;
  // Other order of keys, other escapes, what Go clients leave in: the same meaning.
  const memory = `{"kind":"ConfigMap","metadata":{"name":"taken","creationTimestamp":null,"namespace":"conf","labels":{"controller-uid":"${uid}"}},"data":{"v":"1","html":"<b>"},"status":{},"apiVersion":"v1"}`;
  const owner = { apiVersion: 'example.com/v1', kind: 'Job', name: 'taken', uid, controller: true };
  const made = await world.user.send({
    verb: 'create',
    resource: CONFIGMAPS,
    body: {
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: {
        name: 'taken',
        namespace: NS,
        labels: { 'controller-uid': uid, [SLOT_LABEL]: String(slot) },
        annotations: { [MEMORY]: memory },
        ownerReferences: [owner],
      },
      data: { html: '<b>', v: '1' },
    },
  });
  run.ownership.gain(range);
  await eventually('the status is there', async () => {
    const now = await world.user.get(jobs, { namespace: NS, name: 'taken' });
    return now['status'] !== undefined;
  });
  await rest();
  assert.is((await childOf('taken'))?.metadata.resourceVersion, made.metadata.resourceVersion);
});

test('the slot label of a parent never reaches its children through the hook', async () => {
  world.hook.answer = ({ body: { parent } }) => ({
    children: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: parent.metadata.name, labels: { ...parent.metadata.labels, [SLOT_LABEL]: '4000' } },
      },
    ],
  });
  const parent = await create(webs, 'labels');
  await eventually('the child is there', async () => (await childOf('labels')) !== undefined);
  await rest();
  const child = await childOf('labels');
  assert.is(child?.metadata.labels?.[SLOT_LABEL], parent.metadata.labels?.[SLOT_LABEL]);
  assert.not.match(child?.metadata.annotations?.[MEMORY] ?? '', SLOT_LABEL);
});
