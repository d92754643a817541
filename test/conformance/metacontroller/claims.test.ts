/** Whose an object is: children and orphans that no watch of a replica shows, and names that are taken. */
import * as assert from 'uvu/assert';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { rangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { fieldManagersOf } from '../../../src/replica/write/field-managers.ts';
import { labelPatch } from '../../../src/replica/write/metadata-patch.ts';
import { oneConfigMap } from '../../e2e/metacontroller/hook-server.ts';
import {
  CONFIGMAPS,
  SLOT_LABEL,
  composite,
  createComposite,
  createNamespace,
  createParentCrd,
  eventsAbout,
  parentResource,
  patch,
  startEngine,
  startWorld,
  stopWorld,
} from '../../e2e/metacontroller/world.ts';
import type { EngineRun, World } from '../../e2e/metacontroller/world.ts';
import { parentsIn, type Parents } from './parents.ts';

const test = suite('claims', { timeoutMs: 180_000 });

const NS = 'claims';
const webs = parentResource('webs');
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
  for (const resource of [webs, picks]) await createParentCrd(user, resource);
  run = startEngine(world);
  await createComposite(user, composite('webs', webs, { hook }));
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

test('an own child that never got a slot gets it when its name is wanted', async () => {
  const slot = slotOf(`${NS}/unseen`);
  const range = rangeSet([{ start: slot, end: slot }]);
  run.ownership.drain(range);
  run.ownership.lose(range);
  const parent = await create(webs, 'unseen', { data: { v: '1' } });
  const { uid = '' } = parent.metadata;
  const owner = { apiVersion: 'example.com/v1', kind: 'Web', name: 'unseen', uid, controller: true };
  const metadata = { name: 'unseen', namespace: NS, labels: { 'controller-uid': uid }, ownerReferences: [owner] };
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { v: '0' } };
  const made = await world.user.send({ verb: 'create', resource: CONFIGMAPS, body });
  run.ownership.gain(range);
  await childHas('unseen', { v: '1' });
  const child = await childOf('unseen');
  assert.equal([child?.metadata.uid, child?.metadata.labels?.[SLOT_LABEL]], [made.metadata.uid, String(slot)]);
  assert.equal(await syncErrors('unseen'), []);
});

test('a child whose name is taken by an object that is going comes when that is gone, without an event', async () => {
  const { user, hook } = world;
  const metadata = { name: 'blocked', namespace: NS, finalizers: ['example.com/hold'] };
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { old: 'yes' } };
  await user.send({ verb: 'create', resource: CONFIGMAPS, body });
  await user.send({ verb: 'delete', resource: CONFIGMAPS, ref: { namespace: NS, name: 'blocked' } });
  await create(webs, 'blocked', { data: { v: '1' } });
  await eventually('it was tried more than once', () => hook.of('blocked').length >= 3);
  assert.equal(await syncErrors('blocked'), []);
  await patch(user, CONFIGMAPS, { namespace: NS, name: 'blocked', body: { metadata: { finalizers: null } } });
  await childHas('blocked', { v: '1' });
});

test('an orphan without a slot is adopted and shown at the next sync of a parent that selects it', async () => {
  const { user, hook } = world;
  const labels = { app: 'flock' };
  // A hook that keeps whatever it is shown.
  hook.answer = ({ body: { parent, children } }) => ({
    children: Object.keys(children['ConfigMap.v1'] ?? {}).map((name) => ({
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name, labels },
      data: { of: parent.metadata.name },
    })),
  });
  const metadata = { name: 'stray', namespace: NS, labels };
  await user.send({ verb: 'create', resource: CONFIGMAPS, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata } });
  const parent = await create(picks, 'flock', { selector: { matchLabels: labels } });
  await childHas('stray', { of: 'flock' });
  const child = await childOf('stray');
  assert.is(child?.metadata.ownerReferences?.[0]?.uid, parent.metadata.uid);
  assert.is(child?.metadata.labels?.[SLOT_LABEL], parent.metadata.labels?.[SLOT_LABEL]);
});

test('a released child has no slot any more, so that whoever selects it next finds it', async () => {
  const { user, hook } = world;
  const labels = { app: 'leave' };
  hook.answer = () => ({
    children: [{ apiVersion: 'v1', kind: 'ConfigMap', metadata: { name: 'leaving', labels } }],
  });
  await create(picks, 'leave', { selector: { matchLabels: labels } });
  await eventually('the child is there', async () => (await childOf('leaving')) !== undefined);
  await rest();
  hook.answer = () => ({});
  const body = { metadata: { labels: { app: 'free' } } };
  await patch(user, CONFIGMAPS, { namespace: NS, name: 'leaving', body });
  await eventually('it is released', async () => {
    const { metadata } = await user.get(CONFIGMAPS, { namespace: NS, name: 'leaving' });
    return (metadata.ownerReferences ?? []).length === 0 && metadata.labels?.[SLOT_LABEL] === undefined;
  });
  // What vanishes from the watches is read live and healed; this was no accident.
  await patch(user, picks, { namespace: NS, name: 'leave', body: { spec: { x: 1 } } });
  await eventually('the parent was looked at again', () => {
    const spec = hook.of('leave').at(-1)?.body.parent['spec'];
    return (spec as { readonly x?: number } | undefined)?.x === 1;
  });
  await rest();
  const { metadata } = await user.get(CONFIGMAPS, { namespace: NS, name: 'leaving' });
  assert.equal([metadata.labels, metadata.ownerReferences ?? []], [{ app: 'free' }, []]);
});

test('the engine writes under the name of Metacontroller', async () => {
  await create(webs, 'manager', { data: { v: '1' } });
  await childHas('manager', { v: '1' });
  const child = await world.user.getPath(`/api/v1/namespaces/${NS}/configmaps/manager`);
  const { metadata } = child as {
    readonly metadata: { readonly managedFields: readonly { readonly manager: string }[] };
  };
  assert.equal(
    metadata.managedFields.map(({ manager }) => manager),
    ['metacontroller'],
  );
});

test('when a label is removed, the managers of the object are known by name, ourselves left out', async () => {
  const { user } = world;
  const ref = { namespace: NS, name: 'stripped' };
  const metadata = { ...ref, labels: { [SLOT_LABEL]: '7' } };
  await user.send({ verb: 'create', resource: CONFIGMAPS, body: { apiVersion: 'v1', kind: 'ConfigMap', metadata } });
  const bare = await user.send({
    verb: 'patch',
    resource: CONFIGMAPS,
    ref,
    patchType: 'merge',
    patch: { metadata: { labels: { [SLOT_LABEL]: null, cleaned: 'yes' } } },
    query: { fieldManager: 'label-police' },
  });
  await user.send(labelPatch(CONFIGMAPS, bare, { slotLabel: SLOT_LABEL, slot: 7 }));
  const names = await fieldManagersOf(user, CONFIGMAPS, ref);
  assert.equal(names.split(', ').toSorted(), ['label-police', 'user']);
  assert.is(await fieldManagersOf(user, CONFIGMAPS, { ...ref, name: 'nobody' }), 'unknown');
});
