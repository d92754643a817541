/** Spells of service: the times in which somebody acted on a slot, also those that no look falls in. */

/**
 * A shorter spell is none. People are promised that somebody works on their objects: what is lost again before a write could go
 * there and back (the links' usual delay is at most 4 ms a way) has worked on nothing, however often it comes.
 */
const SERVES_MIN_MS = 10;

interface Slot {
  /** Of the spell that goes on. */
  sinceMs: number | undefined;
  /** Of spells that served, with the one that goes on as soon as it does. */
  count: number;
  counted: boolean;
}

export class Spells {
  readonly #slots = new Map<number, Slot>();

  /** To be told whenever it may have changed. A spell whose end nobody saw lasts until the next time: the doubt is in its favour. */
  saw(slot: number, acted: boolean, nowMs: number): void {
    const known = this.#slots.get(slot) ?? { sinceMs: undefined, count: 0, counted: false };
    this.#slots.set(slot, known);
    if (known.sinceMs !== undefined && !known.counted && nowMs - known.sinceMs >= SERVES_MIN_MS) {
      known.count += 1;
      known.counted = true;
    }
    if (!acted) known.sinceMs = undefined;
    else if (known.sinceMs === undefined) {
      known.sinceMs = nowMs;
      known.counted = false;
    }
  }

  count(slot: number): number {
    return this.#slots.get(slot)?.count ?? 0;
  }
}
