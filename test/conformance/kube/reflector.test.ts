import path from 'node:path';

import * as assert from 'uvu/assert';

import { createReflector } from '../../../src/kube/reflector.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import { byNamespaceIfUncontrolled, createObjectStore } from '../../../src/kube/store.ts';
import { keyOf } from '../../../src/kube/types.ts';
import type { KubeClient, KubeObject, Reflector, ReflectorState } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { configMap, deps, FILE_TIMEOUT_MS, startBench, Until, type Bench } from './bench.ts';

const test = suite('reflector against a real API server', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;

test.before(async () => {
  bench = await startBench();
});

test.after(async () => {
  await bench.stop();
});

interface Mirror {
  readonly names: () => string[];
  readonly states: ReflectorState[];
  readonly lists: () => number;
  /** Until the mirror shows exactly these names. */
  readonly shows: (...names: readonly string[]) => Promise<void>;
  readonly holds: (condition: (names: readonly string[]) => boolean) => Promise<void>;
  readonly get: (name: string) => KubeObject | undefined;
  readonly reflector: Reflector;
  readonly stop: () => Promise<void>;
}

interface MirrorOptions {
  readonly namespace: string;
  readonly labelSelector?: string;
  readonly startFrom?: string;
}

function mirror(client: KubeClient, options: MirrorOptions): Mirror {
  const store = createObjectStore({ indexes: { free: byNamespaceIfUncontrolled } });
  const until = new Until();
  const states: ReflectorState[] = [];
  let lists = 0;
  let highest = '';
  let knownAtBegin = '';
  const reflector = createReflector(
    {
      client,
      resource: CONFIG_MAPS,
      ...options,
      sink: {
        replace: (items, resourceVersion) => {
          lists += 1;
          highest = resourceVersion;
          store.replaceWhere(() => true, { items, resourceVersion, knownAtBegin });
          until.changed();
        },
        apply: (type, object) => {
          highest = object.metadata.resourceVersion ?? '';
          if (type === 'DELETED') store.remove(keyOf(object.metadata), object.metadata.resourceVersion ?? '');
          else store.upsert(object);
          until.changed();
        },
        progress: () => {},
        state: (state) => {
          if (state.type === 'Listing') knownAtBegin = highest;
          states.push(state);
        },
      },
    },
    deps,
  );
  const controller = new AbortController();
  const running = reflector.run(controller.signal);
  const names = (): string[] => [...store.values()].map((object) => object.metadata.name).toSorted();
  return {
    names,
    states,
    lists: () => lists,
    reflector,
    holds: (condition) => until.for(() => condition(names())),
    get: (name) => store.get(`${options.namespace}/${name}`),
    shows: (...expected) => until.for(() => names().join() === expected.toSorted().join()),
    stop: async () => {
      controller.abort();
      await running;
    },
  };
}

const labelled = (namespace: string, name: string, slot: string): KubeObject => {
  const object = configMap(namespace, name);
  return { ...object, metadata: { ...object.metadata, labels: { slot } } };
};

test('a range watch sees objects enter and leave its range', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('ranges');
  const low = mirror(client, { namespace, labelSelector: 'slot<5' });
  const high = mirror(client, { namespace, labelSelector: 'slot>4,slot<4096' });
  await client.send({ verb: 'create', resource: CONFIG_MAPS, body: labelled(namespace, 'a', '3') });
  await client.send({ verb: 'create', resource: CONFIG_MAPS, body: labelled(namespace, 'b', '7') });
  await Promise.all([low.shows('a'), high.shows('b')]);
  const patch = { metadata: { labels: { slot: '9' } } };
  const ref = { namespace, name: 'a' };
  await client.send({ verb: 'patch', resource: CONFIG_MAPS, ref, patchType: 'merge', patch });
  await Promise.all([low.shows(), high.shows('a', 'b')]);
  assert.ok(low.reflector.lastActivityMs() !== undefined);
  await Promise.all([low.stop(), high.stop()]);
  assert.equal([low.lists(), high.lists()], [1, 1]);
});

test('a watch from a known version lists nothing', async () => {
  const { client } = bench;
  const namespace = await bench.namespace('known');
  const { resourceVersion } = await client.list(CONFIG_MAPS, { namespace });
  await client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, 'a') });
  const view = mirror(client, { namespace, startFrom: resourceVersion });
  await view.shows('a');
  await view.stop();
  assert.is(view.lists(), 0);
});

test('the API server restarts: the store catches up; a forgotten version is listed anew', async () => {
  const { client, plane } = bench;
  const namespace = await bench.namespace('restart');
  const view = mirror(client, { namespace });
  await client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, 'a') });
  await view.shows('a');
  await plane.restartApiServer();
  await client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, 'b') });
  await client.send({ verb: 'delete', resource: CONFIG_MAPS, ref: { namespace, name: 'a' } });
  await view.shows('b');
  await view.stop();
  assert.ok(view.states.some((state) => state.type === 'BackingOff'));
  // Its cache began anew, so it may answer 410 to any version from before: one list at most makes up for that.
  assert.ok(view.lists() <= 2, `${view.lists()} lists`);
  const late = mirror(client, { namespace, startFrom: '1' });
  await late.shows('b');
  await late.stop();
  assert.is(late.lists(), 1);
});

for (const revisions of ['Bumped', 'Repeated'] as const) {
  test(`etcd is restored from a snapshot, revisions ${revisions}: the store equals the server, soon`, async () => {
    const { client, plane } = bench;
    const namespace = await bench.namespace(`restored-${revisions.toLowerCase()}`);
    const create = (name: string): Promise<KubeObject> =>
      client.send({ verb: 'create', resource: CONFIG_MAPS, body: configMap(namespace, name) });
    for (const name of ['deleted', 'changed', 'quiet']) await create(name);
    const view = mirror(client, { namespace });
    await view.shows('deleted', 'changed', 'quiet');
    const snapshot = path.join(plane.directory, `${revisions}.db`);
    await plane.saveSnapshot(snapshot);
    await client.send({ verb: 'delete', resource: CONFIG_MAPS, ref: { namespace, name: 'deleted' } });
    const ref = { namespace, name: 'changed' };
    const patch = { metadata: { annotations: { lost: 'yes' } } };
    await client.send({ verb: 'patch', resource: CONFIG_MAPS, ref, patchType: 'merge', patch });
    for (let i = 0; i < 50; i++) await create(`late-${i}`);
    await view.holds((names) => names.length === 52);
    await plane.restoreSnapshot(snapshot, { revisions });
    await view.shows('deleted', 'changed', 'quiet');
    assert.is(view.get('changed')?.metadata.annotations?.['lost'], undefined);
    // The stream goes on from there.
    await create('late-0');
    await client.send({ verb: 'delete', resource: CONFIG_MAPS, ref: { namespace, name: 'quiet' } });
    await view.shows('deleted', 'changed', 'late-0');
    await view.stop();
  });
}
