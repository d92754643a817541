/** One request and its answer, as `kube/exchange.ts` would bring it about. */
import { ApiError, type ApiErrorCode } from '../../../kube/api-error.ts';
import { codeOf } from '../../../kube/api-status.ts';
import type { Timer } from '../../../lib/clock.ts';
import type { ModelAnswer, ModelFailure, ProcessClock } from '../ports.ts';
import type { SimLane } from './lanes.ts';

export type Success = Exclude<ModelAnswer, ModelFailure>;

export interface SimRequest {
  /** Names the request in errors. */
  readonly what: string;
  readonly lane: SimLane;
  readonly timeoutMs: number;
  readonly signal: AbortSignal | undefined;
  readonly admit: (() => string | undefined) | undefined;
  /** In the turn of the hand-over, after `admit` agreed. */
  readonly onHandOver: (() => void) | undefined;
  readonly clock: ProcessClock;
  /** Carries the request to the server and its answer back. */
  readonly carry: (journey: Journey) => void;
}

/** What the network tells of a request that is under way. */
export interface Journey {
  /** Called in the process. At most once. */
  readonly arrived: (answer: ModelAnswer) => void;
  /** The answer comes late or never: only then is the timer needed that production sets each time. */
  readonly delayed: () => void;
}

/** As `queueMicrotask`, which makes a resource for the hooks of Node each time. */
const NEXT = Promise.resolve();

export function simExchange(request: SimRequest): Promise<Success> {
  return new Promise((resolve, reject) => {
    new SimExchange(request, resolve, reject).begin();
  });
}

class SimExchange implements Journey {
  readonly #request: SimRequest;
  readonly #resolve: (answer: Success) => void;
  readonly #reject: (error: ApiError) => void;
  #phase: 'Queued' | 'Sent' | 'Settled' = 'Queued';
  #isOnLane = false;
  #sentMs = 0;
  #timer: Timer | undefined;

  constructor(request: SimRequest, resolve: (answer: Success) => void, reject: (error: ApiError) => void) {
    this.#request = request;
    this.#resolve = resolve;
    this.#reject = reject;
  }

  begin(): void {
    const { signal, lane, timeoutMs, clock } = this.#request;
    signal?.addEventListener('abort', this.#onAbort, { once: true });
    if (signal?.aborted === true) {
      this.#onAbort();
      return;
    }
    lane.acquire(this.#enter);
    if (!this.#isOnLane) this.#timer = clock.setTimer(timeoutMs, this.#onTimer);
  }

  readonly #enter = (): void => {
    this.#isOnLane = true;
    // Never in the turn of the call: a connection takes the request in a turn of its own.
    void NEXT.then(this.#handOver);
  };

  readonly #handOver = (): void => {
    if (this.#phase !== 'Queued') return;
    const { admit, onHandOver, carry, clock, what } = this.#request;
    const refusal = admit?.();
    if (refusal !== undefined) {
      this.#fail(new ApiError(`${what}: ${refusal}`, { code: 'Refused', answered: true }));
      return;
    }
    this.#phase = 'Sent';
    this.#sentMs = clock.monotonicMs();
    this.#timer?.cancel();
    onHandOver?.();
    carry(this);
  };

  readonly delayed = (): void => {
    if (this.#phase !== 'Sent') return;
    const { clock, timeoutMs } = this.#request;
    this.#timer?.cancel();
    this.#timer = clock.setTimer(Math.max(0, this.#sentMs + timeoutMs - clock.monotonicMs()), this.#onTimer);
  };

  readonly arrived = (answer: ModelAnswer): void => {
    const { clock, timeoutMs } = this.#request;
    // A process that was stopped meanwhile finds its timer due beside the answer: the event loop takes timers first.
    if (clock.monotonicMs() - this.#sentMs >= timeoutMs) this.#onTimer();
    else if (answer.type === 'Failure') this.#fail(errorOf(this.#request.what, answer));
    else if (this.#settle()) this.#resolve(answer);
  };

  readonly #onAbort = (): void => this.#give('Aborted', 'given up by the caller');

  readonly #onTimer = (): void => {
    const { timeoutMs } = this.#request;
    if (this.#phase === 'Queued') this.#give('Unavailable', `no connection within ${timeoutMs} ms`);
    else this.#give('Timeout', `no answer within ${timeoutMs} ms`);
  };

  #give(code: ApiErrorCode, why: string): void {
    this.#fail(new ApiError(`${this.#request.what}: ${why}`, { code, answered: this.#phase === 'Queued' }));
  }

  #fail(error: ApiError): void {
    if (this.#settle()) this.#reject(error);
  }

  #settle(): boolean {
    if (this.#phase === 'Settled') return false;
    this.#phase = 'Settled';
    const { signal, lane } = this.#request;
    this.#timer?.cancel();
    signal?.removeEventListener('abort', this.#onAbort);
    if (this.#isOnLane) lane.release();
    else lane.leave(this.#enter);
    return true;
  }
}

/** A 5xx counts as unanswered, as in `kube/api-status.ts`. */
export function errorOf(what: string, { status, reason, message, retryAfterMs }: ModelFailure): ApiError {
  const code = codeOf(status, reason);
  return new ApiError(`${what}: ${status} ${reason === '' ? code : reason}: ${message}`, {
    code,
    status,
    answered: status < 500,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
  });
}
