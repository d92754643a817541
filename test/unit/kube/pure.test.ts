import fc from 'fast-check';
import * as assert from 'uvu/assert';

import { apiErrorOf, codeOf } from '../../../src/kube/api-status.ts';
import { toItem, toObject, underOwnKind } from '../../../src/kube/api-object.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { LineSplitter } from '../../../src/kube/lines.ts';
import { startPaging, stepPaging } from '../../../src/kube/paging.ts';
import type { PagingState } from '../../../src/kube/paging.ts';
import { collectionPath, listQuery, objectPath, withQuery } from '../../../src/kube/paths.ts';
import { DEPLOYMENTS, NAMESPACES, PODS } from '../../../src/kube/resources.ts';
import { parseWatchEvent } from '../../../src/kube/watch-event.ts';
import { compileWrite } from '../../../src/kube/write-request.ts';
import { suite } from '../../suite.ts';
import { thing } from './objects.ts';

const paths = suite('kube paths');

paths('address collections and objects of all scopes', () => {
  assert.is(collectionPath(PODS, 'a'), '/api/v1/namespaces/a/pods');
  assert.is(collectionPath(DEPLOYMENTS), '/apis/apps/v1/deployments');
  assert.is(objectPath(NAMESPACES, { name: 'x' }, 'status'), '/api/v1/namespaces/x/status');
  assert.is(objectPath(PODS, { namespace: 'n', name: 'a b' }), '/api/v1/namespaces/n/pods/a%20b');
});

paths('keep selectors short and readable by any server', () => {
  const path = withQuery('/x', { labelSelector: 'a/s>3,b in (1,2)', none: undefined });
  assert.is(new URL(path, 'http://x').searchParams.get('labelSelector'), 'a/s>3,b in (1,2)');
  assert.is(path, '/x?labelSelector=a/s%3E3,b+in+(1,2)');
});

paths('send no resourceVersion beside a continue token', () => {
  const options = { resourceVersion: '5', resourceVersionMatch: 'Exact' } as const;
  assert.equal(listQuery(options, { limit: 2 }), { limit: '2', resourceVersion: '5', resourceVersionMatch: 'Exact' });
  assert.equal(listQuery(options, { limit: 2, token: 't' }), { limit: '2', continue: 't' });
});

paths('writes carry the server-side timeout', () => {
  const ref = { namespace: 'n', name: 'a' };
  const patch = compileWrite(
    { verb: 'patch', resource: PODS, ref, patchType: 'json', patch: [], subresource: 'status' },
    1500,
  );
  assert.equal([patch.method, patch.path], ['PATCH', '/api/v1/namespaces/n/pods/a/status?timeout=1500ms']);
  assert.is(patch.contentType, 'application/json-patch+json');
  const preconditions = { uid: 'u' };
  const remove = compileWrite({ verb: 'delete', resource: PODS, ref, preconditions, propagation: 'Background' }, 10);
  assert.equal(remove.body, {
    kind: 'DeleteOptions',
    apiVersion: 'v1',
    preconditions,
    propagationPolicy: 'Background',
  });
});

const answers = suite('kube answers');

answers('map statuses to codes', () => {
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

answers('carry the status, Retry-After and whether the write may still be under way', () => {
  const text = JSON.stringify({ kind: 'Status', reason: 'TooManyRequests', message: 'storage is (re)initializing' });
  const busy = apiErrorOf('get x', { status: 429, retryAfter: '1', text });
  assert.equal([busy.code, busy.status, busy.retryAfterMs, busy.answered], ['TooManyRequests', 429, 1000, true]);
  const lost = apiErrorOf('update x', { status: 504, retryAfter: undefined, text: 'gateway' });
  assert.equal([lost.code, lost.answered, lost.retryAfterMs], ['ServerError', false, undefined]);
});

answers('lose managedFields and get kind and apiVersion back', () => {
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

answers('watch events are read; nonsense is an error', () => {
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

const paging = suite('kube paging');

type Paging = PagingState & { readonly type: 'Paging' };
const page = (name: string, token?: string): Parameters<typeof stepPaging>[1] => ({
  type: 'Page',
  items: [thing({ name, version: 1 })],
  resourceVersion: '9',
  token,
});

paging('joins the pages of one snapshot', () => {
  const middle = stepPaging(startPaging(1), page('a', 't')) as Paging;
  assert.is(middle.token, 't');
  const end = stepPaging(middle, page('b'));
  assert.is(end.type, 'Complete');
  assert.equal(
    end.items.map((item) => item.metadata.name),
    ['a', 'b'],
  );
});

paging('starts over when the snapshot has expired, and gives up paging after three times', () => {
  let state: Paging = startPaging(1);
  for (const limit of [1, 1, 0]) {
    state = stepPaging(stepPaging(state, page('old', 't')) as Paging, { type: 'Expired' }) as Paging;
    assert.equal([state.limit, state.token, state.items.length], [limit, undefined, 0]);
  }
  const end = stepPaging(state, page('new'));
  assert.equal(
    end.items.map((item) => item.metadata.name),
    ['new'],
    'pages of two snapshots are never mixed',
  );
});

const lines = suite('kube lines');

lines('property: lines come out whole, however the bytes are cut', () => {
  const text = fc.array(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((line) => !/[\n\r]/.test(line)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), (written, step) => {
      const bytes = Buffer.from(written.map((line) => `${line}\n`).join(''));
      const splitter = new LineSplitter(10_000);
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += step)
        read.push(...(splitter.push(bytes.subarray(at, at + step)) ?? []));
      assert.equal(read, written);
    }),
  );
});

lines('a line without an end is refused before it fills the memory', () => {
  const splitter = new LineSplitter(10);
  assert.equal(splitter.push(Buffer.from('12345')), []);
  assert.is(splitter.push(Buffer.from('1234567')), undefined);
});
