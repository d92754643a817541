import * as assert from 'uvu/assert';

import { collectionPath, listQuery, objectPath, withQuery } from '../../../src/kube/paths.ts';
import { DEPLOYMENTS, NAMESPACES, PODS } from '../../../src/kube/resources.ts';
import { compileWrite } from '../../../src/kube/write-request.ts';
import { suite } from '../../suite.ts';

const test = suite('kube paths');

test('address collections and objects of all scopes', () => {
  assert.is(collectionPath(PODS, 'a'), '/api/v1/namespaces/a/pods');
  assert.is(collectionPath(DEPLOYMENTS), '/apis/apps/v1/deployments');
  assert.is(objectPath(NAMESPACES, { name: 'x' }, 'status'), '/api/v1/namespaces/x/status');
  assert.is(objectPath(PODS, { namespace: 'n', name: 'a b' }), '/api/v1/namespaces/n/pods/a%20b');
});

test('keep selectors short and readable by any server', () => {
  const path = withQuery('/x', { labelSelector: 'a/s>3,b in (1,2)', none: undefined });
  assert.is(new URL(path, 'http://x').searchParams.get('labelSelector'), 'a/s>3,b in (1,2)');
  assert.is(path, '/x?labelSelector=a/s%3E3,b+in+(1,2)');
});

test('send no resourceVersion beside a continue token', () => {
  const options = { resourceVersion: '5', resourceVersionMatch: 'Exact' } as const;
  assert.equal(listQuery(options, { limit: 2 }), { limit: '2', resourceVersion: '5', resourceVersionMatch: 'Exact' });
  assert.equal(listQuery(options, { limit: 2, token: 't' }), { limit: '2', continue: 't' });
});

test('writes carry the server-side timeout', () => {
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
