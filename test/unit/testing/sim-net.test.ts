/** The simulated way between a process and the server: what arrives, when, and what the process is told. */
import * as assert from 'uvu/assert';

import { isApiError, type ApiError } from '../../../src/kube/api-error.ts';
import { CONFIG_MAPS, LEASES } from '../../../src/kube/resources.ts';
import type { KubeObject, WatchEvent } from '../../../src/kube/types.ts';
import { createLinkedClient, type LinkedClientOptions } from '../../../src/testing/sim/net/index.ts';
import type { LinkedClient, ModelServer, SentWrite } from '../../../src/testing/sim/ports.ts';
import { SeededScheduler, seededRandom, SimProcessClock } from '../../../src/testing/sim/schedule/index.ts';
import { createModelServer } from '../../../src/testing/sim/server/index.ts';
import { suite } from '../../suite.ts';

const test = suite('sim: the way to the server');

const WALL_MS = Date.UTC(2026, 0, 1);
const TIMEOUT_MS = 1_000;
const REF = { namespace: 'n', name: 'a' };

interface World {
  readonly scheduler: SeededScheduler;
  readonly clock: SimProcessClock;
  readonly server: ModelServer;
  readonly client: LinkedClient;
  readonly sent: SentWrite[];
  /** What happened, with its time. */
  readonly log: string[];
  readonly note: (what: string) => void;
  /** Notes how the promise ends. */
  readonly outcome: (what: string, promise: Promise<unknown>) => void;
}

function world(options: Partial<LinkedClientOptions> = {}): World {
  const random = seededRandom(7);
  const scheduler = new SeededScheduler(random, { settled: () => undefined });
  const clock = new SimProcessClock({ scheduler, rate: 1, wallMs: WALL_MS, runs: () => undefined });
  const server = createModelServer({ wallMs: () => WALL_MS + scheduler.nowMs(), random: seededRandom(8) });
  const sent: SentWrite[] = [];
  const log: string[] = [];
  const client = createLinkedClient({
    process: 'p',
    server,
    clock,
    scheduler,
    requestTimeoutMs: TIMEOUT_MS,
    onSent: (write) => void sent.push(write),
    ...options,
  });
  const note = (what: string): void => void log.push(`${Math.round(scheduler.nowMs())} ${what}`);
  const outcome = (what: string, promise: Promise<unknown>): void => {
    promise.then(
      () => note(`${what}: ok`),
      (error: unknown) => {
        assert.ok(isApiError(error), String(error));
        note(`${what}: ${error.code}${error.answered ? '' : ' unanswered'}`);
      },
    );
  };
  return { scheduler, clock, server, client, sent, log, note, outcome };
}

function body(name = 'a', data: Readonly<Record<string, string>> = {}): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: 'n', name }, data };
}

const create = (name?: string) => ({ verb: 'create', resource: CONFIG_MAPS, body: body(name) }) as const;

function exists(server: ModelServer, name = 'a'): boolean {
  return server.get(CONFIG_MAPS, { namespace: 'n', name }).type === 'Object';
}

test('a request and its answer take a way each', async () => {
  const { scheduler, server, client, log, outcome } = world({ link: { delayMs: [10, 10] } });
  server.onStored(() => log.push(`${scheduler.nowMs()} stored`));
  outcome('create', client.send(create()));
  await scheduler.run(1_000);
  assert.equal(log, ['10 stored', '20 create: ok']);
});

test('the check and the hand-over are one turn, and a refusal sends nothing', async () => {
  const { scheduler, server, client, sent, log, note, outcome } = world();
  const admit = (answer: string | undefined) => (): string | undefined => {
    note('admit');
    return answer;
  };
  outcome('refused', client.send(create(), { admit: admit('not mine') }));
  outcome('sent', client.send(create('b'), { admit: admit(undefined), onSent: () => note('onSent') }));
  await scheduler.run(1_000);
  assert.equal(log.slice(0, 4), ['0 admit', '0 admit', '0 onSent', '0 refused: Refused']);
  assert.equal([exists(server), exists(server, 'b')], [false, true]);
  assert.equal(
    sent.map(({ process, sentMs, request }) => [process, sentMs, request.verb]),
    [['p', 0, 'create']],
  );
});

test('a lost request is a timeout without an answer, and is never applied', async () => {
  const { scheduler, server, client, log, outcome } = world({ link: { requests: 'Lose' } });
  outcome('create', client.send(create()));
  outcome('get', client.get(CONFIG_MAPS, REF, { timeoutMs: 300 }));
  await scheduler.run(10_000);
  assert.equal(log, ['300 get: Timeout unanswered', '1000 create: Timeout unanswered']);
  assert.is(exists(server), false);
});

test('a lost answer is a timeout without an answer, and the write was applied', async () => {
  const { scheduler, server, client, log, outcome } = world({ link: { answers: 'Lose', delayMs: [10, 10] } });
  outcome('create', client.send(create()));
  await scheduler.run(10_000);
  assert.equal(log, ['1000 create: Timeout unanswered']);
  assert.is(exists(server), true);
});

test('a write that comes later than its timeout is dropped, unless a mutation asks for it', async () => {
  for (const lateWrites of ['Dropped', 'Applied'] as const) {
    const { scheduler, server, client, log, outcome } = world({ link: { delayMs: [1_001, 1_001] }, lateWrites });
    outcome('create', client.send(create()));
    await scheduler.run(10_000);
    assert.equal(log, ['1000 create: Timeout unanswered']);
    assert.is(exists(server), lateWrites === 'Applied');
  }
});

test('a write that comes just in time is applied after its client gave up', async () => {
  const { scheduler, server, client, log, outcome } = world({ link: { delayMs: [990, 990] } });
  server.onStored(() => log.push(`${scheduler.nowMs()} stored`));
  outcome('create', client.send(create()));
  await scheduler.run(10_000);
  assert.equal(log, ['990 stored', '1000 create: Timeout unanswered']);
});

test('an aborted write goes its way', async () => {
  const { scheduler, server, client, log, outcome } = world({ link: { delayMs: [10, 10] } });
  const controller = new AbortController();
  outcome('create', client.send(create(), { signal: controller.signal }));
  scheduler.at(5, () => controller.abort());
  await scheduler.run(1_000);
  assert.equal([log, exists(server)], [['5 create: Aborted unanswered'], true]);
  outcome('another', client.send(create('b'), { signal: controller.signal }));
  await scheduler.run(2_000);
  assert.equal([log[1], exists(server, 'b')], ['1000 another: Aborted', false]);
});

test('answers wait for a stopped process', async () => {
  const { scheduler, clock, server, client, log, outcome } = world({ link: { delayMs: [10, 10] } });
  outcome('create', client.send(create()));
  scheduler.at(5, clock.pause);
  scheduler.at(500, clock.resume);
  await scheduler.run(10_000);
  assert.equal([log, exists(server)], [['500 create: ok'], true]);
});

test('a process that was stopped for longer than the timeout finds its timer due', async () => {
  const { scheduler, clock, client, log, outcome } = world({ link: { delayMs: [10, 10] } });
  outcome('create', client.send(create()));
  scheduler.at(5, clock.pause);
  scheduler.at(5_000, clock.resume);
  await scheduler.run(10_000);
  assert.equal(log, ['5000 create: Timeout unanswered']);
});

test('what a killed process handed over is applied, and it hears nothing', async () => {
  const { scheduler, clock, server, client, log, outcome } = world({ link: { delayMs: [10, 10] } });
  outcome('create', client.send(create()));
  scheduler.at(5, clock.kill);
  await scheduler.run(10_000);
  assert.equal([log, exists(server)], [[], true]);
});

test('failures of requests about Leases leave all others alone, whatever lane they take', async () => {
  const { scheduler, client, log, outcome } = world({ link: { delayMs: [10, 10] } });
  const answer = { type: 'Failure', status: 503, reason: 'ServiceUnavailable', message: 'no' } as const;
  client.link.failure = { chance: 1, answer, only: 'Leases' };
  outcome('create', client.send(create()));
  outcome('lease', client.get(LEASES, REF));
  outcome('get', client.get(CONFIG_MAPS, REF, { lane: 'lease' }));
  await scheduler.run(1_000);
  assert.equal(log.toSorted(), ['20 create: ok', '20 get: ok', '20 lease: ServerError unanswered']);
});

test('failures come instead of answers, with Retry-After', async () => {
  const { scheduler, server, client, outcome, log } = world();
  const answer = { type: 'Failure', status: 429, reason: 'TooManyRequests', message: 'later' } as const;
  client.link.failure = { chance: 1, answer: { ...answer, retryAfterMs: 2_000 } };
  const failed = client.send(create()).catch((error: unknown) => error as ApiError);
  await scheduler.run(1_000);
  const error = await failed;
  assert.ok(isApiError(error, 'TooManyRequests'));
  assert.equal([error.retryAfterMs, error.answered, exists(server)], [2_000, true, false]);
  client.link.failure = { chance: 1, answer: { ...answer, status: 503, reason: 'ServiceUnavailable' } };
  for (let n = 0; n < 20; n += 1) outcome(`create ${n}`, client.send(create(`b-${n}`)));
  await scheduler.run(2_000);
  assert.ok(
    log.every((line) => line.endsWith('ServerError unanswered')),
    log.join('\n'),
  );
  const applied = Array.from({ length: 20 }, (_, n) => exists(server, `b-${n}`)).filter(Boolean).length;
  assert.ok(applied > 0 && applied < 20, `a 5xx tells nothing about the write: ${applied} of 20 were applied`);
});

test('at most 32 writes are on their way, and a lease does not wait for them', async () => {
  const { scheduler, client, log, outcome, sent } = world({ link: { requests: 'Lose' } });
  for (let n = 0; n < 40; n += 1) outcome(`create ${n}`, client.send(create(`c-${n}`)));
  outcome('lease', client.send(create('lease'), { lane: 'lease' }));
  await scheduler.run(0);
  assert.equal([client.inFlight(), sent.length], [{ writes: 32, writesMax: 32 }, 33]);
  await scheduler.run(900);
  client.link.requests = 'Pass';
  await scheduler.run(1_500);
  const ends = log.map((line) => line.replace(/^\d+ create \d+/, '')).toSorted();
  assert.is(ends.filter((end) => end === ': Timeout unanswered').length, 32);
  assert.is(client.inFlight().writes, 0);
});

interface Listener {
  readonly told: string[];
  readonly controller: AbortController;
}

function listen({ client, note }: World, resourceVersion: string): Listener {
  const controller = new AbortController();
  const told: string[] = [];
  const read = async (): Promise<void> => {
    const options = { namespace: 'n', resourceVersion, idleTimeoutMs: 80_000, signal: controller.signal };
    try {
      for await (const event of client.watch(CONFIG_MAPS, options)) told.push(textOf(event));
      note('ended');
    } catch (error) {
      note(isApiError(error) ? error.code : String(error));
    }
  };
  void read();
  return { told, controller };
}

function textOf(event: WatchEvent): string {
  if (event.type === 'BOOKMARK') return `BOOKMARK ${event.resourceVersion}`;
  return event.type === 'ERROR' ? `ERROR ${event.status}` : `${event.type} ${event.object.metadata.name}`;
}

function nowAt(server: ModelServer): string {
  const answer = server.list(CONFIG_MAPS, {});
  return answer.type === 'List' ? answer.list.resourceVersion : '';
}

test('events arrive in order whatever their delays, and through a pause', async () => {
  const here = world({ link: { delayMs: [0, 50], watchDelayMs: [0, 400] } });
  const { scheduler, server, clock } = here;
  const { told } = listen(here, nowAt(server));
  const names = Array.from({ length: 40 }, (_, n) => `c-${n}`);
  for (const [n, name] of names.entries()) scheduler.at(100 + n * 7, () => void server.write(create(name)));
  scheduler.at(150, clock.pause);
  scheduler.at(700, clock.resume);
  await scheduler.run(10_000);
  assert.equal(
    told,
    names.map((name) => `ADDED ${name}`),
  );
});

test('a stream that loses nothing: what an outage held back comes when it is over', async () => {
  const here = world({ link: { delayMs: [1, 5] } });
  const { scheduler, server, client } = here;
  const { told } = listen(here, nowAt(server));
  const at = (ms: number, run: () => void): void => void scheduler.at(ms, run);
  at(100, () => void server.write(create('a')));
  at(200, () => (client.link.answers = 'Lose'));
  at(300, () => void server.write(create('b')));
  at(400, () => void server.write(create('c')));
  at(500, () => assert.equal(told, ['ADDED a']));
  at(600, () => (client.link.answers = 'Pass'));
  at(700, () => assert.equal(told, ['ADDED a', 'ADDED b', 'ADDED c']));
  at(800, () => void server.write(create('d')));
  await scheduler.run(1_000);
  assert.equal(told, ['ADDED a', 'ADDED b', 'ADDED c', 'ADDED d']);
});

test('a silent stream is idle after its time, bookmarks keep it', async () => {
  const here = world({ link: { delayMs: [1, 5] } });
  const { scheduler, server } = here;
  const { told } = listen(here, nowAt(server));
  scheduler.at(60_000, server.bookmark);
  await scheduler.run(139_000);
  assert.equal([told.length, here.log], [1, []]);
  await scheduler.run(141_000);
  assert.match(here.log.join(), /^1400\d\d Idle$/);
});

test('a watch that is not answered ends after 30 s', async () => {
  const here = world({ link: { requests: 'Lose' } });
  listen(here, nowAt(here.server));
  await here.scheduler.run(40_000);
  assert.equal(here.log, ['30000 Unavailable']);
});

test('cut, left, ended by the server, refused', async () => {
  const here = world();
  const { scheduler, server, client } = here;
  listen(here, nowAt(server));
  await scheduler.run(10);
  client.cutWatches();
  await scheduler.run(20);
  const { controller } = listen(here, nowAt(server));
  await scheduler.run(30);
  controller.abort();
  await scheduler.run(40);
  listen(here, nowAt(server));
  await scheduler.run(50);
  server.restart();
  await scheduler.run(60);
  server.write(create());
  server.compact();
  const { told } = listen(here, '1000');
  await scheduler.run(70);
  assert.equal([here.log, told], [['10 Unavailable', '30 Aborted', '50 ended', '60 ended'], ['ERROR 410']]);
  client.link.failure = { chance: 1, answer: { type: 'Failure', status: 403, reason: 'Forbidden', message: 'no' } };
  listen(here, nowAt(server));
  await scheduler.run(80);
  assert.is(here.log.at(-1), '70 Forbidden');
});

test('a closed client has no watches at the server', async () => {
  const here = world();
  const { scheduler, server, client } = here;
  const { told } = listen(here, nowAt(server));
  await scheduler.run(10);
  await client.close();
  const { pending } = scheduler;
  server.write(create());
  assert.is(scheduler.pending, pending, 'nothing is sent');
  await scheduler.run(20);
  assert.equal([told, here.log], [[], ['10 ended']]);
});

test('reads with a version are as old as the link says, consistent ones never', async () => {
  const { scheduler, server, client } = world();
  const write = (n: number): void => {
    const patch = { data: { n: String(n) } };
    server.write({ verb: 'patch', resource: CONFIG_MAPS, ref: REF, patchType: 'merge', patch });
  };
  server.write(create());
  for (const n of [1, 2, 3]) scheduler.at(n * 100, () => write(n));
  await scheduler.run(350);
  client.link.staleMs = 100;
  const seen = async (read: Promise<KubeObject>): Promise<unknown> => (await read)['data'];
  const reads = [
    seen(client.get(CONFIG_MAPS, REF, { resourceVersion: '0' })),
    seen(client.get(CONFIG_MAPS, REF)),
    seen(client.get(CONFIG_MAPS, REF, { resourceVersion: nowAt(server) })),
    client.list(CONFIG_MAPS, { namespace: 'n', resourceVersion: '0' }).then(({ items }) => items[0]?.['data']),
    client.list(CONFIG_MAPS, { namespace: 'n' }).then(({ items }) => items[0]?.['data']),
  ];
  await scheduler.run(400);
  assert.equal(await Promise.all(reads), [{ n: '2' }, { n: '3' }, { n: '3' }, { n: '2' }, { n: '3' }]);
});
