import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { createEtagCaches } from '../../../../src/metacontroller/hook/etag-cache.ts';
import type { EtagCache } from '../../../../src/metacontroller/hook/etag-cache.ts';
import { suite } from '../../../suite.ts';
import { createHookWorld, failureOf, query, startHook } from './hook-world.ts';
import type { HookServer, HookWorld } from './hook-world.ts';

const test = suite('hook ETags');

let clock: FakeClock;
let world: HookWorld;
let hook: HookServer;
let url = '';

test.before.each(async () => {
  clock = new FakeClock();
  world = createHookWorld({ etagClock: clock, etagBytesMax: 10_000 });
  hook = await startHook();
  url = `http://127.0.0.1:${String(hook.port)}/sync`;
});

test.after.each(async () => {
  await world.client.close();
  await hook.close();
});

const tags = (): readonly unknown[] => hook.seen.map(({ headers }) => headers['if-none-match']);

/** Answers `status`, with a tag and a body where there is one. */
function answer(status: number, { etag, body = '' }: { readonly etag?: string; readonly body?: string } = {}): void {
  hook.answer = (_request, response) => {
    response.writeHead(status, etag === undefined ? {} : { etag }).end(body);
  };
}

const status = (version: number): string => `{"status":{"version":${String(version)}}}`;
const answered = (version: number): unknown => ({ type: 'Answer', response: { status: { version } } });

test('304 and 412 stand for the answer whose tag was sent', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true } });
  answer(200, { etag: '"a"', body: status(1) });
  assert.equal(await endpoint.call(query()), answered(1));
  for (const code of [304, 412]) {
    answer(code, { etag: '"b"' });
    assert.equal(await endpoint.call(query()), answered(1));
  }
  answer(200, { etag: 'W/"b"', body: status(2) });
  assert.equal(await endpoint.call(query()), answered(2));
  answer(304);
  assert.equal(await endpoint.call(query()), answered(2));
  assert.equal(tags(), [undefined, '"a"', '"a"', '"a"', 'W/"b"']);
});

test('without the setting no tag is sent, and 304 is an error', async () => {
  for (const etag of [undefined, {}, { enabled: false, cacheTimeoutSeconds: 5 }]) {
    const endpoint = world.endpoint({ url, ...(etag === undefined ? {} : { etag }) });
    answer(200, { etag: '"a"', body: status(1) });
    await endpoint.call(query());
    answer(304);
    assert.is((await failureOf(endpoint.call(query()))).code, 'HookStatus');
  }
  assert.equal(
    tags(),
    Array.from({ length: 6 }, () => undefined),
  );
});

test('304 or 412 where nothing was asked is an error, and changes nothing', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true } });
  for (const code of [304, 412]) {
    answer(code);
    assert.is((await failureOf(endpoint.call(query()))).code, 'HookStatus');
  }
  assert.equal(tags(), [undefined, undefined]);
});

test('an answer without a tag is used; the answer with the last tag stays', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true } });
  answer(200, { body: status(1) });
  assert.equal(await endpoint.call(query()), answered(1));
  answer(200, { etag: '"a"', body: status(2) });
  await endpoint.call(query());
  answer(200, { body: status(3) });
  assert.equal(await endpoint.call(query()), answered(3));
  answer(304);
  assert.equal(await endpoint.call(query()), answered(2));
  assert.equal(tags(), [undefined, undefined, '"a"', '"a"']);
});

test('errors, answers that cannot be read and unusable tags are not remembered', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true } });
  answer(500, { etag: '"a"', body: status(1) });
  assert.is((await failureOf(endpoint.call(query()))).code, 'HookStatus');
  answer(200, { etag: '"b"', body: '{"children":[null]}' });
  assert.is((await failureOf(endpoint.call(query()))).code, 'HookInvalid');
  for (const etag of ['', '"\u00e4"', `"${'x'.repeat(1100)}"`]) {
    answer(200, { etag, body: status(1) });
    await endpoint.call(query());
  }
  await endpoint.call(query());
  assert.equal(
    tags(),
    Array.from({ length: 6 }, () => undefined),
  );
});

test('429 waits in this mode too', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true } });
  answer(200, { etag: '"a"', body: status(1) });
  await endpoint.call(query());
  hook.answer = (_request, response) => response.writeHead(429, { 'retry-after': '3' }).end();
  assert.equal(await endpoint.call(query()), { type: 'Throttled', retryAfterMs: 3000 });
});

test('parents and hooks have answers of their own; those of a stopped controller are forgotten', async () => {
  const a = world.endpoint({ url, etag: { enabled: true } });
  const b = world.endpoint({ url, etag: { enabled: true } });
  answer(200, { etag: '"a"', body: status(1) });
  await a.call(query({ subject: 'n/one' }));
  await a.call(query({ subject: 'n/two' }));
  await b.call(query({ subject: 'n/one' }));
  assert.equal(tags(), [undefined, undefined, undefined]);
  const { usedBytes } = world.etags.load();
  a.close();
  assert.is(world.etags.load().usedBytes, usedBytes / 3);
  await b.call(query({ subject: 'n/one' }));
  assert.is(tags().at(-1), '"a"');
  b.close();
  assert.is(world.etags.load().usedBytes, 0);
});

test('after cacheTimeoutSeconds it is asked as if for the first time; without it, never', async () => {
  const short = world.endpoint({ url, etag: { enabled: true, cacheTimeoutSeconds: 60 } });
  const long = world.endpoint({ url, etag: { enabled: true } });
  answer(200, { etag: '"a"', body: status(1) });
  for (const endpoint of [short, long]) await endpoint.call(query());
  clock.advance(59_999);
  await short.call(query());
  clock.advance(60_000);
  for (const endpoint of [short, long]) await endpoint.call(query());
  assert.equal(tags(), [undefined, undefined, '"a"', undefined, '"a"']);
});

test('an answer that runs out while the hook thinks is the answer all the same', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true, cacheTimeoutSeconds: 60 } });
  answer(200, { etag: '"a"', body: status(1) });
  await endpoint.call(query());
  hook.answer = (_request, response) => {
    clock.advance(60_000);
    response.writeHead(304).end();
  };
  assert.equal(await endpoint.call(query()), answered(1));
});

test('the answer that was not wanted for longest gives way; one that is too large is used but not kept', async () => {
  const endpoint = world.endpoint({ url, etag: { enabled: true } });
  const large = (size: number): string => `{"status":{"text":"${'x'.repeat(size)}"}}`;
  answer(200, { etag: '"a"', body: large(2000) });
  for (const subject of ['1', '2', '3', '4', '1', '5']) await endpoint.call(query({ subject }));
  assert.ok(world.etags.load().usedBytes <= 10_000);
  for (const subject of ['1', '2']) await endpoint.call(query({ subject }));
  assert.equal(tags().slice(6), ['"a"', undefined]);
  answer(200, { etag: '"b"', body: large(2600) });
  assert.is((await endpoint.call(query({ subject: '9' }))).type, 'Answer');
  await endpoint.call(query({ subject: '9' }));
  assert.is(tags().at(-1), undefined);
});

const action = fc.record({
  part: fc.nat({ max: 1 }),
  subject: fc.constantFrom('a', 'b', 'c', 'd'),
  what: fc.constantFrom('put', 'get', 'wait', 'clear'),
  size: fc.nat({ max: 400 }),
});

test('never beyond the bound, never what is too old, and with room for all exactly what was put last', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 60 }), fc.boolean(), (actions, isRoomy) => {
      const now = new FakeClock();
      const bytesMax = isRoomy ? 1_000_000 : 2500;
      const caches = createEtagCaches({ clock: now, bytesMax });
      const parts: readonly EtagCache[] = [
        caches.open({ timeoutMs: 1000, cleanupMs: 500 }),
        caches.open({ timeoutMs: undefined, cleanupMs: undefined }),
      ];
      const oracle = new Map<string, { readonly etag: string; readonly untilMs: number }>();
      for (const [index, { part, subject, what, size }] of actions.entries()) {
        const cache = parts[part] as EtagCache;
        const key = `${String(part)} ${subject}`;
        const etag = `"${String(index)}"`;
        if (what === 'wait') now.advance(size);
        if (what === 'put') {
          cache.put(subject, { etag, bytes: new Uint8Array(size).fill(index) });
          oracle.set(key, { etag, untilMs: part === 0 ? now.monotonicMs() + 1000 : Infinity });
        }
        if (what === 'clear') {
          cache.clear();
          for (const other of [...oracle.keys()]) if (other.startsWith(`${String(part)} `)) oracle.delete(other);
        }
        const found = cache.get(subject);
        const due = oracle.get(key);
        const wanted = due !== undefined && due.untilMs > now.monotonicMs() ? due.etag : undefined;
        if (isRoomy ? found?.etag !== wanted : found !== undefined && found.etag !== wanted) return false;
        if (caches.load().usedBytes > bytesMax) return false;
      }
      for (const cache of parts) cache.clear();
      return caches.load().usedBytes === 0;
    }),
  );
});

test('what ran out is cleaned away while others are put, in the time that was set', () => {
  const caches = createEtagCaches({ clock, bytesMax: 100_000 });
  const cleaned = caches.open({ timeoutMs: 1000, cleanupMs: 2000 });
  const entry = { etag: '"a"', bytes: new Uint8Array(10) };
  cleaned.put('old', entry);
  const one = caches.load().usedBytes;
  clock.advance(1500);
  cleaned.put('new', entry);
  assert.ok(caches.load().usedBytes > one);
  clock.advance(600);
  cleaned.put('new', entry);
  assert.is(caches.load().usedBytes, one);
});
