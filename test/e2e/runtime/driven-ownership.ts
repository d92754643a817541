/** Ownership that a test drives by hand: it says who may act, and hears what the machinery reports. */
import { contains, EMPTY, intersect, subtract, union, type RangeSet } from '../../../src/protocol/ranges.ts';
import { SLOT_COUNT, type Slot } from '../../../src/protocol/slots.ts';
import type {
  Completeness,
  Ownership,
  Refusal,
  SlotEvents,
  SlotRuntime,
  WorkToken,
} from '../../../src/replica/ports.ts';

export class DrivenOwnership implements Ownership {
  readonly replicaName = 'replica-0';
  readonly incarnation = 'incarnation-1';
  readonly #acquisitions = new Uint32Array(SLOT_COUNT);
  #held: RangeSet = EMPTY;
  #draining: RangeSet = EMPTY;
  #hinted: RangeSet = EMPTY;
  /** False: the lease window is over. */
  windowIsOpen = true;
  /** Everything that was reported as idle. */
  idle: RangeSet = EMPTY;
  /** The last report. */
  warm: RangeSet = EMPTY;
  runtime: SlotRuntime | undefined = undefined;

  readonly events: SlotEvents = {
    idle: (slots) => {
      this.idle = union(this.idle, slots);
    },
    warm: (slots) => {
      this.warm = slots;
    },
  };

  readonly token = (slot: Slot): WorkToken | Refusal => {
    if (!this.windowIsOpen) return 'Window';
    if (contains(this.#draining, slot)) return 'Draining';
    if (!contains(this.#held, slot)) return 'NotHeld';
    return this.#tokenOf(slot);
  };

  readonly check = (token: WorkToken): Refusal | undefined => {
    if (!this.windowIsOpen) return 'Window';
    const isHeld = contains(this.#held, token.slot) && this.#acquisitions[token.slot] === token.acquisition;
    return isHeld ? undefined : 'Lost';
  };

  readonly active = (): RangeSet => subtract(this.#held, this.#draining);

  /** A2: a hint to warm these slots. */
  warmUp(slots: RangeSet): void {
    this.#hinted = slots;
    this.#runtime().want(union(this.#held, this.#hinted));
  }

  /** A1: begins to hold. */
  gain(slots: RangeSet, completeness: Completeness = { type: 'FreshList' }): void {
    this.#held = union(this.#held, slots);
    for (const { start, end } of slots) {
      for (let slot = start; slot <= end; slot++) this.#acquisitions[slot] = (this.#acquisitions[slot] ?? 0) + 1;
    }
    this.idle = subtract(this.idle, slots);
    this.#runtime().want(union(this.#held, this.#hinted));
    this.#runtime().start(slots, completeness);
  }

  /** A3: no new work. */
  drain(slots: RangeSet): void {
    this.#draining = union(this.#draining, intersect(slots, this.#held));
    this.#runtime().drain(slots);
  }

  /** A3, second sentence: granted again before it was let go. */
  resume(slots: RangeSet): void {
    this.#draining = subtract(this.#draining, slots);
    this.#runtime().resume(slots);
  }

  /** Stops holding. */
  lose(slots: RangeSet): void {
    this.#held = subtract(this.#held, slots);
    this.#draining = subtract(this.#draining, slots);
    this.#runtime().stop(slots);
    this.#runtime().want(union(this.#held, this.#hinted));
  }

  #runtime(): SlotRuntime {
    if (this.runtime === undefined) throw new Error('no runtime is connected');
    return this.runtime;
  }

  #tokenOf(slot: Slot): WorkToken {
    const acquisition = this.#acquisitions[slot] ?? 0;
    return { slot, incarnation: this.incarnation, acquisition, fencing: `1.${acquisition}` };
  }
}
