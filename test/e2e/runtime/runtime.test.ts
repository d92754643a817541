import * as assert from 'uvu/assert';

import { ApiError } from '../../../src/kube/api-error.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import type { KubeClient } from '../../../src/kube/types.ts';
import { ALL, covers, rangeSet, type RangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { CONFIGMAPS, Mirror } from './mirror.ts';
import {
  create,
  createNamespace,
  rootNamed,
  SLOT_LABEL,
  startReplica,
  startWorld,
  stopWorld,
  withSend,
  type Replica,
  type World,
} from './world.ts';

const test = suite('the machinery of a replica on a real API server', { timeoutMs: 180_000 });

let world: World;
let replica: Replica | undefined;
let namespaces = 0;

test.before(async () => {
  world = await startWorld();
});
test.after(async () => {
  await stopWorld(world);
});
test.after.each(async () => {
  await replica?.stop();
  replica = undefined;
});

async function freshNamespace(): Promise<string> {
  const name = `runtime-${++namespaces}`;
  await createNamespace(world.user, name);
  return name;
}

function started(mirror: Mirror, wrap?: (client: KubeClient) => KubeClient): Replica {
  replica = startReplica(world, wrap);
  void replica.host.add(mirror.controller);
  return replica;
}

function slotRange(slot: number): RangeSet {
  return rangeSet([{ start: slot, end: slot }]);
}

async function child(namespace: string, root: string) {
  const { items } = await world.user.list(CONFIGMAPS, { namespace });
  return items.find(({ metadata }) => metadata.name === `${root}-child`);
}

test('what is gained is reconciled, exactly twice each, and the child carries the slot of its root', async () => {
  const namespace = await freshNamespace();
  const names = Array.from({ length: 100 }, (_, i) => `web-${i}`);
  await Promise.all(names.map((name) => create(world.user, rootNamed(name, namespace))));
  const mirror = new Mirror({ writesStatus: true });
  const { ownership, host } = started(mirror);
  const half = rangeSet([{ start: 0, end: 2047 }]);
  const mine = names.filter((name) => slotOf(`${namespace}/${name}`) < 2048);
  ownership.gain(half);
  await eventually('every root in the range was looked at twice', () =>
    mine.every((name) => mirror.looksAt(`${namespace}/${name}`) >= 2),
  );
  await eventually('nothing is left to do', () => host.counts().queued === 0 && host.counts().inFlight === 0);
  assert.equal(mirror.looks.length, 2 * mine.length);
  assert.ok(covers(ownership.warm, half));
  assert.equal(host.counts().objects, 2 * mine.length);
  for (const name of mine) {
    const created = await child(namespace, name);
    assert.equal(created?.metadata.labels?.[SLOT_LABEL], String(slotOf(`${namespace}/${name}`)));
  }
});

test('a foreign edit is answered, an own write is not looked at as a foreign one', async () => {
  const namespace = await freshNamespace();
  const root = await create(world.user, rootNamed('web', namespace));
  const mirror = new Mirror();
  const { ownership, host } = started(mirror);
  const key = `${namespace}/web`;
  ownership.gain(ALL);
  await eventually('the child is there', async () => (await child(namespace, 'web')) !== undefined);
  await eventually('both looks are over', () => mirror.looksAt(key) === 2 && host.counts().inFlight === 0);
  await world.user.send({
    verb: 'patch',
    resource: CONFIGMAPS,
    ref: { namespace, name: 'web' },
    patchType: 'merge',
    patch: { metadata: { resourceVersion: root.metadata.resourceVersion }, data: { a: '2' } },
  });
  await eventually(
    'the child follows',
    async () => JSON.stringify((await child(namespace, 'web'))?.['data']) === '{"a":"2"}',
  );
  await eventually('both looks are over', () => mirror.looksAt(key) === 4 && host.counts().inFlight === 0);
  assert.equal(host.counts().queued, 0);
  const touched = await child(namespace, 'web');
  await world.user.send({
    verb: 'update',
    resource: CONFIGMAPS,
    body: {
      ...touched,
      apiVersion: 'v1',
      kind: 'ConfigMap',
      metadata: { name: '', ...touched?.metadata },
      data: { a: 'x' },
    },
  });
  await eventually(
    'the child is set back',
    async () => JSON.stringify((await child(namespace, 'web'))?.['data']) === '{"a":"2"}',
  );
});

test('a call that hangs holds up only its own slot', async () => {
  const namespace = await freshNamespace();
  await Promise.all(['slow', 'quick'].map((name) => create(world.user, rootNamed(name, namespace))));
  const slow = slotOf(`${namespace}/slow`);
  const mirror = new Mirror();
  const gate = Promise.withResolvers<void>();
  mirror.gates.set(`${namespace}/slow`, gate.promise);
  const { ownership } = started(mirror);
  ownership.gain(ALL);
  await eventually('the slow one hangs', () => mirror.looksAt(`${namespace}/slow`) === 1);
  await eventually('the quick one is done', () => mirror.looksAt(`${namespace}/quick`) === 2);
  ownership.drain(ALL);
  await eventually('all other slots are idle', () => size4095(ownership.idle, slow));
  assert.not.ok(covers(ownership.idle, slotRange(slow)));
  gate.resolve();
  await eventually('the slow slot is idle too', () => covers(ownership.idle, ALL));
  assert.ok((await child(namespace, 'slow')) !== undefined, 'work under way may finish while its slot drains');
});

function size4095(idle: RangeSet, but: number): boolean {
  const others = rangeSet([
    ...(but > 0 ? [{ start: 0, end: but - 1 }] : []),
    ...(but < 4095 ? [{ start: but + 1, end: 4095 }] : []),
  ]);
  return covers(idle, others);
}

test('what waited while its slot drained is done after a resume, and dropped after a loss', async () => {
  const namespace = await freshNamespace();
  const mirror = new Mirror();
  const { ownership, metrics } = started(mirror);
  ownership.gain(ALL);
  await eventually('warm', () => covers(ownership.warm, ALL));
  ownership.drain(ALL);
  await create(world.user, rootNamed('late', namespace));
  await eventually('the event has come', () => replica?.host.reads('configmaps', `${namespace}/late`) !== undefined);
  assert.equal(mirror.looksAt(`${namespace}/late`), 0);
  ownership.resume(ALL);
  await eventually('it was looked at', () => mirror.looksAt(`${namespace}/late`) === 2);
  ownership.drain(ALL);
  await create(world.user, rootNamed('lost', namespace));
  await eventually('the event has come', () => replica?.host.reads('configmaps', `${namespace}/lost`) !== undefined);
  ownership.lose(ALL);
  assert.equal(metrics.counts.get('shardkeeper_work_dropped_total{set=test/set,point=dequeue}'), 1);
  assert.equal(mirror.looksAt(`${namespace}/lost`), 0);
  assert.equal(await child(namespace, 'lost'), undefined);
});

test('a late write is refused, also when the slot was regained meanwhile', async () => {
  const namespace = await freshNamespace();
  await create(world.user, rootNamed('web', namespace));
  const key = `${namespace}/web`;
  const mirror = new Mirror();
  const gate = Promise.withResolvers<void>();
  mirror.gates.set(key, gate.promise);
  const { ownership, metrics } = started(mirror);
  ownership.gain(ALL);
  await eventually('it hangs', () => mirror.looksAt(key) === 1);
  ownership.lose(ALL);
  ownership.gain(ALL, { type: 'FreshList' });
  mirror.gates.delete(key);
  gate.resolve();
  await eventually(
    'the write was refused',
    () => metrics.counts.get('shardkeeper_writes_refused_total{set=test/set,reason=token}') === 1,
  );
  await eventually('the new holding makes the child', async () => (await child(namespace, 'web')) !== undefined);
  await eventually('once more looked at, twice', () => mirror.looksAt(key) === 3);
});

test('a write after the end of the lease window is refused', async () => {
  const namespace = await freshNamespace();
  await create(world.user, rootNamed('web', namespace));
  const key = `${namespace}/web`;
  const mirror = new Mirror();
  const gate = Promise.withResolvers<void>();
  mirror.gates.set(key, gate.promise);
  const { ownership, metrics } = started(mirror);
  ownership.gain(ALL);
  await eventually('it hangs', () => mirror.looksAt(key) === 1);
  ownership.windowIsOpen = false;
  gate.resolve();
  await eventually(
    'the write was refused',
    () => metrics.counts.get('shardkeeper_writes_refused_total{set=test/set,reason=deadline}') === 1,
  );
  assert.equal(await child(namespace, 'web'), undefined);
});

test('the marks of a slot are what was written in it, and unknown after a write without an answer', async () => {
  const namespace = await freshNamespace();
  await Promise.all(['one', 'two'].map((name) => create(world.user, rootNamed(name, namespace))));
  const [one, two] = ['one', 'two'].map((name) => slotRange(slotOf(`${namespace}/${name}`))) as [RangeSet, RangeSet];
  const mirror = new Mirror();
  const swallow = { on: false };
  const { ownership, host } = started(mirror, (client) =>
    withSend(client, async (request, options) => {
      const answer = await client.send(request, options);
      if (!swallow.on) return answer;
      // The connection dies between the server and us: the write is done, and nobody tells us.
      throw new ApiError('connection lost', { code: 'Unavailable', answered: false });
    }),
  );
  ownership.gain(ALL);
  await eventually('both are done', () => mirror.looks.filter(({ key }) => key.startsWith(namespace)).length === 4);
  assert.equal(host.written(one)['configmaps'], (await child(namespace, 'one'))?.metadata.resourceVersion);
  assert.equal(host.written(two)['configmaps'], (await child(namespace, 'two'))?.metadata.resourceVersion);
  swallow.on = true;
  await world.user.send({
    verb: 'patch',
    resource: CONFIGMAPS,
    ref: { namespace, name: 'one' },
    patchType: 'merge',
    patch: { data: { a: '2' } },
  });
  await eventually(
    'the child was written',
    async () => JSON.stringify((await child(namespace, 'one'))?.['data']) === '{"a":"2"}',
  );
  await eventually('the mark is unknown', () => host.written(one)['configmaps'] === undefined);
  assert.type(host.written(two)['configmaps'], 'string');
  swallow.on = false;
  // W4: sent and not answered: not idle before the request timeout is over.
  ownership.drain(one);
  assert.not.ok(covers(ownership.idle, one));
  await eventually('the write can have no effect any more', () => covers(ownership.idle, one));
});

test('a child that lost its label is read live, labelled again and not created twice', async () => {
  const namespace = await freshNamespace();
  await create(world.user, rootNamed('web', namespace));
  const mirror = new Mirror();
  const { ownership, host } = started(mirror);
  ownership.gain(ALL);
  await eventually('settled', () => mirror.looksAt(`${namespace}/web`) === 2 && host.counts().inFlight === 0);
  await world.user.send({
    verb: 'patch',
    resource: CONFIGMAPS,
    ref: { namespace, name: 'web-child' },
    patchType: 'merge',
    patch: { metadata: { labels: { [SLOT_LABEL]: null } } },
  });
  const slot = String(slotOf(`${namespace}/web`));
  await eventually(
    'it has its label again',
    async () => (await child(namespace, 'web'))?.metadata.labels?.[SLOT_LABEL] === slot,
  );
  await eventually('it was looked at again', () => mirror.looksAt(`${namespace}/web`) >= 3);
  assert.ok(
    mirror.looks
      .filter(({ key }) => key === `${namespace}/web`)
      .slice(1)
      .every(({ child: seen }) => seen !== undefined),
    'no look after the first missed the child',
  );
});

test('a child that was really deleted is made again', async () => {
  const namespace = await freshNamespace();
  await create(world.user, rootNamed('web', namespace));
  const mirror = new Mirror();
  const { ownership, host } = started(mirror);
  ownership.gain(ALL);
  await eventually('settled', () => mirror.looksAt(`${namespace}/web`) === 2 && host.counts().inFlight === 0);
  const before = await child(namespace, 'web');
  await world.user.send({ verb: 'delete', resource: CONFIGMAPS, ref: { namespace, name: 'web-child' } });
  await eventually('another child is there', async () => {
    const now = await child(namespace, 'web');
    return now !== undefined && now.metadata.uid !== before?.metadata.uid;
  });
});

test('a write without a precondition is a programmer error', async () => {
  const namespace = await freshNamespace();
  await create(world.user, rootNamed('web', namespace));
  let failure: unknown;
  replica = startReplica(world);
  const { controller } = new Mirror();
  void replica.host.add({
    ...controller,
    reconcile: async (_root, { writer }) => {
      const ref = { namespace, name: 'web' };
      await writer
        .send({ verb: 'patch', resource: CONFIGMAPS, ref, patchType: 'merge', patch: { data: {} } })
        .catch((error: unknown) => (failure = error));
      return { type: 'Settled' };
    },
  });
  replica.ownership.gain(ALL);
  await eventually('it was refused', () => failure !== undefined);
  assert.not.ok(hasCode(failure, 'Refused'));
  assert.match(String(failure), /lacks metadata\.resourceVersion/);
});
