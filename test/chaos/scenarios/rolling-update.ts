/** Scenario 4: every replica is replaced by one with a new template, while people edit. */
import { systemClock } from '../../../src/lib/clock.ts';
import { SHARDS } from '../../../src/kube/resources.ts';
import type { ShardStatus } from '../../../src/api/shard.ts';
import { size } from '../../../src/protocol/ranges.ts';
import { answerTo } from '../../eventually.ts';
import { atLeast } from '../figures.ts';
import { planned, rollOut } from '../rollout.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { lasted, underEdits } from '../under-edits.ts';

/** Away from a pod that goes, and perhaps back to its successor. */
const MOVES_MAX = 2;
/** What a newcomer may take beyond the lease of the one whose place it takes. */
const NEWCOMER_MS = 2_000;
const NEWCOMER_PATIENCE_MS = 60_000;

async function statefulSet(stage: ChaosStage): Promise<readonly Figure[]> {
  return underEdits(stage, async (fromMs) => {
    const startMs = systemClock.wallMs();
    await rollOut(stage, 'StatefulSet');
    await stage.ready(3);
    const took = lasted('rolled_out_after', startMs, null);
    return (judgement) => [...planned(judgement, fromMs, MOVES_MAX), took];
  });
}

/** A surge pod waits, visibly, until it is given slots; names never return. */
async function deployment(stage: ChaosStage): Promise<readonly Figure[]> {
  const before = new Set(await stage.replicas());
  return underEdits(stage, async (fromMs) => {
    const startMs = systemClock.wallMs();
    await rollOut(stage, 'Deployment');
    await stage.ready(3);
    const took = lasted('rolled_out_after', startMs, null);
    const after = await stage.replicas();
    const renewed = after.filter((name) => !before.has(name)).length;
    return (judgement) => [
      ...planned(judgement, fromMs, MOVES_MAX),
      took,
      atLeast('replicas_with_a_new_name', renewed, { goal: 3 }),
    ];
  });
}

/** Case 4: one pod is deleted; the one in its place has a new name, is seen to wait, and then owns. */
async function newName(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubectl, namespace } = stage.installation;
  const [victim = ''] = await stage.replicas();
  // Shards of replicas that have ended stay for a while.
  const before = new Set(await shardNames(stage));
  return underEdits(stage, async () => {
    const startMs = systemClock.wallMs();
    await kubectl(['-n', namespace, 'delete', 'pod', victim, '--wait=false']);
    const newcomer = await answerTo('a newcomer is seen', () => newcomerOf(stage, before), {
      patienceMs: NEWCOMER_PATIENCE_MS,
    });
    const seen = lasted('newcomer_visible_after', startMs, null);
    const seenMs = systemClock.wallMs();
    await answerTo('it holds slots', async () => (((await heldBy(stage, newcomer)) ?? 0) > 0 ? true : undefined), {
      patienceMs: NEWCOMER_PATIENCE_MS,
    });
    const owns = lasted('newcomer_owns_after', seenMs, stage.leaseMs + NEWCOMER_MS);
    await stage.ready(3);
    return () => [seen, owns];
  });
}

async function newcomerOf(stage: ChaosStage, known: ReadonlySet<string>): Promise<string | undefined> {
  return (await shardNames(stage)).find((name) => !known.has(name));
}

async function shardNames({ client, installation }: ChaosStage): Promise<readonly string[]> {
  const { items } = await client.list(SHARDS, { namespace: installation.namespace });
  return items.map(({ metadata }) => metadata.name);
}

async function heldBy({ client, installation }: ChaosStage, name: string): Promise<number | undefined> {
  const shard = await client.get(SHARDS, { namespace: installation.namespace, name });
  const status = shard['status'] as ShardStatus | undefined;
  return status?.held === undefined ? undefined : size(status.held);
}

const DEPLOYMENT = { workload: 'Deployment' } as const;

export const scenarios: readonly Scenario[] = [
  {
    name: 'rolling-update-statefulset',
    about: 'every pod of the StatefulSet is replaced under its name',
    needs: {},
    run: statefulSet,
  },
  {
    name: 'rolling-update-deployment',
    about: 'every pod of a Deployment is replaced by a surge pod with a new name',
    needs: DEPLOYMENT,
    notInCi: true,
    run: deployment,
  },
  {
    name: 'replaced-under-a-new-name',
    about: 'a pod of a Deployment is deleted; its replacement waits visibly, then owns',
    needs: DEPLOYMENT,
    notInCi: true,
    run: newName,
  },
];
