/** Suspects are tried one by one and not before their mark stands; what did not survive is left alone. */
import * as assert from 'uvu/assert';
import { QUARANTINE_ANNOTATION } from '../../../../src/api/names.ts';
import type { EventInput } from '../../../../src/kube/event-body.ts';
import { ApiError } from '../../../../src/kube/api-error.ts';
import type { KubeObject, WriteRequest } from '../../../../src/kube/types.ts';
import { toTime } from '../../../../src/lib/clock.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import type { Controller, CrashJournal, Outcome, ReconcileContext } from '../../../../src/replica/ports.ts';
import type { Run } from '../../../../src/replica/work/pool-entry.ts';
import { Probation } from '../../../../src/replica/work/probation.ts';
import { Item } from '../../../../src/replica/work/queue.ts';
import { silentLogger } from '../../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { WEBAPPS } from '../../../../src/testing/load/webapps.ts';
import { suite } from '../../../suite.ts';

const test = suite('probation');

const KIND = 'webapps.example.com';
const SETTLED: Outcome = { type: 'Settled' };
const controller: Controller = { name: 'c', resources: [], rootsOf: () => [], reconcile: async () => SETTLED };
const idOf = (name: string): string => `c ${KIND} ns/${name}`;

/** A process after a crash with these roots under way, and the objects as they are stored. */
class Bench {
  readonly clock = new FakeClock();
  readonly objects = new Map<string, KubeObject>();
  readonly events: EventInput[] = [];
  readonly log: string[] = [];
  readonly probation: Probation;
  /** Errors that the next writes meet. */
  readonly refusals: Error[] = [];
  /** Writes are applied and look as if they had not been. */
  loseAnswer = false;
  #version = 1;

  constructor(suspects: readonly string[], ...names: readonly string[]) {
    for (const name of names)
      this.store({ apiVersion: 'example.com/v1', kind: 'WebApp', metadata: { name, namespace: 'ns', uid: name } });
    const journal: CrashJournal = {
      suspects: suspects.map(idOf),
      begin: (id) => this.log.push(`begin ${id.slice(-1)}`),
      end: () => this.log.push('end'),
      acquit: (id) => this.log.push(`acquit ${id.slice(-1)}`),
      close: () => this.log.push('close'),
    };
    this.probation = new Probation({
      clock: this.clock,
      random: { next: () => 0.5, id: () => 'id' },
      log: silentLogger,
      metrics: silentMetrics,
      objectEvents: { record: (event) => this.events.push(event) },
      journal,
      resourceOf: () => WEBAPPS,
      replicaName: 'r-0',
      set: 'ns/set',
    });
  }

  store(object: KubeObject): KubeObject {
    const stored = { ...object, metadata: { ...object.metadata, resourceVersion: String(this.#version++) } };
    this.objects.set(object.metadata.name, stored);
    return stored;
  }

  markOf(name: string): string | undefined {
    return this.objects.get(name)?.metadata.annotations?.[QUARANTINE_ANNOTATION];
  }

  run(name: string, work: () => Promise<Outcome> = async () => SETTLED): Promise<Outcome> {
    const root = { groupResource: KIND, key: `ns/${name}` };
    const token = { slot: 7, incarnation: 'i', acquisition: 1, fencing: '1.1' };
    const run: Run = {
      controller,
      item: new Item(`${KIND} ns/${name}`, root, 7),
      lane: 'event',
      token,
      abort: new AbortController(),
      startedMs: 0,
      generation: 1,
      wrote: undefined,
    };
    const context: ReconcileContext = {
      token,
      signal: run.abort.signal,
      stores: { get: (_, key) => this.objects.get(key.slice(3)), ownedBy: () => [], orphans: () => [] },
      writer: { send: async (request) => this.#send(request), getLive: async (_, ref) => this.objects.get(ref.name) },
      assertOwned: () => {},
    };
    return this.probation.perform(run, context, async () => {
      this.log.push(`work ${name}`);
      return work();
    });
  }

  #send(request: WriteRequest): KubeObject {
    const refusal = this.refusals.shift();
    if (refusal !== undefined) throw refusal;
    if (request.verb !== 'patch') throw new Error('only patches are expected');
    const object = this.objects.get(request.ref.name);
    const { metadata } = request.patch as { metadata: { annotations: Record<string, string | null> } };
    const text = metadata.annotations[QUARANTINE_ANNOTATION];
    if (object === undefined || text === undefined) throw new Error('a mark is expected');
    this.log.push(`${text === null ? 'unmark' : 'mark'} ${request.ref.name}`);
    const { annotations: _, ...rest } = object.metadata;
    const annotations = text === null ? {} : { annotations: { [QUARANTINE_ANNOTATION]: text } };
    const stored = this.store({ ...object, metadata: { ...rest, ...annotations } });
    if (this.loseAnswer) throw new ApiError('no answer', { code: 'Timeout', answered: false });
    return stored;
  }
}

/** The process dies in its work: what is written stays, nothing comes after. */
const dies = (): Promise<Outcome> => new Promise(() => {});

test('who is not suspect pays for the journal alone', async () => {
  const bench = new Bench([], 'a');
  assert.equal(await bench.run('a'), SETTLED);
  assert.equal(bench.log, ['begin a', 'work a', 'end']);
});

test('the journal knows of the end of a reconcile that failed', async () => {
  const bench = new Bench([], 'a');
  await bench.run('a', async () => Promise.reject(new Error('hook'))).catch(() => {});
  assert.equal(bench.log, ['begin a', 'work a', 'end']);
});

test('a suspect that survives is marked before and unmarked after, and free then', async () => {
  const bench = new Bench(['a'], 'a');
  assert.equal(await bench.run('a'), SETTLED);
  assert.equal(bench.log, ['mark a', 'begin a', 'work a', 'end', 'acquit a', 'unmark a']);
  bench.log.length = 0;
  await bench.run('a');
  assert.equal(bench.log, ['begin a', 'work a', 'end']);
});

test('a suspect is not touched before its mark stands', async () => {
  const bench = new Bench(['a'], 'a');
  bench.refusals.push(new ApiError('no', { code: 'Forbidden', answered: true }));
  await bench.run('a').then(
    () => assert.unreachable(),
    (error: unknown) => assert.instance(error, ApiError),
  );
  assert.equal(bench.log, []);
});

test('suspects are tried one by one; others are not held up; a trial that hangs holds up for a while', async () => {
  const bench = new Bench(['a', 'b'], 'a', 'b', 'c');
  void bench.run('a', dies);
  await Promise.resolve();
  assert.equal(await bench.run('b'), { type: 'WakeAfter', ms: 200 });
  assert.equal(await bench.run('c'), SETTLED);
  await bench.clock.advanceAsync(5_000);
  assert.equal(await bench.run('b'), SETTLED);
});

test('a trial that takes long says so before another begins: a death after that is not counted', async () => {
  const bench = new Bench(['a', 'b'], 'a', 'b');
  void bench.run('a', dies);
  await bench.clock.advanceAsync(4_999);
  assert.not.match(bench.markOf('a') ?? '', 'late');
  await bench.clock.advanceAsync(1);
  assert.match(bench.markOf('a') ?? '', '"late":1');
  assert.equal(bench.log, ['mark a', 'begin a', 'work a', 'mark a']);
});

test('a long trial that is survived leaves no mark, whoever wrote the object meanwhile', async () => {
  const bench = new Bench(['a'], 'a');
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const outcome = bench.run('a', () => promise);
  // Once for the mark that it is late, once for taking it away.
  bench.refusals.length = 0;
  await Promise.resolve();
  bench.refusals.push(new ApiError('changed', { code: 'Conflict', answered: true }));
  await bench.clock.advanceAsync(5_000);
  assert.match(bench.markOf('a') ?? '', '"late":1');
  bench.refusals.push(new ApiError('changed', { code: 'Conflict', answered: true }));
  resolve(SETTLED);
  assert.equal(await outcome, SETTLED);
  assert.is(bench.markOf('a'), undefined);
  assert.is(bench.clock.pendingTimers, 0);
});

test('a mark that became late and could not be taken away is known all the same', async () => {
  const bench = new Bench(['a'], 'a');
  const { promise, resolve } = Promise.withResolvers<Outcome>();
  const outcome = bench.run('a', () => promise);
  await bench.clock.advanceAsync(5_000);
  bench.refusals.push(new ApiError('busy', { code: 'Unavailable', answered: true }));
  resolve(SETTLED);
  assert.equal(await outcome, { type: 'WakeAfter', ms: 5_000 });
  bench.log.length = 0;
  assert.equal(await bench.run('a'), SETTLED);
  assert.equal(bench.log, ['unmark a', 'begin a', 'work a', 'end']);
});

test('what refuses its mark is tried without: not at once, told on the object, and with nobody beside it', async () => {
  const bench = new Bench(['a', 'b'], 'a', 'b');
  const attempt = async (): Promise<Outcome | undefined> => {
    bench.refusals.push(new ApiError('a webhook says no', { code: 'Forbidden', answered: true }));
    return bench.run('a').catch(() => undefined);
  };
  for (let times = 0; times < 5; times++) assert.is(await attempt(), undefined);
  assert.equal(bench.log, []);
  bench.clock.advance(30_000);
  void bench.run('b', dies);
  await Promise.resolve();
  assert.equal(await attempt(), { type: 'WakeAfter', ms: 200 });
  bench.refusals.length = 0;
  await bench.clock.advanceAsync(5_000);
  bench.log.length = 0;
  assert.equal(await attempt(), SETTLED);
  assert.equal(bench.log, ['begin a', 'work a', 'end', 'acquit a']);
  assert.equal(
    bench.events.map(({ reason, regarding }) => `${reason} ${regarding.name}`),
    ['QuarantineRefused a'],
  );
});

test('a server in trouble is no refusal: the mark is waited for', async () => {
  const bench = new Bench(['a'], 'a');
  for (let times = 0; times < 5; times++) {
    bench.refusals.push(new ApiError('busy', { code: 'ServerError', answered: true }));
    assert.is(await bench.run('a').catch(() => 'failed'), 'failed');
    bench.clock.advance(30_000);
  }
  assert.equal(bench.log, []);
});

test('refusals of a slot that was lost do not count when it is ours again', async () => {
  const bench = new Bench(['a'], 'a');
  const refuse = async (): Promise<void> => {
    bench.refusals.push(new ApiError('no', { code: 'Invalid', answered: true }));
    assert.is(await bench.run('a').catch(() => 'failed'), 'failed');
  };
  for (let times = 0; times < 3; times++) await refuse();
  bench.probation.forget([{ start: 7, end: 7 }]);
  bench.clock.advance(30_000);
  await refuse();
  assert.equal(bench.log, []);
});

test('a suspect that is gone is nobody once it was looked at', async () => {
  const bench = new Bench(['a', 'b'], 'b');
  const roots = [
    { groupResource: KIND, key: 'ns/a' },
    { groupResource: KIND, key: 'ns/b' },
  ];
  assert.equal(bench.probation.suspects(controller), roots);
  assert.equal(bench.probation.suspects({ ...controller, name: 'other' }), []);
  await bench.run('a');
  assert.equal(bench.log, ['begin a', 'work a', 'end', 'acquit a']);
  assert.equal(bench.probation.suspects(controller), roots.slice(1));
});

test('three crashes in all, whichever replica owns it, then quarantine: told once on the object and in the counts', async () => {
  const first = new Bench(['a'], 'a');
  void first.run('a', dies);
  await Promise.resolve();
  // Another replica: it suspects nobody, the mark tells.
  const second = new Bench([], 'b');
  second.objects.set('a', first.objects.get('a') as KubeObject);
  void second.run('a', dies);
  await Promise.resolve();
  const third = new Bench([], 'c');
  third.objects.set('a', second.objects.get('a') as KubeObject);
  const outcome = await third.run('a');
  assert.is(outcome.type, 'WakeAfter');
  await third.run('a');
  assert.equal(third.log, []);
  assert.equal(third.probation.quarantined(), { count: 1, named: [`${KIND} ns/a`] });
  assert.equal(
    third.events.map(({ reason, regarding }) => `${reason} ${regarding.name}`),
    ['Quarantined a'],
  );
  third.probation.forget([{ start: 7, end: 7 }]);
  assert.is(third.probation.quarantined(), undefined);
});

test('who takes the mark away has the object tried at once', async () => {
  const bench = new Bench([], 'a');
  const mark = JSON.stringify({ c: { trials: 2, at: toTime(bench.clock.wallMs()) } });
  const object = bench.objects.get('a') as KubeObject;
  bench.store({ ...object, metadata: { ...object.metadata, annotations: { [QUARANTINE_ANNOTATION]: mark } } });
  assert.is((await bench.run('a')).type, 'WakeAfter');
  bench.store(object);
  assert.equal(await bench.run('a'), SETTLED);
  assert.is(bench.probation.quarantined(), undefined);
});

test('a mark that could not be taken away is taken away later, and counts for nothing here', async () => {
  const bench = new Bench(['a'], 'a');
  const outcome = await bench.run('a', async () => {
    for (let i = 0; i < 3; i++) bench.refusals.push(new ApiError('busy', { code: 'Unavailable', answered: true }));
    return SETTLED;
  });
  assert.equal(outcome, { type: 'WakeAfter', ms: 5_000 });
  assert.ok(bench.markOf('a'));
  bench.refusals.length = 0;
  assert.equal(await bench.run('a'), SETTLED);
  assert.is(bench.markOf('a'), undefined);
});

test('a mark whose answer was lost is not a trial: the same one counts', async () => {
  const bench = new Bench(['a'], 'a');
  bench.loseAnswer = true;
  await bench.run('a').then(
    () => assert.unreachable(),
    () => {},
  );
  const mark = bench.markOf('a');
  assert.match(mark ?? '', '"trials":1');
  assert.equal(bench.log, ['mark a']);
  bench.loseAnswer = false;
  void bench.run('a', dies);
  await Promise.resolve();
  assert.equal(bench.log, ['mark a', 'begin a', 'work a']);
  assert.is(bench.markOf('a'), mark);
});
