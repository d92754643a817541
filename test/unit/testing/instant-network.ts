/** A network without delays, for tests of the model server: what is scheduled runs in the next turn, timers never fire. */
import { systemRandom } from '../../../src/lib/random.ts';
import type { ProcessClock, Scheduler } from '../../../src/testing/sim/ports.ts';

export function instantScheduler(): Scheduler {
  return {
    nowMs: () => 0,
    random: systemRandom,
    run: () => Promise.resolve(),
    ran: () => undefined,
    aside: (_, run) => void setImmediate(run),
    at: (_, run) => {
      const turn = setImmediate(run);
      return { cancel: () => clearImmediate(turn) };
    },
  };
}

export function instantClock(): ProcessClock {
  const nothing = (): void => undefined;
  return {
    monotonicMs: () => 0,
    wallMs: () => 0,
    setTimer: () => ({ cancel: nothing }),
    pause: nothing,
    resume: nothing,
    kill: nothing,
    deliver: (run) => run(),
  };
}
