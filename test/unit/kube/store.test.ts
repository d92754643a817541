import fc from 'fast-check';
import * as assert from 'uvu/assert';

import { byController, byNamespaceIfUncontrolled, createObjectStore } from '../../../src/kube/store.ts';
import type { ObjectStore } from '../../../src/kube/store.ts';
import { keyOf } from '../../../src/kube/types.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { thing } from './objects.ts';

const test = suite('object store');

type Index = 'owner' | 'free' | 'slot';

const newStore = (tombstonesMax?: number): ObjectStore<Index> =>
  createObjectStore({
    indexes: {
      owner: byController,
      free: byNamespaceIfUncontrolled,
      slot: (object) => object.metadata.labels?.['slot'],
    },
    ...(tombstonesMax === undefined ? {} : { tombstonesMax }),
  });

const names = (objects: Iterable<KubeObject>): string[] =>
  [...objects].map((object) => object.metadata.name).toSorted();

test('the echo of an own write is no change', () => {
  const store = newStore();
  const written = thing({ name: 'a', version: 7 });
  assert.is(store.upsert(written)?.type, 'Added');
  assert.is(store.upsert(thing({ name: 'a', version: 7 })), undefined);
  assert.is(store.get('ns/a'), written, 'kept, not copied');
});

test('an older state never replaces a newer one, also where text order differs from number order', () => {
  const store = newStore();
  store.upsert(thing({ name: 'a', version: 10 }));
  assert.is(store.upsert(thing({ name: 'a', version: 9 })), undefined);
  const change = store.upsert(thing({ name: 'a', version: '9007199254740993' }));
  assert.is(change?.type, 'Modified');
  assert.is(store.upsert(thing({ name: 'a', version: '9007199254740992' })), undefined);
});

test('an older event does not bring back what was removed, a newer one does', () => {
  const store = newStore();
  store.upsert(thing({ name: 'a', version: 5 }));
  assert.is(store.remove('ns/a', '8')?.type, 'Removed');
  assert.is(store.upsert(thing({ name: 'a', version: 7 })), undefined);
  assert.is(store.size(), 0);
  assert.is(store.upsert(thing({ name: 'a', version: 9 }))?.type, 'Added');
});

test('a removal that is older than what is known is ignored', () => {
  const store = newStore();
  store.upsert(thing({ name: 'a', version: 9 }));
  assert.is(store.remove('ns/a', '8'), undefined);
  assert.is(store.size(), 1);
});

test('an object that moves from one selection to the other stays, in both orders', () => {
  const moved = thing({ name: 'a', version: 8, labels: { slot: '2' } });
  const before = thing({ name: 'a', version: 5, labels: { slot: '1' } });
  const leftFirst = newStore();
  leftFirst.upsert(before);
  leftFirst.remove('ns/a', '8');
  leftFirst.upsert(moved);
  const enteredFirst = newStore();
  enteredFirst.upsert(before);
  enteredFirst.upsert(moved);
  enteredFirst.remove('ns/a', '8');
  for (const store of [leftFirst, enteredFirst]) {
    assert.equal(names(store.select('slot', '2')), ['a']);
    assert.is(store.count('slot', '1'), 0);
  }
});

test('indexes follow each change', () => {
  const store = newStore();
  store.upsert(thing({ name: 'a', version: 1, labels: { slot: '1' } }));
  store.upsert(thing({ name: 'b', version: 2, owner: 'u', labels: { slot: '1' } }));
  assert.equal(names(store.select('free', 'ns')), ['a']);
  assert.equal(names(store.select('owner', 'u')), ['b']);
  assert.equal(names(store.select('slot', '1')), ['a', 'b']);
  store.upsert(thing({ name: 'a', version: 3, owner: 'u' }));
  assert.equal(names(store.select('free', 'ns')), []);
  assert.equal(names(store.select('owner', 'u')), ['a', 'b']);
  assert.is(store.count('slot', '1'), 1);
});

test('a new list of a selection removes what left it, and nothing else', () => {
  const store = newStore();
  const within = (object: KubeObject): boolean => object.metadata.labels?.['slot'] === '1';
  store.upsert(thing({ name: 'gone', version: 1, labels: { slot: '1' } }));
  store.upsert(thing({ name: 'newer', version: 30, labels: { slot: '1' } }));
  store.upsert(thing({ name: 'other', version: 2, labels: { slot: '2' } }));
  const changes = store.replaceWhere(within, {
    items: [thing({ name: 'here', version: 20, labels: { slot: '1' } })],
    resourceVersion: '25',
    knownAtBegin: '24',
  });
  assert.equal(
    changes.map((change) => `${change.type} ${change.key}`),
    ['Removed ns/gone', 'Added ns/here'],
  );
  assert.equal(names(store.values()), ['here', 'newer', 'other']);
  assert.is(
    store.upsert(thing({ name: 'gone', version: 24, labels: { slot: '1' } })),
    undefined,
    'older than the list',
  );
});

test('dropping forgets without remembering a removal', () => {
  const store = newStore();
  store.upsert(thing({ name: 'a', version: 5 }));
  assert.is(
    store.dropWhere(() => true),
    1,
  );
  assert.is(store.upsert(thing({ name: 'a', version: 5 }))?.type, 'Added');
});

test('remembered removals are bounded', () => {
  const store = newStore(2);
  for (const name of ['a', 'b', 'c']) store.remove(`ns/${name}`, '10');
  assert.is(store.upsert(thing({ name: 'a', version: 5 }))?.type, 'Added', 'forgotten first');
  assert.is(store.upsert(thing({ name: 'c', version: 5 })), undefined);
});

/** One history of writes to a few objects; `undefined` content is a deletion. */
interface Write {
  readonly name: string;
  readonly deleted: boolean;
  readonly slot: string;
}

const history = fc.array(
  fc.record({ name: fc.constantFrom('a', 'b', 'c'), deleted: fc.boolean(), slot: fc.constantFrom('1', '2') }),
  { maxLength: 30 },
);

test('property: whatever order and repetition the news come in, the store ends in the newest state', () => {
  const order = fc.infiniteStream(fc.nat(1_000_000));
  fc.assert(
    fc.property(history, order, (writes: readonly Write[], random) => {
      const news = writes.map((write, at) => ({ ...write, version: 100 + at }));
      // Each news twice, in any order.
      const deliveries = [...news, ...news]
        .map((item) => ({ item, rank: random.next().value as number }))
        .toSorted((a, b) => a.rank - b.rank);
      const store = newStore();
      for (const { item } of deliveries) {
        const { name, version, deleted, slot } = item;
        if (deleted) store.remove(`ns/${name}`, String(version));
        else store.upsert(thing({ name, version, labels: { slot } }));
      }
      const newest = new Map(news.map((item) => [item.name, item]));
      const expected = [...newest.values()].filter((item) => !item.deleted);
      assert.equal(
        [...store.values()].map(({ metadata }) => `${keyOf(metadata)}@${metadata.resourceVersion}`).toSorted(),
        expected.map((item) => `ns/${item.name}@${item.version}`).toSorted(),
      );
      for (const slot of ['1', '2']) {
        const inSlot = expected.filter((item) => item.slot === slot).map((item) => item.name);
        assert.equal(names(store.select('slot', slot)), inSlot.toSorted());
        assert.is(store.count('slot', slot), inSlot.length);
      }
    }),
  );
});
