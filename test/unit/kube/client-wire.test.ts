import { once } from 'node:events';

import * as assert from 'uvu/assert';

import { isApiError, type ApiError, type ApiErrorCode } from '../../../src/kube/api-error.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { KubeObject, WatchEvent, WriteRequest } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { answer, startWireBench, type WireBench, type WireOptions } from './http-server.ts';

const test = suite('client on the wire');

const object = (name: string): KubeObject => ({
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { namespace: 'n', name, resourceVersion: '1' },
});

const create = (name: string): WriteRequest => ({ verb: 'create', resource: CONFIG_MAPS, body: object(name) });

async function withBench(options: WireOptions, body: (bench: WireBench) => Promise<void>): Promise<void> {
  const bench = await startWireBench(options);
  try {
    await body(bench);
  } finally {
    await bench.close();
  }
}

async function rejected(promise: Promise<unknown>, code: ApiErrorCode, answered: boolean): Promise<ApiError> {
  try {
    await promise;
  } catch (error) {
    assert.ok(isApiError(error), String(error));
    assert.equal([error.code, error.answered], [code, answered], error.message);
    return error;
  }
  throw new Error(`not rejected with ${code}`);
}

test('no more writes are under way than connections; the rest follows in order, each admitted when its turn comes', () =>
  withBench({ writeConnections: 2 }, async ({ server, client }) => {
    const admitted: string[] = [];
    const names = ['a', 'b', 'c', 'd'];
    const writes = names.map((name) => client.send(create(name), { admit: () => void admitted.push(name) }));
    const [first, second] = [await server.next(), await server.next()];
    assert.equal(admitted, ['a', 'b']);
    assert.equal(client.inFlight(), { writes: 2, writesMax: 2 });
    answer(first, 201, object('a'));
    const third = await server.next();
    assert.equal(admitted, ['a', 'b', 'c']);
    answer(second, 201, object('b'));
    answer(third, 201, object('c'));
    answer(await server.next(), 201, object('d'));
    const answers = await Promise.all(writes);
    assert.equal(
      answers.map((each) => each.metadata.name),
      names,
    );
    assert.is(server.connections, 2);
  }));

test('a refused write sends nothing and costs no connection', () =>
  withBench({ writeConnections: 1 }, async ({ server, client }) => {
    const sent: number[] = [];
    const onSent = (ms: number): void => void sent.push(ms);
    const done = client.send(create('a'), { onSent });
    answer(await server.next(), 201, object('a'));
    await done;
    const refused = await rejected(
      client.send(create('b'), { admit: () => 'slot 7 is not ours', onSent }),
      'Refused',
      true,
    );
    assert.match(refused.message, /slot 7 is not ours/);
    const again = client.send(create('c'));
    answer(await server.next(), 201, object('c'));
    await again;
    assert.equal([server.requests.length, server.connections, sent.length], [2, 1, 1]);
  }));

test('renewals do not wait behind writes, nor behind reads and watches', () =>
  withBench({ writeConnections: 1, readConnections: 1 }, async ({ server, client }) => {
    const signal = AbortSignal.abort();
    const stuck = [
      client.send(create('a')),
      client.send(create('b')),
      client.get(CONFIG_MAPS, { namespace: 'n', name: 'c' }),
    ];
    const held = [await server.next(), await server.next()];
    const renewal = client.send(create('lease'), { lane: 'lease' });
    answer(await server.next(), 201, object('lease'));
    await renewal;
    await rejected(client.send(create('d'), { signal }), 'Aborted', true);
    for (const each of held) answer(each, 200, object('x'));
    answer(await server.next(), 200, object('x'));
    await Promise.all(stuck);
  }));

test('silence: the write counts as still under way, the connection is given up, the next write has a new one', () =>
  withBench({ writeConnections: 1 }, async ({ server, client }) => {
    const silent = rejected(client.send(create('a'), { timeoutMs: 50 }), 'Timeout', false);
    const { request } = await server.next();
    assert.match(request.url ?? '', /timeout=50ms/);
    await silent;
    const next = client.send(create('b'));
    answer(await server.next(), 201, object('b'));
    await next;
    assert.is(server.connections, 2);
  }));

test('a caller who gives up after the write was sent does not know whether it happened', () =>
  withBench({}, async ({ server, client }) => {
    const controller = new AbortController();
    const write = rejected(client.send(create('a'), { signal: controller.signal }), 'Aborted', false);
    const { response } = await server.next();
    controller.abort();
    await Promise.all([write, once(response, 'close')]);
  }));

test('a connection lost on the way, and none to be had', () =>
  withBench({}, async ({ server, client }) => {
    const lost = rejected(client.send(create('a')), 'Unavailable', false);
    (await server.next()).request.socket.destroy();
    await lost;
    await server.stop();
    await rejected(client.send(create('b')), 'Unavailable', true);
  }));

test('answers are bounded and must be JSON', () =>
  withBench({ answerBytesMax: 1000 }, async ({ server, client }) => {
    const long = rejected(client.send(create('a')), 'Malformed', true);
    answer(await server.next(), 201, { ...object('a'), data: 'x'.repeat(2000) });
    await long;
    const text = rejected(client.send(create('b')), 'Malformed', true);
    (await server.next()).response.end('<html>');
    await text;
  }));

test('a 401 is repeated once, with credentials that have changed meanwhile', async () => {
  let token = 'old';
  let headers = { authorization: token };
  const access = {
    cachedHeaders: () => headers,
    refresh: (failed: object) => {
      if (headers === failed) headers = { authorization: token };
      return Promise.resolve(headers.authorization !== 'old');
    },
  };
  await withBench({ access }, async ({ server, client }) => {
    const stale = rejected(client.send(create('a')), 'Unauthorized', true);
    answer(await server.next(), 401, {});
    await stale;
    token = 'new';
    const sentMs: number[] = [];
    const write = client.send(create('b'), { onSent: (ms) => sentMs.push(ms) });
    answer(await server.next(), 401, {});
    const second = await server.next();
    assert.is(second.request.headers.authorization, 'new');
    // W4 counts from the request that may still be applied, and that is the second.
    assert.is(sentMs.length, 2);
    assert.ok((sentMs[1] ?? 0) > (sentMs[0] ?? 0));
    answer(second, 201, object('b'));
    await write;
  });
});

const watchFrom = { resourceVersion: '1', idleTimeoutMs: 60_000 };

test('a watch delivers what comes, in pieces of any size, and ends when the server ends it', () =>
  withBench({}, async ({ server, client }) => {
    const seen: WatchEvent[] = [];
    const reading = (async () => {
      const { signal } = new AbortController();
      for await (const event of client.watch(CONFIG_MAPS, { ...watchFrom, signal })) seen.push(event);
    })();
    const { request, response } = await server.next();
    const query = new URL(request.url ?? '', 'http://x').searchParams;
    assert.equal(
      [query.get('watch'), query.get('allowWatchBookmarks'), query.get('resourceVersion')],
      ['1', 'true', '1'],
    );
    const line = `${JSON.stringify({ type: 'ADDED', object: object('ä') })}\n`;
    const bytes = Buffer.from(line + line);
    for (const byte of [bytes.subarray(0, 90), bytes.subarray(90, 91), bytes.subarray(91)]) response.write(byte);
    response.end();
    await reading;
    assert.equal(
      seen.map((event) => event.type === 'ADDED' && event.object.metadata.name),
      ['ä', 'ä'],
    );
  }));

test('a reader who leaves, or whose signal aborts, ends the request', () =>
  withBench({}, async ({ server, client }) => {
    const event = `${JSON.stringify({ type: 'BOOKMARK', object: object('a') })}\n`;
    const leave = (async () => {
      for await (const _ of client.watch(CONFIG_MAPS, { ...watchFrom, signal: new AbortController().signal })) return;
    })();
    const first = await server.next();
    first.response.write(event);
    await Promise.all([leave, once(first.response, 'close')]);
    const controller = new AbortController();
    const stream = client.watch(CONFIG_MAPS, { ...watchFrom, signal: controller.signal });
    const aborted = rejected(stream[Symbol.asyncIterator]().next(), 'Aborted', true);
    const second = await server.next();
    controller.abort();
    await Promise.all([aborted, once(second.response, 'close')]);
  }));

test('a watch that is silent ends as Idle, one that is refused with the answer', () =>
  withBench({}, async ({ server, client }) => {
    const { signal } = new AbortController();
    const silent = client.watch(CONFIG_MAPS, { ...watchFrom, idleTimeoutMs: 300, signal })[Symbol.asyncIterator]();
    const idle = rejected(silent.next(), 'Idle', true);
    (await server.next()).response.flushHeaders();
    await idle;
    const refused = client.watch(CONFIG_MAPS, { ...watchFrom, signal })[Symbol.asyncIterator]();
    const busy = rejected(refused.next(), 'TooManyRequests', true);
    answer(await server.next(), 429, { kind: 'Status', message: 'initializing' }, { 'retry-after': '1' });
    assert.is((await busy).retryAfterMs, 1000);
  }));

test('a flood of events waits for its reader and loses nothing', () =>
  withBench({}, async ({ server, client }) => {
    const { signal } = new AbortController();
    const events = client.watch(CONFIG_MAPS, { ...watchFrom, signal })[Symbol.asyncIterator]();
    const first = events.next();
    const { response } = await server.next();
    const total = 20_000;
    for (let n = 0; n < total; n += 1) {
      response.write(
        `${JSON.stringify({ type: 'BOOKMARK', object: { ...object('a'), metadata: { name: 'a', resourceVersion: String(n) } } })}\n`,
      );
    }
    response.end();
    await first;
    let count = 1;
    for (let result = await events.next(); result.done !== true; result = await events.next()) {
      assert.equal(result.value, { type: 'BOOKMARK', resourceVersion: String(count) });
      count += 1;
    }
    assert.is(count, total);
  }));

test('more watches than allowed are refused, not left waiting', () =>
  withBench({ watchesMax: 1 }, async ({ server, client }) => {
    const controller = new AbortController();
    const { signal } = controller;
    const open = rejected(
      client
        .watch(CONFIG_MAPS, { ...watchFrom, signal })
        [Symbol.asyncIterator]()
        .next(),
      'Aborted',
      true,
    );
    await server.next();
    await rejected(
      client
        .watch(CONFIG_MAPS, { ...watchFrom, signal })
        [Symbol.asyncIterator]()
        .next(),
      'Unavailable',
      true,
    );
    controller.abort();
    await open;
  }));
