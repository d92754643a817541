import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../../src/kube/types.ts';
import { hasCode } from '../../../../src/lib/errors.ts';
import { declareComposite } from '../../../../src/metacontroller/composite/declare.ts';
import { suite } from '../../../suite.ts';

const test = suite('composite declaration');

function controller(spec: Readonly<Record<string, unknown>> = {}): KubeObject {
  return {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: 'web' },
    spec: {
      parentResource: { apiVersion: 'example.com/v1', resource: 'webapps' },
      childResources: [{ apiVersion: 'v1', resource: 'configmaps' }],
      hooks: { sync: { webhook: { url: 'http://h/sync' } } },
      ...spec,
    },
  };
}

const sync = (webhook: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> => ({
  hooks: { sync: { webhook: { url: 'http://h/sync', ...webhook } } },
});

test('defaults are those of Metacontroller', () => {
  const { children, generateSelector, parents, resyncPeriodMs } = declareComposite(controller());
  assert.is(children[0]?.method, 'OnDelete');
  assert.equal([generateSelector, parents[0]?.ignoreStatusChanges, resyncPeriodMs], [false, false, undefined]);
  assert.is(declareComposite(controller({ resyncPeriodSeconds: 0 })).resyncPeriodMs, 1000);
});

const refused: readonly (readonly [field: string, spec: Readonly<Record<string, unknown>>])[] = [
  ['spec.hooks.sync', { hooks: {} }],
  ['spec.hooks.customize', { hooks: { customize: { webhook: { url: 'http://h/customize' } } } }],
  ['spec.hooks.sync.webhook.caBundle', sync({ caBundle: {} })],
  ['spec.endpointConfigs[0].caBundle', { endpointConfigs: [{ host: 'h', caBundle: {} }] }],
  [
    'spec.childResources[0].updateStrategy.method',
    {
      childResources: [{ apiVersion: 'v1', resource: 'pods', updateStrategy: { method: 'RollingInPlace' } }],
    },
  ],
];

test('what is not served is refused by the name of its field, never ignored', () => {
  for (const [field, spec] of refused) {
    try {
      declareComposite(controller(spec));
    } catch (error) {
      assert.ok(hasCode(error, 'InvalidSpec'), field);
      assert.ok(error.message.includes(field), `${field} in: ${error.message}`);
      continue;
    }
    assert.unreachable(`${field} was taken`);
  }
});

test('TLS settings of hosts and ETags reach the hooks', () => {
  const configs = { endpointConfigs: [{ host: 'other' }, { host: 'H:80', caBundle: { inline: 'x' } }] };
  const etag = { enabled: true, cacheTimeoutSeconds: 5, cacheCleanupSeconds: 0 };
  const finalize = { webhook: { service: { name: 'h', namespace: 'n' }, path: '/finalize' } };
  const spec = { ...configs, hooks: { sync: { webhook: { url: 'http://h/sync', etag } }, finalize } };
  const { hooks } = declareComposite(controller(spec));
  assert.equal(hooks.sync?.credentials?.caBundle, { inline: 'x', field: 'spec.endpointConfigs[1].caBundle.inline' });
  assert.equal(hooks.sync?.etag, { timeoutMs: 5000, cleanupMs: undefined });
  assert.equal([hooks.finalize?.credentials, hooks.finalize?.etag], [undefined, undefined]);
});

test('what is switched off asks for nothing', () => {
  assert.ok(declareComposite(controller({ endpointConfigs: [] })));
  assert.ok(declareComposite(controller(sync({ etag: { enabled: false, cacheTimeoutSeconds: 5 } }))));
  assert.ok(declareComposite(controller(sync({ etag: {} }))));
});
