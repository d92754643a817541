/** Waiting for facts, for tests of real processes: no test waits for time to pass. */
import { sleep, systemClock } from '../src/lib/clock.ts';

export interface Patience {
  /** Default 30 s: a new CRD may take a busy API server many seconds. */
  readonly patienceMs?: number;
  /** Default 20. */
  readonly everyMs?: number;
}

/** Resolves once the condition holds. Rejects with `what` when it did not in time, or with the condition's own error. */
export async function eventually(
  what: string,
  condition: () => boolean | Promise<boolean>,
  options: Patience = {},
): Promise<void> {
  await answerTo(what, async () => ((await condition()) ? true : undefined), options);
}

/** Asks until the answer is not undefined. Rejects as `eventually` does. */
export async function answerTo<T>(
  what: string,
  ask: () => Promise<T | undefined> | T | undefined,
  { patienceMs = 30_000, everyMs = 20 }: Patience = {},
): Promise<T> {
  const deadlineMs = systemClock.monotonicMs() + patienceMs;
  for (;;) {
    const answer = await ask();
    if (answer !== undefined) return answer;
    if (systemClock.monotonicMs() > deadlineMs) throw new Error(`waited ${patienceMs / 1000} s in vain: ${what}`);
    await sleep(systemClock, everyMs);
  }
}
