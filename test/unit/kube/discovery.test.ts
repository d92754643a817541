import * as assert from 'uvu/assert';

import { parseCatalogue } from '../../../src/kube/discovery.ts';
import { suite } from '../../suite.ts';

const test = suite('discovery');

const version = (name: string, kinds: readonly string[], freshness = 'Current'): unknown => ({
  version: name,
  freshness,
  resources: kinds.map((kind) => ({
    resource: `${kind.toLowerCase()}s`,
    responseKind: { group: '', version: '', kind },
    scope: kind === 'Node' ? 'Cluster' : 'Namespaced',
    subresources: kind === 'Deployment' ? [{ subresource: 'scale' }, { subresource: 'status' }] : undefined,
  })),
});

const list = (...groups: readonly (readonly [string, unknown])[]): unknown => ({
  kind: 'APIGroupDiscoveryList',
  items: groups.map(([name, versions]) => ({ metadata: name === '' ? {} : { name }, versions: [versions] })),
});

test('reads scope, kind and the status subresource', () => {
  const catalogue = parseCatalogue(
    list(['', version('v1', ['Node'])], ['apps', version('v1', ['Deployment'])]),
    new Map(),
  );
  assert.equal(catalogue.get('v1'), [
    { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false, hasStatus: false },
  ]);
  assert.equal(catalogue.get('apps/v1'), [
    { group: 'apps', version: 'v1', plural: 'deployments', kind: 'Deployment', namespaced: true, hasStatus: true },
  ]);
});

test('a stale part keeps what was known; a missing one is forgotten', () => {
  const known = parseCatalogue(list(['a.io', version('v1', ['Foo'])], ['b.io', version('v1', ['Bar'])]), new Map());
  const next = parseCatalogue(list(['a.io', version('v1', [], 'Stale')]), known);
  assert.is(next.get('a.io/v1')?.[0]?.kind, 'Foo');
  assert.is(next.get('b.io/v1'), undefined);
});

test('nonsense is an empty catalogue, not an exception', () => {
  for (const body of [undefined, 3, { items: 'x' }, { items: [{ versions: [{}] }] }]) parseCatalogue(body, new Map());
  assert.is(parseCatalogue({ items: [null] }, new Map()).size, 0);
});
