/** Scenario 10: the time of day jumps in every process, and nothing happens. */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { LEASES } from '../../../src/kube/resources.ts';
import { isWrite, recordOf, type AuditEntry } from '../../../src/testing/audit/entry.ts';
import { atLeast, never, told } from '../figures.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { underEdits } from '../under-edits.ts';

/** Short: two or three of the preload's jumps. Full: all of them, six times. */
const LASTS_MS: Readonly<Record<Form, number>> = { short: 8_000, full: 120_000 };
/** No delay of a request, and less than an hour. */
const SHIFTED_MS = 1_800_000;
const PRELOAD = new URL('../wall-clock/preload.ts', import.meta.url).href;

async function run(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  await preload(stage);
  const before = restarts(stage);
  return underEdits(stage, async (fromMs) => {
    await sleep(systemClock, LASTS_MS[form]);
    return ({ moved, crashMs, restartMs, evidence }) => [
      atLeast('renewals_with_a_shifted_clock', shiftedRenewals(evidence.entries, fromMs), { goal: 1 }),
      never('slots_moved', moved),
      never('takeovers', crashMs.length),
      never('restarts', restarts(stage) - before),
      told('objects_that_changed_process', restartMs.length),
    ];
  });
}

/** Without any, the clocks did not jump. */
function shiftedRenewals(entries: readonly AuditEntry[], fromMs: number): number {
  return entries.filter((entry) => {
    if (entry.startMs < fromMs || entry.resource !== LEASES.plural || !isWrite(entry)) return false;
    const renewed = recordOf(recordOf(entry.requestObject)['spec'])['renewTime'];
    return typeof renewed === 'string' && Math.abs(Date.parse(renewed) - entry.startMs) > SHIFTED_MS;
  }).length;
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
