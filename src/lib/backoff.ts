/** How long to wait before trying again. Pure: the caller counts attempts and owns the timer. */
import { assert } from './assert.ts';
import type { Random } from './random.ts';

export interface Backoff {
  /** Upper bound of the first wait, > 0. Doubles with every attempt. */
  readonly baseMs: number;
  /** No wait is longer. */
  readonly maxMs: number;
  /** No wait is shorter (default 0): full jitter may draw almost nothing. At most `baseMs`. */
  readonly minMs?: number;
}

/**
 * The wait before attempt `attempt + 1`, after `attempt` failures counted from 0: uniform in
 * [minMs, min(maxMs, baseMs * 2^attempt)) ("full jitter": callers that failed together do not come back together).
 */
export function backoffMs(backoff: Backoff, attempt: number, random: Random): number {
  const { baseMs, maxMs, minMs = 0 } = backoff;
  assert(baseMs > 0 && maxMs >= baseMs && minMs >= 0 && minMs <= baseMs, 'backoff: need 0 <= minMs <= baseMs <= maxMs');
  assert(Number.isInteger(attempt) && attempt >= 0, `backoff: attempt must be an integer >= 0, not ${attempt}`);
  const capMs = Math.min(maxMs, baseMs * 2 ** attempt);
  return minMs + random.next() * (capMs - minMs);
}
