/**
 * What a watch must show soon, because the server is known to have it: own writes and reads prove, without a request, that a
 * watch lives. A connection that died without a word would else be found out only when no bookmark came.
 */
import type { Clock, Timer } from '../lib/clock.ts';
import { compareResourceVersions } from './types.ts';

export interface ExpectationOptions {
  readonly clock: Clock;
  readonly graceMs: number;
  /** The highest version that the watch has shown; undefined while there is none: then nothing can be overdue. */
  readonly seen: () => string | undefined;
  readonly onOverdue: () => void;
}

export class Expectation {
  readonly #options: ExpectationOptions;
  #highest = '';
  #timer: Timer | undefined;

  constructor(options: ExpectationOptions) {
    this.#options = options;
  }

  /** Of an object that belongs to what is watched. */
  expect(resourceVersion: string): void {
    if (compareResourceVersions(resourceVersion, this.#highest) > 0) this.#highest = resourceVersion;
    if (this.#timer === undefined && this.#lacks(resourceVersion)) this.#waitFor(resourceVersion);
  }

  close(): void {
    this.#timer?.cancel();
    this.#timer = undefined;
    this.#highest = '';
  }

  #waitFor(resourceVersion: string): void {
    const { clock, graceMs, onOverdue } = this.#options;
    this.#timer = clock.setTimer(graceMs, () => {
      this.#timer = undefined;
      if (this.#lacks(resourceVersion)) onOverdue();
      else if (this.#lacks(this.#highest)) this.#waitFor(this.#highest);
    });
  }

  #lacks(resourceVersion: string): boolean {
    const seen = this.#options.seen();
    return seen !== undefined && compareResourceVersions(resourceVersion, seen) > 0;
  }
}
