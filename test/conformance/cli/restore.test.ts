/** `shardkeeper restore` as an operator types it, against a real API server that checks every rule of the table. */
import { spawn } from 'node:child_process';
import { writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import { createKubeClient } from '../../../src/kube/client.ts';
import { createLeaseClient } from '../../../src/kube/leases.ts';
import type { KubeClient } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { MANAGER_LEASE } from '../../../src/manager/index.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { suite } from '../../suite.ts';
import { FILE_TIMEOUT_MS, PROJECT_ROOT, startBench, type Bench, type Result } from '../crds/kubectl.ts';

const test = suite('cli/restore', { timeoutMs: FILE_TIMEOUT_MS });
const OPERATOR = 'operator';
const LEASE_SECONDS = 1;
let bench: Bench;
let client: KubeClient;
let count = 0;

test.before(async () => {
  bench = await startBench();
  client = createKubeClient({
    access: bench.plane.adminAccess,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'restore-test',
    requestTimeoutMs: 10_000,
  });
});
test.after(async () => {
  await client.close();
  await bench.stop();
});

async function restore(...args: readonly string[]): Promise<Result> {
  return restoreWith(bench.plane.kubeconfig, ...args);
}

async function restoreWith(kubeconfig: string, ...args: readonly string[]): Promise<Result> {
  const main = path.join(PROJECT_ROOT, 'src/cli/main.ts');
  const child = spawn(process.execPath, [main, 'restore', ...args], { env: { KUBECONFIG: kubeconfig }, stdio: 'pipe' });
  const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

/** A namespace with a set that has a table, born at epoch 1. */
async function setWithTable(): Promise<string> {
  const { kubectl } = bench;
  count += 1;
  const namespace = `shop-${count}`;
  await kubectl.ok(['create', 'namespace', namespace]);
  await kubectl.ok(['create', '-n', namespace, '-f', '-'], {
    apiVersion: 'shardkeeper.io/v1alpha1',
    kind: 'ControllerShardSet',
    metadata: { name: 'web' },
    spec: { workload: { kind: 'StatefulSet', name: 'web' } },
  });
  const uid = await kubectl.ok(['get', 'cshardset/web', '-n', namespace, '-o', 'jsonpath={.metadata.uid}']);
  const ranges = [
    { start: 0, end: 2047, owner: 'web-0', generation: 2, awaiting: [] },
    { start: 2048, end: 4095, owner: 'web-1', generation: 3, awaiting: ['web-0'] },
  ];
  const assignment = { uid, epoch: 1, revision: 7, generation: 3, protocol: 1, minProtocol: 1, ranges };
  const patch = JSON.stringify({ status: { assignment, appliedReplicas: 2 } });
  const flags = ['-n', namespace, '--subresource=status', '--type=merge'];
  await kubectl.ok(['patch', 'cshardset/web', ...flags, `--patch=${patch}`]);
  return namespace;
}

interface Shown {
  readonly metadata: { readonly resourceVersion: string };
  readonly status: { readonly assignment: Readonly<Record<string, unknown>>; readonly appliedReplicas: number };
}

async function setOf(namespace: string): Promise<Shown> {
  return JSON.parse(await bench.kubectl.ok(['get', 'cshardset/web', '-n', namespace, '-o', 'json'])) as Shown;
}

test('one write: the epoch is the version that was replaced, the revision rises, rows and all else stay', async () => {
  const namespace = await setWithTable();
  const before = await setOf(namespace);
  const { code, stdout, stderr } = await restore('web', '-n', namespace, '-o', 'json');
  assert.is(code, 0, stderr);
  const after = await setOf(namespace);
  const epoch = Number(before.metadata.resourceVersion);
  assert.equal(after.status.assignment, { ...before.status.assignment, epoch, revision: 8 });
  assert.is(after.status.appliedReplicas, 2);
  const told = JSON.parse(stdout) as Readonly<Record<string, unknown>>;
  assert.equal(told['before'], { epoch: 1, revision: 7, generation: 3 });
  assert.equal(told['after'], { epoch, revision: 8, generation: 3 });
  assert.is(told['dryRun'], false);
});

test('a dry run is checked by the API server and stores nothing; text says what to do next', async () => {
  const namespace = await setWithTable();
  const before = await setOf(namespace);
  const { code, stdout, stderr } = await restore('web', '-n', namespace, '--dry-run');
  assert.is(code, 0, stderr);
  assert.match(stdout, 'nothing was stored');
  assert.equal(await setOf(namespace), before);
});

test('refused: no such set, no table, and a table of another object of that name', async () => {
  const namespace = await setWithTable();
  const missing = await restore('wab', '-n', namespace);
  assert.is(missing.code, 1);
  assert.match(missing.stderr, `there is no ControllerShardSet ${namespace}/wab`);
  const { kubectl } = bench;
  await kubectl.ok(['delete', 'cshardset/web', '-n', namespace]);
  await kubectl.ok(['create', '-n', namespace, '-f', '-'], {
    apiVersion: 'shardkeeper.io/v1alpha1',
    kind: 'ControllerShardSet',
    metadata: { name: 'web' },
    spec: { workload: { kind: 'StatefulSet', name: 'web' } },
  });
  const empty = await restore('web', '-n', namespace);
  assert.is(empty.code, 1);
  assert.match(empty.stderr, 'no table of its own');
});

test('refused while a manager renews its Lease, unless forced; a Lease that only says so is no manager', async () => {
  const namespace = await setWithTable();
  const leases = createLeaseClient({ client, clock: systemClock });
  const ref = { namespace, name: MANAGER_LEASE };
  const change = { holder: 'manager-a_1', durationSeconds: LEASE_SECONDS };
  let lease = await leases.create({ ...ref, ...change });
  const renewing = setInterval(() => {
    void leases.write(lease, change).then((written) => (lease = written));
  }, 300);
  const running = await restore('web', '-n', namespace);
  const forced = await restore('web', '-n', namespace, '--force', '--dry-run');
  clearInterval(renewing);
  assert.is(running.code, 1);
  assert.match(running.stderr, 'manager-a_1 renews Lease');
  assert.is(forced.code, 0, forced.stderr);
  const stale = await restore('web', '-n', namespace);
  assert.is(stale.code, 0, stale.stderr);
  assert.match(stale.stderr, 'watching it for 1s');
});

test('a right that is missing is named, with the role that has it; that role suffices', async () => {
  const namespace = await setWithTable();
  const kubeconfig = path.join(bench.plane.directory, 'operator.kubeconfig');
  await writeFile(kubeconfig, bench.plane.kubeconfigFor(OPERATOR, []));
  const refused = await restoreWith(kubeconfig, 'web', '-n', namespace);
  assert.is(refused.code, 1);
  assert.match(refused.stderr, 'ClusterRole shardkeeper-restore');
  const { kubectl } = bench;
  await kubectl.ok(['apply', '-f', 'kustomize/base/user-roles.yaml']);
  const role = ['--clusterrole=shardkeeper-restore', `--user=${OPERATOR}`];
  await kubectl.ok(['create', 'rolebinding', 'restore', '-n', namespace, ...role]);
  const done = await restoreWith(kubeconfig, 'web', '-n', namespace);
  assert.is(done.code, 0, done.stderr);
});
