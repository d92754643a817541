import * as assert from 'uvu/assert';

import type { KubeObject } from '../../../src/kube/types.ts';
import { Cache } from '../../../src/manager/cache.ts';
import { suite } from '../../suite.ts';

const test = suite('manager/cache');

const object = (name: string, version: number): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Thing',
  metadata: { namespace: 'default', name, resourceVersion: String(version) },
});

function bench(): { readonly cache: Cache; readonly wentBack: () => number } {
  let times = 0;
  const cache = new Cache({
    changed: () => {},
    wentBack: () => void times++,
    listed: () => {},
    lostContact: () => {},
    regained: () => {},
  });
  return { cache, wentBack: () => times };
}

const versionIn = (cache: Cache, name: string): string | undefined => cache.get(name)?.metadata.resourceVersion;

test('a list with a lower version than was known when it was begun is of a restored store', () => {
  const { cache, wentBack } = bench();
  cache.replace([object('a', 90)], '100');
  cache.state({ type: 'Listing' });
  cache.replace([object('a', 80)], '95');
  assert.is(wentBack(), 1);
});

test('a restore that bumped the versions is known by an object that went back', () => {
  const { cache, wentBack } = bench();
  cache.replace([object('a', 90), object('b', 50)], '100');
  cache.state({ type: 'Listing' });
  cache.replace([object('a', 80), object('b', 50)], '1000000100');
  assert.is(wentBack(), 1);
});

test('what was learned from an own write meanwhile is no such sign, and stays', () => {
  const { cache, wentBack } = bench();
  cache.replace([object('a', 90)], '100');
  cache.state({ type: 'Listing' });
  cache.learn(object('a', 120));
  cache.replace([object('a', 90)], '110');
  assert.is(wentBack(), 0);
  assert.is(versionIn(cache, 'a'), '120');
});

test('an answer about something that the watch has shown and that is gone since is ignored', () => {
  const { cache } = bench();
  cache.replace([object('a', 90)], '100');
  cache.apply('DELETED', object('a', 105));
  cache.learn(object('a', 101));
  assert.is(versionIn(cache, 'a'), undefined);
});
