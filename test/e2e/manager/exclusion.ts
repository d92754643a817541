/** The judge: which replica acts on each slot, told in the very turn in which it begins or ends. */
import { systemClock } from '../../../src/lib/clock.ts';
import { type RangeSet, slotsOf } from '../../../src/protocol/ranges.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';

export class Exclusion {
  readonly #actor = Array.from({ length: SLOT_COUNT }, (): string | undefined => undefined);
  readonly #leftMs = new Float64Array(SLOT_COUNT).fill(Number.NaN);
  /** Slots on which two acted at once. */
  readonly doubles: string[] = [];
  /** Milliseconds for which a slot had no actor between two. */
  #gapsMs: number[] = [];
  /** Slots that changed hands. */
  moved = 0;
  #last = Array.from({ length: SLOT_COUNT }, (): string | undefined => undefined);

  begin(name: string, slots: RangeSet): void {
    const nowMs = systemClock.monotonicMs();
    for (const slot of slotsOf(slots)) {
      const other = this.#actor[slot];
      if (other !== undefined && other !== name) this.doubles.push(`slot ${slot}: ${other} and ${name}`);
      const leftMs = this.#leftMs[slot] ?? Number.NaN;
      if (!Number.isNaN(leftMs)) this.#gapsMs.push(nowMs - leftMs);
      if (this.#last[slot] !== undefined && this.#last[slot] !== name) this.moved++;
      this.#actor[slot] = name;
      this.#last[slot] = name;
    }
  }

  end(name: string, slots: RangeSet): void {
    const nowMs = systemClock.monotonicMs();
    for (const slot of slotsOf(slots)) {
      if (this.#actor[slot] !== name) continue;
      this.#actor[slot] = undefined;
      this.#leftMs[slot] = nowMs;
    }
  }

  counts(): ReadonlyMap<string, number> {
    const counts = new Map<string, number>();
    for (const name of this.#actor) if (name !== undefined) counts.set(name, (counts.get(name) ?? 0) + 1);
    return counts;
  }

  /** Gaps since the last call, sorted. */
  takeGapsMs(): readonly number[] {
    const gaps = this.#gapsMs.toSorted((a, b) => a - b);
    this.#gapsMs = [];
    return gaps;
  }
}
