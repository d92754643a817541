/** What could not be labelled, and when it may be tried again: later each time, so that what never can costs ever less. */
import { backoffMs, type Backoff } from '../../lib/backoff.ts';
import type { Random } from '../../lib/random.ts';
import type { ObjectKey } from '../../kube/types.ts';

const BACKOFF: Backoff = { baseMs: 1_500, maxMs: 60_000, minMs: 500 };

export class Postponed {
  readonly #random: Random;
  readonly #entries = new Map<ObjectKey, { readonly times: number; readonly untilMs: number }>();

  constructor(random: Random) {
    this.#random = random;
  }

  /** Monotonic; 0 = at once. */
  dueAtMs(key: ObjectKey): number {
    return this.#entries.get(key)?.untilMs ?? 0;
  }

  /** It failed once more. `notBeforeMs`: what the server asked for, monotonic. */
  postpone(key: ObjectKey, nowMs: number, notBeforeMs = 0): void {
    const times = this.#entries.get(key)?.times ?? 0;
    const untilMs = Math.max(notBeforeMs, nowMs + backoffMs(BACKOFF, Math.min(times, 16), this.#random));
    this.#entries.set(key, { times: times + 1, untilMs });
  }

  forget(key: ObjectKey): void {
    this.#entries.delete(key);
  }

  /** Forgets what is not shown any more. */
  keepOnly(isShown: (key: ObjectKey) => boolean): void {
    for (const key of this.#entries.keys()) if (!isShown(key)) this.#entries.delete(key);
  }

  get size(): number {
    return this.#entries.size;
  }
}
