/** One watch on one connection: in order, without gaps, until it ends. */
import { ApiError } from '../../../kube/api-error.ts';
import type { WatchEvent } from '../../../kube/types.ts';
import { assertNever } from '../../../lib/assert.ts';
import type { Timer } from '../../../lib/clock.ts';
import type { Random } from '../../../lib/random.ts';
import type { Link, ModelFailure, ModelWatch, ModelWatchEvent, ProcessClock, Scheduler } from '../ports.ts';
import { drawn } from './link.ts';
import { errorOf } from './sim-exchange.ts';

export interface SimWatchOptions {
  readonly what: string;
  readonly clock: ProcessClock;
  readonly scheduler: Scheduler;
  readonly random: Random;
  readonly link: Link;
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
  /** The request at the server. */
  readonly open: (sink: (event: ModelWatchEvent) => void) => ModelWatch | ModelFailure;
  readonly onEnd: (stream: SimWatchStream) => void;
}

/** What travels to the process. `OPENED` are the headers of the answer, `FAILED` an answer that is no stream. */
type Parcel =
  | ModelWatchEvent
  | { readonly type: 'OPENED' }
  | { readonly type: 'FAILED'; readonly failure: ModelFailure };

/** As in `kube/client.ts`: until the API server has begun to answer. */
const ANSWER_TIMEOUT_MS = 30_000;

export class SimWatchStream implements AsyncIterableIterator<WatchEvent> {
  readonly #options: SimWatchOptions;
  #phase: 'New' | 'Asked' | 'Open' | 'Ended' = 'New';
  #atServer: ModelWatch | undefined;
  /** On their way, in order; `#firings` arrivals are scheduled for them. */
  readonly #transit: Parcel[] = [];
  #firings = 0;
  #lastArrivalMs = 0;
  #heardMs = 0;
  readonly #received: WatchEvent[] = [];
  #error: ApiError | undefined;
  #wake: (() => void) | undefined;
  #timer: Timer | undefined;

  constructor(options: SimWatchOptions) {
    this.#options = options;
  }

  [Symbol.asyncIterator](): this {
    return this;
  }

  async next(): Promise<IteratorResult<WatchEvent>> {
    if (this.#phase === 'New') this.#ask();
    for (;;) {
      const value = this.#received.shift();
      if (value !== undefined) return { done: false, value };
      if (this.#phase === 'Ended') {
        const error = this.#error;
        this.#error = undefined;
        if (error !== undefined) throw error;
        return { done: true, value: undefined };
      }
      await new Promise<void>((resolve) => {
        this.#wake = resolve;
      });
    }
  }

  return(): Promise<IteratorResult<WatchEvent>> {
    this.#received.length = 0;
    this.#end(undefined);
    return Promise.resolve({ done: true, value: undefined });
  }

  /** The connection breaks. */
  cut(): void {
    this.#close();
    this.#options.clock.deliver(() => this.#fail('Unavailable', 'the connection broke'));
  }

  /** Answers pass again: what was held back is on its way. */
  healed(): void {
    while (this.#firings < this.#transit.length) this.#schedule();
  }

  #ask(): void {
    const { signal, scheduler, link, random, clock } = this.#options;
    this.#phase = 'Asked';
    signal.addEventListener('abort', this.#onAbort, { once: true });
    if (signal.aborted) {
      this.#onAbort();
      return;
    }
    this.#heardMs = clock.monotonicMs();
    this.#timer = clock.setTimer(ANSWER_TIMEOUT_MS, this.#onTimer);
    if (link.requests === 'Lose') return;
    scheduler.aside(drawn(link.delayMs, random), () => this.#arriveAtServer());
  }

  #arriveAtServer(): void {
    const { link, random, open } = this.#options;
    if (this.#phase !== 'Asked' || link.requests === 'Lose') return;
    const { failure } = link;
    if (failure !== undefined && failure.only === undefined && random.next() < failure.chance) {
      this.#send({ type: 'FAILED', failure: failure.answer });
      return;
    }
    this.#send({ type: 'OPENED' });
    const watch = open((event) => this.#send(event));
    if ('type' in watch) {
      this.#transit.length = 0;
      this.#send({ type: 'FAILED', failure: watch });
    } else if (this.#isEnded()) watch.close();
    else this.#atServer = watch;
  }

  #isEnded(): boolean {
    return this.#phase === 'Ended';
  }

  #send(parcel: Parcel): void {
    this.#transit.push(parcel);
    if (this.#options.link.answers === 'Pass') this.#schedule();
  }

  #schedule(): void {
    const { scheduler, link, random } = this.#options;
    const nowMs = scheduler.nowMs();
    const delayMs = drawn(link.delayMs, random) + drawn(link.watchDelayMs, random);
    this.#lastArrivalMs = Math.max(this.#lastArrivalMs, nowMs + delayMs);
    this.#firings += 1;
    scheduler.at(this.#lastArrivalMs - nowMs, this.#arrive);
  }

  readonly #arrive = (): void => {
    this.#firings -= 1;
    if (this.#options.link.answers === 'Pass') this.#options.clock.deliver(this.#receive);
  };

  readonly #receive = (): void => {
    const parcel = this.#transit.shift();
    if (parcel === undefined || this.#phase === 'Ended') return;
    this.#heardMs = this.#options.clock.monotonicMs();
    if (this.#phase === 'Asked') {
      this.#phase = 'Open';
      this.#timer?.cancel();
      this.#timer = this.#options.clock.setTimer(this.#options.idleTimeoutMs, this.#onTimer);
    }
    switch (parcel.type) {
      case 'OPENED':
        return;
      case 'ENDED':
        this.#end(undefined);
        return;
      case 'FAILED':
        this.#refused(parcel.failure);
        return;
      case 'ADDED':
      case 'MODIFIED':
      case 'DELETED':
      case 'BOOKMARK':
        this.#received.push(parcel);
        this.#notify();
        return;
      default:
        assertNever(parcel);
    }
  };

  /** Too old a version is told within a stream that was opened well; the rest is an answer of its own. */
  #refused(failure: ModelFailure): void {
    const { status, reason, message } = failure;
    if (status !== 410) {
      this.#end(errorOf(this.#options.what, failure));
      return;
    }
    this.#received.push({ type: 'ERROR', status, reason, message });
    this.#end(undefined);
  }

  readonly #onAbort = (): void => this.#fail('Aborted', 'given up by the caller');

  readonly #onTimer = (): void => {
    if (this.#phase !== 'Asked' && this.#phase !== 'Open') return;
    const { clock, idleTimeoutMs } = this.#options;
    const limitMs = this.#phase === 'Asked' ? ANSWER_TIMEOUT_MS : idleTimeoutMs;
    const leftMs = this.#heardMs + limitMs - clock.monotonicMs();
    if (leftMs > 0) this.#timer = clock.setTimer(leftMs, this.#onTimer);
    else if (this.#phase === 'Asked') this.#fail('Unavailable', `no answer within ${limitMs} ms`);
    else this.#fail('Idle', `nothing, not even a bookmark, for ${limitMs} ms`);
  };

  #fail(code: 'Aborted' | 'Unavailable' | 'Idle', why: string): void {
    if (this.#phase === 'Ended') return;
    this.#end(new ApiError(`${this.#options.what}: ${why}`, { code, answered: true }));
  }

  #end(error: ApiError | undefined): void {
    if (this.#phase === 'Ended') return;
    this.#phase = 'Ended';
    this.#error = error;
    this.#timer?.cancel();
    this.#options.signal.removeEventListener('abort', this.#onAbort);
    this.#close();
    this.#options.onEnd(this);
    this.#notify();
  }

  #close(): void {
    this.#atServer?.close();
    this.#atServer = undefined;
    this.#transit.length = 0;
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
