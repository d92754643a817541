import * as assert from 'uvu/assert';
import type { Hook } from '../../../../src/api/composite-controller.ts';
import type { KubeObject, Resource } from '../../../../src/kube/types.ts';
import { hasCode } from '../../../../src/lib/errors.ts';
import { parseDurationMs } from '../../../../src/metacontroller/hook/duration.ts';
import { encodeRequest } from '../../../../src/metacontroller/hook/request.ts';
import type { HookRequest } from '../../../../src/metacontroller/hook/request.ts';
import { decodeResponse } from '../../../../src/metacontroller/hook/response.ts';
import { retryAfterMs } from '../../../../src/metacontroller/hook/retry-after.ts';
import { compileHook } from '../../../../src/metacontroller/hook/webhook.ts';
import { COMPOSITE_ENVELOPE } from '../../../../src/metacontroller/composite/plan.ts';
import { suite } from '../../../suite.ts';

const test = suite('hook formats');

const SLOT = 'shardkeeper.io/slot';

const kinds = {
  pods: { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true, hasStatus: true },
  roles: {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    plural: 'clusterroles',
    kind: 'ClusterRole',
    namespaced: false,
    hasStatus: false,
  },
} as const satisfies Record<string, Resource>;

function object(name: string, namespace?: string): KubeObject {
  const metadata = { name, ...(namespace === undefined ? {} : { namespace }), labels: { a: 'b', [SLOT]: '3' } };
  return { apiVersion: 'v1', kind: 'Thing', metadata };
}

function encode(version: 'v1' | 'v2', parent: KubeObject): Record<string, unknown> {
  const request: HookRequest = {
    version,
    fields: { parent: 'parent', children: 'children' },
    controllerJson: '{"kind":"CompositeController"}',
    parent,
    children: [
      { resource: kinds.roles, objects: [object('r')] },
      { resource: kinds.pods, objects: [object('b', 'n'), object('a', 'n'), object('c', 'other')] },
    ],
    finalizing: false,
    slotLabel: SLOT,
  };
  return JSON.parse(encodeRequest(request)) as Record<string, unknown>;
}

function keysOf(request: Record<string, unknown>): unknown {
  const children = request['children'] as Record<string, Record<string, unknown>>;
  return Object.fromEntries(Object.entries(children).map(([kind, objects]) => [kind, Object.keys(objects)]));
}

test('v1 under a namespaced parent: bare names, the rest is not shown', () => {
  assert.equal(keysOf(encode('v1', object('p', 'n'))), {
    'Pod.v1': ['a', 'b'],
    'ClusterRole.rbac.authorization.k8s.io/v1': [],
  });
});

test('v1 under a cluster-scoped parent, and v2 always: namespace/name', () => {
  const all = { 'Pod.v1': ['n/a', 'n/b', 'other/c'], 'ClusterRole.rbac.authorization.k8s.io/v1': ['r'] };
  assert.equal(keysOf(encode('v1', object('p'))), all);
  assert.equal(keysOf(encode('v2', object('p', 'n'))), all);
});

test('the envelope, and no slot label anywhere', () => {
  const request = encode('v2', object('p', 'n'));
  assert.equal(Object.keys(request), ['controller', 'parent', 'children', 'related', 'finalizing']);
  assert.equal(request['related'], {});
  assert.not.match(JSON.stringify(request), SLOT);
  assert.equal((request['parent'] as KubeObject).metadata.labels, { a: 'b' });
});

test('integers beyond 2^53 go out as they came in', () => {
  const parent = { ...object('p', 'n'), spec: { id: 9007199254740993n } };
  const text = encodeRequest({
    version: 'v1',
    fields: { parent: 'object', children: 'attachments' },
    controllerJson: '{}',
    parent,
    children: [],
    finalizing: true,
    slotLabel: SLOT,
  });
  assert.match(text, '"id":9007199254740993');
  assert.match(text, '"object":');
});

function decode(text: string | Uint8Array, strict = false): Record<string, unknown> {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text;
  return decodeResponse(bytes, { envelope: COMPOSITE_ENVELOPE, strict });
}

test('decodes the envelope; null and missing fields are left out', () => {
  const child = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } };
  assert.equal(decode(JSON.stringify({ children: [child], status: null, resyncAfterSeconds: 0.5, extra: 1 })), {
    children: [child],
    resyncAfterSeconds: 0.5,
  });
  assert.equal(decode('{"status":{"id":9007199254740993}}'), { status: { id: 9007199254740993n } });
});

const bad: readonly (readonly [string, string | Uint8Array])[] = [
  ['empty', ''],
  ['HTML', '<html></html>'],
  ['cut off', '{"children":[}'],
  ['no object', '[]'],
  ['null', 'null'],
  ['null child', '{"children":[null]}'],
  ['child list is a map', '{"children":{}}'],
  ['child without kind', '{"children":[{"apiVersion":"v1","metadata":{"name":"a"}}]}'],
  ['child without apiVersion', '{"children":[{"kind":"Pod","metadata":{"name":"a"}}]}'],
  ['child without name', '{"children":[{"apiVersion":"v1","kind":"Pod","metadata":{}}]}'],
  [
    'label that is a number',
    '{"children":[{"apiVersion":"v1","kind":"Pod","metadata":{"name":"a","labels":{"x":1}}}]}',
  ],
  ['status is a text', '{"status":"fine"}'],
  ['seconds are a text', '{"resyncAfterSeconds":"1"}'],
  ['finalized is a text', '{"finalized":"true"}'],
  ['invalid UTF-8', new Uint8Array([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
];

for (const [name, text] of bad) {
  test(`refuses: ${name}`, () => {
    try {
      decode(text);
      assert.unreachable();
    } catch (error) {
      assert.ok(hasCode(error, 'HookInvalid'));
    }
  });
}

test('strict: an unknown field is an error, also one that differs in case', () => {
  for (const text of ['{"childs":[]}', '{"Children":[]}', '{"__proto__":{}}']) {
    try {
      decode(text, true);
      assert.unreachable();
    } catch (error) {
      assert.ok(hasCode(error, 'HookInvalid'));
    }
    assert.equal(decode(text), {});
  }
});

test('Go durations', () => {
  const table: readonly (readonly [string, number | undefined])[] = [
    ['10s', 10_000],
    ['1m30s', 90_000],
    ['1.5h', 5_400_000],
    ['300ms', 300],
    ['2us', 0.002],
    ['-5s', -5000],
    ['0', 0],
    ['5', undefined],
    ['', undefined],
    ['10 s', undefined],
    ['s', undefined],
  ];
  for (const [text, ms] of table) assert.is(parseDurationMs(text), ms, text);
});

test('Retry-After: seconds, dates, bounds', () => {
  const now = Date.UTC(2026, 0, 1, 0, 0, 0);
  assert.is(retryAfterMs('30', now), 30_000);
  assert.is(retryAfterMs('Thu, 01 Jan 2026 00:00:20 GMT', now), 20_000);
  assert.is(retryAfterMs('Thu, 01 Jan 2025 00:00:20 GMT', now), 1000);
  assert.is(retryAfterMs('soon', now), 1000);
  assert.is(retryAfterMs('999999', now), 600_000);
});

test('webhooks: url wins, service and path, defaults per version', () => {
  const service = { name: 'hook', namespace: 'ns', port: 8080, protocol: 'https' };
  const compiled = compileHook('sync', { version: 'v2', webhook: { service, path: '/sync', timeout: '3s' } });
  assert.is(compiled?.url.href, 'https://hook.ns:8080/sync');
  assert.is(compiled?.timeoutMs, 3000);
  assert.is(compiled?.strict, true);
  const byUrl = compileHook('sync', { webhook: { url: 'http://user:pw@h/sync?token=t', service, path: '/x' } });
  assert.is(byUrl?.label, 'http://h/sync');
  assert.is(byUrl?.version, 'v1');
  assert.is(byUrl?.strict, false);
  assert.is(byUrl?.timeoutMs, 10_000);
  assert.is(compileHook('finalize', {}), undefined);
  const portless = compileHook('sync', { webhook: { service: { name: 'h', namespace: 'n' }, path: '/s' } });
  assert.is(portless?.url.href, 'http://h.n/s');
});

test('webhooks: what cannot work is refused', () => {
  const hooks: readonly Hook[] = [
    { webhook: {} },
    { webhook: { path: '/x' } },
    { webhook: { url: 'ftp://x' } },
    { webhook: { url: 'http://user:50%@x' } },
    { webhook: { url: 'http://x', timeout: 'soon' } },
  ];
  for (const hook of hooks) {
    try {
      compileHook('sync', hook);
      assert.unreachable();
    } catch (error) {
      assert.ok(hasCode(error, 'InvalidSpec'));
    }
  }
});
