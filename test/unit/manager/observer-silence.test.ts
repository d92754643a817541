import * as assert from 'uvu/assert';

import { NO_PROOFS } from '../../../src/protocol/manager/view.ts';
import { Observer } from '../../../src/manager/observer.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { answer, startWireBench, type Exchange } from '../kube/http-server.ts';

const test = suite('manager/observer, no renewal is heard of');

const SUSPECT_MS = 3_000;

const lease = (resourceVersion: string): object => ({
  apiVersion: 'coordination.k8s.io/v1',
  kind: 'Lease',
  metadata: { namespace: 'n', name: 'web-0', uid: 'l', resourceVersion, labels: { 'shardkeeper.io/set': 'web' } },
  spec: { holderIdentity: 'web-0_1', leaseDurationSeconds: 5 },
});

const BOOKMARK = {
  type: 'BOOKMARK',
  object: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { resourceVersion: '120' } },
};

const SET = {
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShardSet',
  metadata: { namespace: 'n', name: 'web', uid: 'u', resourceVersion: '7' },
  spec: { workload: { kind: 'Deployment', name: 'web' } },
};

interface Bench {
  readonly observer: Observer;
  readonly clock: FakeClock;
  /** All watches of Leases so far, in order. */
  readonly leaseWatches: readonly Exchange[];
}

/** An API server of empty lists and silent watches, but for one set and one Lease. It is ahead of all that it shows. */
async function withObserver(body: (bench: Bench) => Promise<void>): Promise<void> {
  const clock = new FakeClock();
  const { server, client, close } = await startWireBench();
  const leaseWatches: Exchange[] = [];
  const stop = new AbortController();
  const serve = async (): Promise<void> => {
    while (!stop.signal.aborted) {
      const exchange = await server.next();
      const url = exchange.request.url ?? '';
      const isLease = url.includes('/leases');
      if (url.includes('watch=1')) {
        exchange.response.writeHead(200, { 'content-type': 'application/json' });
        exchange.response.flushHeaders();
        if (isLease) leaseWatches.push(exchange);
      } else {
        const items = isLease ? [lease('5')] : url.includes('/controllershardsets') ? [SET] : [];
        answer(exchange, 200, { metadata: { resourceVersion: '99' }, items });
      }
    }
  };
  void serve();
  const deps = { clock, random: { next: () => 0, id: () => 'id' }, log: silentLogger, metrics: silentMetrics };
  const observer = new Observer({ client, namespace: 'n', onChange: () => {}, onWentBack: () => {}, ...deps });
  const running = observer.run(stop.signal);
  try {
    await eventually('it watches Leases', () => leaseWatches.length === 1);
    observer.renewalsMatterAfter('web', SUSPECT_MS);
    await body({ observer, clock, leaseWatches });
  } finally {
    stop.abort();
    await running;
    await close();
  }
}

/** One look each half second, as the manager's loop takes it. */
async function look({ observer, clock }: Bench, ms: number): Promise<void> {
  for (let passed = 0; passed < ms; passed += 500) {
    await clock.advanceAsync(500);
    observer.doubtSilence();
  }
}

async function renewed(bench: Bench, resourceVersion: string): Promise<void> {
  const event = { type: 'MODIFIED', object: lease(resourceVersion) };
  bench.leaseWatches.at(-1)?.response.write(`${JSON.stringify(event)}\n`);
  await eventually('it was heard', () => bench.observer.leasesLastActivityMs() === bench.clock.monotonicMs());
}

test('replicas that renewed and are not heard of any more: the watch is opened anew, once', () =>
  withObserver(async (bench) => {
    await bench.clock.advanceAsync(1_000);
    await renewed(bench, '99');
    await look(bench, SUSPECT_MS - 500);
    assert.is(bench.leaseWatches.length, 1);
    await look(bench, 500);
    await eventually('the watch is opened anew', async () => {
      await bench.clock.advanceAsync(1);
      return bench.leaseWatches.length === 2;
    });
    await look(bench, 5 * SUSPECT_MS);
    assert.is(bench.leaseWatches.length, 2);
  }));

test('a doubted watch that is taken up again does not make the dead live again', () =>
  withObserver(async (bench) => {
    const { clock, observer, leaseWatches } = bench;
    await clock.advanceAsync(1_000);
    await renewed(bench, '99');
    const seenMs = clock.monotonicMs();
    await look(bench, SUSPECT_MS);
    await eventually('the watch is opened anew', async () => {
      await clock.advanceAsync(1);
      return leaseWatches.length === 2;
    });
    await look(bench, 20_000);
    // A bookmark, or another replica's Lease.
    leaseWatches.at(-1)?.response.write(`${JSON.stringify(BOOKMARK)}\n`);
    await eventually('it was heard', () => observer.leasesLastActivityMs() === clock.monotonicMs());
    await look(bench, 500);
    const note = observer.observe('web', NO_PROOFS)?.book.get('web-0');
    assert.is(note?.firstSeenMonotonicMs, seenMs);
  }));

test('replicas that renew raise no doubt', () =>
  withObserver(async (bench) => {
    for (let version = 94; version < 99; version++) {
      await look(bench, SUSPECT_MS - 500);
      await renewed(bench, String(version));
    }
    assert.is(bench.leaseWatches.length, 1);
  }));

test('where nobody was ever seen to renew, silence means nothing', () =>
  withObserver(async (bench) => {
    await look(bench, 5 * SUSPECT_MS);
    assert.is(bench.leaseWatches.length, 1);
  }));
