/** `token` and `check` in constant time: they are asked before every hook call and every write. */
import type { Clock } from '../../lib/clock.ts';
import { EMPTY, type RangeSet } from '../../protocol/ranges.ts';
import type { ReplicaState } from '../../protocol/replica/types.ts';
import { slotsIn } from '../../protocol/replica/holds.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';
import type { Refusal, WorkToken } from '../ports.ts';

const FREE = 0;
const ACTIVE = 1;
const DRAINING = 2;
const ABORTING = 3;
const STATE_CODES = { Active: ACTIVE, Draining: DRAINING, Aborting: ABORTING } as const;

export class SlotIndex {
  readonly #clock: Clock;
  readonly #incarnation: string;
  #windowEndsMs = Number.NEGATIVE_INFINITY;
  readonly #state = new Uint8Array(SLOT_COUNT);
  readonly #acquisition = new Float64Array(SLOT_COUNT);
  readonly #hold = new Uint16Array(SLOT_COUNT);
  /** `epoch.generation` by hold. */
  #fencing: readonly string[] = [];
  #active: RangeSet = EMPTY;
  #indexed: unknown;

  constructor(clock: Clock, incarnation: string) {
    this.#clock = clock;
    this.#incarnation = incarnation;
  }

  /** After every step of the machine. Cheap when no hold has changed. */
  update(state: ReplicaState): void {
    const { life } = state;
    this.#windowEndsMs = life.type === 'Running' ? life.member.lease.windowEndsMs : Number.NEGATIVE_INFINITY;
    const holds = 'member' in life ? life.member.holds : [];
    if (holds === this.#indexed) return;
    this.#indexed = holds;
    this.#state.fill(FREE);
    holds.forEach((hold, index) => {
      this.#state.fill(STATE_CODES[hold.state.type], hold.start, hold.end + 1);
      this.#acquisition.fill(hold.acquisition, hold.start, hold.end + 1);
      this.#hold.fill(index, hold.start, hold.end + 1);
    });
    this.#fencing = holds.map((hold) => `${hold.epoch}.${hold.generation}`);
    this.#active = slotsIn(holds, 'Active');
  }

  get windowEndsMs(): number {
    return this.#windowEndsMs;
  }

  windowOpen(): boolean {
    return this.#clock.monotonicMs() < this.#windowEndsMs;
  }

  token(slot: Slot): WorkToken | Refusal {
    if (!this.windowOpen()) return 'Window';
    const state = this.#state[slot] ?? FREE;
    if (state === FREE) return 'NotHeld';
    if (state !== ACTIVE) return 'Draining';
    return {
      slot,
      incarnation: this.#incarnation,
      acquisition: this.#acquisition[slot] ?? 0,
      fencing: this.#fencing[this.#hold[slot] ?? 0] ?? '',
    };
  }

  check(token: WorkToken): Refusal | undefined {
    if (!this.windowOpen()) return 'Window';
    const state = this.#state[token.slot] ?? FREE;
    if (state === FREE || state === ABORTING) return 'Lost';
    const same = this.#acquisition[token.slot] === token.acquisition && token.incarnation === this.#incarnation;
    return same ? undefined : 'Lost';
  }

  active(): RangeSet {
    return this.windowOpen() ? this.#active : EMPTY;
  }
}
