/** Things to do a little later, all forgotten at the end. */
import type { Clock, Timer } from '../../lib/clock.ts';

export class Delays {
  readonly #clock: Clock;
  readonly #timers = new Set<Timer>();

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  after(delayMs: number, act: () => void): void {
    const timer = this.#clock.setTimer(delayMs, () => {
      this.#timers.delete(timer);
      act();
    });
    this.#timers.add(timer);
  }

  close(): void {
    for (const timer of this.#timers) timer.cancel();
    this.#timers.clear();
  }
}
