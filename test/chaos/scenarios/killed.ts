/** Scenario 2: processes are killed; a pod is deleted in good order. */
import { quantile } from '../../../src/lib/quantile.ts';
import { sameProcess } from '../../../src/testing/audit/index.ts';
import { restarted, restartsOf, takenOver, waitFor } from '../facts.ts';
import { atMost, never } from '../figures.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { underEdits, unownedCrashMax } from '../under-edits.ts';
import { plannedMoves } from '../verdict.ts';

/** NaN when nothing was without an owner: then the fault did not do what it should. */
function worst(values: readonly number[]): number {
  return quantile(values, 1);
}

/** `others` die with it. The kubelet starts it again only when everything of it is with others. */
async function ownerKilled(
  stage: ChaosStage,
  { moreMs, others }: { readonly moreMs: number; readonly others: readonly string[] },
): Promise<readonly Figure[]> {
  const { kubelet } = stage.installation;
  const victim = await anOwner(stage);
  return underEdits(
    stage,
    async () => {
      kubelet.holdBack(victim);
      for (const pod of [...others, victim]) stage.signal(pod, 'SIGKILL');
      await takenOver(stage, victim);
      return (judgement) => [unownedCrashMax(stage, judgement, moreMs)];
    },
    { undo: () => kubelet.release(victim) },
  );
}

async function managerKilled(stage: ChaosStage): Promise<readonly Figure[]> {
  const manager = await stage.leader();
  const before = restartsOf(stage, manager);
  return underEdits(stage, async () => {
    stage.signal(manager, 'SIGKILL');
    await restarted(stage, manager, before);
    return ({ moved, crashMs, restartMs, plannedMs }) => [
      never('slots_moved', moved),
      never('gaps', crashMs.length + restartMs.length + plannedMs.length),
    ];
  });
}

async function allKilled(stage: ChaosStage): Promise<readonly Figure[]> {
  const pods = [...(await stage.replicas()), await stage.leader()];
  const all = pods.map((pod) => ({ pod, before: restartsOf(stage, pod) }));
  return underEdits(stage, async () => {
    for (const { pod } of all) stage.signal(pod, 'SIGKILL');
    for (const { pod, before } of all) await restarted(stage, pod, before);
    const limit = { goal: 2 * stage.leaseMs + 5000, unit: 'ms' };
    return ({ crashMs, restartMs }) => [atMost('unowned_all_killed_max', worst([...crashMs, ...restartMs]), limit)];
  });
}

async function restartInPlace(stage: ChaosStage): Promise<readonly Figure[]> {
  const victim = await anOwner(stage);
  const before = restartsOf(stage, victim);
  return underEdits(stage, async () => {
    const killedMs = stage.signal(victim, 'SIGKILL');
    await restarted(stage, victim, before);
    return (judgement) => [
      never('slots_moved', judgement.moved),
      atMost('unowned_after_it_is_up', killedMs + worst(judgement.restartMs) - upMs(judgement, victim, killedMs), {
        goal: stage.requestTimeoutMs + 2000,
        unit: 'ms',
      }),
    ];
  });
}

/** When the next process of this name was up: its first request is the first that is seen of it. */
function upMs({ evidence }: Judgement, replica: string, afterMs: number): number {
  const next = evidence.timeline.lives.find((life) => life.process.replica === replica && life.registeredMs > afterMs);
  const first = evidence.entries.find(
    ({ process }) => process !== undefined && next !== undefined && sameProcess(process, next.process),
  );
  return first?.startMs ?? Number.NaN;
}

async function podDeleted(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubectl, kubelet, namespace } = stage.installation;
  const victim = await anOwner(stage);
  const uidNow = (): string | undefined => kubelet.list().findLast(({ name }) => name === victim)?.uid;
  const uid = uidNow();
  return underEdits(stage, async () => {
    await kubectl(['delete', 'pod', victim, '-n', namespace, '--wait=true']);
    await waitFor(`there is another pod ${victim}`, async () => ![uid, undefined].includes(uidNow()));
    return (judgement) => {
      const { plannedMs, restartMs, crashMs } = judgement;
      return [
        ...plannedMoves(judgement),
        never('crash_gaps', crashMs.length),
        atMost('unowned_max', worst([...plannedMs, ...restartMs]), { goal: 1000, unit: 'ms', speed: true }),
      ];
    };
  });
}

/** The last in the alphabet: whoever else is hurt by scenarios, the first names stay. */
async function anOwner(stage: ChaosStage): Promise<string> {
  const replica = (await stage.replicas()).at(-1);
  if (replica === undefined) throw new Error('no replica is Ready');
  return replica;
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'owner-killed',
    about: 'SIGKILL of an owner, which is not restarted before others have taken over',
    needs: {},
    run: (stage) => ownerKilled(stage, { moreMs: 0, others: [] }),
  },
  {
    name: 'owner-killed-15s',
    about: 'the same with leases of 15 s, the default',
    needs: { lease: 'default' },
    notInCi: true,
    run: (stage) => ownerKilled(stage, { moreMs: 0, others: [] }),
  },
  { name: 'manager-killed', about: 'SIGKILL of the manager that leads', needs: {}, notInCi: true, run: managerKilled },
  {
    name: 'owner-and-manager-killed',
    about: 'SIGKILL of an owner and of the manager that leads, at the same time',
    needs: {},
    notInCi: true,
    run: async (stage) => ownerKilled(stage, { moreMs: 5000, others: [await stage.leader()] }),
  },
  { name: 'all-killed', about: 'SIGKILL of every process; the kubelet restarts them', needs: {}, run: allKilled },
  {
    name: 'restart-in-place',
    about: 'SIGKILL of an owner, which the kubelet restarts in its pod',
    // The kubelet waits 10 s before it starts a container again that has crashed before; and a busy machine needs seconds to start Node.
    needs: { alone: true, lease: 'default' },
    notInCi: true,
    run: restartInPlace,
  },
  {
    name: 'pod-deleted',
    about: "kubectl delete pod of an owner, with the pod's grace period",
    needs: {},
    run: podDeleted,
  },
];
