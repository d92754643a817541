/** A set of slots with O(1) membership: for what is asked on every event. */
import type { RangeSet } from '../../protocol/ranges.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';

export class SlotBits {
  readonly #bits = new Uint8Array(SLOT_COUNT);

  has(slot: Slot): boolean {
    return this.#bits[slot] === 1;
  }

  /** Holds exactly these slots from now on. */
  assign(slots: RangeSet): void {
    this.#bits.fill(0);
    for (const { start, end } of slots) this.#bits.fill(1, start, end + 1);
  }

  static of(slots: RangeSet): SlotBits {
    const bits = new SlotBits();
    bits.assign(slots);
    return bits;
  }
}
