import * as assert from 'uvu/assert';

import type { List } from '../../../../src/kube/store.ts';
import type { KubeObject, Resource } from '../../../../src/kube/types.ts';
import { rangeSet, type RangeSet } from '../../../../src/protocol/ranges.ts';
import { ResourceCache } from '../../../../src/replica/watch/resource-cache.ts';
import { suite } from '../../../suite.ts';

const test = suite('replica/watch/resource-cache');

const WIDGETS: Resource = {
  group: 'x.io',
  version: 'v1',
  plural: 'widgets',
  kind: 'Widget',
  namespaced: true,
  hasStatus: true,
};
const LABEL = 'shardkeeper.io/slot';
const range = (start: number, end: number): RangeSet => rangeSet([{ start, end }]);
const widget = (name: string, slot: number, version: number): KubeObject => ({
  apiVersion: 'x.io/v1',
  kind: 'Widget',
  metadata: {
    namespace: 'default',
    name,
    uid: name,
    resourceVersion: String(version),
    labels: { [LABEL]: String(slot) },
  },
});

/** Begun when nothing was known yet, unless said otherwise. */
const list = (version: number, items: readonly KubeObject[], knownAtBegin = ''): List => ({
  items,
  resourceVersion: String(version),
  knownAtBegin,
});

function bench(): { readonly cache: ResourceCache; readonly names: () => readonly string[] } {
  const names = new Set<string>();
  const cache = new ResourceCache(WIDGETS, LABEL, {
    changed: ({ before, after }) => {
      if (after !== undefined) names.add(after.metadata.name);
      else if (before !== undefined) names.delete(before.metadata.name);
    },
    deletionSeen: () => {},
  });
  return { cache, names: () => [...names] };
}

test('a list that was overtaken by the loss and the return of its slots brings nothing back', () => {
  const { cache } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(10, [widget('a', 1, 5), widget('b', 2, 6)]));
  // A list at 12 is under way. The slots go and come back; meanwhile `a` was deleted.
  cache.want([]);
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(20, [widget('b', 2, 6)]));
  cache.replace(range(0, 9), list(12, [widget('a', 1, 5), widget('b', 2, 6)]));
  assert.is(cache.get('default/a'), undefined);
  assert.is(cache.get('default/b')?.metadata.resourceVersion, '6');
});

test('a watch that repeats what was before the list shows nothing that was gone by then', () => {
  const { cache, names } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(20, [widget('b', 2, 6)]));
  cache.apply('ADDED', widget('a', 1, 5));
  assert.equal(names(), ['b']);
  cache.put(widget('a', 1, 5), undefined);
  assert.equal(names(), ['b']);
  // Created again, or changed after the list: it is news.
  cache.apply('ADDED', widget('a', 1, 21));
  assert.equal(names(), ['b', 'a']);
});

test('slots that come back are filled by their new list, with what never changed', () => {
  const { cache } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(10, [widget('a', 1, 5)]));
  cache.want([]);
  assert.is(cache.get('default/a'), undefined);
  cache.want(range(0, 9));
  // A live read before the list is there, then the list.
  cache.put(widget('a', 1, 5), undefined);
  assert.is(cache.get('default/a')?.metadata.resourceVersion, '5');
  cache.replace(range(0, 4), list(12, [widget('a', 1, 5), widget('c', 4, 7)]));
  assert.is(cache.get('default/c')?.metadata.resourceVersion, '7');
});

test('a later list of some slots takes nothing from the others', () => {
  const { cache } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 4), list(20, []));
  cache.replace(range(5, 9), list(12, [widget('d', 7, 3)]));
  assert.is(cache.get('default/d')?.metadata.resourceVersion, '3');
});

test('an object whose label stops being a slot in sight of its watch has vanished, as if the watch had lost it', () => {
  const changes: (readonly [string | undefined, string | undefined, boolean])[] = [];
  const cache = new ResourceCache(WIDGETS, LABEL, {
    changed: ({ before, after }, { vanished }) =>
      changes.push([before?.metadata.resourceVersion, after?.metadata.resourceVersion, vanished]),
    deletionSeen: () => {},
  });
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(10, [widget('a', 1, 5)]));
  const { metadata, ...rest } = widget('a', 1, 11);
  // The API server compares numbers: 007 lies in the range, and is no slot.
  const spoilt = { ...rest, metadata: { ...metadata, labels: { [LABEL]: '007' } } };
  cache.apply('MODIFIED', spoilt);
  assert.is(cache.get('default/a'), undefined);
  cache.apply('MODIFIED', spoilt);
  cache.apply('MODIFIED', widget('a', 1, 12));
  assert.equal(changes, [
    [undefined, '5', false],
    ['5', undefined, true],
    [undefined, '12', false],
  ]);
});

test('an older version with a slot that is not wanted takes nothing away', () => {
  const { cache } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(10, [widget('a', 1, 5)]));
  cache.apply('ADDED', widget('a', 20, 4));
  assert.is(cache.get('default/a')?.metadata.resourceVersion, '5');
});

test('a restore whose versions repeat: what a list begun later shows is right, and so is what follows it', () => {
  const { cache, names } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(100, [widget('a', 1, 90), widget('b', 2, 95), widget('d', 4, 60)]));
  cache.apply('MODIFIED', widget('a', 1, 110));
  cache.apply('ADDED', widget('c', 3, 120));
  cache.apply('DELETED', widget('b', 2, 130));
  assert.is(cache.highest, '130');
  cache.replace(range(0, 9), list(105, [widget('a', 1, 90), widget('b', 2, 95), widget('d', 4, 60)], cache.highest));
  assert.equal(names().toSorted(), ['a', 'b', 'd']);
  assert.is(cache.get('default/a')?.metadata.resourceVersion, '90');
  assert.is(cache.highest, '105');
  cache.apply('ADDED', widget('c', 3, 106));
  cache.put(widget('b', 2, 107), undefined);
  assert.is(cache.get('default/b')?.metadata.resourceVersion, '107');
  assert.equal(names().toSorted(), ['a', 'b', 'c', 'd']);
});

test('a restore whose versions were bumped: the list is right about what was changed and what was deleted since', () => {
  const { cache, names } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(100, [widget('a', 1, 90), widget('b', 2, 95)]));
  cache.apply('MODIFIED', widget('a', 1, 110));
  cache.apply('ADDED', widget('c', 3, 120));
  cache.apply('DELETED', widget('b', 2, 130));
  cache.replace(range(0, 9), list(1_000_100, [widget('a', 1, 90), widget('b', 2, 95)], cache.highest));
  assert.equal(names().toSorted(), ['a', 'b']);
  assert.is(cache.get('default/a')?.metadata.resourceVersion, '90');
});

test('an object that was deleted by ourselves while a list was under way is not brought back by it', () => {
  const { cache, names } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), list(100, [widget('a', 1, 90)]));
  cache.apply('ADDED', widget('b', 2, 105));
  const knownAtBegin = cache.highest;
  cache.deleted('default/a', undefined);
  cache.replace(range(0, 9), list(106, [widget('a', 1, 90), widget('b', 2, 105)], knownAtBegin));
  assert.equal(names(), ['b']);
});

test('occupied slots are told in order, whether objects are few or many', () => {
  const { cache } = bench();
  cache.want(range(0, 99));
  const slots = [7, 3, 40, 7];
  cache.replace(
    range(0, 99),
    list(
      5,
      slots.map((slot, index) => widget(`w-${index}`, slot, 4)),
    ),
  );
  assert.equal(cache.occupied(range(0, 99)), [3, 7, 40]);
  assert.equal(cache.occupied(range(4, 50)), [7, 40]);
  assert.equal(cache.occupied(range(6, 8)), [7]);
  assert.equal(cache.occupied([]), []);
});
