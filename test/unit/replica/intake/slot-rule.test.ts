import * as assert from 'uvu/assert';

import type { KubeObject, Resource } from '../../../../src/kube/types.ts';
import { slotOf } from '../../../../src/protocol/slots.ts';
import {
  decidingOwner,
  intakeSlotOf,
  mayHaveUnlabelledChildren,
  rootKindsOf,
} from '../../../../src/replica/intake/slot-rule.ts';
import { StripGuard } from '../../../../src/replica/intake/strip-guard.ts';
import type { Controller, WatchedResource } from '../../../../src/replica/ports.ts';
import { suite } from '../../../suite.ts';

const test = suite('slot rule and intake');

const resource = (group: string, plural: string, kind: string): Resource => ({
  group,
  version: 'v1',
  plural,
  kind,
  namespaced: true,
  hasStatus: true,
});
const APPS = resource('example.com', 'webapps', 'WebApp');
const DEPLOYMENTS = resource('apps', 'deployments', 'Deployment');
const PODS = resource('', 'pods', 'Pod');

const controller = (name: string, resources: readonly WatchedResource[], since?: string): Controller => ({
  name,
  resources,
  ...(since === undefined ? {} : { since }),
  rootsOf: () => [],
  reconcile: async () => ({ type: 'Settled' }),
});
const root = (of: Resource, labelSelector?: string): WatchedResource =>
  labelSelector === undefined ? { resource: of, role: 'root' } : { resource: of, role: 'root', labelSelector };
const child = (of: Resource): WatchedResource => ({ resource: of, role: 'child' });
const object = (metadata: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'X',
  metadata: { name: 'a', ...metadata },
});
const ownedBy = (apiVersion: string, kind: string, isController = true): KubeObject =>
  object({ ownerReferences: [{ apiVersion, kind, name: 'o', uid: 'u', controller: isController }] });

test('the slot of an intake is that of its name', () => {
  assert.is(intakeSlotOf(APPS), slotOf('intake:example.com/webapps'));
  assert.is(intakeSlotOf(PODS), slotOf('intake:/pods'));
});

test('controllers that share a root kind share its intake', () => {
  const kinds = rootKindsOf([
    controller('a', [root(APPS, 'x=1'), child(DEPLOYMENTS)], '2026-01-01T00:00:00Z'),
    controller('b', [root(APPS, 'y=1'), child(PODS), child(DEPLOYMENTS)], '2026-01-02T00:00:00Z'),
    controller('c', [root(DEPLOYMENTS)]),
  ]);
  assert.equal(
    kinds.map(({ groupResource }) => groupResource),
    ['webapps.example.com', 'deployments.apps'],
  );
  assert.equal(kinds[0]?.selectors, ['x=1', 'y=1']);
  assert.equal(
    kinds[0]?.children.map(({ plural }) => plural),
    ['deployments', 'pods'],
  );
  assert.is(kinds[0]?.sinceMs, Date.UTC(2026, 0, 2));
  assert.is(kinds[1]?.sinceMs, undefined);
});

test('one controller without a selector, or too many different ones, needs one watch of all', () => {
  assert.equal(rootKindsOf([controller('a', [root(APPS, 'x=1')]), controller('b', [root(APPS)])])[0]?.selectors, ['']);
  const many = Array.from({ length: 5 }, (_, i) => controller(`c${i}`, [root(APPS, `x=${i}`)]));
  assert.equal(rootKindsOf(many)[0]?.selectors, ['']);
});

test('an object has the slot of its controller when that is of a root kind', () => {
  const kinds = rootKindsOf([controller('a', [root(APPS), child(DEPLOYMENTS)]), controller('b', [root(PODS)])]);
  assert.is(decidingOwner(ownedBy('example.com/v2', 'WebApp'), kinds)?.kind.groupResource, 'webapps.example.com');
  assert.is(decidingOwner(ownedBy('v1', 'Pod'), kinds)?.kind.groupResource, 'pods');
  assert.is(decidingOwner(ownedBy('apps/v1', 'ReplicaSet'), kinds), undefined);
  assert.is(decidingOwner(ownedBy('example.com/v2', 'WebApp', false), kinds), undefined);
  assert.is(decidingOwner(object({}), kinds), undefined);
});

test('only a root that is not younger than its controller may have unlabelled children', () => {
  const since = Date.UTC(2026, 0, 1);
  const created = (creationTimestamp: string): KubeObject => object({ creationTimestamp });
  assert.is(mayHaveUnlabelledChildren(created('2025-12-31T23:59:59Z'), since), true);
  assert.is(
    mayHaveUnlabelledChildren(created('2026-01-01T00:00:01Z'), since),
    true,
    'creation times are whole seconds',
  );
  assert.is(mayHaveUnlabelledChildren(created('2026-01-01T00:00:02Z'), since), false);
  assert.is(mayHaveUnlabelledChildren(created('2026-01-01T00:00:02Z'), undefined), true);
});

test('a label that is stripped again and again is set again with growing pauses', () => {
  const guard = new StripGuard();
  assert.is(guard.allowedAtMs('a', 0), 0);
  assert.is(guard.labelled('a', 100), 1);
  assert.is(guard.allowedAtMs('a', 100), 1_100);
  assert.is(guard.labelled('a', 1_100), 2);
  assert.is(guard.allowedAtMs('a', 1_100), 3_100);
  for (let i = 0; i < 20; i++) guard.labelled('a', 1_100);
  assert.is(guard.allowedAtMs('a', 1_100), 1_100 + 300_000);
  assert.is(guard.allowedAtMs('a', 1_100 + 600_001), 0);
  assert.is(guard.allowedAtMs('b', 0), 0);
});
