/** The example's webhook, run as its README says. */
import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { createInterface } from 'node:readline';
import * as assert from 'uvu/assert';
import { suite } from '../../suite.ts';

interface Stats {
  readonly calls: number;
  readonly failed: number;
  readonly parents: number;
  readonly fewerChildren: number;
  readonly fewerChildrenOf: readonly string[];
}

const HOOK = new URL('../../../examples/webapp/hook.mjs', import.meta.url).pathname;
const test = suite('examples: webapp hook');
let hook: ChildProcess;
let address: string;

test.before.each(async () => {
  hook = spawn(process.execPath, [HOOK], { env: { PORT: '0' }, stdio: ['ignore', 'pipe', 'inherit'] });
  assert.ok(hook.stdout !== null);
  const lines = createInterface({ input: hook.stdout });
  const [line] = (await once(lines, 'line')) as [string];
  address = /http:\/\/\S+(?=\/sync)/.exec(line)?.[0] ?? '';
  assert.ok(address !== '', line);
});

test.after.each(async () => {
  const exited = once(hook, 'exit');
  hook.kill('SIGTERM');
  assert.equal(await exited, [0, null], 'SIGTERM ends it in order');
});

async function sync(name: string, children: readonly string[]): Promise<unknown> {
  const parent = {
    metadata: { name, namespace: 'default', uid: `uid-${name}` },
    spec: { greeting: 'hello', port: 81 },
  };
  const shown = Object.fromEntries(children.map((child) => [child, {}]));
  const body = JSON.stringify({ parent, children: { 'ConfigMap.v1': shown }, finalizing: false });
  const response = await fetch(`${address}/sync`, { method: 'POST', body });
  assert.is(response.status, 200);
  return response.json();
}

async function stats(): Promise<Stats> {
  return (await (await fetch(`${address}/stats`)).json()) as Stats;
}

test('one ConfigMap per parent, and a status that does not depend on what is observed', async () => {
  const answer = await sync('web', []);
  assert.equal(answer, {
    status: { configMap: 'web-config', greeting: 'hello' },
    children: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: 'web-config' },
        data: { greeting: 'hello', port: '81' },
      },
    ],
  });
  assert.equal(await sync('web', ['web-config']), answer);
});

test('calls that show fewer children than before are counted, and only those', async () => {
  await sync('a', []);
  await sync('a', ['a-config']);
  await sync('b', ['b-config']);
  await sync('a', ['a-config']);
  assert.is((await stats()).fewerChildren, 0);
  await sync('a', []);
  await sync('a', []);
  const { calls, parents, fewerChildren, fewerChildrenOf } = await stats();
  assert.equal([calls, parents, fewerChildren, fewerChildrenOf[0]], [6, 2, 2, 'default/a']);
});

test('what is no request is a failed call, and the hook goes on', async () => {
  const response = await fetch(`${address}/sync`, { method: 'POST', body: '{' });
  assert.is(response.status, 500);
  await response.text();
  await sync('a', []);
  const { calls, failed } = await stats();
  assert.equal([calls, failed], [2, 1]);
});
