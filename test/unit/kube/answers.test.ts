import * as assert from 'uvu/assert';

import { isApiError } from '../../../src/kube/api-error.ts';
import { toItem, toObject, underOwnKind } from '../../../src/kube/api-object.ts';
import { apiErrorOf, codeOf } from '../../../src/kube/api-status.ts';
import { DEPLOYMENTS, PODS } from '../../../src/kube/resources.ts';
import { parseWatchEvent } from '../../../src/kube/watch-event.ts';
import { suite } from '../../suite.ts';

const test = suite('kube answers');

test('map statuses to codes', () => {
  const cases = [
    [409, 'Conflict', 'Conflict'],
    [409, 'AlreadyExists', 'AlreadyExists'],
    [404, 'NotFound', 'NotFound'],
    [410, 'Expired', 'Gone'],
    [422, 'Invalid', 'Invalid'],
    [429, 'TooManyRequests', 'TooManyRequests'],
    [415, 'UnsupportedMediaType', 'BadRequest'],
    [504, 'Timeout', 'ServerError'],
  ] as const;
  for (const [status, reason, code] of cases) assert.is(codeOf(status, reason), code);
});

test('carry the status, Retry-After and whether the write may still be under way', () => {
  const text = JSON.stringify({ kind: 'Status', reason: 'TooManyRequests', message: 'storage is (re)initializing' });
  const busy = apiErrorOf('get x', { status: 429, retryAfter: '1', text });
  assert.equal([busy.code, busy.status, busy.retryAfterMs, busy.answered], ['TooManyRequests', 429, 1000, true]);
  const lost = apiErrorOf('update x', { status: 504, retryAfter: undefined, text: 'gateway' });
  assert.equal([lost.code, lost.answered, lost.retryAfterMs], ['ServerError', false, undefined]);
});

test('lose managedFields and get kind and apiVersion back', () => {
  const metadata = { name: 'a', managedFields: [{ manager: 'x' }], uid: 'u' };
  assert.equal(toObject({ apiVersion: 'v1', kind: 'Pod', metadata: { ...metadata } }, 'x').metadata, {
    name: 'a',
    uid: 'u',
  });
  const item = toItem({ metadata: { ...metadata }, spec: { a: 1 } }, DEPLOYMENTS, 'x');
  assert.equal(item, { apiVersion: 'apps/v1', kind: 'Deployment', metadata: { name: 'a', uid: 'u' }, spec: { a: 1 } });
  const partial = { apiVersion: 'meta.k8s.io/v1', kind: 'PartialObjectMetadata', metadata: { name: 'a' } };
  assert.equal(underOwnKind(partial, PODS), { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a' } });
  assert.throws(
    () => toObject([], 'x'),
    (error: unknown) => isApiError(error, 'Malformed'),
  );
});

test('watch events are read; nonsense is an error', () => {
  const context = { parse: JSON.parse, resource: PODS, what: 'watch pods' };
  const parse = (frame: unknown): unknown => parseWatchEvent(JSON.stringify(frame), context);
  const object = { apiVersion: 'v1', kind: 'Pod', metadata: { name: 'a', resourceVersion: '4' } };
  assert.equal(parse({ type: 'MODIFIED', object }), { type: 'MODIFIED', object });
  assert.equal(parse({ type: 'BOOKMARK', object }), { type: 'BOOKMARK', resourceVersion: '4' });
  const status = { kind: 'Status', code: 410, reason: 'Expired', message: 'too old' };
  assert.equal(parse({ type: 'ERROR', object: status }), {
    type: 'ERROR',
    status: 410,
    reason: 'Expired',
    message: 'too old',
  });
  const bad = [
    { type: 'NEW', object },
    3,
    { type: 'ADDED' },
    { type: 'BOOKMARK', object: { kind: 'P', metadata: {} } },
  ];
  for (const frame of bad)
    assert.throws(
      () => parse(frame),
      (error: unknown) => isApiError(error, 'Malformed'),
    );
});
