/**
 * The manager as it is shipped (dist/) with many replicas: what it costs while nothing happens, and what a change costs.
 *
 *     make bench BENCH=manager        REPLICAS=100 IDLE_SECONDS=60 JSON=1
 *
 * Membership is real (Leases renewed every 2 s, acks, the table on a real API server); the replicas own no objects, since a
 * manager never sees any. Memory and CPU are the manager process's own, from /proc; bytes are what it read and wrote.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import type { ControllerShardSet } from '../../src/api/shard-set.ts';
import { SHARD_SETS, STATEFUL_SETS } from '../../src/kube/resources.ts';
import type { KubeClient } from '../../src/kube/types.ts';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { isWrite, loadAuditLog } from '../../src/testing/audit/index.ts';
import { kubectlPath, startControlPlane, type ControlPlane } from '../../src/testing/cluster/index.ts';
import { kubectlWith } from '../../src/testing/installation/index.ts';
import { createNamespace } from '../../src/testing/load/webapps.ts';
import { adminClient } from './cluster.ts';
import { startMembers, type Member } from './membership.ts';
import { usageOf } from './process-usage.ts';
import { number, report } from './report.ts';

const replicas = number('REPLICAS', 100);
const seconds = number('IDLE_SECONDS', 60);
const NAMESPACE = 'bench';
const SET = 'many';
const CPU_CORES_MAX = 0.05;
const MEMORY_MIB_MAX = 100;
const CALM_MS = 5_000;
const PATIENCE_MS = 180_000;

const controlPlane = await startControlPlane({ controllerManager: false });
const client = adminClient(controlPlane.adminAccess);
let manager: ChildProcess | undefined;
let members: readonly Member[] = [];
try {
  await populate();
  manager = await startManager(controlPlane);
  members = await startMembers({ client, namespace: NAMESPACE, set: SET, count: replicas });
  await until('all replicas are ready and nothing moves', async () => isCalm(await statusOf(client), replicas));
  const verdicts = [
    ...(await measureIdle(manager.pid ?? 0)),
    ...(await measureChange('scale down by one', manager.pid ?? 0, () => scaleDown(members.at(-1)))),
    ...(await measureChange('a replica crashes', manager.pid ?? 0, async () => members.at(-2)?.kill())),
  ];
  process.exitCode = verdicts.every(Boolean) ? 0 : 1;
} finally {
  for (const member of members) member.kill();
  await Promise.allSettled(members.map((member) => member.ended));
  manager?.kill('SIGKILL');
  await client.close();
  await controlPlane.stop();
}

async function populate(): Promise<void> {
  const kubectl = kubectlWith(await kubectlPath({}), controlPlane.kubeconfig);
  await kubectl(['apply', '--server-side', '-k', 'crds/shardkeeper']);
  await kubectl(['wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all']);
  await createNamespace(client, NAMESPACE);
  const matchLabels = { app: SET };
  const template = { metadata: { labels: matchLabels }, spec: { containers: [{ name: 'none', image: 'none' }] } };
  await client.send({
    verb: 'create',
    resource: STATEFUL_SETS,
    body: {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { namespace: NAMESPACE, name: SET },
      spec: { replicas, serviceName: SET, selector: { matchLabels }, template },
    },
  });
  await client.send({
    verb: 'create',
    resource: SHARD_SETS,
    body: {
      apiVersion: 'shardkeeper.io/v1alpha1',
      kind: 'ControllerShardSet',
      metadata: { namespace: NAMESPACE, name: SET },
      spec: { workload: { kind: 'StatefulSet', name: SET } },
    },
  });
}

async function startManager({ kubeconfig }: ControlPlane): Promise<ChildProcess> {
  const flags = [`--namespace=${NAMESPACE}`, '--name=manager-0', '--metrics-address=0', '--log-level=warn'];
  const health = `--health-address=127.0.0.1:${await freePort()}`;
  return spawn(process.execPath, ['dist/cli/main.js', 'manager', ...flags, health], {
    // NODE_OPTIONS as in kustomize/base/manager.yaml.
    env: {
      PATH: process.env['PATH'],
      KUBECONFIG: kubeconfig,
      NODE_ENV: 'production',
      NODE_OPTIONS: '--max-semi-space-size=1',
    },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' && address !== null ? address.port : 0;
}

type Status = ControllerShardSet['status'];

async function statusOf(by: KubeClient): Promise<Status> {
  return ((await by.get(SHARD_SETS, { namespace: NAMESPACE, name: SET })) as unknown as ControllerShardSet).status;
}

function isCalm(status: Status, ready: number): boolean {
  const rows = status?.assignment?.ranges ?? [];
  const isQuiet = rows.length > 0 && rows.every(({ awaiting }) => awaiting.length === 0);
  return isQuiet && status?.readyReplicas === ready && status.unowned === 0 && status.moving === 0;
}

async function until(what: string, condition: () => Promise<boolean>): Promise<void> {
  const deadlineMs = systemClock.monotonicMs() + PATIENCE_MS;
  while (!(await condition())) {
    if (systemClock.monotonicMs() > deadlineMs) {
      throw new Error(
        `${what}: not within ${PATIENCE_MS / 1000} s: ${JSON.stringify(await statusOf(client)).slice(0, 2000)}`,
      );
    }
    await sleep(systemClock, 100);
  }
}

async function writesSince(startMs: number): Promise<readonly string[]> {
  const entries = await loadAuditLog(controlPlane.auditLogPath ?? '');
  return entries
    .filter((entry) => entry.component === 'manager' && isWrite(entry) && entry.startMs >= startMs)
    .map(({ resource, name }) => `${resource}/${name}`);
}

async function measureIdle(pid: number): Promise<readonly boolean[]> {
  await sleep(systemClock, CALM_MS);
  const startMs = systemClock.wallMs();
  const before = usageOf(pid);
  const ioBefore = bytesOf(pid);
  await sleep(systemClock, seconds * 1000);
  const after = usageOf(pid);
  const cores = (after.cpuSeconds - before.cpuSeconds) / seconds;
  const others = (await writesSince(startMs)).filter((written) => !written.startsWith('leases/shardkeeper-manager'));
  const name = `idle, ${replicas} replicas`;
  return [
    report({ name, metric: 'manager_cpu', value: cores, unit: 'cores', goal: CPU_CORES_MAX }),
    report({ name, metric: 'manager_memory', value: after.anonymousMiB, unit: 'MiB', goal: MEMORY_MIB_MAX }),
    report({ name, metric: 'manager_resident_with_program', value: after.residentMiB, unit: 'MiB', goal: null }),
    report({ name, metric: 'manager_writes_but_its_lease', value: others.length, unit: '', goal: 0 }),
    report({
      name,
      metric: 'manager_bytes_per_second',
      value: (bytesOf(pid) - ioBefore) / seconds,
      unit: 'B/s',
      goal: null,
    }),
  ];
}

/** From the change until no slot is without an owner or on the move. */
async function measureChange(name: string, pid: number, change: () => Promise<void>): Promise<readonly boolean[]> {
  const startMs = systemClock.wallMs();
  const cpuBefore = usageOf(pid).cpuSeconds;
  const bytesBefore = bytesOf(pid);
  const ready = (await statusOf(client))?.readyReplicas ?? 0;
  await change();
  await until(`${name}: one replica less, nothing moves`, async () => isCalm(await statusOf(client), ready - 1));
  const ms = systemClock.wallMs() - startMs;
  const bytes = bytesOf(pid) - bytesBefore;
  const cpu = usageOf(pid).cpuSeconds - cpuBefore;
  const written = await writesSince(startMs);
  const count = (prefix: string): number => written.filter((each) => each.startsWith(prefix)).length;
  const figures: Readonly<Record<string, readonly [number, string]>> = {
    time: [ms, 'ms'],
    manager_bytes: [bytes, 'B'],
    manager_cpu: [cpu * 1000, 'ms'],
    table_writes: [count('controllershardsets/'), ''],
    mirror_writes: [count('controllershards/'), ''],
  };
  return Object.entries(figures).map(([metric, [value, unit]]) => report({ name, metric, value, unit, goal: null }));
}

/** As the StatefulSet's controller does it: the count goes down, and the last pod gets its SIGTERM. */
async function scaleDown(last: Member | undefined): Promise<void> {
  const patch = { spec: { replicas: replicas - 1 } };
  const ref = { namespace: NAMESPACE, name: SET };
  await client.send({ verb: 'patch', resource: STATEFUL_SETS, ref, patchType: 'merge', patch });
  last?.handle.leave();
}

/** All that the process read and wrote; the network is nearly all of it. */
function bytesOf(pid: number): number {
  const io = readFileSync(`/proc/${pid}/io`, 'latin1');
  return ['rchar', 'wchar'].reduce(
    (sum, key) => sum + Number(new RegExp(`^${key}: (\\d+)`, 'm').exec(io)?.[1] ?? 0),
    0,
  );
}
