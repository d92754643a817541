import * as assert from 'uvu/assert';
import { SERVED_BY_ANNOTATION } from '../../../src/api/names.ts';
import { COMPOSITE_CONTROLLERS, SHARD_SETS } from '../../../src/kube/resources.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { oneConfigMap } from './hook-server.ts';
import {
  CONFIGMAPS,
  composite,
  createComposite,
  createNamespace,
  createParentCrd,
  eventsAbout,
  maybeGet,
  parentOf,
  parentResource,
  patch,
  reasonsAbout,
  startEngine,
  startWorld,
  stopWorld,
} from './world.ts';
import type { EngineRun, World } from './world.ts';

const test = suite('the life of controller objects on a real API server', { timeoutMs: 120_000 });

let world: World;
let run: EngineRun | undefined;

test.before(async () => {
  world = await startWorld();
  world.hook.answer = oneConfigMap;
  await createNamespace(world.user, 'life');
  run = startEngine(world);
});
test.after(async () => {
  await run?.stop();
  await stopWorld(world);
});

async function messagesAbout(name: string, reason: string): Promise<readonly string[]> {
  const events = await eventsAbout(world.user, 'default', name);
  return events.filter((event) => event['reason'] === reason).map((event) => String(event['message']));
}

async function reaches(name: string, reason: string): Promise<void> {
  await eventually(`${name} has event ${reason}`, async () =>
    (await reasonsAbout(world.user, 'default', name)).includes(reason),
  );
}

test('waits for a parent CRD that comes later, then runs; and says who runs it', async () => {
  const { user, hook } = world;
  const lates = parentResource('lates');
  await createComposite(user, composite('late', lates, { hook }));
  await reaches('late', 'CreateError');
  assert.match((await messagesAbout('late', 'CreateError'))[0] ?? '', /lates in example\.com\/v1.*CRD/);
  await createParentCrd(user, lates);
  await reaches('late', 'Started');
  await user.send({ verb: 'create', resource: lates, body: parentOf(lates, { namespace: 'life', name: 'late-0' }) });
  await eventually(
    'its parent is served',
    async () => (await maybeGet(user, CONFIGMAPS, { namespace: 'life', name: 'late-0' })) !== undefined,
  );
  const controller = await user.get(COMPOSITE_CONTROLLERS, { name: 'late' });
  assert.is(controller.metadata.annotations?.[SERVED_BY_ANNOTATION], 'metacontroller/metacontroller/our-uid');
  const reasons = await reasonsAbout(user, 'default', 'late');
  assert.equal(reasons.filter((reason) => reason !== 'CreateError').toSorted(), ['Started', 'Starting']);
});

test('a broken one harms nobody else, and runs when it is repaired', async () => {
  const { user, hook } = world;
  const oks = parentResource('oks');
  await createParentCrd(user, oks);
  await createComposite(user, composite('broken', oks, { hook, spec: { hooks: {} } }));
  await reaches('broken', 'CreateError');
  await createComposite(user, composite('fine', oks, { hook }));
  await reaches('fine', 'Started');
  const hooks = { sync: { webhook: { url: `${hook.url}/broken` } } };
  await patch(user, COMPOSITE_CONTROLLERS, { name: 'broken', body: { spec: { hooks } } });
  await reaches('broken', 'Started');
});

test('what this version does not serve is refused, not ignored', async () => {
  const { user, hook } = world;
  const oks = parentResource('oks');
  await createComposite(user, composite('rolling', oks, { hook, method: 'RollingInPlace' }));
  await reaches('rolling', 'CreateError');
  assert.match((await messagesAbout('rolling', 'CreateError'))[0] ?? '', /RollingInPlace is not supported yet/);
});

test('a CRD without the status subresource is refused with the known words', async () => {
  const { user, hook } = world;
  const bares = parentResource('bares', { hasStatus: false });
  await createParentCrd(user, bares);
  await createComposite(user, composite('bare', bares, { hook }));
  await reaches('bare', 'SyncError');
  assert.match((await messagesAbout('bare', 'SyncError'))[0] ?? '', /does not have subresource 'Status' enabled/);
});

test('a built-in kind cannot be a parent', async () => {
  const { user, hook } = world;
  const deployments = {
    group: 'apps',
    version: 'v1',
    plural: 'deployments',
    kind: 'Deployment',
    namespaced: true,
    hasStatus: true,
  };
  await createComposite(user, composite('builtin', deployments, { hook }));
  await reaches('builtin', 'CreateError');
});

test('a change of the spec restarts it, one of the metadata does not; deletion stops it and leaves children alone', async () => {
  const { user, hook } = world;
  const edits = parentResource('edits');
  await createParentCrd(user, edits);
  await createComposite(user, composite('edit', edits, { hook }));
  await reaches('edit', 'Started');
  await user.send({ verb: 'create', resource: edits, body: parentOf(edits, { namespace: 'life', name: 'edit-0' }) });
  await eventually('it is served', () => hook.of('edit-0').length >= 2);
  await patch(user, COMPOSITE_CONTROLLERS, { name: 'edit', body: { metadata: { annotations: { a: 'b' } } } });
  const hooks = { sync: { webhook: { url: `${hook.url}/moved` } } };
  await patch(user, COMPOSITE_CONTROLLERS, { name: 'edit', body: { spec: { hooks } } });
  await eventually('the new URL is called', () => hook.of('edit-0').some(({ path }) => path === '/moved'));
  await eventually('it was started twice', async () => {
    const events = await eventsAbout(user, 'default', 'edit');
    const started = events.filter((event) => event['reason'] === 'Started');
    return started.reduce((sum, event) => sum + Number(event['count'] ?? 1), 0) === 2;
  });
  assert.ok((await reasonsAbout(user, 'default', 'edit')).includes('Stopping'));
  await user.send({ verb: 'delete', resource: COMPOSITE_CONTROLLERS, ref: { name: 'edit' } });
  await eventually('it was stopped twice', async () => {
    const events = await eventsAbout(user, 'default', 'edit');
    const stopped = events.filter((event) => event['reason'] === 'Stopped');
    return stopped.reduce((sum, event) => sum + Number(event['count'] ?? 1), 0) === 2;
  });
  assert.ok((await maybeGet(user, CONFIGMAPS, { namespace: 'life', name: 'edit-0' })) !== undefined);
});

test('another living installation is left alone; one that is gone is taken over', async () => {
  const { user, hook } = world;
  const twos = parentResource('twos');
  await createParentCrd(user, twos);
  await createNamespace(user, 'elsewhere');
  const other = await user.send({
    verb: 'create',
    resource: SHARD_SETS,
    body: {
      apiVersion: 'shardkeeper.io/v1alpha1',
      kind: 'ControllerShardSet',
      metadata: { name: 'meta', namespace: 'elsewhere' },
      spec: { workload: { kind: 'StatefulSet', name: 'meta' } },
    },
  });
  const body = composite('second', twos, { hook });
  const annotations = { [SERVED_BY_ANNOTATION]: `elsewhere/meta/${other.metadata.uid ?? ''}` };
  await createComposite(user, { ...body, metadata: { name: 'second', annotations } });
  await reaches('second', 'SecondInstallation');
  assert.not.ok((await reasonsAbout(user, 'default', 'second')).includes('Starting'));

  const gone = composite('orphaned', twos, { hook });
  const stale = { [SERVED_BY_ANNOTATION]: 'elsewhere/meta/uid-of-an-earlier-set' };
  await createComposite(user, { ...gone, metadata: { name: 'orphaned', annotations: stale } });
  await reaches('orphaned', 'Started');
});

test('a kind that may not be listed holds up its own controller only, and that is told', async () => {
  const { user, hook, controlPlane } = world;
  const rights = parentResource('rights');
  await createParentCrd(user, rights);
  const rule = (apiGroups: readonly string[], resources: readonly string[]): unknown => ({
    apiGroups,
    resources,
    verbs: ['*'],
  });
  const authorization = { group: 'rbac.authorization.k8s.io', version: 'v1', namespaced: false, hasStatus: false };
  const apiVersion = 'rbac.authorization.k8s.io/v1';
  await user.send({
    verb: 'create',
    resource: { ...authorization, plural: 'clusterroles', kind: 'ClusterRole' },
    body: {
      apiVersion,
      kind: 'ClusterRole',
      metadata: { name: 'limited' },
      rules: [
        rule(['example.com', 'metacontroller.k8s.io', 'apiextensions.k8s.io'], ['*']),
        rule([''], ['configmaps', 'events']),
      ],
    },
  });
  await user.send({
    verb: 'create',
    resource: { ...authorization, plural: 'clusterrolebindings', kind: 'ClusterRoleBinding' },
    body: {
      apiVersion,
      kind: 'ClusterRoleBinding',
      metadata: { name: 'limited' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'limited' },
      subjects: [{ apiGroup: 'rbac.authorization.k8s.io', kind: 'User', name: 'limited' }],
    },
  });
  await run?.stop();
  run = startEngine(world, {
    access: controlPlane.accessFor('limited', []),
    slowStartMs: 500,
    targetLabelSelector: 'team=limited',
  });
  const labels = { team: 'limited' };
  const secrets = { childResources: [{ apiVersion: 'v1', resource: 'secrets' }] };
  const forbidden = composite('forbidden', rights, { hook, spec: secrets });
  await createComposite(user, { ...forbidden, metadata: { name: 'forbidden', labels } });
  await eventually('it is told', async () =>
    (await messagesAbout('forbidden', 'CreateError')).some((message) =>
      message.includes('list and watch rights.example.com, secrets'),
    ),
  );
  await createComposite(user, { ...composite('allowed', rights, { hook }), metadata: { name: 'allowed', labels } });
  await reaches('allowed', 'Started');
  await patch(user, COMPOSITE_CONTROLLERS, { name: 'allowed', body: { metadata: { labels: { team: 'other' } } } });
  await reaches('allowed', 'Stopped');
});
