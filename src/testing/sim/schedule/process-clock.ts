/** The clock of one process, and the door through which everything reaches it. */
import type { Timer } from '../../../lib/clock.ts';
import type { ProcessClock, Scheduler } from '../ports.ts';

export interface ProcessClockOptions {
  readonly scheduler: Scheduler;
  /** Its monotonic clock runs at this rate, 1 ± ε. */
  readonly rate: number;
  /** What its wall clock says at the beginning of the run. */
  readonly wallMs: number;
  /** Called before anything of this process runs. */
  readonly runs: () => void;
}

type Life = 'Running' | 'Paused' | 'Dead';

/** Node's timers have whole milliseconds, at least one. */
const TIMER_MIN_MS = 1;

/**
 * Guarantees: nothing of a process runs while it is paused or after it was killed; what arrived or became due meanwhile runs
 * after the resumption one by one, timers and arrivals each in their order. Its monotonic clock goes on meanwhile.
 */
export class SimProcessClock implements ProcessClock {
  readonly #options: ProcessClockOptions;
  readonly #bornMs: number;
  #wallOffsetMs: number;
  #life: Life = 'Running';
  #timers = 0;
  readonly #dueTimers: (() => void)[] = [];
  readonly #arrived: (() => void)[] = [];
  #draining = false;

  constructor(options: ProcessClockOptions) {
    this.#options = options;
    this.#bornMs = options.scheduler.nowMs();
    this.#wallOffsetMs = options.wallMs;
  }

  get life(): Life {
    return this.#life;
  }

  /** Timers that wait: set, and neither run nor cancelled. */
  get timers(): number {
    return this.#timers;
  }

  /** Far from zero, and another origin in each process: nobody may compare them. */
  readonly monotonicMs = (): number =>
    1_000_000 + (this.#options.scheduler.nowMs() - this.#bornMs) * this.#options.rate;

  readonly wallMs = (): number => Math.floor(this.#options.scheduler.nowMs() + this.#wallOffsetMs);

  readonly setTimer = (delayMs: number, fn: () => void): Timer => {
    let waits = true;
    this.#timers += 1;
    const over = (): boolean => {
      if (!waits) return true;
      waits = false;
      this.#timers -= 1;
      return false;
    };
    const run = (): void => {
      if (!over()) fn();
    };
    const realMs = Math.max(TIMER_MIN_MS, Math.ceil(delayMs)) / this.#options.rate;
    const event = this.#options.scheduler.at(realMs, () => this.#take(this.#dueTimers, run));
    return {
      cancel: () => {
        if (!over()) event.cancel();
      },
    };
  };

  readonly deliver = (run: () => void): void => this.#take(this.#arrived, run);

  readonly pause = (): void => {
    if (this.#life === 'Running') this.#life = 'Paused';
  };

  readonly resume = (): void => {
    if (this.#life !== 'Paused') return;
    this.#life = 'Running';
    this.#drainSoon();
  };

  readonly kill = (): void => {
    this.#life = 'Dead';
    this.#dueTimers.length = 0;
    this.#arrived.length = 0;
  };

  readonly jumpWall = (ms: number): void => {
    this.#wallOffsetMs += ms;
  };

  #take(queue: (() => void)[], run: () => void): void {
    if (this.#life === 'Dead') return;
    if (this.#life === 'Running' && this.#dueTimers.length === 0 && this.#arrived.length === 0) {
      this.#runs();
      run();
      return;
    }
    queue.push(run);
    if (this.#life === 'Running') this.#drainSoon();
  }

  #runs(): void {
    this.#options.scheduler.ran();
    this.#options.runs();
  }

  #drainSoon(): void {
    if (this.#draining || this.#dueTimers.length + this.#arrived.length === 0) return;
    this.#draining = true;
    this.#options.scheduler.at(0, this.#drainOne);
  }

  /** Which comes first, a timer that is due or an answer that is there, is up to the event loop. */
  readonly #drainOne = (): void => {
    this.#draining = false;
    if (this.#life !== 'Running') return;
    const timersFirst = this.#arrived.length === 0 || this.#options.scheduler.random.next() < 0.5;
    const run = (timersFirst ? this.#dueTimers.shift() : undefined) ?? this.#arrived.shift() ?? this.#dueTimers.shift();
    this.#runs();
    // What it sets off queues behind what waits already.
    run?.();
    this.#drainSoon();
  };
}
