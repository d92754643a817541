/** Scenario 8: newcomers that are slow, never get warm, or die on the way. */
import { EVENTS, SHARD_SETS } from '../../../src/kube/resources.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import type { RequestHead } from '../../../src/testing/faults/fault.ts';
import { frozen, type FaultyNetwork } from '../../../src/testing/faults/index.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, atMost, never, pooled } from '../figures.ts';
import { hintOf } from '../pinned.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { SET } from '../stage/set.ts';
import { lasted, underEdits } from '../under-edits.ts';

const NEEDS = { faultyNetwork: true } as const;
const NEWCOMER = 'metacontroller-3';
const PATIENCE = { patienceMs: 60_000, everyMs: 20 };
/** In place of 30 s, so that the scenario is short. */
const HANDOFF_TIMEOUT_S = 4;

function networkOf({ installation: { network } }: ChaosStage): FaultyNetwork {
  if (network === undefined) throw new Error('the stage has no faulty network');
  return network;
}

/** What a replica fills its caches with. */
function isObjectRead({ method, path }: RequestHead): boolean {
  return method === 'GET' && /\/(configmaps|webapps)\?/.test(path);
}

/** Managers read it when they start. */
async function setHandoffTimeout(stage: ChaosStage, seconds: number | null): Promise<void> {
  const { client, installation } = stage;
  const ref = { namespace: installation.namespace, name: SET };
  const patch = { spec: { handoff: { timeoutSeconds: seconds } } };
  await client.send({ verb: 'patch', resource: SHARD_SETS, ref, patchType: 'merge', patch });
  const leader = await stage.leader();
  const before = installation.kubelet.pidOf(leader);
  stage.signal(leader, 'SIGKILL');
  await eventually('the manager was started again', () => {
    const now = installation.kubelet.pidOf(leader);
    return now !== undefined && now !== before;
  });
}

async function isHinted(stage: ChaosStage): Promise<boolean> {
  return (await hintOf(stage, NEWCOMER)).length > 0;
}

async function neverWarm(stage: ChaosStage): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  await setHandoffTimeout(stage, HANDOFF_TIMEOUT_S);
  try {
    return await underEdits(
      stage,
      async (fromMs) => {
        network.set(NEWCOMER, frozen(isObjectRead));
        await stage.scale(4);
        await eventually('the newcomer is asked to warm', () => isHinted(stage), PATIENCE);
        const hintedMs = systemClock.wallMs();
        await eventually('the newcomer is reported', () => isTimedOut(stage, fromMs), PATIENCE);
        const reported = atMost('reported_after', systemClock.wallMs() - hintedMs, {
          goal: HANDOFF_TIMEOUT_S * 1000 + 2_000,
          unit: 'ms',
          speed: true,
        });
        await eventually('the hint is withdrawn', async () => !(await isHinted(stage)), PATIENCE);
        const withdrawnMs = systemClock.wallMs();
        const { planned } = (await stage.judge(fromMs)).evidence;
        const moved = never('objects_moved_to_who_is_not_warm', planned.length);
        await eventually('it is asked again', () => isHinted(stage), PATIENCE);
        const rested = atLeast('asked_again_after', systemClock.wallMs() - withdrawnMs, {
          goal: HANDOFF_TIMEOUT_S * 1000,
          unit: 'ms',
        });
        network.heal();
        await stage.ready(4);
        await stage.scale(3);
        return (judgement) => [
          reported,
          moved,
          rested,
          pooled('planned_gap_p99', judgement.plannedMs, { share: 0.99, goal: null }),
        ];
      },
      { undo: network.heal },
    );
  } finally {
    await setHandoffTimeout(stage, null);
    await stage.scale(3);
    await stage.ready(3);
  }
}

async function isTimedOut({ client, installation: { namespace } }: ChaosStage, fromMs: number): Promise<boolean> {
  const { items } = await client.list(EVENTS, { namespace });
  return items.some(
    (event) =>
      event['reason'] === 'HandoffTimedOut' && Date.parse(event.metadata.creationTimestamp ?? '') >= fromMs - 1_000,
  );
}

/** It reads so slowly that warming takes seconds. */
async function slowStart(stage: ChaosStage): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  return underEdits(
    stage,
    async (fromMs) => {
      network.set(NEWCOMER, { type: 'Delay', delayMs: 1_500, only: isObjectRead });
      await stage.scale(4);
      await stage.ready(4);
      const whole = lasted('whole_after', fromMs, null);
      network.heal();
      await stage.scale(3);
      return (judgement) => [
        whole,
        pooled('planned_gap_p99', judgement.plannedMs, { share: 0.99, goal: 100 }),
        never('crash_gaps', judgement.crashMs.length),
      ];
    },
    { undo: network.heal },
  );
}

/** While it warms nothing is its own, so its death concerns nobody. */
async function diesWarming(stage: ChaosStage): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  return underEdits(
    stage,
    async () => {
      network.set(NEWCOMER, frozen(isObjectRead));
      await stage.scale(4);
      await eventually('the newcomer is asked to warm', () => isHinted(stage), PATIENCE);
      stage.signal(NEWCOMER, 'SIGKILL');
      network.heal();
      await stage.ready(4);
      await stage.scale(3);
      return (judgement) => [
        never('objects_without_owner_by_its_death', judgement.crashMs.length),
        pooled('planned_gap_p99', judgement.plannedMs, { share: 0.99, goal: 100 }),
      ];
    },
    { undo: network.heal },
  );
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'newcomer-never-warm',
    about: 'a newcomer never gets warm: the move is withdrawn, told, tried again',
    needs: NEEDS,
    run: neverWarm,
  },
  {
    name: 'newcomer-slow',
    about: 'a newcomer needs seconds to fill its caches',
    needs: NEEDS,
    notInCi: true,
    run: slowStart,
  },
  {
    name: 'newcomer-dies-warming',
    about: 'a newcomer dies while it warms',
    needs: NEEDS,
    notInCi: true,
    run: diesWarming,
  },
];
