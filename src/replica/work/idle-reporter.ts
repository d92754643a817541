/** Reports draining slots that have become idle: all of one turn at once, in a turn of its own. */
import { ofSlots, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';

export class IdleReporter {
  readonly #isIdle: (slot: Slot) => boolean;
  readonly #report: (slots: RangeSet) => void;
  #candidates: Slot[] = [];

  /** `isIdle` is asked when the report is made, not before: a slot may be granted again meanwhile. */
  constructor(isIdle: (slot: Slot) => boolean, report: (slots: RangeSet) => void) {
    this.#isIdle = isIdle;
    this.#report = report;
  }

  mayBeIdle(slot: Slot): void {
    if (!this.#isIdle(slot)) return;
    this.#candidates.push(slot);
    if (this.#candidates.length > 1) return;
    queueMicrotask(() => {
      const candidates = this.#candidates;
      this.#candidates = [];
      const idle = ofSlots(candidates.filter(this.#isIdle));
      if (idle.length > 0) this.#report(idle);
    });
  }
}
