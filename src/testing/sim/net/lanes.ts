/** The connections of one client: as many requests at a time as the production's lanes, first come, first served. */

export class SimLane {
  readonly max: number;
  busy = 0;
  readonly #waiting: (() => void)[] = [];

  constructor(max: number) {
    this.max = max;
  }

  /** Calls `enter` when there is a connection: possibly at once. */
  acquire(enter: () => void): void {
    if (this.busy >= this.max) {
      this.#waiting.push(enter);
      return;
    }
    this.busy += 1;
    enter();
  }

  release(): void {
    const next = this.#waiting.shift();
    if (next === undefined) this.busy -= 1;
    else next();
  }

  /** Gives a wait up. */
  leave(enter: () => void): void {
    const index = this.#waiting.indexOf(enter);
    if (index >= 0) this.#waiting.splice(index, 1);
  }
}
