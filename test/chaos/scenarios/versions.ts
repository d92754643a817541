/** Scenario 11: several Shardkeepers at once: other code, another protocol, another installation. */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { SHARD_SETS } from '../../../src/kube/resources.ts';
import { size } from '../../../src/protocol/ranges.ts';
import { isSuccess, isWrite } from '../../../src/testing/audit/entry.ts';
import { isAboutObjects } from '../../../src/testing/audit/index.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, atMost, never, told } from '../figures.ts';
import { codeOfCommit, codeWithNewerProtocol, install, TODAY } from '../other-code.ts';
import { getSet, tableOf } from '../restored-set.ts';
import { planned, rollOut, rollOutManagers } from '../rollout.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import { installSecond, removeSecond, SECOND } from '../second-installation.ts';
import type { ChaosStage } from '../stage.ts';
import { SET, shardSetOf } from '../stage/set.ts';
import { lasted, underEdits } from '../under-edits.ts';

/** Away from each pod that goes and back, there and back again. */
const MOVES_MAX = 4;
const EMPTIED_MS = 20_000;
const TOO_OLD = 'ProtocolTooOld';
const SECOND_LIVES_MS: Readonly<Record<Form, number>> = { short: 3_000, full: 20_000 };

/** Today's code, that of the previous commit, today's again; replicas and managers; the CRDs are today's throughout. */
async function thereAndBack(stage: ChaosStage): Promise<readonly Figure[]> {
  const previous = await codeOfCommit(1);
  if (previous === undefined) {
    process.stderr.write('no previous commit is known here (a shallow clone): upgrade-and-back is left out\n');
    return [told('left_out_no_previous_commit', 1)];
  }
  const backToToday = async (): Promise<void> => {
    await install(stage, TODAY);
    await rollOutManagers(stage);
    await rollOut(stage, 'StatefulSet');
  };
  let isToday = true;
  try {
    return await underEdits(
      stage,
      async (fromMs) => {
        isToday = false;
        await install(stage, previous);
        await rollOutManagers(stage);
        await rollOut(stage, 'StatefulSet');
        await stage.ready(3);
        await backToToday();
        isToday = true;
        await stage.ready(3);
        return (judgement) => planned(judgement, fromMs, MOVES_MAX);
      },
      {
        undo: async () => {
          if (!isToday) await backToToday();
          isToday = true;
        },
      },
    );
  } finally {
    await previous.remove();
  }
}

/** People raise minProtocol while one replica is behind: it is emptied, says so, and gets its share once it is new. */
async function lowerProtocol(stage: ChaosStage): Promise<readonly Figure[]> {
  const newer = await codeWithNewerProtocol();
  const behind = `${SET}-2`;
  try {
    await install(stage, newer, { [behind]: TODAY });
    await rollOutManagers(stage);
    await rollOut(stage, 'StatefulSet');
    await stage.ready(3);
    return await underEdits(stage, async () => {
      const raisedMs = systemClock.wallMs();
      await raiseMinProtocol(stage);
      await eventually('the replica that is behind has nothing', async () => (await slotsOf(stage, behind)) === 0, {
        patienceMs: 3 * EMPTIED_MS,
        everyMs: 50,
      });
      const emptied = lasted('emptied_after', raisedMs, EMPTIED_MS);
      await sleep(systemClock, stage.leaseMs);
      const kept = await slotsOf(stage, behind);
      const isTold = await isReported(stage, behind);
      await install(stage, newer);
      await stage.installation.kubectl(['-n', stage.installation.namespace, 'delete', 'pod', behind]);
      await stage.ready(3);
      const share = await slotsOf(stage, behind);
      return () => [
        emptied,
        never('slots_of_the_one_behind', kept),
        atLeast('reported', isTold ? 1 : 0, { goal: 1 }),
        atLeast('slots_once_it_is_new', share, { goal: 1 }),
      ];
    });
  } finally {
    await newer.remove();
  }
}

async function slotsOf(stage: ChaosStage, name: string): Promise<number> {
  const { ranges } = tableOf(await getSet(stage));
  return size(ranges.filter(({ owner, awaiting }) => owner === name || awaiting.includes(name)));
}

/** The set has a condition that names the replica, and the replica has said so itself. */
async function isReported(stage: ChaosStage, name: string): Promise<boolean> {
  const { kubectl, namespace } = stage.installation;
  const conditions = (await shardSetOf(stage.client, namespace)).status?.conditions ?? [];
  const events = await kubectl(['-n', namespace, 'describe', 'controllershard', name]);
  const named = conditions.some(({ reason, message }) => reason === TOO_OLD && message?.includes(name) === true);
  return named && events.includes(TOO_OLD);
}

/** The decision of people that the table carries; a CAS, as every write of it. */
async function raiseMinProtocol(stage: ChaosStage): Promise<void> {
  const write = async (): Promise<boolean> => {
    const set = await getSet(stage);
    const table = tableOf(set);
    const assignment = { ...table, minProtocol: table.minProtocol + 1, revision: table.revision + 1 };
    const body = { ...set, status: { ...(set['status'] as object), assignment } };
    try {
      await stage.client.send({ verb: 'update', resource: SHARD_SETS, subresource: 'status', body });
      return true;
    } catch (error) {
      if (isApiError(error, 'Conflict')) return false;
      throw error;
    }
  };
  await eventually('minProtocol is raised', write);
}

/** It claims the same controllers and comes too late: it must not touch an object. */
async function second(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  return underEdits(stage, async (fromMs) => {
    const startMs = systemClock.wallMs();
    await installSecond(stage);
    const up = lasted('second_ready_after', startMs, null);
    await sleep(systemClock, SECOND_LIVES_MS[form]);
    const removedMs = systemClock.wallMs();
    await removeSecond(stage);
    const ended = lasted('second_set_ended_after', removedMs, null);
    return ({ evidence, moved }) => {
      const user = `system:serviceaccount:${SECOND.namespace}:`;
      const requests = evidence.entries.filter((entry) => entry.startMs >= fromMs && entry.user.startsWith(user));
      const writes = requests.filter(
        (entry) => entry.namespace === stage.namespace && isWrite(entry) && isSuccess(entry) && isAboutObjects(entry),
      );
      return [
        up,
        ended,
        atLeast('requests_by_the_second', requests.length, { goal: 1 }),
        never('writes_by_the_second', writes.length),
        atMost('slots_moved_in_the_first', moved, { goal: 0 }),
      ];
    };
  });
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'upgrade-and-back',
    about: 'replicas and managers become those of the previous commit, and today’s again',
    needs: {},
    notInCi: true,
    run: thereAndBack,
  },
  {
    name: 'protocol-too-old',
    about: 'minProtocol is raised above what one replica follows',
    needs: { alone: true },
    notInCi: true,
    run: lowerProtocol,
  },
  {
    name: 'second-installation',
    about: 'another installation in another namespace claims the same controllers',
    needs: { alone: true },
    run: second,
  },
];
