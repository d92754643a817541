/** How long a root waits after a failure. Pure. */

export interface RetryPolicy {
  readonly minMs: number;
  readonly maxMs: number;
}

/** client-go's first step, and a cap that keeps a broken hook from being forgotten. */
export const DEFAULT_RETRY: RetryPolicy = { minMs: 5, maxMs: 60_000 };

/** Doubles with each failure (>= 1) up to the cap; the upper half is random, so that failures spread out. */
export function retryDelayMs(policy: RetryPolicy, failures: number, random: number): number {
  const full = Math.min(policy.maxMs, policy.minMs * 2 ** Math.min(failures - 1, 40));
  return full * (0.5 + random / 2);
}

/** Somebody else was faster: the event of that change comes too; this is the net below it. */
export const OUTPACED: RetryPolicy = { minMs: 1_000, maxMs: 60_000 };

/** A root may write this often in a row before it is slowed down. */
const FREE_WRITES = 8;
const WRITE_LOOP: RetryPolicy = { minMs: 50, maxMs: 5_000 };

/** A root that writes so often in a row is worth a word: about 6 s after the first slowing down. */
export const WRITES_TO_TELL = FREE_WRITES + 8;

/**
 * How long a root that wrote waits for its second look: 0 unless it writes every time it is looked at. A hook that never
 * agrees with what it wrote, or two controllers that undo what the other does, must not keep a worker and the API server
 * busy. Events wait as long, unless the root's spec was changed.
 */
export function secondLookDelayMs(writesInRow: number, random: number): number {
  return writesInRow <= FREE_WRITES ? 0 : retryDelayMs(WRITE_LOOP, writesInRow - FREE_WRITES, random);
}
