/** Ownership on a real API server; the manager's part is played by the test. */
import * as assert from 'uvu/assert';
import { LEASES, SHARDS, SHARD_SETS } from '../../../src/kube/resources.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { size } from '../../../src/protocol/ranges.ts';
import type { WorkToken } from '../../../src/replica/ports.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { startReplica, type RunningReplica } from './replica.ts';
import {
  createSet,
  createShard,
  hint,
  lease,
  LEASE_MS,
  NAMESPACE,
  row,
  startWorld,
  statusOf,
  stopWorld,
  WINDOW_MS,
  writeTable,
  type World,
} from './world.ts';

const e2e = suite('ownership on a real API server', { timeoutMs: 120_000 });
let world: World;
const running: RunningReplica[] = [];

e2e.before(async () => {
  world = await startWorld();
});
e2e.after.each(async () => {
  for (const replica of running.splice(0)) await replica.kill();
});
e2e.after(() => stopWorld(world));

async function start(set: string, name: string): Promise<RunningReplica> {
  const replica = await startReplica(world, set, name);
  running.push(replica);
  return replica;
}

/** A replica that owns everything and acts. */
async function acting(name: string): Promise<RunningReplica> {
  const set = await createSet(world, name);
  const replica = await start(name, `${name}-0`);
  await createShard(world, set, `${name}-0`);
  await writeTable(world, name, [row([0, 4095], `${name}-0`, 1, `${name}-0`)]);
  await eventually('it acts', () => typeof replica.handle.ownership.token(0) === 'object');
  return replica;
}

function tokenOf(replica: RunningReplica, slot: number): WorkToken {
  const token = replica.handle.ownership.token(slot);
  if (typeof token === 'string') throw new Error(`no token for slot ${slot}: ${token}`);
  return token;
}

e2e('joins: Lease, registration, table, status', async () => {
  const set = await createSet(world, 'join');
  const replica = await start('join', 'join-0');
  const { ownership } = replica.handle;
  assert.is(replica.handle.ready(), false);
  assert.is(ownership.token(5), 'Window');
  const shard = await createShard(world, set, 'join-0');
  const taken = await lease(world, 'join-0');
  assert.equal(taken?.metadata.labels, { 'shardkeeper.io/set': 'join' });
  assert.is(taken?.metadata.ownerReferences, undefined);
  await eventually('it is ready without owning anything', () => replica.handle.ready());
  assert.is((await statusOf(world, 'join-0')).incarnation, ownership.incarnation);
  assert.is(ownership.token(5), 'NotHeld');

  await writeTable(world, 'join', [row([0, 99], 'join-0', 1), row([100, 4095], 'other', 1)]);
  await eventually('it acts', () => typeof ownership.token(5) === 'object');
  assert.is(ownership.token(100), 'NotHeld');
  assert.equal(replica.slots.starts, [{ slots: [{ start: 0, end: 99 }], completeness: { type: 'FreshList' } }]);
  await eventually('it says so', async () => (await statusOf(world, 'join-0')).phase === 'Active');
  const status = await statusOf(world, 'join-0');
  assert.equal(status.held, [{ start: 0, end: 99 }]);
  assert.is(status.observed?.generation, 1);
  assert.is(status.slots, 100);
  await eventually('Ready', async () => {
    const conditions = (await statusOf(world, 'join-0')).conditions ?? [];
    return conditions.length === 3 && conditions.every((condition) => condition.status === 'True');
  });

  await hint(world, 'join-0', [200, 299]);
  await eventually('it warms what is hinted', async () => {
    const { warm, observedGeneration } = await statusOf(world, 'join-0');
    return size(warm ?? []) === 100 && observedGeneration === (shard.metadata.generation ?? 0) + 1;
  });
  assert.is(ownership.token(250), 'NotHeld');
  assert.equal(
    replica.recorded.map(({ reason }) => reason),
    ['RangeTaken', 'WarmUpFinished'],
  );
});

e2e('an idle replica writes nothing but lease renewals', async () => {
  const replica = await acting('idle');
  await eventually('Ready', async () =>
    ((await statusOf(world, 'idle-0')).conditions ?? []).some(
      ({ type, status }) => type === 'Ready' && status === 'True',
    ),
  );
  const versionOf = async (): Promise<string> => JSON.stringify(await statusOf(world, 'idle-0'));
  const before = await versionOf();
  const renewals = new Set<string | undefined>();
  await eventually('ten renewals', async () => {
    renewals.add((await lease(world, 'idle-0'))?.metadata.resourceVersion);
    return renewals.size > 10;
  });
  assert.is(await versionOf(), before);
  assert.ok(replica.handle.ready());
});

e2e('acks idle slots at once and a busy one after its drain', async () => {
  const replica = await acting('revoke');
  const busy = tokenOf(replica, 7);
  const idle = tokenOf(replica, 8);
  replica.slots.busy.add(7);
  await writeTable(world, 'revoke', [row([0, 99], 'other', 2, 'revoke-0'), row([100, 4095], 'revoke-0', 1)]);
  await eventually('all but slot 7 are acked', async () => {
    const { held, observed } = await statusOf(world, 'revoke-0');
    return observed?.generation === 2 && size(held ?? []) === 3_997;
  });
  const { ownership } = replica.handle;
  assert.is(ownership.token(7), 'Draining');
  assert.is(ownership.check(busy), undefined);
  assert.is(ownership.check(idle), 'Lost');
  assert.is((await statusOf(world, 'revoke-0')).phase, 'Draining');
  replica.slots.finish(7);
  assert.ok(await settledWithin(() => ownership.check(busy) === 'Lost'));
  await eventually('slot 7 is acked too', async () => size((await statusOf(world, 'revoke-0')).held ?? []) === 3_996);
  const { released, handoffs } = await statusOf(world, 'revoke-0');
  assert.is(size(released ?? []), 100);
  assert.equal(released?.[0]?.written, { configmaps: '42' });
  assert.match(handoffs?.[0]?.summary ?? '', /^gave 0-99 to other: drained in /);
});

e2e('a move from one replica to another carries marks', async () => {
  const from = await acting('move');
  const to = await start('move', 'move-1');
  const set = await world.admin.get(SHARD_SETS, { namespace: NAMESPACE, name: 'move' });
  await createShard(world, set, 'move-1');
  await eventually('move-1 is ready', () => to.handle.ready());
  await writeTable(world, 'move', [row([0, 99], 'move-1', 2, 'move-0'), row([100, 4095], 'move-0', 1)]);
  await eventually('move-0 has acked', async () => (await statusOf(world, 'move-0')).observed?.generation === 2);
  assert.is(to.handle.ownership.token(5), 'NotHeld');
  assert.is(from.handle.ownership.token(5), 'NotHeld');
  await writeTable(world, 'move', [row([0, 99], 'move-1', 2), row([100, 4095], 'move-0', 1)]);
  await eventually('move-1 acts', () => typeof to.handle.ownership.token(5) === 'object');
  assert.equal(to.slots.starts[0]?.completeness, { type: 'Awaited' });
  await eventually('the marks are read', () => to.slots.completions.length > 0);
  assert.equal(to.slots.completions, [{ type: 'Marks', written: { configmaps: '42' } }]);
  assert.match(tokenOf(to, 5).fencing, /^[0-9]+\.2$/);
});

e2e('fences itself when the API server is silent, and returns', async () => {
  const replica = await acting('fence');
  const { ownership } = replica.handle;
  const before = tokenOf(replica, 5);
  const pid = world.controlPlane.apiServer.pid();
  if (pid === undefined) throw new Error('the API server does not run');
  process.kill(pid, 'SIGSTOP');
  const stoppedMs = systemClock.monotonicMs();
  try {
    await eventually('it is fenced', () => ownership.check(before) === 'Window');
    assert.ok(systemClock.monotonicMs() - stoppedMs < WINDOW_MS + 100);
    assert.is(ownership.token(5), 'Window');
    assert.is(replica.handle.ready(), false);
    assert.ok(replica.handle.alive());
  } finally {
    process.kill(pid, 'SIGCONT');
  }
  await eventually('it is back', () => typeof ownership.token(5) === 'object');
  assert.is(ownership.check(before), 'Lost');
  assert.ok(tokenOf(replica, 5).acquisition > before.acquisition);
  assert.equal(replica.slots.starts.at(-1)?.completeness, { type: 'Continuous' });
  assert.ok(replica.recorded.some(({ reason }) => reason === 'LeaseLost'));
  const leaseHeld = async (): Promise<string> =>
    (await statusOf(world, 'fence-0')).conditions?.find(({ type }) => type === 'LeaseHeld')?.message ?? '';
  await eventually('the status tells', async () => (await leaseHeld()).includes('It was lost from'));
});

e2e('exits when another process takes its Lease', async () => {
  const replica = await acting('stolen');
  const token = tokenOf(replica, 5);
  const patch = { spec: { holderIdentity: 'stolen-0_thief' } };
  const ref = { namespace: NAMESPACE, name: 'stolen-0' };
  await world.admin.send({ verb: 'patch', resource: LEASES, ref, patchType: 'merge', patch });
  assert.equal(await replica.ended, { code: 1, reason: 'LeaseLost' });
  assert.is(replica.handle.ownership.check(token), 'Window');
  assert.is((await statusOf(world, 'stolen-0')).final, false);
});

e2e('exits when its ControllerShard is deleted', async () => {
  const replica = await acting('orphan');
  const ref = { namespace: NAMESPACE, name: 'orphan-0' };
  await world.admin.send({ verb: 'delete', resource: SHARDS, ref });
  assert.equal(await replica.ended, { code: 1, reason: 'ShardGone' });
});

e2e('exits when its set is gone, and writes nothing', async () => {
  const replica = await acting('gone');
  const ref = { namespace: NAMESPACE, name: 'gone' };
  await world.admin.send({ verb: 'delete', resource: SHARD_SETS, ref });
  assert.equal(await replica.ended, { code: 1, reason: 'SetGone' });
  assert.is((await statusOf(world, 'gone-0')).final, false);
  assert.is((await lease(world, 'gone-0'))?.metadata.name, 'gone-0');
});

e2e('stops in order when its set is being deleted', async () => {
  const replica = await acting('ending');
  replica.slots.busy.add(7);
  const ref = { namespace: NAMESPACE, name: 'ending' };
  const patch = { metadata: { finalizers: ['shardkeeper.io/replicas-stopped'] } };
  await world.admin.send({ verb: 'patch', resource: SHARD_SETS, ref, patchType: 'merge', patch });
  await world.admin.send({ verb: 'delete', resource: SHARD_SETS, ref });
  assert.equal(await replica.ended, { code: 0, reason: 'Released' });
  assert.is((await statusOf(world, 'ending-0')).final, true);
});

e2e('leaves: acts until it is emptied, writes final, and its successor does not wait', async () => {
  const replica = await acting('leave');
  replica.handle.leave();
  await eventually('it says that it leaves', async () => (await statusOf(world, 'leave-0')).leaving === true);
  assert.type(replica.handle.ownership.token(5), 'object');
  await writeTable(world, 'leave', [row([0, 4095], 'other', 2, 'leave-0')]);
  assert.equal(await replica.ended, { code: 0, reason: 'Released' });
  const status = await statusOf(world, 'leave-0');
  assert.is(status.final, true);
  assert.is(status.phase, 'Released');
  assert.equal(status.held, []);
  const startedMs = systemClock.monotonicMs();
  const next = await start('leave', 'leave-0');
  await eventually('the next process is ready', () => next.handle.ready());
  assert.ok(systemClock.monotonicMs() - startedMs < LEASE_MS);
});

e2e('a crashed process is waited out by the next of its name', async () => {
  const replica = await acting('crash');
  await replica.kill();
  const startedMs = systemClock.monotonicMs();
  const next = await start('crash', 'crash-0');
  await eventually('the next process acts', () => typeof next.handle.ownership.token(5) === 'object');
  assert.ok(systemClock.monotonicMs() - startedMs >= LEASE_MS);
});

async function settledWithin(condition: () => boolean): Promise<boolean> {
  await eventually('it settles', condition);
  return true;
}
