import * as assert from 'uvu/assert';

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
  cache.replace(range(0, 9), [widget('a', 1, 5), widget('b', 2, 6)], '10');
  // A list at 12 is under way. The slots go and come back; meanwhile `a` was deleted.
  cache.want([]);
  cache.want(range(0, 9));
  cache.replace(range(0, 9), [widget('b', 2, 6)], '20');
  cache.replace(range(0, 9), [widget('a', 1, 5), widget('b', 2, 6)], '12');
  assert.is(cache.get('default/a'), undefined);
  assert.is(cache.get('default/b')?.metadata.resourceVersion, '6');
});

test('a watch that repeats what was before the list shows nothing that was gone by then', () => {
  const { cache, names } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 9), [widget('b', 2, 6)], '20');
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
  cache.replace(range(0, 9), [widget('a', 1, 5)], '10');
  cache.want([]);
  assert.is(cache.get('default/a'), undefined);
  cache.want(range(0, 9));
  // A live read before the list is there, then the list.
  cache.put(widget('a', 1, 5), undefined);
  assert.is(cache.get('default/a')?.metadata.resourceVersion, '5');
  cache.replace(range(0, 4), [widget('a', 1, 5), widget('c', 4, 7)], '12');
  assert.is(cache.get('default/c')?.metadata.resourceVersion, '7');
});

test('a later list of some slots takes nothing from the others', () => {
  const { cache } = bench();
  cache.want(range(0, 9));
  cache.replace(range(0, 4), [], '20');
  cache.replace(range(5, 9), [widget('d', 7, 3)], '12');
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
  cache.replace(range(0, 9), [widget('a', 1, 5)], '10');
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
  cache.replace(range(0, 9), [widget('a', 1, 5)], '10');
  cache.apply('ADDED', widget('a', 20, 4));
  assert.is(cache.get('default/a')?.metadata.resourceVersion, '5');
});
