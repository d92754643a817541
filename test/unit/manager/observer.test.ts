import * as assert from 'uvu/assert';
import type { ClusterAccess } from '../../../src/kube/access.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { systemClock, type Clock } from '../../../src/lib/clock.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { NO_PROOFS } from '../../../src/protocol/manager/view.ts';
import { Observer } from '../../../src/manager/observer.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { suite } from '../../suite.ts';

const test = suite('manager/observer');

const NOWHERE: ClusterAccess = {
  server: 'https://127.0.0.1:1',
  namespace: 'default',
  source: 'test',
  tls: () => ({}),
  cachedHeaders: () => ({}),
  headers: () => Promise.resolve({}),
  refresh: () => Promise.resolve(false),
};

/** Nothing is asked: what it sees is put in by hand. */
function observer(onWentBack: () => void = () => {}, clock: Clock = systemClock): Observer {
  const deps = { clock, random: systemRandom, log: silentLogger, metrics: silentMetrics };
  const client = createKubeClient({ access: NOWHERE, userAgent: 'test', requestTimeoutMs: 1_000, ...deps });
  return new Observer({ client, namespace: 'default', onChange: () => {}, onWentBack, ...deps });
}

const setWithRowOf = (owner: string): KubeObject => ({
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShardSet',
  metadata: { namespace: 'default', name: 'web', uid: 'u', resourceVersion: '7' },
  spec: { workload: { kind: 'Deployment', name: 'web' } },
  status: {
    assignment: {
      uid: 'u',
      epoch: 1,
      revision: 1,
      generation: 1,
      protocol: 1,
      minProtocol: 1,
      ranges: [{ start: 0, end: 4095, owner, generation: 1, awaiting: [] }],
    },
  },
});

test('a standby forgets Leases that are gone, but for those of names that still count', () => {
  const seen = observer();
  seen.sets.replace([setWithRowOf('web-b')], '7');
  const lease = { uid: 'l', resourceVersion: '5', holder: 'web-c_1', durationMs: 5_000 };
  seen.noteLease('web', 'web-a', { lease: undefined });
  seen.noteLease('web', 'web-b', { lease: undefined });
  seen.noteLease('web', 'web-c', { lease });
  assert.is(seen.notes(), 3);
  seen.forgetAbsent();
  assert.is(seen.notes(), 2);
  for (let i = 0; i < 100; i++) seen.noteLease('web', `web-gone-${i}`, { lease: undefined });
  seen.forgetAbsent();
  assert.is(seen.notes(), 2);
  seen.noteLease('other', 'x', { lease: undefined });
  seen.forgetAbsent();
  assert.is(seen.notes(), 2, 'nothing is kept of a set that is not there');
});

test('a new leader acts on nothing until watches that were broken go on in the same store', () => {
  const seen = observer();
  seen.sets.replace([setWithRowOf('web-b')], '7');
  seen.shards.replace([], '7');
  seen.leases.replace([], '7');
  const observed = (): boolean => seen.observe('web', NO_PROOFS) !== undefined;
  assert.ok(observed());
  seen.shards.state({ type: 'BackingOff' });
  assert.ok(observed(), 'a leader goes on: its writes are compare-and-swaps');
  seen.demandProof();
  assert.not.ok(observed());
  seen.shards.state({ type: 'Watching' });
  assert.ok(observed());
});

test('a fresh read of the set that shows an older version than was known: the store was restored', () => {
  let times = 0;
  const seen = observer(() => void times++);
  const known = setWithRowOf('web-b');
  seen.sets.replace([known], '7');
  seen.reread({ ...known, metadata: { ...known.metadata, resourceVersion: '8' } }, known);
  assert.is(times, 0);
  seen.reread({ ...known, metadata: { ...known.metadata, resourceVersion: '6' } }, known);
  assert.is(times, 1);
});

test('X6: after a loss of contact every wait starts again; after a short break none does', async () => {
  const clock = new FakeClock();
  const seen = observer(() => {}, clock);
  seen.sets.replace([setWithRowOf('web-b')], '7');
  seen.shards.replace([], '7');
  seen.leases.replace([], '7');
  const lease = { uid: 'l', resourceVersion: '5', holder: 'web-b_1', durationMs: 5_000 };
  seen.noteLease('web', 'web-b', { lease });
  const firstSeenMs = (): number | undefined => seen.observe('web', NO_PROOFS)?.book.get('web-b')?.firstSeenMonotonicMs;
  const seenMs = clock.monotonicMs();
  const breakFor = async (ms: number): Promise<void> => {
    seen.leases.state({ type: 'BackingOff' });
    await clock.advanceAsync(ms / 2);
    seen.leases.state({ type: 'BackingOff' });
    await clock.advanceAsync(ms / 2);
    seen.leases.state({ type: 'Watching' });
  };
  await breakFor(2_000);
  assert.is(firstSeenMs(), seenMs);
  await breakFor(3_000);
  assert.is(firstSeenMs(), clock.monotonicMs());
});
