/** Scenario 6: what was true is taken away: the store goes back, the set is another one, a witness is deleted. */
import path from 'node:path';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { CONFIG_MAPS, LEASES, SHARDS } from '../../../src/kube/resources.ts';
import type { KubeObject, Resource } from '../../../src/kube/types.ts';
import { recordOf } from '../../../src/testing/audit/entry.ts';
import { childNameOf } from '../../../src/testing/load/webapps.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, atMost, never, told } from '../figures.ts';
import {
  createSet,
  declareRestored,
  deleteSet,
  getSet,
  leaseNames,
  manifestOf,
  startManagers,
  stopManagers,
  tableOf,
  untilSetGone,
} from '../restored-set.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { lasted, underEdits } from '../under-edits.ts';

/** How old the snapshot is when it is put back. */
const SNAPSHOT_AGE_MS: Readonly<Record<Form, number>> = { short: 3_000, full: 60_000 };
/** R1: no API server answers for a lease duration, by any clock. */
const CLOCKS_DIFFER = 1.02;
const WHOLE_MS = 30_000;
const DELETED_CHILDREN = 20;

/**
 * etcd is put back while replicas run: names have had other processes, slots other owners since. The managers are away meanwhile,
 * as the documentation says, and once more afterwards: their Deployment was put back too.
 */
async function etcdRestored(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  const { controlPlane } = stage.installation;
  const snapshot = path.join(controlPlane.directory, `${systemClock.wallMs()}.db`);
  await controlPlane.saveSnapshot(snapshot);
  const savedMs = systemClock.monotonicMs();
  await live(stage, { untilMs: savedMs + SNAPSHOT_AGE_MS[form], scales: form === 'full' });
  await stopManagers(stage);
  await controlPlane.restoreSnapshot(snapshot, { downMs: CLOCKS_DIFFER * stage.leaseMs });
  const upMs = systemClock.wallMs();
  await stopManagers(stage);
  const epoch = tableOf(await getSet(stage)).epoch;
  await declareRestored(stage);
  await startManagers(stage);
  await stage.ready(3);
  const whole = atMost('whole_again_after', systemClock.wallMs() - upMs, { goal: WHOLE_MS, unit: 'ms', speed: true });
  const raised = tableOf(await getSet(stage)).epoch - epoch;
  // Every parent and every child is touched: who still believed in what is lost would not see it.
  const figures = await underEdits(stage, async (fromMs) => {
    const deleted = await deleteChildren(stage);
    const areBack = async (): Promise<boolean> => {
      const { items } = await stage.client.list(CONFIG_MAPS, { namespace: stage.namespace });
      const there = new Set(items.filter(({ metadata }) => metadata.deletionTimestamp === undefined).map(uidOf));
      const names = new Set(items.map(({ metadata }) => metadata.name));
      return deleted.every((child) => names.has(child.metadata.name) && !there.has(uidOf(child)));
    };
    await eventually('every deleted child is made again', areBack, { patienceMs: 2 * WHOLE_MS, everyMs: 100 });
    const back = lasted('deleted_children_back_after', fromMs, null);
    await sleep(systemClock, stage.leaseMs);
    return () => [back];
  });
  const since = await stage.judge(upMs);
  return [
    ...figures,
    whole,
    atLeast('epoch_raised_by', raised, { goal: 1 }),
    never('overlaps_since_restore', since.doubleOwners),
    told('leases', (await leaseNames(stage)).length),
  ];
}

/** What will be forgotten: edits, another process under a name, a fourth replica that comes and goes. */
async function live(
  stage: ChaosStage,
  { untilMs, scales }: { readonly untilMs: number; readonly scales: boolean },
): Promise<void> {
  const editor = stage.edit();
  try {
    const [victim = ''] = await stage.replicas();
    stage.signal(victim, 'SIGKILL');
    await eventually('its process is gone', async () => !(await stage.replicas()).includes(victim));
    await stage.ready(3);
    if (scales) {
      await stage.scale(4);
      await stage.ready(4);
      await stage.scale(3);
      await stage.ready(3);
    }
    await sleep(systemClock, Math.max(0, untilMs - systemClock.monotonicMs()));
  } finally {
    await editor.stop();
  }
}

function uidOf({ metadata }: KubeObject): string {
  return metadata.uid ?? '';
}

/** Some children, by the hand of a person. Resolves to what they were. */
async function deleteChildren({ client, namespace, names }: ChaosStage): Promise<readonly KubeObject[]> {
  const wanted = new Set(names.slice(0, DELETED_CHILDREN).map(childNameOf));
  const { items } = await client.list(CONFIG_MAPS, { namespace });
  const children = items.filter(({ metadata }) => wanted.has(metadata.name));
  await Promise.all(
    children.map(({ metadata: { name } }) =>
      client.send({ verb: 'delete', resource: CONFIG_MAPS, ref: { namespace, name } }),
    ),
  );
  return children;
}

/** B1, the worst corner: forced away and made again while an owner cannot know, by a name that is still alive. */
function recreatedWhileStopped(goesOn: 'within its window' | 'after its lease'): Scenario['run'] {
  return async (stage) => {
    const [victim = ''] = await stage.replicas();
    const manifest = manifestOf(await getSet(stage));
    let stopped = false;
    const goOn = (): void => {
      if (stopped) stage.signal(victim, 'SIGCONT');
      stopped = false;
    };
    return underEdits(
      stage,
      async () => {
        const stoppedMs = stage.signal(victim, 'SIGSTOP');
        stopped = true;
        await deleteSet(stage, { force: true });
        await untilSetGone(stage);
        await createSet(stage, manifest);
        const createdMs = systemClock.wallMs();
        await sleep(
          systemClock,
          Math.max(0, stoppedMs + (goesOn === 'after its lease' ? 3 * stage.leaseMs : 0) - systemClock.wallMs()),
        );
        const resumedMs = systemClock.wallMs();
        goOn();
        await stage.ready(3);
        const whole = lasted('whole_again_after', createdMs, null);
        const uid = (await getSet(stage)).metadata.uid ?? '';
        return (judgement) => [
          whole,
          goesOn === 'within its window'
            ? atMost('stopped_for', resumedMs - stoppedMs, { goal: stage.windowMs, unit: 'ms' })
            : atLeast('stopped_for', resumedMs - stoppedMs, { goal: stage.leaseMs, unit: 'ms' }),
          atLeast('births_that_await_the_stopped_one', birthsThatAwait(judgement, uid, victim), { goal: 1 }),
        ];
      },
      { undo: goOn },
    );
  };
}

/** First tables of the object `uid` in which every row waits for `name`, unless it is the row's owner alone. */
function birthsThatAwait({ evidence }: Judgement, uid: string, name: string): number {
  const births = evidence.entries.flatMap((entry) => {
    if (entry.resource !== 'controllershardsets' || entry.subresource !== 'status' || entry.code !== 200) return [];
    const table = recordOf(recordOf(recordOf(entry.responseObject)['status'])['assignment']);
    return table['uid'] === uid && table['revision'] === 1 ? [table] : [];
  });
  const waits = (row: unknown): boolean => {
    const { owner, awaiting } = recordOf(row);
    return Array.isArray(awaiting) && (awaiting.includes(name) || (owner === name && awaiting.length === 0));
  };
  return births.filter(({ ranges }) => Array.isArray(ranges) && ranges.every(waits)).length;
}

/** B3, B0: deleted in good order, and put back from its manifest. */
async function restoredWithoutStatus(stage: ChaosStage): Promise<readonly Figure[]> {
  const manifest = manifestOf(await getSet(stage));
  return underEdits(stage, async () => {
    const startMs = systemClock.wallMs();
    await deleteSet(stage, { force: false });
    await untilSetGone(stage);
    const ended = lasted('ended_after', startMs, null);
    const witnesses = (await leaseNames(stage)).length;
    await createSet(stage, manifest);
    const createdMs = systemClock.wallMs();
    await stage.ready(3);
    const whole = atMost('whole_again_after', systemClock.wallMs() - createdMs, {
      goal: WHOLE_MS,
      unit: 'ms',
      speed: true,
    });
    return () => [ended, whole, told('leases_left_by_the_end', witnesses)];
  });
}

/** L2, B4: the process whose Lease, or whose shard, is deleted by hand ends and comes back. */
function deletedByHand(resource: Resource): Scenario['run'] {
  return async (stage) => {
    const [victim = ''] = await stage.replicas();
    const { kubelet, namespace } = stage.installation;
    const restarts = (): number => kubelet.list().find(({ name }) => name === victim)?.restarts ?? 0;
    const before = restarts();
    return underEdits(stage, async () => {
      const startMs = systemClock.wallMs();
      await stage.client.send({ verb: 'delete', resource, ref: { namespace, name: victim } });
      await eventually('its process ended', () => restarts() > before, { patienceMs: WHOLE_MS });
      const ended = lasted('process_ended_after', startMs, stage.leaseMs);
      await stage.ready(3);
      const whole = lasted('whole_again_after', startMs, null);
      return () => [ended, whole, told('restarts', restarts() - before)];
    });
  };
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'etcd-restored',
    about: 'etcd is put back to a snapshot under running replicas, and `shardkeeper restore`',
    needs: {},
    run: etcdRestored,
  },
  {
    name: 'set-recreated-within-window',
    about: 'the set is forced away and made again while an owner is stopped, which goes on within its window',
    needs: {},
    run: recreatedWhileStopped('within its window'),
  },
  {
    name: 'set-recreated-after-expiry',
    about: 'the same, and the owner goes on after its lease has expired',
    needs: {},
    notInCi: true,
    run: recreatedWhileStopped('after its lease'),
  },
  {
    name: 'set-restored-without-status',
    about: 'the set is deleted and put back from its manifest',
    needs: {},
    notInCi: true,
    run: restoredWithoutStatus,
  },
  {
    name: 'lease-deleted-by-hand',
    about: 'the Lease of an owner is deleted',
    needs: {},
    notInCi: true,
    run: deletedByHand(LEASES),
  },
  {
    name: 'shard-deleted-by-hand',
    about: 'the shard of an owner is deleted',
    needs: {},
    notInCi: true,
    run: deletedByHand(SHARDS),
  },
];
