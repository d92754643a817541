/** Objects of the API server as the machine sees them. */
import * as assert from 'uvu/assert';
import { hasCode } from '../../../../src/lib/errors.ts';
import type { KubeObject } from '../../../../src/kube/types.ts';
import { peerViewOf, setViewOf, shardViewOf } from '../../../../src/replica/membership/views.ts';
import { suite } from '../../../suite.ts';

const views = suite('views of objects');

const SET: KubeObject = {
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShardSet',
  metadata: { name: 's', uid: 'u', resourceVersion: '7' },
};
const ROW = { start: 0, end: 4095, owner: 'r-0', generation: 1, awaiting: [] };
const TABLE = { uid: 'u', epoch: 1, revision: 1, generation: 1, protocol: 1, minProtocol: 1, ranges: [ROW] };

views('a set without a table', () => {
  assert.equal(setViewOf(SET), { uid: 'u', resourceVersion: '7', deleting: false, table: undefined });
});

views('a table counts only for the set it was born for', () => {
  assert.equal(setViewOf({ ...SET, status: { assignment: TABLE } }).table, TABLE);
  assert.is(setViewOf({ ...SET, status: { assignment: { ...TABLE, uid: 'old' } } }).table, undefined);
});

views('a set that is being deleted', () => {
  const metadata = { ...SET.metadata, deletionTimestamp: '2026-01-01T00:00:00Z' };
  assert.is(setViewOf({ ...SET, metadata }).deleting, true);
});

const HOLES = [
  [{ ...ROW, start: 1 }],
  [{ ...ROW, end: 4094 }],
  [
    { ...ROW, end: 9 },
    { ...ROW, start: 11 },
  ],
];
for (const [index, ranges] of HOLES.entries()) {
  views(`a table with a hole is refused (${index})`, () => {
    assert.throws(
      () => setViewOf({ ...SET, status: { assignment: { ...TABLE, ranges } } }),
      (error: unknown) => hasCode(error, 'Malformed'),
    );
  });
}

const SHARD: KubeObject = {
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShard',
  metadata: { name: 'r-0', uid: 'x', resourceVersion: '9', generation: 3 },
  spec: { set: 's' },
};

views('a shard that nobody has registered in', () => {
  assert.equal(shardViewOf(SHARD), {
    uid: 'x',
    resourceVersion: '9',
    generation: 3,
    ownerUid: '',
    incarnation: '',
    podUID: '',
    final: false,
    warmUp: [],
  });
  assert.equal(peerViewOf(SHARD), { observed: undefined, held: [], released: [] });
});

views('a shard in use', () => {
  const owner = { apiVersion: 'v1', kind: 'S', name: 's', uid: 'u', controller: true };
  const view = shardViewOf({
    ...SHARD,
    metadata: { ...SHARD.metadata, ownerReferences: [owner] },
    spec: {
      set: 's',
      warmUp: [
        { start: 5, end: 9 },
        { start: 0, end: 4 },
      ],
    },
    status: { incarnation: 'i', podUID: 'p', final: true },
  });
  assert.is(view.ownerUid, 'u');
  assert.is(view.incarnation, 'i');
  assert.is(view.final, true);
  assert.equal(view.warmUp, [{ start: 0, end: 9 }]);
});
