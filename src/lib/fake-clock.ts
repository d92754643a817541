/** A clock that only moves when told to: for simulations and tests. */
import { assert } from './assert.ts';
import { inNextTurn, type Clock, type Timer } from './clock.ts';

interface Pending {
  readonly dueMs: number;
  readonly fn: () => void;
}

export interface FakeClockStart {
  /** Default 0. */
  readonly monotonicMs?: number;
  /** Default 2026-01-01T00:00:00Z. */
  readonly wallMs?: number;
}

/**
 * Guarantees: timers run in the order of their due times, those due at once in the order in which they were set; while
 * one runs, both times read exactly its due time. Nothing ambient is used, so equal programs run equally.
 */
export class FakeClock implements Clock {
  #nowMs: number;
  readonly #wallOffsetMs: number;
  /** Sorted by due time; equal ones stay in the order of arrival. */
  readonly #pending: Pending[] = [];

  constructor(start: FakeClockStart = {}) {
    this.#nowMs = start.monotonicMs ?? 0;
    this.#wallOffsetMs = (start.wallMs ?? Date.UTC(2026, 0, 1)) - this.#nowMs;
  }

  readonly monotonicMs = (): number => this.#nowMs;
  readonly wallMs = (): number => Math.floor(this.#nowMs + this.#wallOffsetMs);

  readonly setTimer = (delayMs: number, fn: () => void): Timer => {
    const timer: Pending = { dueMs: this.#nowMs + Math.max(0, delayMs), fn };
    this.#pending.splice(this.#insertionPoint(timer.dueMs), 0, timer);
    return {
      cancel: () => {
        const index = this.#pending.indexOf(timer);
        if (index >= 0) this.#pending.splice(index, 1);
      },
    };
  };

  /** When the next timer is due, on the monotonic clock; undefined when none is set. */
  get nextDueMs(): number | undefined {
    return this.#pending[0]?.dueMs;
  }

  get pendingTimers(): number {
    return this.#pending.length;
  }

  /**
   * Moves time by `ms` (>= 0), running every timer due on the way, new ones included. Promise callbacks do not run in
   * between: see `advanceAsync`.
   */
  advance(ms: number): void {
    const endMs = this.#end(ms);
    while (this.#runNext(endMs));
    this.#nowMs = endMs;
  }

  /** Like `advance`, and lets all promise callbacks run before the first, between any two and after the last timer. */
  async advanceAsync(ms: number): Promise<void> {
    const endMs = this.#end(ms);
    await settled();
    while (this.#runNext(endMs)) await settled();
    this.#nowMs = endMs;
    await settled();
  }

  #end(ms: number): number {
    assert(ms >= 0, `time does not go back: advance(${ms})`);
    return this.#nowMs + ms;
  }

  #runNext(endMs: number): boolean {
    const next = this.#pending[0];
    if (next === undefined || next.dueMs > endMs) return false;
    this.#pending.shift();
    this.#nowMs = next.dueMs;
    next.fn();
    return true;
  }

  #insertionPoint(dueMs: number): number {
    let low = 0;
    let high = this.#pending.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((this.#pending[middle]?.dueMs ?? Infinity) <= dueMs) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

/** A turn of the event loop: it begins when no promise callback is left to run. */
function settled(): Promise<void> {
  return new Promise((resolve) => {
    inNextTurn(resolve);
  });
}
