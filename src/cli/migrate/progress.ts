/** Says now and then what is being done, when it takes long enough that somebody wonders. */
import type { Clock, Timer } from '../../lib/clock.ts';

/** Nothing is said before this has passed, and nothing more often. */
const INTERVAL_MS = 2_000;

export interface ProgressOptions {
  readonly clock: Clock;
  readonly tell: (text: string) => void;
}

/** Holds a timer: close it. */
export class Progress {
  readonly #options: ProgressOptions;
  #timer: Timer;
  #now: () => string = () => '';
  #told = '';

  constructor(options: ProgressOptions) {
    this.#options = options;
    this.#timer = this.#wait();
  }

  /** What is being done from now on; asked for only when it is told. */
  doing(now: () => string): void {
    this.#now = now;
  }

  close(): void {
    this.#timer.cancel();
  }

  #wait(): Timer {
    return this.#options.clock.setTimer(INTERVAL_MS, () => {
      const text = this.#now();
      if (text !== this.#told && text !== '') this.#options.tell(text);
      this.#told = text;
      this.#timer = this.#wait();
    });
  }
}
