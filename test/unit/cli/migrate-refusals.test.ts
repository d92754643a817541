import * as assert from 'uvu/assert';
import { kindsIn, ownersFirst } from '../../../src/cli/migrate/kinds.ts';
import { judge } from '../../../src/cli/migrate/refusals.ts';
import { ShardkeeperError } from '../../../src/lib/errors.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { declareComposite } from '../../../src/metacontroller/composite/declare.ts';
import { suite } from '../../suite.ts';

const test = suite('migrate: refusals and kinds');

function controller(spec: Readonly<Record<string, unknown>>): KubeObject {
  return {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: 'web' },
    spec: { parentResource: { apiVersion: 'example.com/v1', resource: 'webapps' }, ...spec },
  };
}

const sync = { webhook: { url: 'http://hook/sync' } };

/** Refuses what is named, one field at a time, as the engine does. */
function refuse(...paths: readonly string[]): (object: KubeObject) => void {
  return (object) => {
    for (const path of paths) {
      let value: unknown = object;
      for (const step of path.split(/[.[\]]+/).filter((text) => text !== '')) {
        value = (value as Readonly<Record<string, unknown>> | undefined)?.[step];
      }
      if (value !== undefined) throw new ShardkeeperError(`${path} is not served: remove it`, { code: 'InvalidSpec' });
    }
  };
}

test('a controller that the engine serves has no refusals', () => {
  const object = controller({ hooks: { sync } });
  assert.equal(judge(object, declareComposite), { refusals: [], servable: object });
});

test('all refused fields are told at once, and the rest can be looked at', () => {
  const object = controller({
    hooks: { sync, customize: sync },
    childResources: [{ resource: 'a' }, { resource: 'b', updateStrategy: { method: 'RollingInPlace' } }],
  });
  const judged = judge(object, refuse('spec.childResources[1].updateStrategy.method', 'spec.hooks.customize'));
  assert.equal(
    judged.refusals.map(({ field, code }) => [field, code]),
    [
      ['spec.childResources[1].updateStrategy.method', 'InvalidSpec'],
      ['spec.hooks.customize', 'InvalidSpec'],
    ],
  );
  assert.equal(judged.servable?.['spec'], {
    parentResource: { apiVersion: 'example.com/v1', resource: 'webapps' },
    hooks: { sync },
    childResources: [{ resource: 'a' }, { resource: 'b', updateStrategy: {} }],
  });
  assert.ok((object['spec'] as { hooks: object }).hooks, 'the object itself is as it was');
});

test('what the engine cannot read at all is told once', () => {
  const { refusals, servable } = judge(controller({}), declareComposite);
  assert.is(refusals.length, 1);
  assert.is(refusals[0]?.code, 'InvalidSpec');
  assert.is(servable, undefined);
});

test('a field that must be there is named, and nothing is looked at', () => {
  const object = { ...controller({ hooks: { sync } }), spec: { hooks: { sync }, parentResource: { resource: 'x' } } };
  const { refusals, servable } = judge(object, declareComposite);
  assert.equal(
    refusals.map(({ code, field }) => [code, field]),
    [['InvalidObject', 'spec.parentResource.apiVersion']],
  );
  assert.is(servable, undefined);
});

const resource = (plural: string, verbs: readonly string[]): object => ({
  resource: plural,
  responseKind: { kind: plural.toUpperCase() },
  scope: 'Namespaced',
  verbs,
});

test('kinds: the preferred version, and only what can be listed and patched', () => {
  const both = ['get', 'list', 'patch'];
  const body = {
    items: [
      {
        metadata: { name: 'apps' },
        versions: [
          { version: 'v2', resources: [resource('a', both)] },
          { version: 'v1', resources: [resource('a', both), resource('b', ['list']), resource('c', both)] },
        ],
      },
      { metadata: { name: 'shardkeeper.io' }, versions: [{ version: 'v1', resources: [resource('own', both)] }] },
      { metadata: { name: 'events.k8s.io' }, versions: [{ version: 'v1', resources: [resource('events', both)] }] },
    ],
  };
  assert.equal(
    kindsIn(body).map(({ version, plural, namespaced }) => [version, plural, namespaced]),
    [
      ['v2', 'a', true],
      ['v1', 'c', true],
    ],
  );
});

test('owners come before what they own, and a circle ends', () => {
  const order = (pairs: readonly [string, string][]): string =>
    ownersFirst(
      ['e', 'd', 'c', 'b', 'a'],
      (kind) => kind,
      pairs.map(([parent, child]) => ({ parent, child })),
    ).join('');
  assert.is(
    order([
      ['a', 'b'],
      ['b', 'c'],
      ['a', 'd'],
    ]),
    'adbce',
  );
  assert.is(order([]), 'edcba');
  assert.is(
    order([
      ['a', 'b'],
      ['b', 'a'],
    ]).length,
    5,
  );
});
