/** Scenario 7: the node of an owner is lost, and with it whoever would confirm the end of its pod. */
import { systemClock } from '../../../src/lib/clock.ts';
import { takenOver as takenOverFrom } from '../facts.ts';
import { told } from '../figures.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { lasted, unownedCrashMax, underEdits } from '../under-edits.ts';

/** The pod is Terminating for ever and keeps its name; when it is gone at last, a new one comes under the same name. */
async function nodeLost(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubectl, kubelet, namespace } = stage.installation;
  const [victim = ''] = await stage.replicas();
  const setFinalizers = (text: string): Promise<unknown> =>
    kubectl(['patch', 'pod', victim, '-n', namespace, '--type=merge', '-p', `{"metadata":{"finalizers":${text}}}`]);
  return underEdits(
    stage,
    async () => {
      await setFinalizers('["example.com/node-lost"]');
      kubelet.holdBack(victim);
      const diedMs = stage.signal(victim, 'SIGKILL');
      await kubectl(['delete', 'pod', victim, '-n', namespace, '--wait=false']);
      await takenOverFrom(stage, victim);
      const gone = told('rows_moved_after', systemClock.wallMs() - diedMs, 'ms');
      await setFinalizers('null');
      kubelet.release(victim);
      const freedMs = systemClock.wallMs();
      await stage.ready(3);
      return (judgement) => [
        gone,
        unownedCrashMax(stage, judgement),
        lasted('back_under_its_name_after', freedMs, null),
      ];
    },
    {
      undo: async () => {
        await setFinalizers('null').catch(() => undefined);
        kubelet.release(victim);
      },
    },
  );
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'node-lost',
    about: 'the pod of a dead owner is Terminating and does not go away',
    needs: {},
    run: nodeLost,
  },
];
