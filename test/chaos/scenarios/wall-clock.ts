/** Scenario 10: the time of day jumps in every process, and nothing happens. */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { never, told } from '../figures.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { underEdits } from '../under-edits.ts';

/** Short: two or three of the preload's jumps. Full: all of them, six times. */
const LASTS_MS: Readonly<Record<Form, number>> = { short: 8_000, full: 120_000 };
const PRELOAD = new URL('../wall-clock/preload.ts', import.meta.url).href;

async function run(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  await preload(stage);
  const before = restarts(stage);
  return underEdits(stage, async () => {
    await sleep(systemClock, LASTS_MS[form]);
    return ({ moved, crashMs, restartMs }) => [
      never('slots_moved', moved),
      never('takeovers', crashMs.length),
      never('restarts', restarts(stage) - before),
      told('objects_that_changed_process', restartMs.length),
    ];
  });
}

async function preload({ installation, ready }: ChaosStage): Promise<void> {
  const { kubectl, namespace } = installation;
  const workloads = ['statefulset/metacontroller', 'deployment/shardkeeper-manager'];
  for (const workload of workloads)
    await kubectl(['set', 'env', workload, `NODE_OPTIONS=--import=${PRELOAD}`, '-n', namespace]);
  for (const workload of workloads) await kubectl(['rollout', 'status', workload, '-n', namespace, '--timeout=120s']);
  await ready(3);
}

function restarts({ installation }: ChaosStage): number {
  return installation.kubelet.list().reduce((sum, pod) => sum + pod.restarts, 0);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'wall-clock-jumps',
    about: 'the wall clock of every replica and manager jumps by hours, both ways',
    needs: { alone: true },
    run,
  },
];
