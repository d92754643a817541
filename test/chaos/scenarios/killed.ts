/** Scenario 2: processes are killed; a pod is deleted in good order. */
import { systemClock } from '../../../src/lib/clock.ts';
import { sameProcess } from '../../../src/testing/audit/index.ts';
import { restarted, restartsOf, takenOver } from '../facts.ts';
import { atMost, never, quantile } from '../figures.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { plannedMoves, safety } from '../verdict.ts';

/** Does something while people edit; the judgement of it. `act` leaves three replicas that are Ready. */
async function whileEditing(
  stage: ChaosStage,
  act: () => Promise<void>,
): Promise<{ readonly verdict: Judgement; readonly figures: readonly Figure[] }> {
  const fromMs = systemClock.wallMs();
  const editor = stage.edit();
  let lost: readonly string[];
  try {
    await act();
    await stage.ready(3);
  } finally {
    lost = await stage.arrived(editor);
  }
  const verdict = await stage.judge(fromMs);
  return { verdict, figures: safety(verdict, { lost: lost.length, edits: editor.edits() }) };
}

/** NaN when nothing was without an owner: then the fault did not do what it should. */
function worst(values: readonly number[]): number {
  return quantile(values, 1);
}

async function ownerKilled(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubelet } = stage.installation;
  const victim = await anOwner(stage);
  const { verdict, figures } = await whileEditing(stage, async () => {
    kubelet.holdBack(victim);
    try {
      stage.signal(victim, 'SIGKILL');
      await takenOver(stage, victim);
    } finally {
      kubelet.release(victim);
    }
  });
  const limit = { goal: stage.leaseMs + 2000, unit: 'ms' };
  return [...figures, atMost('unowned_crash_max', worst(verdict.crashMs), limit)];
}

async function managerKilled(stage: ChaosStage): Promise<readonly Figure[]> {
  const manager = await stage.leader();
  const before = restartsOf(stage, manager);
  const { verdict, figures } = await whileEditing(stage, async () => {
    stage.signal(manager, 'SIGKILL');
    await restarted(stage, manager, before);
  });
  const { crashMs, restartMs, plannedMs } = verdict;
  return [
    ...figures,
    never('slots_moved', verdict.moved),
    never('gaps', crashMs.length + restartMs.length + plannedMs.length),
  ];
}

async function ownerAndManagerKilled(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubelet } = stage.installation;
  const victim = await anOwner(stage);
  const manager = await stage.leader();
  const { verdict, figures } = await whileEditing(stage, async () => {
    kubelet.holdBack(victim);
    try {
      stage.signal(manager, 'SIGKILL');
      stage.signal(victim, 'SIGKILL');
      await takenOver(stage, victim);
    } finally {
      kubelet.release(victim);
    }
  });
  const limit = { goal: stage.leaseMs + 7000, unit: 'ms' };
  return [...figures, atMost('unowned_crash_max', worst(verdict.crashMs), limit)];
}

async function allKilled(stage: ChaosStage): Promise<readonly Figure[]> {
  const replicas = await stage.replicas();
  const manager = await stage.leader();
  const all = [...replicas, manager].map((pod) => ({ pod, before: restartsOf(stage, pod) }));
  const { verdict, figures } = await whileEditing(stage, async () => {
    for (const { pod } of all) stage.signal(pod, 'SIGKILL');
    for (const { pod, before } of all) await restarted(stage, pod, before);
  });
  const limit = { goal: 2 * stage.leaseMs + 5000, unit: 'ms' };
  return [...figures, atMost('unowned_crash_max', worst([...verdict.crashMs, ...verdict.restartMs]), limit)];
}

async function restartInPlace(stage: ChaosStage): Promise<readonly Figure[]> {
  const victim = await anOwner(stage);
  const before = restartsOf(stage, victim);
  let killedMs = 0;
  const { verdict, figures } = await whileEditing(stage, async () => {
    killedMs = stage.signal(victim, 'SIGKILL');
    await restarted(stage, victim, before);
  });
  const { entries, timeline } = verdict.evidence;
  const next = timeline.lives.find((life) => life.process.replica === victim && life.registeredMs > killedMs);
  // Its first request is the first that is seen of it.
  const up = entries.find(
    (entry) => entry.process !== undefined && next !== undefined && sameProcess(entry.process, next.process),
  );
  const served = killedMs + worst(verdict.restartMs);
  return [
    ...figures,
    never('slots_moved', verdict.moved),
    atMost('unowned_after_it_is_up', served - (up?.startMs ?? Number.NaN), {
      goal: stage.requestTimeoutMs + 2000,
      unit: 'ms',
    }),
  ];
}

async function podDeleted(stage: ChaosStage): Promise<readonly Figure[]> {
  const { kubectl, kubelet, namespace } = stage.installation;
  const victim = await anOwner(stage);
  const uid = (): string | undefined => kubelet.list().findLast(({ name }) => name === victim)?.uid;
  const before = uid();
  const { verdict, figures } = await whileEditing(stage, async () => {
    await kubectl(['delete', 'pod', victim, '-n', namespace, '--wait=true']);
    while (uid() === before || uid() === undefined) await stage.ready(3);
  });
  const all = [...verdict.plannedMs, ...verdict.restartMs, ...verdict.crashMs];
  return [
    ...figures,
    ...plannedMoves(verdict),
    never('crash_gaps', verdict.crashMs.length),
    atMost('unowned_max', worst(all), { goal: 1000, unit: 'ms', speed: true }),
  ];
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
    run: ownerKilled,
  },
  {
    name: 'owner-killed-15s',
    about: 'the same with leases of 15 s, the default',
    needs: { lease: 'default' },
    onlyFull: true,
    run: ownerKilled,
  },
  { name: 'manager-killed', about: 'SIGKILL of the manager that leads', needs: {}, run: managerKilled },
  {
    name: 'owner-and-manager-killed',
    about: 'SIGKILL of an owner and of the manager that leads, at the same time',
    needs: {},
    run: ownerAndManagerKilled,
  },
  { name: 'all-killed', about: 'SIGKILL of every process; the kubelet restarts them', needs: {}, run: allKilled },
  {
    name: 'restart-in-place',
    about: 'SIGKILL of an owner, which the kubelet restarts in its pod',
    needs: {},
    run: restartInPlace,
  },
  {
    name: 'pod-deleted',
    about: "kubectl delete pod of an owner, with the pod's grace period",
    needs: {},
    run: podDeleted,
  },
];
