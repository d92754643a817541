import * as assert from 'uvu/assert';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { oneConfigMap } from './hook-server.ts';
import {
  CONFIGMAPS,
  SLOT_LABEL,
  composite,
  createComposite,
  createNamespace,
  createParentCrd,
  parentOf,
  parentResource,
  patch,
  startEngine,
  startWorld,
  stopWorld,
} from './world.ts';
import type { EngineRun, World } from './world.ts';

const test = suite('a wave of one CompositeController on a real API server', { timeoutMs: 120_000 });

const PARENTS = 200;
const webs = parentResource('webs');

let world: World;
let run: EngineRun | undefined;

test.before(async () => {
  world = await startWorld();
  await createParentCrd(world.user, webs);
  world.hook.answer = oneConfigMap;
});
test.after(async () => {
  await run?.stop();
  await stopWorld(world);
});

test('one create and one status patch per parent, two hook calls, then silence', async () => {
  const { user, hook } = world;
  await createNamespace(user, 'wave');
  const names = Array.from({ length: PARENTS }, (_, index) => `web-${String(index)}`);
  await Promise.all(
    names.map((name) =>
      user.send({
        verb: 'create',
        resource: webs,
        body: parentOf(webs, { namespace: 'wave', name, spec: { data: { v: '1' } } }),
      }),
    ),
  );
  run = startEngine(world);
  await createComposite(user, composite('wave', webs, { hook }));
  await eventually('all children and statuses are there', async () => {
    const [children, parents] = await Promise.all([
      user.list(CONFIGMAPS, { namespace: 'wave', labelSelector: 'controller-uid' }),
      user.list(webs, { namespace: 'wave' }),
    ]);
    const done = parents.items.filter((item) => item['status'] !== undefined);
    return children.items.length === PARENTS && done.length === PARENTS;
  });
  const { host, traffic } = run;
  await eventually('nothing is left to do', () => host.counts().queued === 0 && host.counts().inFlight === 0);
  const before = { ...traffic, hooks: hook.asked.length };
  // A child and a status for each parent, and our name on the controller.
  assert.is(before.writes, PARENTS * 2 + 1);
  assert.ok(before.reads <= 12, `${String(before.reads)} reads`);
  // The second call shows the hook what came of the first.
  assert.is(before.hooks, PARENTS * 2);

  await patch(user, webs, {
    namespace: 'wave',
    name: 'web-0',
    body: { metadata: { annotations: { touched: 'yes' } } },
  });
  await eventually(
    'the edit is seen',
    () => hook.of('web-0').at(-1)?.body.parent.metadata.annotations?.['touched'] === 'yes',
  );
  await eventually('nothing is left to do', () => host.counts().queued === 0 && host.counts().inFlight === 0);
  assert.equal({ writes: traffic.writes, reads: traffic.reads }, { writes: before.writes, reads: before.reads });
});

test('children carry the slot and the hook never sees it', async () => {
  const { user, hook } = world;
  const { items } = await user.list(CONFIGMAPS, { namespace: 'wave', labelSelector: 'controller-uid' });
  const parents = new Map(
    (await user.list(webs, { namespace: 'wave' })).items.map((item) => [item.metadata.name, item]),
  );
  for (const child of items) {
    const parent = parents.get(child.metadata.name);
    assert.is(child.metadata.labels?.[SLOT_LABEL], parent?.metadata.labels?.[SLOT_LABEL]);
    assert.is(child.metadata.ownerReferences?.[0]?.uid, parent?.metadata.uid);
  }
  assert.not.match(
    JSON.stringify(hook.asked.map(({ body: { parent, children } }) => ({ parent, children }))),
    SLOT_LABEL,
  );
  for (const { headers } of hook.asked) {
    assert.match(String(headers['shardkeeper-slot']), /^\d+$/);
    assert.match(String(headers['shardkeeper-generation']), /^\d+\.\d+$/);
  }
});

test('an edit reaches the child', async () => {
  const { user } = world;
  await patch(user, webs, { namespace: 'wave', name: 'web-1', body: { spec: { data: { v: '2' } } } });
  await eventually('the child follows', async () => {
    const child = await user.get(CONFIGMAPS, { namespace: 'wave', name: 'web-1' });
    return (child['data'] as { v?: string }).v === '2';
  });
  await eventually('observedGeneration follows', async () => {
    const parent = await user.get(webs, { namespace: 'wave', name: 'web-1' });
    return (parent['status'] as { observedGeneration?: number }).observedGeneration === parent.metadata.generation;
  });
});
