/**
 * How often a label was taken away again, and when it may be set once more. Pure but for its memory.
 *
 * Objects go by their uid: one that is deleted and created again under its name is another one, and nobody stripped it.
 */

/** After this time without another strip an object starts anew. */
const FORGET_AFTER_MS = 10 * 60_000;
const FIRST_PAUSE_MS = 1_000;
const PAUSE_MAX_MS = 5 * 60_000;
/** Objects that are remembered; the oldest is forgotten first. */
const ENTRIES_MAX = 10_000;

interface Entry {
  readonly times: number;
  readonly lastMs: number;
}

export class StripGuard {
  readonly #entries = new Map<string, Entry>();

  /** When the label of the object may be set (monotonic ms; the past = now). */
  allowedAtMs(uid: string, nowMs: number): number {
    const entry = this.#entries.get(uid);
    if (entry === undefined || nowMs - entry.lastMs > FORGET_AFTER_MS) return 0;
    return entry.lastMs + Math.min(PAUSE_MAX_MS, FIRST_PAUSE_MS * 2 ** (entry.times - 1));
  }

  /** The label was set. Returns how many times in a row. */
  labelled(uid: string, nowMs: number): number {
    const entry = this.#entries.get(uid);
    const times = entry === undefined || nowMs - entry.lastMs > FORGET_AFTER_MS ? 1 : entry.times + 1;
    this.#entries.delete(uid);
    this.#entries.set(uid, { times, lastMs: nowMs });
    if (this.#entries.size > ENTRIES_MAX) this.#entries.delete(this.#entries.keys().next().value ?? '');
    return times;
  }
}
