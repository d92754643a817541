import * as assert from 'uvu/assert';

import { ApiError } from '../../../../src/kube/api-error.ts';
import type { WriteRequest } from '../../../../src/kube/types.ts';
import { ShardkeeperError } from '../../../../src/lib/errors.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { ALL, rangeSet } from '../../../../src/protocol/ranges.ts';
import type { Controller, Outcome, Refusal, RootRef, WorkToken } from '../../../../src/replica/ports.ts';
import { InFlight } from '../../../../src/replica/work/in-flight.ts';
import type { Run } from '../../../../src/replica/work/pool-entry.ts';
import { WorkPool } from '../../../../src/replica/work/pool.ts';
import { silentLogger } from '../../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { suite } from '../../../suite.ts';

const test = suite('work pool');

const WRITE: WriteRequest = {
  verb: 'delete',
  resource: {
    group: '',
    version: 'v1',
    plural: 'configmaps',
    kind: 'ConfigMap',
    namespaced: true,
    hasStatus: false,
  },
  ref: { namespace: 'ns', name: 'child' },
  preconditions: { uid: 'u', resourceVersion: '1' },
};
const SETTLED: Outcome = { type: 'Settled' };
const rootNamed = (name: string): RootRef => ({ groupResource: 'webapps.example.com', key: `ns/${name}` });
const controllerNamed = (name: string, concurrencyMax?: number): Controller => ({
  name,
  resources: [],
  rootsOf: () => [],
  reconcile: async () => SETTLED,
  ...(concurrencyMax === undefined ? {} : { concurrencyMax }),
});

/** A pool on a clock that only moves when told to. Each run is noted and does what `script` says. */
class Bench {
  readonly clock = new FakeClock();
  readonly runs: { readonly controller: string; readonly name: string; readonly atMs: number }[] = [];
  readonly pool: WorkPool;
  script: (run: Run) => Promise<Outcome> = async () => SETTLED;
  tokenOf: (slot: number) => WorkToken | Refusal = (slot) => ({
    slot,
    incarnation: 'i',
    acquisition: 1,
    fencing: '1.1',
  });
  refusal: Refusal | undefined = undefined;
  readonly counts: string[] = [];
  readonly loops: string[] = [];
  /** Of every root. */
  generation: number | undefined = undefined;

  constructor(workers: number) {
    const inFlight = new InFlight(this.clock, () => {});
    this.pool = new WorkPool({
      clock: this.clock,
      random: { next: () => 1, id: () => 'id' },
      log: silentLogger,
      metrics: {
        ...silentMetrics,
        count: (name, labels, by = 1) => this.counts.push(`${name} ${labels?.['point'] ?? ''} ${by}`),
      },
      ownership: { token: (slot) => this.tokenOf(slot), check: () => this.refusal },
      inFlight,
      workers,
      retry: { minMs: 5, maxMs: 1_000 },
      set: 'ns/set',
      generationOf: () => this.generation,
      onWriteLoop: (run) => this.loops.push(run.item.root.key),
      perform: (run) => {
        const name = run.item.root.key.slice('ns/'.length);
        this.runs.push({ controller: run.controller.name, name, atMs: this.clock.monotonicMs() });
        return this.script(run);
      },
    });
  }

  host(...names: string[]): this {
    for (const name of names) {
      this.pool.add(controllerNamed(name));
      this.pool.open(name, ALL);
    }
    return this;
  }

  enqueue(name: string, lane: 'event' | 'retry' | 'resync' = 'event', to = { controller: 'c', slot: 1 }): void {
    this.pool.enqueue(to.controller, { root: rootNamed(name), slot: to.slot }, lane);
  }

  names(): readonly string[] {
    return this.runs.map(({ name }) => name);
  }
}

test('a failure is retried with a doubling back-off, a success forgets it', async () => {
  const bench = new Bench(1).host('c');
  let failures = 4;
  bench.script = async () => {
    if (failures-- > 0) throw new Error('hook is down');
    return SETTLED;
  };
  bench.enqueue('a');
  await bench.clock.advanceAsync(2_000);
  assert.equal(
    bench.runs.map(({ atMs }) => atMs),
    [0, 5, 15, 35, 75],
  );
  failures = 1;
  bench.enqueue('a');
  await bench.clock.advanceAsync(2_000);
  assert.is((bench.runs.at(-1)?.atMs ?? 0) - (bench.runs.at(-2)?.atMs ?? 0), 5);
  assert.is(bench.clock.pendingTimers, 0);
});

test('a failure with a wish of its own is retried no later than that', async () => {
  const bench = new Bench(1).host('c');
  bench.script = async () => {
    throw new ShardkeeperError('half done', { code: 'SyncFailed', retryWithinMs: 100 });
  };
  bench.enqueue('a');
  await bench.clock.advanceAsync(1_000);
  const waits = bench.runs.slice(1).map(({ atMs }, index) => atMs - (bench.runs[index]?.atMs ?? 0));
  assert.equal(waits.slice(0, 8), [5, 10, 20, 40, 80, 100, 100, 100]);
});

test('a server that asks for patience is obeyed', async () => {
  const bench = new Bench(1).host('c');
  let first = true;
  bench.script = async () => {
    if (!first) return SETTLED;
    first = false;
    throw new ApiError('slow down', { code: 'TooManyRequests', answered: true, retryAfterMs: 700 });
  };
  bench.enqueue('a');
  await bench.clock.advanceAsync(2_000);
  assert.equal(
    bench.runs.map(({ atMs }) => atMs),
    [0, 700],
  );
});

test('an event comes before the wake-up that was wished for', async () => {
  const bench = new Bench(1).host('c');
  bench.script = async () => ({ type: 'WakeAfter', ms: 1_000 });
  bench.enqueue('a');
  await bench.clock.advanceAsync(400);
  bench.enqueue('a');
  await bench.clock.advanceAsync(1_100);
  assert.equal(
    bench.runs.map(({ atMs }) => atMs),
    [0, 400, 1_400],
  );
});

test('nothing comes before the time that the other side asked for', async () => {
  const bench = new Bench(1).host('c');
  const outcomes: Outcome[] = [{ type: 'Postponed', ms: 500 }];
  bench.script = async () => outcomes.shift() ?? SETTLED;
  bench.enqueue('a');
  await bench.clock.advanceAsync(100);
  bench.enqueue('a');
  await bench.clock.advanceAsync(2_000);
  assert.equal(
    bench.runs.map(({ atMs }) => atMs),
    [0, 500],
  );
});

test('after a run that wrote the root is looked at once more; one that always writes is slowed down', async () => {
  const bench = new Bench(1).host('c');
  let writes = 1;
  bench.script = async (run) => {
    run.wrote = writes-- > 0 ? WRITE : undefined;
    return SETTLED;
  };
  bench.enqueue('a');
  await bench.clock.advanceAsync(1_000);
  assert.is(bench.runs.length, 2);
  writes = 1_000;
  bench.enqueue('a');
  await bench.clock.advanceAsync(60_000);
  assert.ok(bench.runs.length < 40, `${bench.runs.length} runs`);
});

test('a root never runs twice at once; what came meanwhile makes it run once more', async () => {
  const bench = new Bench(4).host('c');
  const gate = Promise.withResolvers<Outcome>();
  bench.script = () => gate.promise;
  bench.enqueue('a');
  await bench.clock.advanceAsync(0);
  for (let i = 0; i < 5; i++) bench.enqueue('a');
  await bench.clock.advanceAsync(0);
  assert.is(bench.runs.length, 1);
  gate.resolve(SETTLED);
  await bench.clock.advanceAsync(0);
  assert.is(bench.runs.length, 2);
});

test('events overtake a backlog of resyncs, which is not starved', async () => {
  const bench = new Bench(1).host('c');
  for (let i = 0; i < 20; i++) bench.enqueue(`resync-${i}`, 'resync');
  for (let i = 0; i < 20; i++) bench.enqueue(`event-${i}`);
  await bench.clock.advanceAsync(0);
  const firstTwenty = bench.names().slice(0, 20);
  assert.is(firstTwenty.filter((name) => name.startsWith('event')).length, 16);
  assert.is(bench.names()[0], 'event-0');
  assert.is(bench.names().length, 40);
});

test('controllers take turns, whatever the length of their queues', async () => {
  const bench = new Bench(1).host('c', 'd');
  for (let i = 0; i < 10; i++) bench.enqueue(`long-${i}`);
  for (let i = 0; i < 3; i++) bench.enqueue(`short-${i}`, 'event', { controller: 'd', slot: 1 });
  await bench.clock.advanceAsync(0);
  const positions = bench.runs.flatMap(({ controller }, i) => (controller === 'd' ? [i] : []));
  assert.equal(positions, [1, 3, 5]);
});

test('a controller has no more runs at once than it allows, and leaves the workers to others', async () => {
  const bench = new Bench(4).host('d');
  bench.pool.add(controllerNamed('capped', 1));
  bench.pool.open('capped', ALL);
  bench.script = () => new Promise<Outcome>(() => {});
  for (let i = 0; i < 3; i++) bench.enqueue(`x-${i}`, 'event', { controller: 'capped', slot: 1 });
  for (let i = 0; i < 3; i++) bench.enqueue(`y-${i}`, 'event', { controller: 'd', slot: 1 });
  await bench.clock.advanceAsync(0);
  assert.is(bench.runs.filter(({ controller }) => controller === 'capped').length, 1);
  assert.is(bench.runs.filter(({ controller }) => controller === 'd').length, 3);
});

test('without a token nothing runs: it is dropped when the slot is lost, kept while it drains', async () => {
  const bench = new Bench(1).host('c');
  bench.tokenOf = () => 'NotHeld';
  bench.enqueue('lost');
  await bench.clock.advanceAsync(0);
  assert.ok(bench.counts.includes('shardkeeper_work_dropped_total dequeue 1'));
  bench.tokenOf = () => 'Draining';
  bench.enqueue('kept');
  await bench.clock.advanceAsync(0);
  bench.pool.drain(ALL);
  bench.tokenOf = (slot) => ({ slot, incarnation: 'i', acquisition: 1, fencing: '1.1' });
  bench.pool.resume(ALL);
  await bench.clock.advanceAsync(0);
  assert.equal(bench.names(), ['kept']);
});

test('timers and back-off do not outlive ownership', async () => {
  const bench = new Bench(1).host('c');
  bench.script = async () => {
    throw new Error('hook is down');
  };
  bench.enqueue('a', 'event', { controller: 'c', slot: 1 });
  bench.enqueue('b', 'event', { controller: 'c', slot: 2 });
  await bench.clock.advanceAsync(0);
  bench.pool.stop(rangeSet([{ start: 1, end: 1 }]));
  await bench.clock.advanceAsync(100);
  assert.is(bench.names().filter((name) => name === 'a').length, 1);
  assert.ok(bench.names().filter((name) => name === 'b').length > 1);
  bench.pool.stop(ALL);
  assert.is(bench.clock.pendingTimers, 0, 'no timer is left');
});

test('a run whose slot was lost has no consequences', async () => {
  const bench = new Bench(1).host('c');
  const gate = Promise.withResolvers<Outcome>();
  bench.script = (run) => {
    run.wrote = WRITE;
    return gate.promise;
  };
  bench.enqueue('a');
  await bench.clock.advanceAsync(0);
  bench.pool.abort(ALL);
  bench.pool.stop(ALL);
  bench.refusal = 'Lost';
  gate.resolve({ type: 'WakeAfter', ms: 10 });
  await bench.clock.advanceAsync(1_000);
  assert.is(bench.runs.length, 1);
});

test('removing a controller waits for what runs and forgets what waits', async () => {
  const bench = new Bench(1).host('c');
  const gate = Promise.withResolvers<Outcome>();
  bench.script = () => gate.promise;
  bench.enqueue('a');
  bench.enqueue('b');
  await bench.clock.advanceAsync(0);
  let isRemoved = false;
  const removal = bench.pool.remove('c').then(() => (isRemoved = true));
  await bench.clock.advanceAsync(0);
  assert.is(isRemoved, false);
  gate.resolve({ type: 'WakeAfter', ms: 10 });
  await removal;
  await bench.clock.advanceAsync(1_000);
  assert.equal(bench.names(), ['a']);
  assert.is(bench.clock.pendingTimers, 0);
});

test('after the end nothing is started, and what still runs leaves no timer behind', async () => {
  const bench = new Bench(1).host('c');
  bench.script = (run) =>
    new Promise((_resolve, reject) => {
      run.abort.signal.addEventListener('abort', () => reject(new Error('aborted')));
    });
  bench.enqueue('a');
  bench.enqueue('b');
  await bench.clock.advanceAsync(0);
  bench.pool.close();
  await bench.clock.advanceAsync(1_000);
  assert.equal(bench.names(), ['a']);
  assert.is(bench.clock.pendingTimers, 0);
});

test('who was outpaced tries again later each time, and it is no failure', async () => {
  const bench = new Bench(1).host('c');
  let times = 3;
  bench.script = async () => (times-- > 0 ? { type: 'Outpaced' } : SETTLED);
  bench.enqueue('a');
  await bench.clock.advanceAsync(30_000);
  assert.equal(
    bench.runs.map(({ atMs }) => atMs),
    [0, 1_000, 3_000, 7_000],
  );
  assert.is(bench.clock.pendingTimers, 0);
});

test('two that undo what the other does are slowed down, told of once, and an edit is served at once', async () => {
  const bench = new Bench(1).host('c');
  bench.generation = 1;
  bench.script = async (run) => {
    run.wrote = WRITE;
    // The other one undoes it: its event comes at once.
    bench.clock.setTimer(1, () => bench.enqueue('a'));
    return SETTLED;
  };
  bench.enqueue('a');
  await bench.clock.advanceAsync(60_000);
  assert.ok(bench.runs.length < 40, `${bench.runs.length} runs in a minute`);
  assert.equal(bench.loops, ['ns/a']);
  await bench.clock.advanceAsync(100);
  const before = bench.runs.length;
  bench.generation = 2;
  bench.enqueue('a');
  await bench.clock.advanceAsync(0);
  assert.ok(bench.runs.length > before);
});

test('a root that is edited all the time is no write loop', async () => {
  const bench = new Bench(1).host('c');
  bench.generation = 1;
  bench.script = async (run) => {
    run.wrote = run.generation === bench.generation && bench.generation !== shown ? WRITE : undefined;
    shown = run.generation;
    return SETTLED;
  };
  let shown: number | undefined;
  for (let i = 0; i < 100; i++) {
    bench.generation++;
    bench.enqueue('a');
    await bench.clock.advanceAsync(10);
  }
  assert.is(bench.runs.filter(({ atMs }) => atMs >= 900).length, 20);
  assert.equal(bench.loops, []);
});

test('who gives way starts nothing, keeps what waits in order, and goes on at the end or when told to', async () => {
  const bench = new Bench(1).host('c');
  bench.pool.giveWay(100);
  bench.enqueue('a');
  bench.enqueue('b');
  await bench.clock.advanceAsync(99);
  assert.equal(bench.names(), []);
  await bench.clock.advanceAsync(1);
  assert.equal(
    bench.runs.map(({ name, atMs }) => [name, atMs]),
    [
      ['a', 100],
      ['b', 100],
    ],
  );
  bench.pool.giveWay(100);
  bench.enqueue('c');
  bench.pool.giveWay(0);
  await bench.clock.advanceAsync(0);
  assert.equal(bench.names(), ['a', 'b', 'c']);
  assert.is(bench.clock.pendingTimers, 0);
});
