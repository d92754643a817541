/** Waiting for the next reason to look again. */
import type { Clock } from '../../lib/clock.ts';

export interface Bell {
  /** Ends the present wait, or the next one at once when nobody waits. */
  readonly ring: () => void;
  /** Until it rings, `ms` have passed (undefined: no limit) or `signal` aborts. One waiter at a time. */
  readonly wait: (ms: number | undefined, signal: AbortSignal) => Promise<void>;
}

export function createBell(clock: Clock): Bell {
  let rung = false;
  let wake: (() => void) | undefined;
  return {
    ring: () => {
      if (wake === undefined) rung = true;
      else wake();
    },
    wait: (ms, signal) => {
      if (rung || signal.aborted) {
        rung = false;
        return Promise.resolve();
      }
      return new Promise((resolve) => {
        const done = (): void => {
          wake = undefined;
          timer?.cancel();
          signal.removeEventListener('abort', done);
          resolve();
        };
        const timer = ms === undefined ? undefined : clock.setTimer(ms, done);
        wake = done;
        signal.addEventListener('abort', done, { once: true });
      });
    },
  };
}
