/** Scenario 2: processes are killed. */
import { systemClock } from '../../../src/lib/clock.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';

async function run(stage: ChaosStage, _form: Form): Promise<readonly Figure[]> {
  const { kubelet } = stage.installation;
  const fromMs = systemClock.wallMs();
  const editor = stage.edit();
  const [victim = ''] = await stage.replicas();
  kubelet.holdBack(victim);
  stage.signal(victim, 'SIGKILL');
  await stage.ready(2).catch(() => undefined);
  kubelet.release(victim);
  await stage.ready(3);
  const lost = await stage.arrived(editor);
  const verdict = await stage.judge(fromMs);
  console.error(
    JSON.stringify({
      ...verdict,
      evidence: undefined,
      plannedMs: verdict.plannedMs.length,
      editMs: verdict.editMs.length,
      crashMs: Math.max(...verdict.crashMs),
    }),
  );
  return [{ metric: 'lost_edits', value: lost.length, unit: '', goal: 0 }];
}

export const scenarios: readonly Scenario[] = [
  { name: 'owner-killed', about: 'SIGKILL of an owner that is not restarted', needs: {}, run },
];
