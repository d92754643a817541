import * as assert from 'uvu/assert';
import { existsSync, readFileSync } from 'node:fs';
import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import {
  startProcessGuard,
  type GuardedProcess,
  type ProcessGuard,
} from '../../../src/testing/cluster/processes/guard.ts';
import { suite } from '../../suite.ts';

const test = suite('process guard');

let directory = '';
let guard: ProcessGuard;
test.before.each(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'guard-'));
  guard = startProcessGuard();
});
test.after.each(async () => {
  await guard.close();
  await rm(directory, { recursive: true, force: true });
});

const run = (script: string): GuardedProcess =>
  guard.spawn({
    command: 'sh',
    args: ['-c', script],
    env: { PATH: '/usr/bin:/bin' },
    cwd: directory,
    logFile: path.join(directory, 'log'),
  });

/** Zombies are gone. */
function isRunning(pid: number): boolean {
  try {
    return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
  } catch {
    return false;
  }
}

async function line(): Promise<string> {
  for (;;) {
    const text = await readFile(path.join(directory, 'log'), 'utf8');
    if (text.endsWith('\n')) return text.trim();
    await new Promise((resolve) => setImmediate(resolve));
  }
}

test('tells how a process ended', async () => {
  assert.equal(await run('exit 3').exited, { type: 'Exited', code: 3 });
  const killed = run('sleep 60');
  assert.ok(killed.signal('SIGKILL'));
  assert.equal(await killed.exited, { type: 'Killed', signal: 'SIGKILL' });
  assert.not.ok(killed.signal('SIGTERM'));
});

test('a program that does not exist', async () => {
  const absent = guard.spawn({
    command: 'no-such-program',
    args: [],
    env: {},
    cwd: directory,
    logFile: path.join(directory, 'log'),
  });
  assert.is((await absent.exited).type, 'NotStarted');
  assert.is(absent.pid, undefined);
});

test('close ends what ignores SIGTERM, and removes the directory', async () => {
  const own = path.join(directory, 'own');
  await mkdir(own);
  guard.removeLater(own);
  const stubborn = run("trap '' TERM; echo ready; while :; do sleep 60; done");
  await line();
  await guard.close();
  assert.equal(await stubborn.exited, { type: 'Killed', signal: 'SIGKILL' });
  assert.not.ok(existsSync(own));
});

test('a descendant that left the process group is found by its environment', async () => {
  if (process.platform !== 'linux') return;
  const parent = run("setsid sh -c 'echo $$; exec sleep 60' & wait");
  const pid = Number(await line());
  assert.ok(isRunning(pid));
  parent.signal('SIGKILL');
  await parent.exited;
  assert.ok(isRunning(pid), 'it has left the group');
  await guard.close();
  assert.not.ok(isRunning(pid));
});

test('children of an ended process end with it', async () => {
  const parent = run('sleep 60 & echo $!');
  const pid = Number(await line());
  await parent.exited;
  for (let i = 0; isRunning(pid); i++) {
    assert.ok(i < 10_000, 'the child is still there');
    await new Promise((resolve) => setImmediate(resolve));
  }
});
