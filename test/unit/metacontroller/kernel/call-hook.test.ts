import * as assert from 'uvu/assert';
import { createHookCaller } from '../../../../src/metacontroller/kernel/call-hook.ts';
import type { HookCaller } from '../../../../src/metacontroller/kernel/call-hook.ts';
import { compileHook } from '../../../../src/metacontroller/hook/webhook.ts';
import type { CompiledHook } from '../../../../src/metacontroller/hook/webhook.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { suite } from '../../../suite.ts';
import { parent, setup } from '../fixtures.ts';
import { createHookWorld, startHook } from '../hook/hook-world.ts';
import type { HookServer, HookWorld } from '../hook/hook-world.ts';

const test = suite('calls of hooks');

let world: HookWorld;
let server: HookServer;
let hook: CompiledHook;
let caller: HookCaller;

test.before.each(async () => {
  world = createHookWorld();
  server = await startHook();
  server.answer = (_request, response) => response.writeHead(200, { etag: '"a"' }).end('{"status":{}}');
  const url = `http://127.0.0.1:${String(server.port)}/sync`;
  const authorization = { secretRef: { namespace: 'n', name: 's', key: 'token' } };
  const compiled = compileHook('sync', { webhook: { url, authorization, etag: { enabled: true } } });
  if (compiled === undefined) throw new Error('no hook');
  hook = compiled;
  world.references.set('Secret n/s', { token: 'abc' });
  const { client, references, etags } = world;
  caller = createHookCaller({ setup: setup(), client, references, etags, metrics: silentMetrics });
});

test.after.each(async () => {
  await world.client.close();
  await server.close();
});

async function ask(about = parent()): Promise<void> {
  await caller.call({
    hook,
    parent: about,
    observed: [],
    finalizing: false,
    context: {
      token: { slot: 77, incarnation: 'i', acquisition: 1, fencing: '3.4' },
      signal: new AbortController().signal,
      assertOwned: () => {},
    },
  });
}

test('a call carries the token of its slot beside the credentials', async () => {
  await ask();
  const { headers } = server.seen[0] ?? {};
  assert.is(headers?.['shardkeeper-slot'], '77');
  assert.is(headers?.['shardkeeper-generation'], '3.4');
  assert.is(headers?.authorization, 'Bearer abc');
});

test('answers are remembered by parent: not by name alone, and not after the controller has stopped', async () => {
  const group = { ...parent(), apiVersion: 'other.example.com/v1' };
  for (const about of [parent(), parent(), parent({ uid: 'p2' }), parent({ namespace: 'm' }), group]) await ask(about);
  const tags = server.seen.map(({ headers }) => headers['if-none-match']);
  assert.equal(tags, [undefined, '"a"', undefined, undefined, undefined]);
  assert.ok(world.etags.load().usedBytes > 0);
  caller.close();
  assert.is(world.etags.load().usedBytes, 0);
});
