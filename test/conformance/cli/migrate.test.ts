/** `shardkeeper migrate` as an operator types it, against a real API server. */
import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import path from 'node:path';
import { text } from 'node:stream/consumers';
import * as assert from 'uvu/assert';
import { SET_LABEL, SLOT_LABEL } from '../../../src/api/names.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { createLeaseClient } from '../../../src/kube/leases.ts';
import { COMPOSITE_CONTROLLERS, CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject, Resource } from '../../../src/kube/types.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
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
  client = createKubeClient({
    access: bench.plane.adminAccess,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'migrate-test',
    requestTimeoutMs: 10_000,
  });
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

interface Check {
  readonly ready: boolean;
  readonly controllers: readonly Readonly<Record<string, unknown>>[];
  readonly kinds: readonly { readonly kind: string; readonly fieldManagers: Readonly<Record<string, number>> }[];
  readonly findings: readonly {
    readonly severity: string;
    readonly code: string;
    readonly object: string;
    readonly field: string;
    readonly remedy: string;
  }[];
}

/** The rights that docs/migrate.md asks for, for a user of this name. */
async function kubeconfigWith(user: string, role: string): Promise<string> {
  const { kubectl, plane } = bench;
  const page = await readFile(path.join(PROJECT_ROOT, 'docs/migrate.md'), 'utf8');
  const manifest = page.match(/```yaml\n[^`]*```/g)?.find((text_) => text_.includes(`name: ${role}\n`)) ?? '';
  await kubectl.ok(['create', '-f', '-'], manifest.replaceAll(/```(yaml)?/g, ''));
  await kubectl.ok(['create', 'clusterrolebinding', role, `--clusterrole=${role}`, `--user=${user}`]);
  const kubeconfig = path.join(plane.directory, `${user}.kubeconfig`);
  await writeFile(kubeconfig, plane.kubeconfigFor(user, []));
  return kubeconfig;
}

test('check: what would be labelled, who wrote it, and that nothing stands in the way; as the documented role', async () => {
  const kubeconfig = await kubeconfigWith('checker', 'shardkeeper-migrate-check');
  const parts = [
    ['clusterrole', 'kinds', '--verb=list', '--resource=webapps.example.com,configmaps'],
    ['clusterrolebinding', 'kinds', '--clusterrole=kinds', '--user=checker'],
  ];
  for (const part of parts) await bench.kubectl.ok(['create', ...part]);
  const before = await allBytes();
  const result = await migrateAs(kubeconfig, '--check', '-o', 'json');
  const report = jsonOf<Check>(result);
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

interface Back {
  readonly complete: boolean;
  readonly cleaned: Readonly<Record<string, number>>;
  readonly removed: Readonly<Record<string, number>>;
  readonly leftCount: number;
  readonly left: readonly { readonly object: string; readonly code: string; readonly message: string }[];
  readonly notLookedAt: readonly { readonly kind: string }[];
}

test('there and back: every byte is as Metacontroller left it, managedFields and their times included', async () => {
  const before = await allBytes();
  await Promise.all(families.map((family) => takeOver(client, family)));
  await claim(client, 'ops/metacontroller/some-uid');
  const between = await allBytes();
  assert.is(between.filter((bytes, index) => bytes !== before[index]).length, 1 + 2 * FAMILIES);

  const dry = await migrate('--back', '--dry-run', '-o', 'json');
  assert.is(dry.code, 0, dry.stderr);
  assert.equal(await allBytes(), between);

  const back = await migrate('--back', '--yes', '-o', 'json');
  assert.is(back.code, 0, back.stderr);
  const after = await allBytes();
  for (const [index, bytes] of after.entries()) assert.is(bytes, before[index]);
  const report = jsonOf<Back>(back);
  assert.equal(report.cleaned, {
    'compositecontrollers.metacontroller.k8s.io': 1,
    'webapps.example.com': FAMILIES,
    configmaps: FAMILIES,
  });
  assert.equal(report.cleaned, jsonOf<Back>(dry).cleaned);
  assert.is(report.removed['labels'], 2 * FAMILIES);

  const again = await migrate('--back', '--yes', '-o', 'json');
  assert.is(again.code, 0, again.stderr);
  assert.equal(jsonOf<Back>(again).cleaned, {});
});

test('what no controller names is found by its label; an entry that lost its label is found where one does', async () => {
  const { kubectl } = bench;
  await kubectl.ok(['create', 'secret', 'generic', 'copied', '-n', NAMESPACE]);
  await kubectl.ok(['label', 'secret', 'copied', '-n', NAMESPACE, `${SLOT_LABEL}=none`]);
  const [family] = families as [Family];
  await takeOver(client, {
    ...family,
    parent: await client.get(WEBAPPS, refOf(family.parent)),
    child: await live(family.child),
  });
  // The replica's entry keeps the map of labels, which it made, though not the label.
  await kubectl.ok(['label', 'webapp', family.parent.metadata.name, '-n', NAMESPACE, 'team=a']);
  await kubectl.ok(['label', 'webapp', family.parent.metadata.name, '-n', NAMESPACE, `${SLOT_LABEL}-`]);
  const { code, stderr, stdout } = await migrate('--back', '--yes', '-o', 'json');
  assert.is(code, 0, stderr);
  assert.equal(jsonOf<Back>({ code, stdout, stderr }).cleaned, { 'webapps.example.com': 1, configmaps: 1, secrets: 1 });
  const bytes = await bytesOf(client, WEBAPPS, family.parent);
  assert.not.match(bytes, 'shardkeeper');
  assert.match(bytes, '"team": "a"');
});

function refOf({ metadata: { namespace = '', name } }: KubeObject): {
  readonly namespace: string;
  readonly name: string;
} {
  return { namespace, name };
}

function live(child: KubeObject): Promise<KubeObject> {
  return client.get(CONFIG_MAPS, refOf(child));
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
  const [running, forced, unconfirmed] = await Promise.all([
    migrate('--back', '--yes'),
    migrate('--back', '--dry-run', '--force'),
    migrate('--back'),
  ]);
  ended.abort();
  await renewing;
  assert.is(running.code, 1);
  assert.match(running.stderr, `Lease ${NAMESPACE}/web-0 is renewed`);
  assert.is(forced.code, 0, forced.stderr);
  assert.is(unconfirmed.code, 2);
  assert.match(unconfirmed.stderr, '--yes');
});

test('what may not be changed is left, named and counted, and all else is done', async () => {
  const { kubectl, plane } = bench;
  await kubectl.ok(['delete', 'lease', '--all', '-n', NAMESPACE]);
  await kubectl.ok(['label', 'configmap', 'web-1', '-n', NAMESPACE, `${SLOT_LABEL}=1`]);
  await kubectl.ok(['label', 'webapp', 'web-1', '-n', NAMESPACE, `${SLOT_LABEL}=1`]);
  const rules = [
    { apiGroups: ['*'], resources: ['*'], verbs: ['get', 'list'] },
    { apiGroups: ['example.com'], resources: ['*'], verbs: ['patch'] },
  ];
  const role = { apiVersion: 'rbac.authorization.k8s.io/v1', kind: 'ClusterRole', metadata: { name: 'partly' }, rules };
  await kubectl.ok(['create', '-f', '-'], role);
  await kubectl.ok(['create', 'clusterrolebinding', 'partly', '--clusterrole=partly', '--user=partly']);
  const kubeconfig = path.join(plane.directory, 'partly.kubeconfig');
  await writeFile(kubeconfig, plane.kubeconfigFor('partly', []));
  const back = await migrateAs(kubeconfig, '--back', '--yes', '-o', 'json');
  assert.is(back.code, 1, back.stderr);
  const report = jsonOf<Back>(back);
  assert.equal(report.cleaned, { 'webapps.example.com': 1 });
  assert.equal(
    report.left.map(({ object, code }) => [object, code]),
    [[`configmaps ${NAMESPACE}/web-1`, 'Forbidden']],
  );
  const rest = await migrate('--back', '--yes', '-o', 'json');
  assert.is(rest.code, 0, rest.stderr);
  assert.equal(jsonOf<Back>(rest).cleaned, { configmaps: 1 });
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
  await kubectl.ok(['label', 'webapp', 'web-2', '-n', NAMESPACE, `${SLOT_LABEL}=1`]);
  const uid = await kubectl.ok(['get', 'cshardset/theirs', '-n', NAMESPACE, '-o', 'jsonpath={.metadata.uid}']);
  await claim(client, `${NAMESPACE}/theirs/${uid}`);

  const flags = ['--set', 'ours', '-n', NAMESPACE, '--service-account', `${NAMESPACE}/engine`];
  const result = await migrate('--check', ...flags, '-o', 'json');
  assert.is(result.code, 1, result.stderr);
  const obstacles = jsonOf<Check>(result).findings.filter(({ severity }) => severity === 'Obstacle');
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
