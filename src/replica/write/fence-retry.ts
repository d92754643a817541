/**
 * The server-side fence reads a copy of the table that lags by some milliseconds, so it may refuse the first writes of a
 * new owner. Such a refusal says nothing about the object: for a short while after the grant the write is sent again.
 */
import { backoffMs } from '../../lib/backoff.ts';
import type { Random } from '../../lib/random.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { RangeSet } from '../../protocol/ranges.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';

/** For how long after a grant a refusal may be the fence's lag. */
export const FENCE_LAG_MAX_MS = 2_000;

/** Part of the names of the fence's policies (kustomize/components/fence), whatever prefix an installation gave them. */
const FENCE_POLICY = 'shardkeeper-fence';
const BACKOFF = { baseMs: 10, maxMs: 200, minMs: 5 };

/**
 * How long to wait before the write is sent again, or undefined when the error is what it says: not the fence's, or too long
 * after the grant. 403 is the fence's no; 422 means that it could not read the table.
 */
export function fenceRetryMs(
  error: unknown,
  {
    sinceGrantMs,
    attempt,
    random,
  }: { readonly sinceGrantMs: number; readonly attempt: number; readonly random: Random },
): number | undefined {
  if (!isApiError(error, 'Forbidden', 'Invalid') || error.policy?.includes(FENCE_POLICY) !== true) return undefined;
  const delayMs = backoffMs(BACKOFF, attempt, random);
  return sinceGrantMs + delayMs <= FENCE_LAG_MAX_MS ? delayMs : undefined;
}

/** When each slot was last granted to this process. */
export class Grants {
  readonly #atMs = new Float64Array(SLOT_COUNT).fill(Number.NEGATIVE_INFINITY);

  granted(slots: RangeSet, nowMs: number): void {
    for (const { start, end } of slots) this.#atMs.fill(nowMs, start, end + 1);
  }

  sinceMs(slot: Slot, nowMs: number): number {
    return nowMs - (this.#atMs[slot] ?? Number.NEGATIVE_INFINITY);
  }
}
