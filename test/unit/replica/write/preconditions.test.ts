import * as assert from 'uvu/assert';

import type { KubeObject, Resource, WriteRequest } from '../../../../src/kube/types.ts';
import { missingPrecondition } from '../../../../src/replica/write/preconditions.ts';
import { suite } from '../../../suite.ts';

const test = suite('preconditions (W2)');

const resource: Resource = { group: '', version: 'v1', plural: 'pods', kind: 'Pod', namespaced: true, hasStatus: true };
const body = (metadata: object): KubeObject => ({
  apiVersion: 'v1',
  kind: 'Pod',
  metadata: { name: 'a', ...metadata },
});
const patch = (patchType: 'merge' | 'json' | 'apply', content: unknown, subresource?: 'status'): WriteRequest => ({
  verb: 'patch',
  resource,
  ref: { name: 'a' },
  patchType,
  patch: content,
  ...(subresource === undefined ? {} : { subresource }),
});

const good: Readonly<Record<string, WriteRequest>> = {
  create: { verb: 'create', resource, body: body({}) },
  'update with version': { verb: 'update', resource, body: body({ resourceVersion: '1' }) },
  'merge patch with version': patch('merge', { metadata: { resourceVersion: '1' } }),
  'json patch with test': patch('json', [{ op: 'test', path: '/metadata/resourceVersion', value: '1' }]),
  'apply patch with both': patch('apply', { metadata: { uid: 'u', resourceVersion: '1' } }),
  'delete with both': {
    verb: 'delete',
    resource,
    ref: { name: 'a' },
    preconditions: { uid: 'u', resourceVersion: '1' },
  },
};

const bad: Readonly<Record<string, WriteRequest>> = {
  update: { verb: 'update', resource, body: body({}) },
  'update with empty version': { verb: 'update', resource, body: body({ resourceVersion: '' }) },
  'merge patch': patch('merge', { metadata: {} }),
  'merge patch with uid': patch('merge', { metadata: { uid: 'u' } }),
  'merge patch of status with uid, which the server ignores': patch('merge', { metadata: { uid: 'u' } }, 'status'),
  'json patch that tests the uid': patch('json', [{ op: 'test', path: '/metadata/uid', value: 'u' }]),
  'json patch that replaces the version': patch('json', [{ op: 'replace', path: '/metadata/resourceVersion' }]),
  'apply patch': patch('apply', {}),
  'apply patch with version, which creates what was deleted': patch('apply', { metadata: { resourceVersion: '1' } }),
  'apply patch with uid': patch('apply', { metadata: { uid: 'u' } }),
  'no patch at all': patch('merge', null),
  delete: { verb: 'delete', resource, ref: { name: 'a' } },
  'delete with uid': { verb: 'delete', resource, ref: { name: 'a' }, preconditions: { uid: 'u' } },
  'delete with version': { verb: 'delete', resource, ref: { name: 'a' }, preconditions: { resourceVersion: '1' } },
};

for (const [name, request] of Object.entries(good)) {
  test(`${name} is held to what it was computed from`, () => assert.is(missingPrecondition(request), undefined));
}
for (const [name, request] of Object.entries(bad)) {
  test(`${name} is not`, () => assert.type(missingPrecondition(request), 'string'));
}
