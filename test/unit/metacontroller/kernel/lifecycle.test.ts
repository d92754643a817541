import * as assert from 'uvu/assert';
import { SERVED_BY_ANNOTATION } from '../../../../src/api/names.ts';
import type { KubeObject } from '../../../../src/kube/types.ts';
import { ShardkeeperError } from '../../../../src/lib/errors.ts';
import { nextAction, startRetryMs } from '../../../../src/metacontroller/kernel/lifecycle.ts';
import type { Known } from '../../../../src/metacontroller/kernel/lifecycle.ts';
import { suite } from '../../../suite.ts';

const test = suite('lifecycle');

const us = { namespace: 'ns', set: 'meta', setUid: 'u1' };
const OURS = 'ns/meta/u1';
const THEIRS = 'other/meta/u2';

function controller(served: string | undefined, spec: unknown = { a: 1 }, uid = 'c1'): KubeObject {
  const annotations = served === undefined ? {} : { [SERVED_BY_ANNOTATION]: served };
  return {
    apiVersion: 'metacontroller.k8s.io/v1alpha1',
    kind: 'CompositeController',
    metadata: { name: 'web', uid, annotations },
    spec,
  };
}

const nothing: Known = {
  object: undefined,
  running: undefined,
  failure: undefined,
  other: undefined,
  isHome: false,
  nowMs: 1000,
};

const ours = controller(OURS);
const free = controller(undefined);
const theirs = controller(THEIRS);
const live = { text: THEIRS, isLive: true, askAgainAtMs: 5000 };

const rows: readonly (readonly [string, Partial<Known>, string])[] = [
  ['gone and not running', {}, 'Rest'],
  ['gone and running', { running: ours }, 'Stop'],
  ['ours, not running', { object: ours }, 'Start'],
  ['ours, running', { object: ours, running: ours }, 'Rest'],
  ['ours, metadata changed', { object: ours, running: free }, 'Rest'],
  ['ours, another spec runs', { object: controller(OURS, { a: 2 }), running: ours }, 'Stop'],
  ['ours, an earlier object of that name runs', { object: controller(OURS, { a: 1 }, 'c2'), running: ours }, 'Stop'],
  ['ours, failed lately', { object: ours, failure: { object: ours, retryAtMs: 3000 } }, 'Wait'],
  ['ours, failed long ago', { object: ours, failure: { object: ours, retryAtMs: 1000 } }, 'Start'],
  [
    'ours, an earlier spec failed',
    { object: controller(OURS, {}), failure: { object: ours, retryAtMs: 3000 } },
    'Start',
  ],
  ['nobody, at home', { object: free, isHome: true }, 'Claim'],
  ['nobody, elsewhere', { object: free }, 'Wait'],
  ['nobody any more, at home, running', { object: free, running: ours, isHome: true }, 'Claim'],
  ['nobody any more, elsewhere, running', { object: free, running: ours }, 'Wait'],
  ['others, elsewhere', { object: theirs }, 'Wait'],
  ['others, running', { object: theirs, running: ours, isHome: true }, 'Stop'],
  ['others, at home, not known', { object: theirs, isHome: true }, 'AskOther'],
  ['others, at home, live', { object: theirs, isHome: true, other: live }, 'Wait'],
  [
    'others, at home, live long ago',
    { object: theirs, isHome: true, other: { ...live, askAgainAtMs: 1000 } },
    'AskOther',
  ],
  ['others, at home, gone', { object: theirs, isHome: true, other: { ...live, isLive: false } }, 'Claim'],
  [
    'others, at home, another one was asked',
    { object: theirs, isHome: true, other: { ...live, text: 'x/y/z', isLive: false } },
    'AskOther',
  ],
  ['nonsense, at home', { object: controller('nonsense'), isHome: true }, 'Claim'],
];

for (const [name, known, action] of rows) {
  test(`${name}: ${action}`, () => {
    assert.is(nextAction({ ...nothing, ...known }, us).type, action);
  });
}

test('waits end when the reason does', () => {
  const failed = nextAction({ ...nothing, object: ours, failure: { object: ours, retryAtMs: 3000 } }, us);
  assert.equal(failed, { type: 'Wait', ms: 2000 });
  assert.equal(nextAction({ ...nothing, object: theirs, isHome: true, other: live }, us), { type: 'Wait', ms: 4000 });
});

test('a kind that is missing is looked for quickly for a minute, then seldom; other failures back off', () => {
  const random = { next: () => 0.5, id: () => 'id' };
  const missing = new ShardkeeperError('not served', { code: 'NotServed' });
  const waits = [0, 29, 30, 5000].map((attempts) => startRetryMs(missing, attempts, random));
  assert.equal(waits, [2000, 2000, 15_000, 15_000]);
  const wrong = new ShardkeeperError('wrong', { code: 'InvalidSpec' });
  assert.equal(
    [0, 1, 10, 5000].map((attempts) => startRetryMs(wrong, attempts, random)),
    [1500, 2500, 30_500, 30_500],
  );
  const secret = new ShardkeeperError('no Secret', { code: 'HookCredentials' });
  assert.equal(
    [0, 1, 10, 5000].map((attempts) => startRetryMs(secret, attempts, random)),
    [1500, 2500, 5500, 5500],
  );
});
