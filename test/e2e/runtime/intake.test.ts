import * as assert from 'uvu/assert';

import { compareResourceVersions, type KubeClient, type KubeObject } from '../../../src/kube/types.ts';
import { ALL, rangeSet, subtract, type RangeSet } from '../../../src/protocol/ranges.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { createFamily, Family, SECRETS } from './family.ts';
import { CONFIGMAPS } from './mirror.ts';
import {
  createNamespace,
  SLOT_LABEL,
  startReplica,
  startWorld,
  stopWorld,
  withSend,
  type Replica,
  type World,
} from './world.ts';

const test = suite('intake on a real API server', { timeoutMs: 120_000 });

const INTAKE_SLOT = slotOf('intake:/configmaps');
const CHILDREN = 3;

let world: World;
const replicas: Replica[] = [];
let namespaces = 0;

test.before(async () => {
  world = await startWorld();
});
test.after(async () => {
  await stopWorld(world);
});
test.after.each(async () => {
  await Promise.all(replicas.splice(0).map((replica) => replica.stop()));
});

async function freshNamespace(): Promise<string> {
  const name = `intake-${++namespaces}`;
  await createNamespace(world.user, name);
  return name;
}

function started(family: Family, wrap?: (client: KubeClient) => KubeClient): Replica {
  const replica = startReplica(world, wrap);
  replicas.push(replica);
  void replica.host.add(family.controller);
  return replica;
}

const names = (count: number): readonly string[] => Array.from({ length: count }, (_, i) => `web-${i}`);
const labelOf = (object: KubeObject | undefined): string | undefined => object?.metadata.labels?.[SLOT_LABEL];

async function all(
  namespace: string,
): Promise<{ readonly roots: readonly KubeObject[]; readonly children: readonly KubeObject[] }> {
  const [roots, children] = await Promise.all([
    world.user.list(CONFIGMAPS, { namespace, labelSelector: 'app=family' }),
    world.user.list(SECRETS, { namespace }),
  ]);
  return { roots: roots.items, children: children.items };
}

async function allLabelled(namespace: string): Promise<boolean> {
  const { roots, children } = await all(namespace);
  return [...roots, ...children].every((object) => labelOf(object) !== undefined);
}

/** Every object has its root's slot, and each root got its label after its children. */
async function assertFamilies(namespace: string): Promise<void> {
  const { roots, children } = await all(namespace);
  for (const root of roots) {
    const slot = String(slotOf(`${namespace}/${root.metadata.name}`));
    assert.is(labelOf(root), slot);
    const own = children.filter((child) => child.metadata.ownerReferences?.[0]?.uid === root.metadata.uid);
    assert.is(own.length, CHILDREN);
    for (const child of own) {
      assert.is(labelOf(child), slot);
      const { resourceVersion = '' } = root.metadata;
      assert.ok(
        compareResourceVersions(resourceVersion, child.metadata.resourceVersion ?? '') > 0,
        'the parent is last',
      );
    }
  }
}

function assertNoChildMissed(namespace: string, ...families: readonly Family[]): void {
  const looks = families.flatMap(({ seen }) => [...seen]).filter(([key]) => key.startsWith(`${namespace}/`));
  for (const [key, counts] of looks)
    assert.ok(
      counts.every((count) => count === CHILDREN),
      `${key}: ${counts.join()}`,
    );
}

function slotRange(slot: number): RangeSet {
  return rangeSet([{ start: slot, end: slot }]);
}

test('a root is labelled after all that it owns, and no look misses a child, whoever owns it', async () => {
  const namespace = await freshNamespace();
  const [labeller, owner] = [new Family(), new Family()];
  const [a, b] = [started(labeller), started(owner)];
  a.ownership.gain(slotRange(INTAKE_SLOT));
  b.ownership.gain(subtract(ALL, slotRange(INTAKE_SLOT)));
  await Promise.all(names(30).map((name) => createFamily(world.user, namespace, { name, children: CHILDREN })));
  await eventually('everything is labelled', () => allLabelled(namespace));
  await assertFamilies(namespace);
  await eventually('every root was looked at', () =>
    names(30).every((name) => owner.seen.has(`${namespace}/${name}`) || labeller.seen.has(`${namespace}/${name}`)),
  );
  assertNoChildMissed(namespace, labeller, owner);
});

test('families that were there before are never seen without their children', async () => {
  const namespace = await freshNamespace();
  await Promise.all(names(30).map((name) => createFamily(world.user, namespace, { name, children: CHILDREN })));
  const [labeller, owner] = [new Family(), new Family()];
  const [a, b] = [started(labeller), started(owner)];
  b.ownership.gain(subtract(ALL, slotRange(INTAKE_SLOT)));
  await eventually('the owner is ready', () => b.ownership.warm.length > 0);
  a.ownership.gain(slotRange(INTAKE_SLOT));
  await eventually('everything is labelled', () => allLabelled(namespace));
  await assertFamilies(namespace);
  await eventually('every root was looked at', () =>
    names(30).every((name) => owner.seen.has(`${namespace}/${name}`) || labeller.seen.has(`${namespace}/${name}`)),
  );
  assertNoChildMissed(namespace, labeller, owner);
});

test('a crash in between loses nothing', async () => {
  const namespace = await freshNamespace();
  await createFamily(world.user, namespace, { name: 'web', children: CHILDREN });
  let writes = 0;
  const crashing = started(new Family(), (client) =>
    withSend(client, async (request, options) => {
      // One child gets its label; then the process is as good as gone.
      if (++writes > 1) return new Promise<KubeObject>(() => {});
      return client.send(request, options);
    }),
  );
  crashing.ownership.gain(slotRange(INTAKE_SLOT));
  await eventually('it hangs at the second write', () => writes === 2);
  const { roots, children } = await all(namespace);
  assert.is(labelOf(roots[0]), undefined);
  assert.is(children.filter((child) => labelOf(child) !== undefined).length, 1);
  const family = new Family();
  started(family).ownership.gain(ALL);
  await eventually('everything is labelled', () => allLabelled(namespace));
  await assertFamilies(namespace);
  await eventually('it was looked at', () => family.seen.has(`${namespace}/web`));
  assert.ok(family.seen.get(`${namespace}/web`)?.every((count) => count === CHILDREN));
});

test('a root whose label was removed gets the same one again', async () => {
  const namespace = await freshNamespace();
  const family = new Family();
  started(family).ownership.gain(ALL);
  await createFamily(world.user, namespace, { name: 'web', children: CHILDREN });
  await eventually('everything is labelled', () => allLabelled(namespace));
  await world.user.send({
    verb: 'patch',
    resource: CONFIGMAPS,
    ref: { namespace, name: 'web' },
    patchType: 'merge',
    patch: { metadata: { labels: { [SLOT_LABEL]: null } } },
  });
  await eventually('it is back', () => allLabelled(namespace));
  await assertFamilies(namespace);
});

test('who does not own the intake slot labels nothing', async () => {
  const namespace = await freshNamespace();
  const family = new Family();
  const replica = started(family);
  replica.ownership.gain(subtract(ALL, slotRange(INTAKE_SLOT)));
  await createFamily(world.user, namespace, { name: 'web', children: CHILDREN });
  await eventually('warm', () => replica.ownership.warm.length > 0);
  assert.is(labelOf((await all(namespace)).roots[0]), undefined);
  replica.ownership.gain(slotRange(INTAKE_SLOT));
  await eventually('labelled', () => allLabelled(namespace));
});
