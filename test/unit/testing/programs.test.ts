import * as assert from 'uvu/assert';
import { chmod, mkdir, mkdtemp, readdir, rm, utimes, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';

import { systemClock } from '../../../src/lib/clock.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import { controlPlanePrograms, kubectlPath } from '../../../src/testing/cluster/build.ts';
import { cacheDirectory, cacheKey, withLock } from '../../../src/testing/cluster/programs/cache.ts';
import { buildRecipe, CONTROL_PLANE_PROGRAMS } from '../../../src/testing/cluster/programs/catalogue.ts';
import { suite } from '../../suite.ts';

const test = suite('control plane: programs and cache');

let directory = '';
test.before.each(async () => {
  directory = await mkdtemp(path.join(tmpdir(), 'programs-'));
});
test.after.each(() => rm(directory, { recursive: true }));

async function program(folder: string, name: string): Promise<string> {
  await mkdir(folder, { recursive: true });
  const file = path.join(folder, name);
  await writeFile(file, '');
  await chmod(file, 0o755);
  return file;
}

test('where the cache is', () => {
  assert.is(cacheDirectory({ SHARDKEEPER_CACHE: '/c', XDG_CACHE_HOME: '/x', HOME: '/h' }), '/c');
  assert.is(cacheDirectory({ XDG_CACHE_HOME: '/x', HOME: '/h' }), '/x/shardkeeper');
  assert.is(cacheDirectory({ HOME: '/h' }), '/h/.cache/shardkeeper');
});

test('the key depends on every input and on where one ends', () => {
  assert.is(cacheKey(['a', 'b']), cacheKey(['a', 'b']));
  assert.is.not(cacheKey(['a', 'b']), cacheKey(['ab', '']));
  assert.is.not(cacheKey(['a', 'b']), cacheKey(['a', 'c']));
});

test('KUBEBUILDER_ASSETS comes first, and what it lacks is said', async () => {
  const kubeApiserver = await program(directory, 'kube-apiserver');
  const etcd = await program(directory, 'etcd');
  const programs = await controlPlanePrograms({ env: { KUBEBUILDER_ASSETS: directory } });
  assert.is(programs.source, 'KubebuilderAssets');
  assert.equal([programs.kubeApiserver, programs.etcd], [kubeApiserver, etcd]);
  assert.is(programs.kubeControllerManager, undefined);
  assert.is(programs.limits.length, 2);
});

test('KUBEBUILDER_ASSETS without the programs is an error, not a reason to build', async () => {
  const error = await controlPlanePrograms({ env: { KUBEBUILDER_ASSETS: directory } }).catch(
    (thrown: unknown) => thrown,
  );
  assert.ok(hasCode(error, 'ControlPlaneUnavailable'));
});

test('programs in the cache are used as they are', async () => {
  const { key } = await buildRecipe();
  for (const name of CONTROL_PLANE_PROGRAMS) await program(path.join(directory, 'controlplane', key), name);
  const programs = await controlPlanePrograms({ env: { SHARDKEEPER_CACHE: directory } });
  assert.is(programs.source, 'Cache');
  assert.equal(programs.limits, []);
});

test('without Go the error names the ways out', async () => {
  const env = { SHARDKEEPER_CACHE: directory, PATH: directory };
  const error = await controlPlanePrograms({ env, goDirectories: [] }).catch((thrown: unknown) => thrown);
  assert.ok(hasCode(error, 'GoMissing'));
  assert.match(error.message, 'KUBEBUILDER_ASSETS');
  assert.match(error.message, 'KUBECONFIG');
});

test('the kubectl of the machine is preferred', async () => {
  const kubectl = await program(directory, 'kubectl');
  assert.is(await kubectlPath({ env: { PATH: `/nowhere:${directory}` } }), kubectl);
});

test('two that need the same lock take turns, the second is told', async () => {
  const lock = path.join(directory, 'lock');
  const told: string[] = [];
  const order: string[] = [];
  let release = (): void => undefined;
  const onWait = (holder: string): void => {
    told.push(holder);
    release();
  };
  const options = { clock: systemClock, onWait };
  const first = withLock(lock, options, async () => {
    order.push('first begins');
    await new Promise<void>((resolve) => (release = resolve));
    order.push('first ends');
  });
  while (order.length === 0) await new Promise((resolve) => setImmediate(resolve));
  await withLock(lock, options, async () => void order.push('second'));
  await first;
  assert.equal(order, ['first begins', 'first ends', 'second']);
  assert.match(told[0] ?? '', `"pid":${process.pid}`);
  assert.equal(await readdir(directory), []);
});

test('a lock that nobody touches any more is broken', async () => {
  const lock = path.join(directory, 'lock');
  await writeFile(lock, JSON.stringify({ pid: process.pid, host: 'elsewhere' }));
  const longAgo = systemClock.wallMs() / 1000 - 60;
  await utimes(lock, longAgo, longAgo);
  const onWait = (): void => assert.unreachable('must not wait');
  assert.is(await withLock(lock, { clock: systemClock, onWait }, async () => 'done'), 'done');
});
