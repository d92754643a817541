import { createServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../../src/lib/clock.ts';
import { ShardkeeperError, hasCode } from '../../../../src/lib/errors.ts';
import { createHookClient } from '../../../../src/metacontroller/hook/client.ts';
import type { HookAnswer, HookClient } from '../../../../src/metacontroller/hook/client.ts';
import type { HookCall } from '../../../../src/metacontroller/hook/exchange.ts';
import { suite } from '../../../suite.ts';

const test = suite('hook client');

type Handler = (request: IncomingMessage, response: ServerResponse, body: string) => void;

let handler: Handler = (_request, response) => response.end('{}');
let server: Server;
let client: HookClient;
let origin = '';
let waits = 0;

test.before.each(async () => {
  server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => handler(request, response, Buffer.concat(chunks).toString('utf8')));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  origin = `http://127.0.0.1:${String((server.address() as AddressInfo).port)}`;
  waits = 0;
  const onWait = (): void => {
    waits += 1;
  };
  client = createHookClient({ clock: systemClock, connectionsMax: 2, answerBytesMax: 1000, userAgent: 'me/1', onWait });
});

test.after.each(async () => {
  await client.close();
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
});

function call(options: Partial<HookCall> = {}): Promise<HookAnswer> {
  const url = new URL(`${origin}/sync?x=1`);
  return client.call({
    url,
    label: `${url.origin}${url.pathname}`,
    path: 'spec.hooks.sync.webhook',
    body: '{"a":"ä"}',
    headers: { 'shardkeeper-slot': '7' },
    timeoutMs: 5000,
    signal: new AbortController().signal,
    admit: () => {},
    ...options,
  });
}

async function codeOf(promise: Promise<unknown>): Promise<string> {
  try {
    await promise;
    return 'none';
  } catch (error) {
    return error instanceof ShardkeeperError ? error.code : String(error);
  }
}

test('posts JSON with the headers, and answers the bytes', async () => {
  let seen: unknown;
  handler = ({ method, url, headers }, response, body) => {
    seen = {
      method,
      url,
      type: headers['content-type'],
      slot: headers['shardkeeper-slot'],
      agent: headers['user-agent'],
      body,
    };
    response.end('{"ok":true}');
  };
  const answer = await call();
  assert.equal(seen, {
    method: 'POST',
    url: '/sync?x=1',
    type: 'application/json',
    slot: '7',
    agent: 'me/1',
    body: '{"a":"ä"}',
  });
  assert.is(answer.type === 'Body' && Buffer.from(answer.bytes).toString(), '{"ok":true}');
});

test('only 200 is success, and the message has no body', async () => {
  for (const status of [201, 202, 204, 302, 404, 500]) {
    handler = (_request, response) => {
      response.statusCode = status;
      response.end(status === 204 ? undefined : 'secret');
    };
    try {
      await call();
      assert.unreachable();
    } catch (error) {
      assert.ok(hasCode(error, 'HookStatus'));
      assert.not.match(String(error), 'secret');
    }
  }
});

test('429 is no error: Retry-After in seconds or as a date, with a bound, and a floor for none at all', async () => {
  handler = (_request, response) => {
    response.writeHead(429, { 'retry-after': '7' }).end('{"children":[]}');
  };
  assert.equal(await call(), { type: 'Throttled', retryAfterMs: 7000 });
  handler = (_request, response) => {
    response.writeHead(429, { 'retry-after': 'Fri, 31 Dec 2100 00:00:00 GMT' }).end();
  };
  assert.equal(await call(), { type: 'Throttled', retryAfterMs: 600_000 });
  handler = (_request, response) => response.writeHead(429).end();
  assert.equal(await call(), { type: 'Throttled', retryAfterMs: 1000 });
});

test('an answer that never ends is given up after the timeout', async () => {
  handler = (_request, response) => response.writeHead(200).write('{');
  assert.is(await codeOf(call({ timeoutMs: 50 })), 'HookTimeout');
});

test('a huge answer is refused', async () => {
  handler = (_request, response) => response.end('x'.repeat(2000));
  assert.is(await codeOf(call()), 'HookTooLarge');
});

test('an abort ends the call', async () => {
  const controller = new AbortController();
  handler = () => controller.abort();
  assert.is(await codeOf(call({ signal: controller.signal })), 'Aborted');
  assert.is(await codeOf(call({ signal: controller.signal })), 'Aborted');
});

test('what admit throws is thrown, and nothing is sent', async () => {
  let requests = 0;
  handler = (_request, response) => {
    requests += 1;
    response.end('{}');
  };
  const admit = (): void => {
    throw new ShardkeeperError('lost', { code: 'Refused' });
  };
  assert.is(await codeOf(call({ admit })), 'Refused');
  await call();
  assert.is(requests, 1);
});

test('calls wait for one of the bounded connections, and the token is checked only then', async () => {
  const waiting: ServerResponse[] = [];
  let admitted = 0;
  const full = new Promise<void>((resolve) => {
    handler = (_request, response) => {
      waiting.push(response);
      if (waiting.length === 2) resolve();
    };
  });
  const admit = (): void => {
    admitted += 1;
  };
  const calls = [call({ admit }), call({ admit }), call({ admit })];
  await full;
  assert.is(admitted, 2);
  assert.equal([client.load(), waits], [{ used: 2, limit: 2 }, 1]);
  handler = (_request, response) => response.end('{}');
  for (const response of waiting) response.end('{}');
  await Promise.all(calls);
  assert.is(admitted, 3);
  assert.is(client.load().used, 0);
});

test('a call that waits for a connection can be aborted without harm to others', async () => {
  const waiting: ServerResponse[] = [];
  const full = new Promise<void>((resolve) => {
    handler = (_request, response) => {
      waiting.push(response);
      if (waiting.length === 2) resolve();
    };
  });
  const busy = [call(), call()];
  await full;
  const controller = new AbortController();
  const third = codeOf(call({ signal: controller.signal }));
  controller.abort();
  assert.is(await third, 'Aborted');
  handler = (_request, response) => response.end('{}');
  for (const response of waiting) response.end('{}');
  await Promise.all([...busy, call(), call(), call()]);
});

test('a connection that the server closed is tried once more, then reported', async () => {
  let requests = 0;
  handler = (request, response) => {
    requests += 1;
    if (requests === 2) request.socket.destroy();
    else response.end('{}');
  };
  await call();
  await call();
  assert.is(requests, 3);
  handler = (request) => {
    requests += 1;
    request.socket.destroy();
  };
  assert.is(await codeOf(call()), 'HookUnavailable');
  assert.is(requests, 5);
});

test('nobody listens', async () => {
  const url = new URL('http://127.0.0.1:1/sync');
  assert.is(await codeOf(call({ url })), 'HookUnavailable');
});

test('metrics see every end', async () => {
  const ends: string[] = [];
  const onEnd = (code: string): void => {
    ends.push(code);
  };
  handler = (_request, response) => response.end('{}');
  await call({ onEnd });
  handler = (_request, response) => response.writeHead(500).end();
  await codeOf(call({ onEnd }));
  await codeOf(call({ onEnd, url: new URL('http://127.0.0.1:1/sync') }));
  assert.equal(ends, ['200', '500', 'error']);
});
