/** Items that are due later: a heap with one clock timer for the earliest. Each item is in it at most once. */
import type { Clock, Timer } from '../../lib/clock.ts';
import type { Lane } from '../ports.ts';
import type { Item } from './queue.ts';

/** Timers that fire within this time of one another share a wake-up. */
const SLACK_MS = 1;

export class DueTimers {
  readonly #clock: Clock;
  readonly #onDue: (item: Item) => void;
  readonly #heap: Item[] = [];
  #isClosed = false;
  #timer: { readonly timer: Timer; readonly atMs: number } | undefined = undefined;

  constructor(clock: Clock, onDue: (item: Item) => void) {
    this.#clock = clock;
    this.#onDue = onDue;
  }

  /** The earliest wish wins; at the same time the better lane is the caller's business. */
  schedule(item: Item, atMs: number, lane: Lane): void {
    if (this.#isClosed) return;
    if (item.heapIndex < 0) {
      item.dueAtMs = atMs;
      item.dueLane = lane;
      item.heapIndex = this.#heap.length;
      this.#heap.push(item);
      this.#up(item);
    } else if (atMs < item.dueAtMs) {
      item.dueAtMs = atMs;
      item.dueLane = lane;
      this.#up(item);
    }
    this.#arm();
  }

  cancel(item: Item): void {
    const index = item.heapIndex;
    if (index < 0) return;
    item.heapIndex = -1;
    const last = this.#heap.pop();
    if (last !== undefined && last !== item) {
      this.#heap[index] = last;
      last.heapIndex = index;
      this.#up(last);
      this.#down(last);
    }
    if (this.#heap.length === 0) this.#disarm();
  }

  get size(): number {
    return this.#heap.length;
  }

  /** Forgets all, leaves no clock timer behind, and takes no wish any more. */
  close(): void {
    this.#isClosed = true;
    for (const item of this.#heap) item.heapIndex = -1;
    this.#heap.length = 0;
    this.#disarm();
  }

  #disarm(): void {
    this.#timer?.timer.cancel();
    this.#timer = undefined;
  }

  #arm(): void {
    const first = this.#heap[0];
    if (first === undefined || (this.#timer !== undefined && this.#timer.atMs <= first.dueAtMs)) return;
    this.#timer?.timer.cancel();
    const atMs = first.dueAtMs;
    const timer = this.#clock.setTimer(Math.max(0, atMs - this.#clock.monotonicMs()), () => this.#fire());
    this.#timer = { timer, atMs };
  }

  #fire(): void {
    this.#timer = undefined;
    const untilMs = this.#clock.monotonicMs() + SLACK_MS;
    for (let first = this.#heap[0]; first !== undefined && first.dueAtMs <= untilMs; first = this.#heap[0]) {
      this.cancel(first);
      this.#onDue(first);
    }
    this.#arm();
  }

  #up(item: Item): void {
    for (let index = item.heapIndex; index > 0;) {
      const above = (index - 1) >> 1;
      const parent = this.#heap[above];
      if (parent === undefined || parent.dueAtMs <= item.dueAtMs) return;
      this.#swap(item, parent);
      index = above;
    }
  }

  #down(item: Item): void {
    for (;;) {
      const left = this.#heap[2 * item.heapIndex + 1];
      const right = this.#heap[2 * item.heapIndex + 2];
      const least = right !== undefined && left !== undefined && right.dueAtMs < left.dueAtMs ? right : left;
      if (least === undefined || least.dueAtMs >= item.dueAtMs) return;
      this.#swap(item, least);
    }
  }

  #swap(a: Item, b: Item): void {
    const index = a.heapIndex;
    a.heapIndex = b.heapIndex;
    b.heapIndex = index;
    this.#heap[a.heapIndex] = a;
    this.#heap[b.heapIndex] = b;
  }
}
