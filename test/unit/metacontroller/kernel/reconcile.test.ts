import * as assert from 'uvu/assert';
import { ApiError } from '../../../../src/kube/api-error.ts';
import type { KubeObject } from '../../../../src/kube/types.ts';
import { hasCode, isShardkeeperError } from '../../../../src/lib/errors.ts';
import { createReconcile } from '../../../../src/metacontroller/kernel/reconcile.ts';
import type { ReconcileContext } from '../../../../src/replica/ports.ts';
import { suite } from '../../../suite.ts';
import { child, parent, setup, wanted } from '../fixtures.ts';

const test = suite('reconcile');

const root = { groupResource: 'webapps.example.com', key: 'n/shop' } as const;

/** One reconcile whose create finds `existing` under the child's name. */
async function meet(existing: KubeObject): Promise<{ readonly error: unknown; readonly events: readonly string[] }> {
  const events: string[] = [];
  const reconcile = createReconcile({
    setup: setup(),
    hooks: { call: async () => ({ type: 'Answer', response: { children: [wanted('a')], resyncAfterSeconds: 1.5 } }) },
    orphans: { of: async () => new Map() },
    events: { syncError: (_parent, message) => events.push(message), lifecycle: () => {}, trouble: () => {} },
  });
  const context: ReconcileContext = {
    token: { slot: 77, incarnation: 'i', acquisition: 1, fencing: '1.1' },
    signal: new AbortController().signal,
    stores: {
      get: (_groupResource, key) => (key === root.key ? parent({}, { status: { observedGeneration: 2 } }) : undefined),
      ownedBy: () => [],
      orphans: () => [],
    },
    writer: {
      send: async () => {
        throw new ApiError('taken', { code: 'AlreadyExists', answered: true });
      },
      getLive: async () => existing,
    },
    assertOwned: () => {},
  };
  const error: unknown = await reconcile(root, context).catch((thrown: unknown) => thrown);
  return { error, events };
}

test('a name that is taken by something on its way out: a retry with back-off, no event', async () => {
  const going = child('a', {}, { ownerReferences: [], deletionTimestamp: '2026-01-01T00:00:00Z' });
  const [reference] = child('a').metadata.ownerReferences ?? [];
  if (reference === undefined) throw new Error('no reference');
  const leftover = child('a', {}, { ownerReferences: [{ ...reference, uid: 'earlier' }] });
  for (const existing of [going, leftover]) {
    const { error, events } = await meet(existing);
    assert.ok(hasCode(error, 'ChildBlocked'));
    assert.equal(events, []);
  }
});

test('the wake-up that the hook asked for is kept when its children cannot be written', async () => {
  const { error } = await meet(child('a', {}, { ownerReferences: [], labels: {} }));
  assert.is(isShardkeeperError(error) && error.retryWithinMs, 1500);
});

test('a name that somebody else has, or a child in a slot of somebody else: the user is told what to do', async () => {
  const foreign = child('a', {}, { ownerReferences: [], labels: {} });
  const strayed = child('a', {}, { labels: { app: 'shop', 'shardkeeper.io/slot': '5' } });
  for (const [existing, remedy] of [
    [foreign, 'rename the child'],
    [strayed, 'set its label shardkeeper.io/slot to "77"'],
  ] as const) {
    const { error, events } = await meet(existing);
    assert.ok(hasCode(error, 'SyncFailed'));
    assert.ok(events[0]?.includes(remedy), events[0]);
  }
});
