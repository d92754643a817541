/** Scenario 12: people do odd things to objects and their slot labels; sharding is switched on over objects that exist. */
import { SLOT_LABEL } from '../../../src/api/names.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { KubeObject, Resource } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { intakeSlotOf } from '../../../src/replica/intake/slot-rule.ts';
import { childNameOf, WEBAPPS } from '../../../src/testing/load/webapps.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, never } from '../figures.ts';
import { pinTo, rowOf, unpin } from '../pinned.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { slotOfParent, unserved } from '../stage/parents.ts';
import { lasted, underEdits } from '../under-edits.ts';

const PATIENCE = { patienceMs: 45_000, everyMs: 50 };
const PARALLEL = 16;

/** Sets or (null) removes the slot label. */
async function label(stage: ChaosStage, of: Resource, name: string, slot: string | null): Promise<void> {
  const { client, namespace } = stage;
  const patch = { metadata: { labels: { [SLOT_LABEL]: slot } } };
  await client.send({ verb: 'patch', resource: of, ref: { namespace, name }, patchType: 'merge', patch });
}

async function labelOf({ client, namespace }: ChaosStage, of: Resource, name: string): Promise<string | undefined> {
  return (await client.get(of, { namespace, name })).metadata.labels?.[SLOT_LABEL];
}

async function create(stage: ChaosStage, name: string, labels: Readonly<Record<string, string>>): Promise<void> {
  const { client, namespace } = stage;
  const body: KubeObject = {
    apiVersion: 'example.com/v1',
    kind: 'WebApp',
    metadata: { name, namespace, labels },
    spec: { greeting: `I am ${name}` },
  };
  await client.send({ verb: 'create', resource: WEBAPPS, body });
}

async function remove({ client, namespace }: ChaosStage, name: string): Promise<void> {
  await client.send({ verb: 'delete', resource: WEBAPPS, ref: { namespace, name }, propagation: 'Background' });
}

/** The label of the parent and of its child is that of the parent's name, and both show the parent's spec. */
async function isRight(stage: ChaosStage, parent: string): Promise<boolean> {
  const right = String(slotOfParent(parent));
  if ((await labelOf(stage, WEBAPPS, parent)) !== right) return false;
  if ((await unserved(stage.client, [parent])).length > 0) return false;
  return (await labelOf(stage, CONFIG_MAPS, childNameOf(parent))) === right;
}

/** Two slots: one that the owner of `slot` has too, one of somebody else. */
async function otherSlots(stage: ChaosStage, slot: number): Promise<{ readonly same: number; readonly other: number }> {
  const owner = (await rowOf(stage, slot))?.owner;
  const slots = stage.names.map(slotOfParent).filter((each) => each !== slot);
  const owners = await Promise.all(slots.slice(0, 30).map(async (each) => (await rowOf(stage, each))?.owner));
  return {
    same: slots[owners.indexOf(owner)] ?? slot,
    other: slots[owners.findIndex((each) => each !== owner)] ?? slot,
  };
}

type Oddity = (stage: ChaosStage, parent: string) => Promise<void>;

/** Each on a parent of its own. */
const ODDITIES: Readonly<Record<string, Oddity>> = {
  parent_to_a_slot_of_another: async (stage, parent) =>
    label(stage, WEBAPPS, parent, String((await otherSlots(stage, slotOfParent(parent))).other)),
  parent_to_a_slot_of_the_same: async (stage, parent) =>
    label(stage, WEBAPPS, parent, String((await otherSlots(stage, slotOfParent(parent))).same)),
  parent_to_no_slot: (stage, parent) => label(stage, WEBAPPS, parent, '007'),
  parent_without: (stage, parent) => label(stage, WEBAPPS, parent, null),
  child_to_a_slot_of_another: async (stage, parent) =>
    label(stage, CONFIG_MAPS, childNameOf(parent), String((await otherSlots(stage, slotOfParent(parent))).other)),
  child_to_a_slot_of_the_same: async (stage, parent) =>
    label(stage, CONFIG_MAPS, childNameOf(parent), String((await otherSlots(stage, slotOfParent(parent))).same)),
  child_to_no_slot: (stage, parent) => label(stage, CONFIG_MAPS, childNameOf(parent), 'none'),
  child_without: (stage, parent) => label(stage, CONFIG_MAPS, childNameOf(parent), null),
};

/** Those whose labels are not right in time. */
async function wrongAfterAll(stage: ChaosStage, parents: readonly string[]): Promise<Set<string>> {
  const left = new Set(parents);
  await eventually(
    'all labels are right again',
    async () => {
      for (const parent of left) if (await isRight(stage, parent).catch(() => false)) left.delete(parent);
      return left.size === 0;
    },
    PATIENCE,
  ).catch(() => undefined);
  return left;
}

/** To another replica than the one that has it. */
async function moveIntake(stage: ChaosStage): Promise<void> {
  const slot = intakeSlotOf(WEBAPPS);
  const owner = (await rowOf(stage, slot))?.owner;
  const to = (await stage.replicas()).find((name) => name !== owner) ?? '';
  await pinTo(stage, to, { start: slot, end: slot });
}

async function oddities(stage: ChaosStage): Promise<readonly Figure[]> {
  const { fewerChildren } = await stage.hook.stats();
  const created = ['odd-copy', 'odd-plain'];
  const garbage = ['odd-garbage', 'odd-zeros'];
  const figures = await underEdits(
    stage,
    async () => {
      const fromMs = systemClock.wallMs();
      const odd = Object.keys(ODDITIES).map((name, i) => ({ name, parent: stage.names[i] ?? '' }));
      await Promise.all(odd.map(async ({ name, parent }) => ODDITIES[name]?.(stage, parent)));
      const copied = stage.names.at(-1) ?? '';
      await create(stage, 'odd-garbage', { [SLOT_LABEL]: 'not-a-slot' });
      await create(stage, 'odd-zeros', { [SLOT_LABEL]: '0007' });
      await create(stage, 'odd-copy', { [SLOT_LABEL]: String(slotOfParent(copied)) });
      await create(stage, 'odd-plain', {});
      const left = await wrongAfterAll(stage, [...odd.map(({ parent }) => parent), ...created]);
      const right = lasted('right_again_after', fromMs, 15_000);
      // What was created so shows in no watch: whoever begins with intake looks for it.
      const movedMs = systemClock.wallMs();
      await moveIntake(stage);
      for (const parent of await wrongAfterAll(stage, garbage)) left.add(parent);
      const found = lasted('found_after_intake_moved', movedMs, 30_000);
      for (const name of [...created, ...garbage]) await remove(stage, name);
      const shown = (await stage.hook.stats()).fewerChildren - fewerChildren;
      // An object at a wrong slot is its owner's there; the judge knows slots by names alone.
      const isOdd = (object: string): boolean =>
        odd.some(({ parent }) => object.endsWith(`/${parent}`) || object.endsWith(`/${childNameOf(parent)}`));
      return ({ evidence }) => [
        never('overlaps_elsewhere', evidence.violations.filter(({ object }) => !isOdd(object)).length),
        never('labels_wrong_for_ever', left.size),
        ...[...left].map((parent) => never(`wrong:${odd.find((each) => each.parent === parent)?.name ?? parent}`, 1)),
        right,
        found,
        never('calls_with_fewer_children', shown),
      ];
    },
    { undo: () => unpin(stage) },
  );
  return figures.filter(({ metric }) => metric !== 'overlaps');
}

/** Deleted and created again under its name, again and again, while its slot moves to and fro. */
async function recreated(stage: ChaosStage): Promise<readonly Figure[]> {
  const [a = '', b = ''] = await stage.replicas();
  const parent = 'odd-again';
  const slot = slotOfParent(parent);
  const range = { start: Math.max(0, slot - 10), end: Math.min(4095, slot + 10) };
  await garbageIsCollected(stage);
  return underEdits(
    stage,
    async () => {
      let times = 0;
      for (const target of [a, b, a, b]) {
        await create(stage, parent, {});
        await pinTo(stage, target, range);
        await eventually('it is served', async () => (await unserved(stage.client, [parent])).length === 0, PATIENCE);
        await remove(stage, parent);
        times++;
        await create(stage, parent, {});
        await eventually(
          'the one after it is served',
          async () => (await unserved(stage.client, [parent])).length === 0,
          PATIENCE,
        );
        await eventually(
          'the range has arrived',
          async () => {
            const row = await rowOf(stage, slot);
            return row?.owner === target && row.awaiting.length === 0;
          },
          PATIENCE,
        );
        await remove(stage, parent);
        await eventually('its child is collected', async () => !(await hasChild(stage, parent)), PATIENCE);
      }
      return () => [atLeast('times', times, { goal: 4 })];
    },
    { undo: () => unpin(stage) },
  );
}

/**
 * The name of a child is free again when the garbage collector has taken the last parent's. It looks for new kinds every 30 s,
 * and what it met before of a kind that is new it tries again ever more seldom.
 */
async function garbageIsCollected(stage: ChaosStage): Promise<void> {
  const parent = 'odd-first';
  await create(stage, parent, {});
  await eventually('it is served', async () => (await unserved(stage.client, [parent])).length === 0, PATIENCE);
  await remove(stage, parent);
  await eventually('the garbage collector knows the kind', async () => !(await hasChild(stage, parent)), {
    patienceMs: 120_000,
    everyMs: 100,
  });
}

async function hasChild({ client, namespace }: ChaosStage, parent: string): Promise<boolean> {
  const { items } = await client.list(CONFIG_MAPS, { namespace });
  return items.some(({ metadata }) => metadata.name === childNameOf(parent));
}

/** The controller is taken away, every label too; then it is switched on over what exists. */
async function switchedOn(stage: ChaosStage): Promise<readonly Figure[]> {
  const { names, installation } = stage;
  const { fewerChildren } = await stage.hook.stats();
  const before = await uidsOf(stage);
  await installation.kubectl(['delete', 'compositecontrollers', '--all']);
  await stage.hook.quiet();
  const todo = names.flatMap((name) => [
    { of: WEBAPPS, name },
    { of: CONFIG_MAPS, name: childNameOf(name) },
  ]);
  await Promise.all(
    Array.from({ length: PARALLEL }, async () => {
      for (let next = todo.pop(); next !== undefined; next = todo.pop()) await label(stage, next.of, next.name, null);
    }),
  );
  const fromMs = systemClock.wallMs();
  await installation.applyController();
  await eventually(
    'everything is labelled',
    async () => {
      const { items } = await stage.client.list(WEBAPPS, { namespace: stage.namespace });
      return items.every(({ metadata }) => metadata.labels?.[SLOT_LABEL] === String(slotOfParent(metadata.name)));
    },
    { patienceMs: 120_000, everyMs: 100 },
  );
  const labelled = lasted('labelled_after', fromMs, null);
  await eventually(
    'every parent was looked at',
    async () => {
      const seen = new Set((await stage.hook.calls(fromMs)).map(({ parent }) => parent));
      return names.every((name) => seen.has(name));
    },
    { patienceMs: 120_000, everyMs: 200 },
  );
  const calls = await stage.hook.calls(fromMs);
  const after = await uidsOf(stage);
  return [
    labelled,
    never('calls_without_the_child', calls.filter(({ children }) => children === 0).length),
    never('calls_with_fewer_children', (await stage.hook.stats()).fewerChildren - fewerChildren),
    never('children_made_anew', [...before].filter(([name, uid]) => after.get(name) !== uid).length),
    atLeast('parents', names.length, { goal: 1 }),
  ];
}

async function uidsOf({ client, namespace }: ChaosStage): Promise<ReadonlyMap<string, string | undefined>> {
  const { items } = await client.list(CONFIG_MAPS, { namespace });
  return new Map(
    items
      .filter(({ metadata }) => metadata.name.endsWith('-config'))
      .map(({ metadata }) => [metadata.name, metadata.uid]),
  );
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'odd-labels',
    about: 'slot labels are changed, removed, copied, made up',
    // Whoever judges the same objects later would take the relabelling for an owner's write.
    needs: { alone: true },
    notInCi: true,
    run: oddities,
  },
  {
    name: 'recreated-in-a-move',
    about: 'an object is deleted and created again while its slot moves',
    needs: {},
    run: recreated,
  },
  {
    name: 'switched-on',
    about: 'sharding is switched on over parents that have children and no labels',
    // As above: intake labels what was labelled before.
    needs: { alone: true },
    notInCi: true,
    run: switchedOn,
  },
];
