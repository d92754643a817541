/** B2 for a process that has not registered yet: it waits for its shard only as long as its set can give it one. */
import * as assert from 'uvu/assert';
import { newReplica, step } from '../../../src/protocol/replica/machine.ts';
import type { ReplicaEvent, ReplicaState, ShardView } from '../../../src/protocol/replica/types.ts';
import { DEFAULT_TIMING, PROTOCOL } from '../../../src/protocol/table.ts';
import { suite } from '../../suite.ts';

const test = suite('replica machine, a set that goes while it starts');

const CONFIG = {
  name: 'A',
  incarnation: 'A_1',
  setUid: 'set-1',
  podUID: '',
  restartInPlace: false,
  protocol: PROTOCOL,
  timing: DEFAULT_TIMING,
};
const NOW = { monotonicMs: 0, wallMs: 0 };

function after(event: ReplicaEvent): ReplicaState {
  const taken = { type: 'LeaseTaken', created: true, resourceVersion: '1', sentMs: 0, previousDurationMs: 0 } as const;
  let { state } = step(newReplica(CONFIG, NOW), { type: 'Tick' }, NOW);
  for (const next of [taken, event]) ({ state } = step(state, next, NOW));
  return state;
}

const OF_ANOTHER_SET: ShardView = {
  uid: 'shard-2',
  resourceVersion: '2',
  generation: 1,
  ownerUid: 'set-2',
  incarnation: '',
  podUID: '',
  final: false,
  warmUp: [],
};

test('it ends when there is no shard, and its set is gone or on its way', () => {
  const { life } = after({ type: 'ShardRead', shard: undefined, setStands: false });
  assert.equal(life, { type: 'Exited', code: 1, reason: 'SetGone' });
});

test('it ends when its name has a shard of another set, and its own is gone', () => {
  const { life } = after({ type: 'ShardRead', shard: OF_ANOTHER_SET, setStands: false });
  assert.equal(life, { type: 'Exited', code: 1, reason: 'SetGone' });
});

test('it waits while its set stands: a manager will come, and the shard of an older set will go', () => {
  for (const shard of [undefined, OF_ANOTHER_SET]) {
    assert.is(after({ type: 'ShardRead', shard, setStands: true }).life.type, 'ReadingShard');
  }
});

test('a set of which nothing was told is taken to stand', () => {
  assert.is(after({ type: 'ShardRead', shard: undefined }).life.type, 'ReadingShard');
});
