import * as assert from 'uvu/assert';

import { createReflector } from '../../../src/kube/reflector.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { Reflector } from '../../../src/kube/types.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { answer, startWireBench, type Exchange, type WireServer } from './http-server.ts';

const test = suite('reflector, a watch that is dead without a word');

const item = (resourceVersion: string): object => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'n', name: 'a', resourceVersion },
});

interface Bench {
  readonly server: WireServer;
  readonly clock: FakeClock;
  readonly reflector: Reflector;
  readonly restarts: readonly string[];
  /** The stream of the watch from version 10. */
  readonly stream: Exchange;
}

async function withWatch(body: (bench: Bench) => Promise<void>): Promise<void> {
  const clock = new FakeClock();
  const { server, client, close } = await startWireBench();
  const restarts: string[] = [];
  const metrics = {
    ...silentMetrics,
    count: (_: string, labels: Readonly<Record<string, string>> = {}) => void restarts.push(labels['reason'] ?? ''),
  };
  const sink = { replace: () => {}, apply: () => {}, progress: () => {} };
  const random = { next: () => 0, id: () => 'id' };
  const reflector = createReflector(
    { client, resource: CONFIG_MAPS, namespace: 'n', startFrom: '10', sink },
    { clock, random, log: silentLogger, metrics },
  );
  const stop = new AbortController();
  const running = reflector.run(stop.signal);
  try {
    const stream = await server.next();
    stream.response.writeHead(200, { 'content-type': 'application/json' });
    stream.response.flushHeaders();
    await body({ server, clock, reflector, restarts, stream });
  } finally {
    stop.abort();
    await running;
    await close();
  }
}

/** The path of the second watch; the back-off before it is a wait on the fake clock. */
async function openedAgain({ server, clock }: Bench): Promise<string> {
  await eventually('it asks how far the server is', async () => {
    await clock.advanceAsync(1);
    return server.requests.length > 1;
  });
  const list = { apiVersion: 'v1', kind: 'ConfigMapList', metadata: { resourceVersion: '12' }, items: [] };
  answer(await server.next(), 200, list);
  return (await server.next()).request.url ?? '';
}

test('what it was to show does not come: it is opened anew, from where it was', () =>
  withWatch(async (bench) => {
    bench.reflector.expect('12');
    await bench.clock.advanceAsync(5_000);
    assert.match(await openedAgain(bench), /watch=1.*resourceVersion=10/);
    assert.equal(bench.restarts, ['WatchSilent']);
  }));

test('what it was to show comes in time: nothing is asked', () =>
  withWatch(async ({ server, clock, reflector, stream }) => {
    reflector.expect('12');
    await clock.advanceAsync(4_000);
    stream.response.write(`${JSON.stringify({ type: 'MODIFIED', object: item('12') })}\n`);
    await eventually('it was heard', () => reflector.lastActivityMs() === 4_000);
    await clock.advanceAsync(60_000);
    assert.is(server.requests.length, 1);
    assert.is(clock.pendingTimers, 0);
  }));

test('a doubted watch is opened anew at once; without one there is nothing to doubt', () =>
  withWatch(async (bench) => {
    bench.reflector.doubt();
    assert.match(await openedAgain(bench), /resourceVersion=10/);
    assert.equal(bench.restarts, ['WatchSilent']);
  }));
