/** kustomize/ and examples/: what they render fits together, and a real API server takes it and means it. */
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { validateControllerShardSet } from '../../../src/api/shard-set.ts';
import { suite } from '../../suite.ts';
import { FILE_TIMEOUT_MS, PROJECT_ROOT, startBench, type Bench, type Kubectl } from './kubectl.ts';
import { envOf, Rendered } from './rendered.ts';

const DEV = 'kustomize/overlays/dev';

const test = suite('crds: kustomize', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let kubectl: Kubectl;
/** A second installation in the same cluster: another namespace, every name with a suffix. */
let second: string;

test.before(async () => {
  second = mkdtempSync(join(tmpdir(), 'shardkeeper-second-'));
  cpSync(join(PROJECT_ROOT, 'kustomize'), join(second, 'kustomize'), { recursive: true });
  const resources = ['kustomize/overlays/dev'];
  writeFileSync(
    join(second, 'kustomization.yaml'),
    JSON.stringify({ namespace: 'second', nameSuffix: '-b', resources }),
  );
  bench = await startBench({ controllerManager: true });
  ({ kubectl } = bench);
  await kubectl.ok(['apply', '--server-side', '-k', 'crds/metacontroller']);
  await kubectl.ok(['apply', '--server-side', '-k', DEV]);
  const established = ['--for=condition=Established', '--timeout=60s'];
  await kubectl.ok(['wait', ...established, 'crd/compositecontrollers.metacontroller.k8s.io']);
  await kubectl.ok(['apply', '--server-side', '-k', 'examples/webapp']);
});

test.after(async () => {
  await bench.stop();
  rmSync(second, { recursive: true });
});

for (const [name, directory] of [
  ['base', () => 'kustomize/base'],
  ['dev', () => DEV],
  ['a second installation', () => second],
] as const) {
  test(`${name}: names refer to what is there`, async () => {
    const rendered = new Rendered(await kubectl.ok(['kustomize', directory()]));
    const set = rendered.one('ControllerShardSet');
    const engine = rendered.one('StatefulSet');
    const accounts = rendered.ofKind('ServiceAccount').map(({ metadata }) => `${metadata.namespace}/${metadata.name}`);
    assert.equal(set.spec?.workload, { kind: 'StatefulSet', name: engine.metadata.name });
    assert.is(envOf(engine.spec?.template?.spec.containers[0], 'SHARDKEEPER_SET'), set.metadata.name);
    assert.is(engine.spec?.serviceName, rendered.one('Service').metadata.name);
    for (const { object, template } of rendered.workloads()) {
      assert.ok(accounts.includes(`${object.metadata.namespace}/${template.spec.serviceAccountName}`));
    }
    for (const binding of [...rendered.ofKind('RoleBinding'), ...rendered.ofKind('ClusterRoleBinding')]) {
      const roles = rendered.ofKind(binding.roleRef?.kind ?? '').map(({ metadata }) => metadata.name);
      assert.ok(roles.includes(binding.roleRef?.name ?? ''), binding.metadata.name);
      for (const subject of binding.subjects ?? [])
        assert.ok(accounts.includes(`${subject.namespace}/${subject.name}`));
    }
  });

  test(`${name}: pods are told the truth and bounded`, async () => {
    const rendered = new Rendered(await kubectl.ok(['kustomize', directory()]));
    const workloads = rendered.workloads();
    assert.is(workloads.length, 2);
    for (const { name: workload, object, template } of workloads) {
      const [container, ...others] = template.spec.containers;
      assert.equal(others, [], `${workload}: a restart in place is judged by the pod UID, so the engine runs alone`);
      assert.match(container?.image ?? '', /:[0-9]/, 'the image has a version');
      assert.ok(container?.resources?.limits?.['memory'] !== undefined);
      assert.equal(
        container?.ports?.map((port) => port.name),
        ['health', 'metrics'],
      );
      for (const [label, value] of Object.entries(object.spec?.selector?.matchLabels ?? {})) {
        assert.is(template.metadata.labels[label], value);
      }
    }
    const engine = rendered.one('StatefulSet').spec?.template?.spec;
    const grace = engine?.terminationGracePeriodSeconds;
    assert.is(envOf(engine?.containers[0], 'SHARDKEEPER_GRACE_PERIOD_SECONDS'), String(grace));
    const { handoff, lease } = validateControllerShardSet(rendered.one('ControllerShardSet')).spec;
    const least = handoff.timeoutSeconds + handoff.drainTimeoutSeconds + lease.requestTimeoutMilliseconds / 1000 + 2;
    assert.ok(grace !== undefined && grace > least, `a pod needs more than ${least} s to hand over`);
  });
}

test('base leaves the number of replicas to overlays, people and autoscalers', async () => {
  const rendered = new Rendered(await kubectl.ok(['kustomize', 'kustomize/base']));
  assert.is(rendered.one('StatefulSet').spec?.replicas, undefined);
  assert.is(rendered.one('ControllerShardSet').spec?.replicas, undefined);
});

test('a second installation is taken by the API server', async () => {
  await kubectl.ok(['create', 'namespace', 'second']);
  await kubectl.ok(['apply', '--server-side', '--dry-run=server', '-k', second]);
});

test('component deployment: the same pods under another kind, and the set knows it by whatever name', async () => {
  const components = ['kustomize/components/deployment'];
  const content = { namespace: 'third', namePrefix: 'team-', resources: ['kustomize/overlays/dev'], components };
  writeFileSync(join(second, 'kustomization.yaml'), JSON.stringify(content));
  const rendered = new Rendered(await kubectl.ok(['kustomize', second]));
  const before = new Rendered(await kubectl.ok(['kustomize', DEV]));
  const engine = rendered.ofKind('Deployment').find(({ metadata }) => metadata.name === 'team-metacontroller');
  assert.is(rendered.ofKind('StatefulSet').length, 0);
  assert.is(engine?.spec?.replicas, 3);
  assert.equal(rendered.one('ControllerShardSet').spec?.workload, { kind: 'Deployment', name: 'team-metacontroller' });
  const container = engine?.spec?.template?.spec.containers[0];
  assert.is(envOf(container, 'SHARDKEEPER_SET'), rendered.one('ControllerShardSet').metadata.name);
  assert.equal(container?.ports, before.one('StatefulSet').spec?.template?.spec.containers[0]?.ports);
  await kubectl.ok(['create', 'namespace', 'third']);
  await kubectl.ok(['apply', '--server-side', '--dry-run=server', '-k', second]);
});

test('the StatefulSet and the Deployment make pods, bound to their service accounts', async () => {
  const pods = ['metacontroller-0', 'metacontroller-1', 'metacontroller-2'].map((name) => `pod/${name}`);
  const inNamespace = ['-n', 'shardkeeper-system'];
  await kubectl.ok(['wait', ...inNamespace, '--for=create', '--timeout=60s', ...pods]);
  const available = ['--for=jsonpath={.status.replicas}=1', '--timeout=60s', 'deployment/shardkeeper-manager'];
  await kubectl.ok(['wait', ...inNamespace, ...available]);
  assert.is(
    await kubectl.ok(['get', ...inNamespace, ...pods, '-o', 'jsonpath={.items[*].spec.serviceAccountName}']),
    'metacontroller metacontroller metacontroller',
  );
});

test('can be applied again once the API server has filled in the aggregated role', async () => {
  const rule = '--for=jsonpath={.rules[0].verbs}';
  await kubectl.ok(['wait', rule, '--timeout=60s', 'clusterrole/metacontroller']);
  await kubectl.ok(['apply', '--server-side', '-k', DEV]);
  const rules = await kubectl.ok(['get', 'clusterrole/metacontroller', '-o', 'jsonpath={.rules[*].resources}']);
  assert.match(rules, /compositecontrollers/, 'and takes no right away');
});

test('every pod satisfies the Pod Security level "restricted"', async () => {
  const label = 'pod-security.kubernetes.io/enforce=restricted';
  const warned = await kubectl.run(['label', '--dry-run=server', 'namespace', 'shardkeeper-system', label]);
  assert.is(warned.code, 0);
  assert.not.match(warned.stderr, /violate/i);
});

test('the dev overlay carries the 5 s preset', async () => {
  const get = ['get', '-n', 'shardkeeper-system', 'cshardset/metacontroller', '-o', 'jsonpath={.spec.lease}'];
  const lease: unknown = JSON.parse(await kubectl.ok(get));
  assert.equal(lease, {
    durationSeconds: 5,
    renewIntervalMilliseconds: 1000,
    requestTimeoutMilliseconds: 1000,
    fenceMarginMilliseconds: 1750,
    viewMaxAgeMilliseconds: 3000,
    stallMaxMilliseconds: 500,
    clockErrorPerMille: 10,
  });
});

test('the example is valid, and its parent is accepted', async () => {
  await kubectl.ok(['wait', '--for=condition=Established', '--timeout=60s', 'crd/webapps.example.com']);
  await kubectl.ok(['apply', '--server-side', '--dry-run=server', '-f', 'examples/webapp/parent.yaml']);
  const timeout = 'jsonpath={.spec.hooks.sync.webhook.timeout} {.spec.hooks.sync.version}';
  assert.is(await kubectl.ok(['get', 'compositecontroller/webapp', '-o', timeout]), '10s v1');
});

interface Question {
  readonly verb: string;
  /** `resource.group`, or with `/subresource`. */
  readonly on: string;
  readonly namespace?: string;
}

/** Asks the API server itself; anything but a clear yes is a no. */
async function may(account: string, { verb, on, namespace = 'shardkeeper-system' }: Question): Promise<boolean> {
  const [resource = '', subresource = ''] = on.split('/');
  const as = `--as=system:serviceaccount:shardkeeper-system:${account}`;
  const flags = [`--subresource=${subresource}`, as, '-n', namespace];
  return (await kubectl.run(['auth', 'can-i', verb, resource, ...flags])).stdout.trim() === 'yes';
}

async function assertRights(
  account: string,
  answers: Readonly<Record<'yes' | 'no', readonly string[]>>,
): Promise<void> {
  for (const [answer, questions] of Object.entries(answers)) {
    for (const question of questions) {
      const [verb = '', on = ''] = question.split(' ');
      assert.is((await may(account, { verb, on })) ? 'yes' : 'no', answer, `${account}: ${question}`);
    }
  }
}

test('rights on users’ kinds are aggregated into the engine’s role', async () => {
  const aggregated = 'jsonpath={.rules[?(@.resources[0]=="webapps/finalizers")].verbs[0]}=update';
  await kubectl.ok(['wait', 'clusterrole/metacontroller', `--for=${aggregated}`, '--timeout=60s']);
  assert.ok(await may('metacontroller', { verb: 'patch', on: 'configmaps', namespace: 'default' }));
  assert.ok(await may('metacontroller', { verb: 'patch', on: 'webapps.example.com/status', namespace: 'default' }));
});

test('the engine may do its work, and no more', async () => {
  await assertRights('metacontroller', {
    yes: [
      'watch controllershardsets.shardkeeper.io',
      'update controllershards.shardkeeper.io/status',
      'update leases.coordination.k8s.io',
      'patch compositecontrollers.metacontroller.k8s.io',
      'get secrets',
    ],
    no: [
      'patch controllershards.shardkeeper.io',
      'create controllershards.shardkeeper.io',
      'patch controllershards.shardkeeper.io/status',
      'patch controllershardsets.shardkeeper.io/status',
      'update controllershardsets.shardkeeper.io/status',
      'update controllershardsets.shardkeeper.io',
      'patch leases.coordination.k8s.io',
      'delete leases.coordination.k8s.io',
      'list secrets',
      'watch secrets',
      'update secrets',
      'list pods',
    ],
  });
  const elsewhere = (verb: string, on: string): Promise<boolean> =>
    may('metacontroller', { verb, on, namespace: 'default' });
  assert.ok(await elsewhere('get', 'controllershardsets.shardkeeper.io'));
  assert.not(await elsewhere('list', 'controllershardsets.shardkeeper.io'));
  assert.not(await elsewhere('get', 'controllershards.shardkeeper.io'));
  assert.not(await elsewhere('get', 'leases.coordination.k8s.io'));
  assert.not(await elsewhere('get', 'secrets'));
});

test('component hook-secrets: Secrets of all namespaces, by name only', async () => {
  const components = ['kustomize/components/hook-secrets'];
  const content = { resources: ['kustomize/overlays/dev'], components };
  writeFileSync(join(second, 'kustomization.yaml'), JSON.stringify(content));
  await kubectl.ok(['apply', '--server-side', '-k', second]);
  const aggregated = 'jsonpath={.rules[?(@.resources[0]=="secrets")].verbs[0]}=get';
  await kubectl.ok(['wait', 'clusterrole/metacontroller', `--for=${aggregated}`, '--timeout=60s']);
  assert.ok(await may('metacontroller', { verb: 'get', on: 'secrets', namespace: 'default' }));
  assert.not(await may('metacontroller', { verb: 'list', on: 'secrets', namespace: 'default' }));
});

test('the manager may do its work, and has no verb on pods or objects', async () => {
  await assertRights('shardkeeper-manager', {
    yes: [
      'update controllershardsets.shardkeeper.io/status',
      'create controllershards.shardkeeper.io',
      'delete leases.coordination.k8s.io',
      'patch statefulsets.apps/scale',
    ],
    no: [
      'update controllershardsets.shardkeeper.io',
      'patch controllershardsets.shardkeeper.io/status',
      'update controllershardsets.shardkeeper.io/finalizers',
      'update controllershards.shardkeeper.io',
      'patch leases.coordination.k8s.io',
      'update statefulsets.apps/scale',
      'patch statefulsets.apps',
      'patch controllershards.shardkeeper.io/status',
      'get pods',
      'get configmaps',
      'list webapps.example.com',
    ],
  });
});
