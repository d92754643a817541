/** `shardkeeper migrate` as an operator types it, against a real API server. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { SET_LABEL, SLOT_LABEL } from '../../../src/api/names.ts';
import { goBack } from '../../../src/cli/migrate/back.ts';
import type { BackReport } from '../../../src/cli/migrate/back-report.ts';
import type { CheckReport } from '../../../src/cli/migrate/facts.ts';
import { Progress } from '../../../src/cli/migrate/progress.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { loadClusterAccess } from '../../../src/kube/config.ts';
import { createLeaseClient } from '../../../src/kube/leases.ts';
import { COMPOSITE_CONTROLLERS, CONFIG_MAPS, SECRETS, SHARD_SETS } from '../../../src/kube/resources.ts';
import type { ClusterAccess } from '../../../src/kube/access.ts';
import type { KubeClient, KubeObject, Resource } from '../../../src/kube/types.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { suite } from '../../suite.ts';
import { FILE_TIMEOUT_MS, PROJECT_ROOT, startBench, type Bench, type Result } from '../crds/kubectl.ts';
import {
  bytesOf,
  claim,
  createController,
  createFamily,
  REVISIONS,
  takeOver,
  WEBAPPS,
  type Family,
} from './left-behind.ts';

const test = suite('cli/migrate', { timeoutMs: FILE_TIMEOUT_MS });
const NAMESPACE = 'shop';
const FAMILIES = 20;
let bench: Bench;
let client: KubeClient;
let controller: KubeObject;
let families: readonly Family[];

test.before(async () => {
  bench = await startBench();
  client = clientOf(bench.plane.adminAccess);
  const { kubectl } = bench;
  const plurals = ['compositecontrollers', 'decoratorcontrollers', 'controllerrevisions'];
  const files = ['examples/webapp/crd.yaml', ...plurals.map((plural) => `crds/metacontroller/${plural}.yaml`)];
  const crds = ['webapps.example.com', ...plurals.map((plural) => `${plural}.metacontroller.k8s.io`)];
  await kubectl.ok(['create', 'namespace', NAMESPACE]);
  await kubectl.ok(['apply', ...files.map((file) => `--filename=${file}`)]);
  await kubectl.ok(['wait', '--for=condition=Established', '--timeout=60s', ...crds.map((name) => `crd/${name}`)]);
  controller = await createController(client);
  families = await Promise.all(
    Array.from({ length: FAMILIES }, (_, index) => createFamily(client, NAMESPACE, `web-${index}`)),
  );
});
test.after(async () => {
  await client.close();
  await bench.stop();
});

function clientOf(access: ClusterAccess): KubeClient {
  const requestTimeoutMs = 10_000;
  return createKubeClient({
    access,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'migrate-test',
    requestTimeoutMs,
  });
}

function migrate(...args: readonly string[]): Promise<Result> {
  return migrateAs(bench.plane.kubeconfig, ...args);
}

async function migrateAs(kubeconfig: string, ...args: readonly string[]): Promise<Result> {
  const main = path.join(PROJECT_ROOT, 'src/cli/main.ts');
  const child = spawn(process.execPath, [main, 'migrate', '--kubeconfig', kubeconfig, ...args], { stdio: 'pipe' });
  child.stdin.end();
  const exited = new Promise<number>((resolve) => child.once('close', (code) => resolve(code ?? -1)));
  const [stdout, stderr, code] = await Promise.all([text(child.stdout), text(child.stderr), exited]);
  return { code, stdout, stderr };
}

function jsonOf<T>({ stdout, stderr }: Result): T {
  try {
    return JSON.parse(stdout) as T;
  } catch {
    throw new Error(`no JSON: ${stdout}${stderr}`);
  }
}

function everything(): readonly (readonly [Resource, KubeObject])[] {
  return [
    [COMPOSITE_CONTROLLERS, controller],
    ...families.flatMap(({ parent, child }): [Resource, KubeObject][] => [
      [WEBAPPS, parent],
      [CONFIG_MAPS, child],
      [REVISIONS, { ...child, metadata: { ...child.metadata, name: `webapps.example.com-${child.metadata.name}` } }],
    ]),
  ];
}

function allBytes(): Promise<readonly string[]> {
  return Promise.all(everything().map(([resource, object]) => bytesOf(client, resource, object)));
}

/** A user with these ClusterRoles. Resolves to the kubeconfig. */
async function userWith(user: string, roles: readonly object[]): Promise<string> {
  const { kubectl, plane } = bench;
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  const items = roles.flatMap((role, index) => {
    const name = `${user}-${index}`;
    const roleRef = { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name };
    const subjects = [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: user }];
    return [
      { ...role, apiVersion, kind: 'ClusterRole', metadata: { name } },
      { apiVersion, kind: 'ClusterRoleBinding', metadata: { name }, roleRef, subjects },
    ];
  });
  await kubectl.ok(['create', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  const kubeconfig = path.join(plane.directory, `${user}.kubeconfig`);
  await writeFile(kubeconfig, plane.kubeconfigFor(user, []));
  return kubeconfig;
}

async function documentedRole(name: string): Promise<object> {
  const page = await readFile(path.join(PROJECT_ROOT, 'docs/migrate.md'), 'utf8');
  const blocks = Array.from(page.matchAll(/```yaml\n([^`]*)```/g), ([, block]) => parse(block ?? '') as KubeObject);
  const found = blocks.find(({ metadata }) => metadata.name === name);
  assert.ok(found, `${name} is documented`);
  return found as object;
}

test('check: what would be labelled, who wrote it, and that nothing stands in the way; as the documented role', async () => {
  const kinds = [
    { apiGroups: ['example.com'], resources: ['webapps'], verbs: ['list'] },
    { apiGroups: [''], resources: ['configmaps'], verbs: ['list'] },
  ];
  const kubeconfig = await userWith('checker', [await documentedRole('shardkeeper-migrate-check'), { rules: kinds }]);
  const before = await allBytes();
  const result = await migrateAs(kubeconfig, '--check', '-o', 'json');
  const report = jsonOf<CheckReport>(result);
  assert.is(result.code, 0, result.stdout + result.stderr);
  const count = { objects: FAMILIES, toLabel: FAMILIES };
  assert.equal(report.controllers, [
    {
      kind: 'CompositeController',
      name: 'webapp',
      served: true,
      refusedFields: [],
      servedBy: '',
      parents: count,
      children: { configmaps: count },
    },
  ]);
  const managers = Object.fromEntries(report.kinds.map(({ kind, fieldManagers }) => [kind, fieldManagers]));
  assert.equal(managers, {
    'webapps.example.com': { 'kubectl-create': FAMILIES, metacontroller: FAMILIES },
    configmaps: { metacontroller: FAMILIES },
  });
  assert.equal(
    report.findings.map(({ severity, code }) => `${severity} ${code}`),
    [
      'Warning RightsUnknown',
      'Warning MissingRightsForBack',
      'Warning RecentWrites',
      'Warning RecentWrites',
      'Note NotInstalled',
      'Note ControllerRevisions',
    ],
  );
  assert.equal(await allBytes(), before);
});

/** What `--back` does, without the start of a process. */
async function back(as: KubeClient, how: { readonly dryRun?: true; readonly force?: true } = {}): Promise<BackReport> {
  const tell = (): void => {};
  const progress = new Progress({ clock: systemClock, tell });
  const { signal } = new AbortController();
  const flags = { extraLabels: [], concurrency: 16, force: how.force === true, dryRun: how.dryRun === true };
  try {
    return await goBack({ ...flags, client: as, clock: systemClock, random: systemRandom, signal, tell, progress });
  } finally {
    progress.close();
  }
}

/** As somebody else would: a label is set, or taken away by null. */
async function label(resource: Resource, name: string, labels: Readonly<Record<string, string | null>>): Promise<void> {
  await client.send({
    verb: 'patch',
    resource,
    ref: { namespace: NAMESPACE, name },
    patchType: 'merge',
    patch: { metadata: { labels } },
    query: { fieldManager: 'kubectl-label' },
  });
}

test('there and back: every byte is as Metacontroller left it, managedFields and their times included', async () => {
  const before = await allBytes();
  await Promise.all(families.map((family) => takeOver(client, family)));
  await claim(client, 'ops/metacontroller/some-uid');
  const between = await allBytes();
  assert.is(between.filter((bytes, index) => bytes !== before[index]).length, 1 + 2 * FAMILIES);

  const dry = await back(client, { dryRun: true });
  assert.ok(dry.complete);
  assert.equal(await allBytes(), between);

  const done = await migrate('--back', '--yes', '-o', 'json');
  assert.is(done.code, 0, done.stderr);
  const after = await allBytes();
  for (const [index, bytes] of after.entries()) assert.is(bytes, before[index]);
  const report = jsonOf<BackReport>(done);
  assert.equal(report.cleaned, {
    'compositecontrollers.metacontroller.k8s.io': 1,
    'webapps.example.com': FAMILIES,
    configmaps: FAMILIES,
  });
  assert.equal(report.cleaned, dry.cleaned);
  assert.is(report.removed.labels, 2 * FAMILIES);

  const again = await back(client);
  assert.equal([again.complete, again.cleaned], [true, {}]);
});

test('what no controller names is found by its label; an entry that lost its label is found where one does', async () => {
  const metadata = { namespace: NAMESPACE, name: 'copied', labels: { [SLOT_LABEL]: 'none' } };
  await client.send({ verb: 'create', resource: SECRETS, body: { apiVersion: 'v1', kind: 'Secret', metadata } });
  const [{ parent, child }] = families as [Family];
  await takeOver(client, {
    parent: await client.get(WEBAPPS, refOf(parent)),
    child: await client.get(CONFIG_MAPS, refOf(child)),
  });
  const { name } = parent.metadata;
  await label(WEBAPPS, name, { team: 'a' });
  await label(WEBAPPS, name, { [SLOT_LABEL]: null });
  const { complete, cleaned } = await back(client);
  assert.equal([complete, cleaned], [true, { 'webapps.example.com': 1, configmaps: 1, secrets: 1 }]);
  const bytes = await bytesOf(client, WEBAPPS, parent);
  assert.not.match(bytes, 'shardkeeper');
  assert.match(bytes, '"team": "a"');
});

function refOf({ metadata: { namespace = '', name } }: KubeObject): {
  readonly namespace: string;
  readonly name: string;
} {
  return { namespace, name };
}

test('refused while a replica renews its Lease, unless forced; without --yes nobody is asked who cannot answer', async () => {
  const leases = createLeaseClient({ client, clock: systemClock });
  const change = { holder: 'incarnation', durationSeconds: 5 };
  let lease = await leases.create({ namespace: NAMESPACE, name: 'web-0', ...change, labels: { [SET_LABEL]: 'web' } });
  const ended = new AbortController();
  const renewing = (async () => {
    while (!ended.signal.aborted) {
      lease = await leases.write(lease, change);
      await sleep(systemClock, 100, ended.signal);
    }
  })();
  const [running, unconfirmed] = await Promise.all([migrate('--back', '--yes'), migrate('--back')]);
  const forced = await back(client, { dryRun: true, force: true });
  ended.abort();
  await renewing;
  await leases.remove(lease);
  assert.is(running.code, 1);
  assert.match(running.stderr, `Lease ${NAMESPACE}/web-0 is renewed`);
  assert.ok(forced.complete);
  assert.is(unconfirmed.code, 2);
  assert.match(unconfirmed.stderr, '--yes');
});

test('what may not be changed is left, named and counted, and all else is done', async () => {
  await label(CONFIG_MAPS, 'web-1', { [SLOT_LABEL]: '1' });
  await label(WEBAPPS, 'web-1', { [SLOT_LABEL]: '1' });
  const rules = [
    { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] },
    { apiGroups: ['example.com'], resources: ['*'], verbs: ['patch'] },
  ];
  const kubeconfig = await userWith('partly', [{ rules }]);
  const partly = clientOf(await loadClusterAccess({ clock: systemClock, env: {}, kubeconfig }));
  const report = await back(partly);
  await partly.close();
  assert.equal([report.complete, report.cleaned], [false, { 'webapps.example.com': 1 }]);
  assert.equal(
    report.left.map(({ object, code }) => [object, code]),
    [[`configmaps ${NAMESPACE}/web-1`, 'Forbidden']],
  );
  const rest = await back(client);
  assert.equal([rest.complete, rest.cleaned], [true, { configmaps: 1 }]);
});

test('check: each thing in the way is told with object, field and remedy', async () => {
  const { kubectl } = bench;
  const metadata = { namespace: NAMESPACE, name: 'metacontroller' };
  const labels = { app: 'metacontroller' };
  const image = 'images.example.com/mirror/metacontroller:v4.17.2';
  const template = { metadata: { labels }, spec: { containers: [{ name: 'metacontroller', image }] } };
  const webhook = { url: 'http://127.0.0.1:1/hook' };
  const parentResource = { apiVersion: 'example.com/v1', resource: 'webapps' };
  const group = 'metacontroller.k8s.io/v1alpha1';
  const set = { kind: 'StatefulSet', name: 'none' };
  const items = [
    { apiVersion: 'apps/v1', kind: 'StatefulSet', metadata, spec: { selector: { matchLabels: labels }, template } },
    {
      apiVersion: group,
      kind: 'CompositeController',
      metadata: { name: 'broken' },
      spec: {
        parentResource,
        childResources: [{ apiVersion: 'v1', resource: 'nothings' }],
        hooks: { sync: { webhook: { path: '/sync' } } },
      },
    },
    {
      apiVersion: group,
      kind: 'DecoratorController',
      metadata: { name: 'decorator' },
      spec: { resources: [{ apiVersion: 'v1', resource: 'pods' }], hooks: { sync: { webhook } } },
    },
    ...['ours', 'theirs'].map((name) => ({
      apiVersion: 'shardkeeper.io/v1alpha1',
      kind: 'ControllerShardSet',
      metadata: { namespace: NAMESPACE, name },
      spec: { workload: set },
    })),
  ];
  await kubectl.ok(['create', '-f', '-'], { apiVersion: 'v1', kind: 'List', items });
  await label(WEBAPPS, 'web-2', { [SLOT_LABEL]: '1' });
  const theirs = await client.get(SHARD_SETS, { namespace: NAMESPACE, name: 'theirs' });
  await claim(client, `${NAMESPACE}/theirs/${theirs.metadata.uid ?? ''}`);

  const flags = ['--set', 'ours', '-n', NAMESPACE, '--service-account', `${NAMESPACE}/engine`];
  const result = await migrate('--check', ...flags, '-o', 'json');
  assert.is(result.code, 1, result.stderr);
  const obstacles = jsonOf<CheckReport>(result).findings.filter(({ severity }) => severity === 'Obstacle');
  const told = obstacles.map(({ code, object, field }) => [code, object, field].join(' '));
  const slotField = `metadata.labels[${SLOT_LABEL}]`;
  assert.equal(told.toSorted(), [
    `ForeignSlotLabel webapps.example.com ${NAMESPACE}/web-2 ${slotField}`,
    'InvalidSpec CompositeController broken spec.hooks.sync.webhook',
    'KindNotServed DecoratorController decorator kind',
    `MetacontrollerRuns StatefulSet ${NAMESPACE}/metacontroller `,
    `MissingRights ServiceAccount ${NAMESPACE}/engine `,
    'NotServed CompositeController broken ',
    `PartlyLabelled CompositeController webapp ${slotField}`,
    'SecondInstallation CompositeController webapp metadata.annotations[shardkeeper.io/served-by]',
  ]);
  assert.ok(obstacles.every(({ remedy }) => remedy !== ''));
});
