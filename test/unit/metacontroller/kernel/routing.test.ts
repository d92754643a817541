import * as assert from 'uvu/assert';
import type { KubeObject, ObjectMeta } from '../../../../src/kube/types.ts';
import { rootsOf } from '../../../../src/metacontroller/kernel/routing.ts';
import { suite } from '../../../suite.ts';
import { FINALIZER, SLOT, child, configMaps, parent, parentRule, setup, webapps } from '../fixtures.ts';

const test = suite('routing');

const quiet = setup({ parents: [{ ...parentRule, ignoreStatusChanges: true }] });
const SHOP = [{ groupResource: 'webapps.example.com', key: 'n/shop' }];

function parentChange(
  before: KubeObject | undefined,
  after: KubeObject | undefined,
  of = setup(),
): readonly { readonly key: string }[] {
  return rootsOf(of, { resource: webapps, before, after });
}

test('a parent: when it is new, changed or gone', () => {
  assert.equal(parentChange(undefined, parent()), SHOP);
  assert.equal(parentChange(parent(), parent({ generation: 3 })), SHOP);
  assert.equal(parentChange(parent(), undefined), SHOP);
});

test('a parent that is not selected: only while it has the finalizer, and when it has just left', () => {
  const out = { labels: { optout: 'yes' } };
  assert.equal(parentChange(undefined, parent(out)), []);
  assert.equal(parentChange(undefined, parent({ ...out, finalizers: [FINALIZER] })), SHOP);
  assert.equal(parentChange(parent(), parent(out)), SHOP);
});

test('ignoreStatusChanges: what passes and what does not', () => {
  const before = parent({}, { status: { a: 1 } });
  const passes = (metadata: Partial<ObjectMeta>): boolean =>
    parentChange(before, parent(metadata, { status: { a: 2 } }), quiet).length > 0;
  assert.is(passes({}), false);
  assert.is(passes({ resourceVersion: '11' }), false);
  assert.is(passes({ labels: { [SLOT]: '78' } }), false, 'the slot label is invisible');
  assert.is(passes({ generation: 3 }), true);
  assert.is(passes({ labels: { a: 'b' } }), true);
  assert.is(passes({ annotations: { a: 'b' } }), true);
  assert.is(passes({ finalizers: ['x'] }), true);
  assert.is(passes({ deletionTimestamp: '2026-01-01T00:00:00Z' }), true);
  assert.is(passes({ uid: 'another' }), true);
  assert.equal(parentChange(undefined, before, quiet), SHOP);
  const { generation: _, ...bare } = before.metadata;
  const withoutGeneration = { ...before, metadata: bare };
  assert.equal(parentChange(withoutGeneration, { ...withoutGeneration, data: {} }, quiet), SHOP);
});

test('a child: its parent, also the one that has just lost it', () => {
  const orphan = child('a', {}, { ownerReferences: [] });
  assert.equal(rootsOf(setup(), { resource: configMaps, before: undefined, after: child('a') }), SHOP);
  assert.equal(rootsOf(setup(), { resource: configMaps, before: child('a'), after: undefined }), SHOP);
  assert.equal(rootsOf(setup(), { resource: configMaps, before: child('a'), after: orphan }), SHOP);
  assert.equal(rootsOf(setup(), { resource: configMaps, before: undefined, after: orphan }), []);
});

test('a child of another kind of parent, and a reference that does not control', () => {
  const [reference] = child('a').metadata.ownerReferences ?? [];
  if (reference === undefined) throw new Error('no reference');
  for (const other of [
    { ...reference, kind: 'Other' },
    { ...reference, apiVersion: 'another.com/v1' },
    { ...reference, controller: false },
  ]) {
    const after = child('a', {}, { ownerReferences: [other] });
    assert.equal(rootsOf(setup(), { resource: configMaps, before: undefined, after }), []);
  }
  const otherVersion = child('a', {}, { ownerReferences: [{ ...reference, apiVersion: 'example.com/v2' }] });
  assert.equal(rootsOf(setup(), { resource: configMaps, before: undefined, after: otherVersion }), SHOP);
});
