/** The control plane comes up, can be disturbed, and leaves nothing behind. */
import * as assert from 'uvu/assert';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import path from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

import { systemClock } from '../../../src/lib/clock.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import type { KubeClient } from '../../../src/kube/types.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { loadAuditLog } from '../../../src/testing/audit/read.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/control-plane.ts';
import { useExistingCluster } from '../../../src/testing/cluster/existing-cluster.ts';
import { answerTo } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { CONFIG_MAPS, isRunning } from './support.ts';

const test = suite('control plane', { timeoutMs: 180_000 });

const clientOf = (access: ControlPlane['adminAccess']): KubeClient =>
  createKubeClient({
    access,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'test',
    requestTimeoutMs: 10_000,
  });

const create = (client: KubeClient, name: string): Promise<unknown> =>
  client.send({
    verb: 'create',
    resource: CONFIG_MAPS,
    body: { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace: 'default' } },
  });

test('comes up, is disturbed, goes away', async () => {
  const controlPlane = await startControlPlane();
  const client = clientOf(controlPlane.accessFor('somebody', ['system:masters']));
  const pids = controlPlane.pids();
  assert.is(pids.length, 3);
  assert.ok(pids.every(isRunning));
  try {
    await create(client, 'before');
    const snapshot = path.join(controlPlane.directory, 'snapshot.db');
    await controlPlane.saveSnapshot(snapshot);
    await create(client, 'after');
    await controlPlane.restartApiServer();
    await client.get(CONFIG_MAPS, { namespace: 'default', name: 'after' });
    const names = (await loadAuditLog(controlPlane.auditLogPath ?? '')).filter((entry) => entry.user === 'somebody');
    assert.ok(names.some((entry) => entry.verb === 'create' && entry.name === 'after' && entry.code === 201));

    await controlPlane.restoreSnapshot(snapshot);
    await client.get(CONFIG_MAPS, { namespace: 'default', name: 'before' });
    const gone = await client
      .get(CONFIG_MAPS, { namespace: 'default', name: 'after' })
      .catch((error: unknown) => error);
    assert.ok(isApiError(gone, 'NotFound'));
  } finally {
    await client.close();
    await controlPlane.stop();
  }
  assert.not.ok(pids.some(isRunning));
  assert.not.ok(existsSync(controlPlane.directory));
});

test('without an audit log, reached by its kubeconfig like any existing cluster, and a directory that is kept', async () => {
  const controlPlane = await startControlPlane({ audit: 'off', controllerManager: false });
  assert.is(controlPlane.auditLogPath, undefined);
  assert.is(controlPlane.pids().length, 2);
  const existing = await useExistingCluster({ env: { KUBECONFIG: controlPlane.kubeconfig } });
  assert.is(existing.server, controlPlane.server);
  assert.ok(existing.limits.length > 0);
  const client = clientOf(existing.access);
  await create(client, 'through-kubeconfig');
  await client.close();
  await controlPlane.stop({ keepDirectory: true });
  assert.ok(existsSync(path.join(controlPlane.logDirectory, 'kube-apiserver.log')));
  await rm(controlPlane.directory, { recursive: true });
});

test('a wrong flag: the error has the log, nothing keeps running', async () => {
  const error: unknown = await startControlPlane({ apiServerFlags: ['--no-such-flag'] }).catch(
    (thrown: unknown) => thrown,
  );
  assert.instance(error, Error);
  assert.match((error as Error).message, 'no-such-flag');
  const directory = /log (\S+)\/logs\//.exec((error as Error).message)?.[1] ?? '';
  assert.ok(existsSync(directory), 'the logs are kept');
  await rm(directory, { recursive: true });
});

test('SIGKILL of the process that started it leaves no process and no directory', async () => {
  const script = fileURLToPath(new URL('doomed.ts', import.meta.url));
  const child = spawn(process.execPath, [script], { stdio: ['ignore', 'pipe', 'inherit'] });
  const line = await new Promise<string>((resolve, reject) => {
    createInterface({ input: child.stdout }).once('line', resolve);
    child.once('exit', (code) => reject(new Error(`ended by itself: ${code}`)));
  });
  const { pids, directory } = JSON.parse(line) as { readonly pids: readonly number[]; readonly directory: string };
  assert.is(pids.length, 4);
  assert.ok(pids.every(isRunning));
  child.removeAllListeners('exit');
  const exited = new Promise((resolve) => void child.once('exit', resolve));
  child.kill('SIGKILL');
  await exited;
  await answerTo('all processes are gone', () => (pids.some(isRunning) ? undefined : true));
  await answerTo('the directory is gone', () => (existsSync(directory) ? undefined : true));
});
