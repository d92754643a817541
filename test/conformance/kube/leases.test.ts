import * as assert from 'uvu/assert';

import { isApiError } from '../../../src/kube/api-error.ts';
import { createLeaderElector, type LeaderElector } from '../../../src/kube/leader-elector.ts';
import { createLeaseClient, type LeaseClient } from '../../../src/kube/leases.ts';
import { suite } from '../../suite.ts';
import { deps, FILE_TIMEOUT_MS, startBench, Until, type Bench } from './bench.ts';

const test = suite('leases and leader election', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let leases: LeaseClient;

test.before(async () => {
  bench = await startBench();
  leases = createLeaseClient({ client: bench.client, clock: deps.clock });
});

test.after(async () => {
  await bench.stop();
});

const conflict = (error: unknown): boolean => isApiError(error, 'Conflict');

async function rejects(promise: Promise<unknown>, matches: (error: unknown) => boolean): Promise<void> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(matches(error), String(error));
}

test('create, renew, take over, delete: each on the version that was read', async () => {
  const namespace = await bench.namespace('leases');
  const ref = { namespace, name: 'r-0' };
  assert.is(await leases.get(ref), undefined);
  const labels = { 'shardkeeper.io/set': 's' };
  const sent: number[] = [];
  const created = await leases.create(
    { ...ref, holder: 'a', durationSeconds: 4.2, labels },
    { onSent: (ms) => void sent.push(ms) },
  );
  assert.is(sent.length, 1);
  assert.equal([created.holder, created.durationSeconds, created.labels], ['a', 5, labels]);
  const renewed = await leases.write(created, { holder: 'a', durationSeconds: 5 });
  assert.equal([renewed.transitions, renewed.labels], [0, labels]);
  assert.is.not(renewed.resourceVersion, created.resourceVersion, 'each renewal can be seen');
  await rejects(leases.write(created, { holder: 'b', durationSeconds: 5 }), conflict);
  const taken = await leases.write(renewed, { holder: 'b', durationSeconds: 5 });
  assert.equal([taken.holder, taken.transitions], ['b', 1]);
  const [listed] = await leases.list(namespace, 'shardkeeper.io/set=s');
  assert.equal(listed, taken);
  await rejects(leases.remove(renewed), conflict);
  await leases.remove(taken);
  assert.is(await leases.get(ref), undefined);
});

test('one leads; a graceful end hands over at once; a standby takes over an abandoned lease', async () => {
  const namespace = await bench.namespace('election');
  const until = new Until();
  const timing = { leaseDurationMs: 2_000, renewDeadlineMs: 1_200, retryIntervalMs: 300 };
  const stop: Record<string, AbortController> = {};
  const running: Promise<void>[] = [];
  const join = (identity: string): LeaderElector => {
    const options = {
      leases,
      ref: { namespace, name: 'manager' },
      identity,
      timing,
      onLead: until.changed,
      onYield: until.changed,
    };
    const elector = createLeaderElector(options, deps);
    const controller = new AbortController();
    stop[identity] = controller;
    running.push(elector.run(controller.signal));
    return elector;
  };
  const first = join('first');
  await until.for(() => first.isLeader());
  const second = join('second');
  stop['first']?.abort();
  await until.for(() => second.isLeader());
  assert.is(first.isLeader(), false);
  const lease = await leases.get({ namespace, name: 'manager' });
  assert.is(lease?.holder, 'second');
  stop['second']?.abort();
  await Promise.all(running);
  // Somebody who takes it and dies: nobody renews.
  const free = await leases.get({ namespace, name: 'manager' });
  assert.ok(free !== undefined && free.holder === '');
  await leases.write(free, { holder: 'dead', durationSeconds: 2 });
  const startedMs = deps.clock.monotonicMs();
  const third = join('third');
  await until.for(() => third.isLeader());
  assert.ok(deps.clock.monotonicMs() - startedMs >= 2_000, 'not before it has seen a whole lease duration pass');
  stop['third']?.abort();
  await Promise.all(running);
});
