/** Scenario 3: an owner is stopped in the middle of its work for three leases, and goes on as if nothing had happened. */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { isSuccess, isWrite } from '../../../src/testing/audit/entry.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, told } from '../figures.ts';
import type { Figure, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { lasted, unownedCrashMax, underEdits } from '../under-edits.ts';

const LEASES_STOPPED = 3;
/** So that something is in flight at any time. */
const HOOK_DELAY_MS = 50;

async function run(stage: ChaosStage): Promise<readonly Figure[]> {
  const [victim = ''] = await stage.replicas();
  let stopped = false;
  await stage.hook.behave({ delayMs: HOOK_DELAY_MS });
  const goOn = (): void => {
    if (stopped) stage.signal(victim, 'SIGCONT');
    stopped = false;
  };
  return underEdits(
    stage,
    async (fromMs) => {
      await eventually('a call of the victim is in flight', () => calls(stage, victim, fromMs), { everyMs: 1 });
      const stoppedMs = stage.signal(victim, 'SIGSTOP');
      stopped = true;
      await sleep(systemClock, LEASES_STOPPED * stage.leaseMs);
      const resumedMs = systemClock.wallMs();
      goOn();
      await stage.ready(3);
      const back = lasted('whole_again_after', resumedMs, null);
      return (judgement) => [
        unownedCrashMax(stage, judgement),
        back,
        atLeast('calls_in_flight_when_stopped', inFlight(judgement, victim, stoppedMs), { goal: 1 }),
        told('writes_refused_after', refused(judgement, victim, resumedMs)),
      ];
    },
    {
      undo: async () => {
        goOn();
        await stage.hook.behave({ delayMs: 0 });
      },
    },
  );
}

async function calls(stage: ChaosStage, replica: string, fromMs: number): Promise<boolean> {
  return (await stage.hook.calls(fromMs)).some((call) => call.process.replica === replica && call.endMs === undefined);
}

function inFlight({ evidence }: Judgement, replica: string, atMs: number): number {
  return evidence.calls.filter(
    (call) => call.process.replica === replica && call.startMs <= atMs && (call.endMs ?? Infinity) >= atMs,
  ).length;
}

/** Writes that the process sent after it was woken and that the server did not take. */
function refused({ evidence }: Judgement, replica: string, fromMs: number): number {
  return evidence.entries.filter(
    (entry) => entry.startMs >= fromMs && entry.process?.replica === replica && isWrite(entry) && !isSuccess(entry),
  ).length;
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'owner-stopped',
    about: 'SIGSTOP of an owner with work in flight for 3 leases, then SIGCONT',
    needs: {},
    run,
  },
  {
    name: 'owner-stopped-apply',
    about: 'the same with children written by forced server-side apply',
    needs: { apply: true },
    notInCi: true,
    run,
  },
];
