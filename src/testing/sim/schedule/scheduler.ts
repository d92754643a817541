/** Events in the order of their times; those due at once in an order drawn from the seed. */
import { inTurns } from '../../../lib/clock.ts';
import type { Scheduler } from '../ports.ts';
import type { SeededRandom } from './random.ts';

interface Scheduled {
  readonly atMs: number;
  readonly tie: number;
  /** As a rule no code of a process runs in it. */
  readonly aside: boolean;
  run: (() => void) | undefined;
}

export interface SchedulerHooks {
  /** Called after each event, when no promise callback is left to run. */
  readonly settled: () => void;
}

/**
 * Guarantees: an event runs only when every promise callback of the one before it has run; equal seeds and equal programs run
 * equally. An event that throws rejects `run`.
 */
export class SeededScheduler implements Scheduler {
  readonly random: SeededRandom;
  readonly #hooks: SchedulerHooks;
  /** A binary heap. */
  readonly #heap: Scheduled[] = [];
  #nowMs = 0;
  /** Code of a process has run in this event. */
  #ran = false;
  /** Events that have run. */
  turns = 0;

  constructor(random: SeededRandom, hooks: SchedulerHooks) {
    this.random = random;
    this.#hooks = hooks;
  }

  readonly nowMs = (): number => this.#nowMs;

  get pending(): number {
    return this.#heap.length;
  }

  readonly at = (delayMs: number, run: () => void): { readonly cancel: () => void } => {
    const event = this.#plan(delayMs, run, false);
    return {
      cancel: () => {
        event.run = undefined;
      },
    };
  };

  readonly aside = (delayMs: number, run: () => void): void => void this.#plan(delayMs, run, true);

  readonly ran = (): void => {
    this.#ran = true;
  };

  #plan(delayMs: number, run: () => void, aside: boolean): Scheduled {
    const event: Scheduled = { atMs: this.#nowMs + Math.max(0, delayMs), tie: this.random.next(), aside, run };
    this.#push(event);
    return event;
  }

  readonly run = (untilMs: number, stop?: () => boolean): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    inTurns(() => {
      try {
        if (this.#turn(untilMs, stop)) return true;
        resolve();
      } catch (error) {
        reject(error instanceof Error ? error : new Error(String(error)));
      }
      return false;
    });
    return promise;
  };

  /** False when the run is over. */
  #turn(untilMs: number, stop: (() => boolean) | undefined): boolean {
    this.#hooks.settled();
    if (stop?.() === true) return false;
    for (;;) {
      const first = this.#heap[0];
      if (first === undefined || first.atMs > untilMs) {
        this.#nowMs = untilMs;
        return false;
      }
      this.#pop();
      const { run } = first;
      // Cancelled ones cost no turn, nor do those that leave no promise callback behind.
      if (run === undefined) continue;
      this.#nowMs = first.atMs;
      this.turns += 1;
      this.#ran = false;
      run();
      if (!first.aside || this.#ran) return true;
    }
  }

  #push(event: Scheduled): void {
    const heap = this.#heap;
    let at = heap.length;
    heap.push(event);
    while (at > 0) {
      const above = (at - 1) >>> 1;
      const parent = heap[above];
      if (parent === undefined || !isBefore(event, parent)) break;
      heap[at] = parent;
      at = above;
    }
    heap[at] = event;
  }

  #pop(): void {
    const heap = this.#heap;
    const last = heap.pop();
    if (last === undefined || heap.length === 0) return;
    let at = 0;
    for (;;) {
      let below = 2 * at + 1;
      const left = heap[below];
      if (left === undefined) break;
      let least = left;
      const right = heap[below + 1];
      if (right !== undefined && isBefore(right, left)) {
        least = right;
        below += 1;
      }
      if (!isBefore(least, last)) break;
      heap[at] = least;
      at = below;
    }
    heap[at] = last;
  }
}

function isBefore(a: Scheduled, b: Scheduled): boolean {
  return a.atMs < b.atMs || (a.atMs === b.atMs && a.tie < b.tie);
}
