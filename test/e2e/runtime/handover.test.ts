import * as assert from 'uvu/assert';

import type { KubeClient } from '../../../src/kube/types.ts';
import { ALL, covers, rangeSet, size, type RangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import type { Completeness } from '../../../src/replica/ports.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { Mirror } from './mirror.ts';
import {
  create,
  createNamespace,
  rootNamed,
  SLOT_LABEL,
  startReplica,
  startWorld,
  stopWorld,
  withOverrides,
  type Replica,
  type World,
} from './world.ts';

const test = suite('a range goes from one replica to another', { timeoutMs: 120_000 });

const ROOTS = 50;

let world: World;
const replicas: Replica[] = [];
let namespaces = 0;

test.before(async () => {
  world = await startWorld();
});
test.after(async () => {
  await stopWorld(world);
});
test.after.each(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
});

/** Of objects in slots; intake looks for those that have none. */
function isOfRange(selector: string | undefined): boolean {
  return selector?.startsWith(SLOT_LABEL) === true && !selector.includes('notin');
}

/** Counts what is asked of the server for slots (what intake asks, `!slot`, is another matter). */
class Requests {
  lists = 0;
  watches = 0;
  readonly wrap = (client: KubeClient): KubeClient =>
    withOverrides(client, {
      list: (resource, options) => {
        if (isOfRange(options?.labelSelector)) this.lists++;
        return client.list(resource, options);
      },
      watch: (resource, options) => {
        if (isOfRange(options.labelSelector)) this.watches++;
        return client.watch(resource, options);
      },
    });
}

interface Pair {
  readonly names: readonly string[];
  readonly namespace: string;
  readonly a: Replica;
  readonly b: Replica;
  readonly second: Mirror;
  readonly requests: Requests;
}

/** A has worked on everything and is idle; B is warm. */
async function pair(): Promise<Pair> {
  const namespace = `handover-${++namespaces}`;
  await createNamespace(world.user, namespace);
  const names = Array.from({ length: ROOTS }, (_, i) => `web-${i}`);
  const [first, second] = [new Mirror(), new Mirror()];
  const requests = new Requests();
  const [a, b] = [startReplica(world), startReplica(world, requests.wrap)];
  replicas.push(a, b);
  void a.host.add(first.controller);
  void b.host.add(second.controller);
  b.ownership.warmUp(ALL);
  a.ownership.gain(ALL);
  await Promise.all(names.map((name) => create(world.user, rootNamed(name, namespace))));
  await eventually('A has done everything', () => names.every((name) => first.looksAt(`${namespace}/${name}`) === 2));
  await eventually('B is warm', () => covers(b.ownership.warm, ALL));
  a.ownership.drain(ALL);
  await eventually('A is idle', () => covers(a.ownership.idle, ALL));
  return { names, namespace, a, b, second, requests };
}

/** B looks at each root once, sees its child, and writes nothing. */
async function assertTakenOver({ names, namespace, b, second }: Pair): Promise<void> {
  const own = () => second.looks.filter(({ key }) => key.startsWith(`${namespace}/`));
  await eventually('B has looked at everything', () => own().length >= names.length);
  await eventually('nothing is left to do', () => b.host.counts().queued === 0 && b.host.counts().inFlight === 0);
  assert.is(own().length, names.length);
  assert.ok(
    own().every(({ child }) => child !== undefined),
    'no look misses a child',
  );
}

test('a warm replica does nothing before it holds', async () => {
  const { second, requests, a, b } = await pair();
  assert.is(second.looks.length, 0);
  assert.is(requests.lists, 1, 'one list to become warm');
  assert.is(b.host.counts().objects, 0);
  assert.ok(a.host.counts().objects >= 2 * ROOTS);
});

test('with the marks of the leaver nothing is listed', async () => {
  const both = await pair();
  const { a, b, requests } = both;
  const completeness: Completeness = { type: 'Marks', written: a.host.written(ALL) };
  a.ownership.lose(ALL);
  b.ownership.gain(ALL, completeness);
  await assertTakenOver(both);
  assert.is(requests.lists, 1);
  assert.is(requests.watches, 1);
});

test('without a mark, and after a crash, the range is listed once', async () => {
  for (const completeness of [{ type: 'Marks', written: {} }, { type: 'FreshList' }] satisfies Completeness[]) {
    const both = await pair();
    both.a.ownership.lose(ALL);
    both.b.ownership.gain(ALL, completeness);
    await assertTakenOver(both);
    assert.is(both.requests.lists, 2);
    await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
  }
});

test('a mark that the watch does not reach is given up after a second: then the range is listed', async () => {
  const both = await pair();
  both.a.ownership.lose(ALL);
  both.b.ownership.gain(ALL, { type: 'Marks', written: { configmaps: '999999999999' } });
  assert.is(both.requests.lists, 1);
  await assertTakenOver(both);
  assert.is(both.requests.lists, 2);
});

test('what was lost before its caches were complete leaves no mark', async () => {
  const { b } = await pair();
  b.ownership.gain(ALL, { type: 'Awaited' });
  // Nothing was written here, but somebody before may have written what these caches do not show yet.
  assert.equal(b.host.written(ALL), {});
  b.host.complete(ALL, { type: 'FreshList' });
  await eventually('complete', () => 'configmaps' in b.host.written(ALL));
});

test('a loss is narrowed without a list; what is not wanted is forgotten, what is kept goes on', async () => {
  const both = await pair();
  const { b, namespace, names, requests } = both;
  const half: RangeSet = rangeSet([{ start: 0, end: 2047 }]);
  b.ownership.warmUp(half);
  await eventually('the narrow watch is open', () => requests.watches === 2);
  assert.is(requests.lists, 1);
  const isMine = (name: string): boolean => slotOf(`${namespace}/${name}`) < 2048;
  for (const name of names) {
    assert.is(b.host.reads('configmaps', `${namespace}/${name}`) !== undefined, isMine(name), name);
  }
  assert.is(size(b.ownership.warm), 2048);
  const late = Array.from({ length: 20 }, (_, i) => `late-${i}`);
  await Promise.all(late.map((name) => create(world.user, rootNamed(name, namespace))));
  await eventually('what is kept goes on', () =>
    late.filter(isMine).every((name) => b.host.reads('configmaps', `${namespace}/${name}`) !== undefined),
  );
  assert.ok(
    late
      .filter((name) => !isMine(name))
      .every((name) => b.host.reads('configmaps', `${namespace}/${name}`) === undefined),
  );
});
