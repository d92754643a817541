/**
 * What is in flight, slot by slot: reconciles that run, and writes that were sent and not answered.
 *
 * W4: a write without an answer counts until it is answered or `requestTimeoutMs` has passed since it was sent. So a slot
 * is free exactly when nothing that this process did for it can still change an object.
 */
import { assert } from '../../lib/assert.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Slot } from '../../protocol/slots.ts';

export class InFlight {
  readonly #clock: Clock;
  readonly #onFree: (slot: Slot) => void;
  readonly #bySlot = new Map<Slot, number>();
  #total = 0;

  /** `onFree` is called when the last thing in a slot has ended. */
  constructor(clock: Clock, onFree: (slot: Slot) => void) {
    this.#clock = clock;
    this.#onFree = onFree;
  }

  begin(slot: Slot): void {
    this.#bySlot.set(slot, (this.#bySlot.get(slot) ?? 0) + 1);
    this.#total++;
  }

  end(slot: Slot): void {
    const left = (this.#bySlot.get(slot) ?? 0) - 1;
    assert(left >= 0, `slot ${slot} has nothing in flight that could end`);
    this.#total--;
    if (left > 0) {
      this.#bySlot.set(slot, left);
      return;
    }
    this.#bySlot.delete(slot);
    this.#onFree(slot);
  }

  /** Ends at a monotonic time: for a write that will not be answered any more. */
  endAt(slot: Slot, atMs: number): void {
    this.#clock.setTimer(Math.max(0, atMs - this.#clock.monotonicMs()), () => this.end(slot));
  }

  isFree(slot: Slot): boolean {
    return !this.#bySlot.has(slot);
  }

  /** Everything in flight: reconciles and unanswered writes. */
  get total(): number {
    return this.#total;
  }
}
