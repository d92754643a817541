/**
 * One request and its whole answer on one connection.
 *
 * undici holds a request back while it connects, and for one turn of the event loop on an idle connection. So `admit` and
 * `onSent` are not called when we dispatch but when undici is about to write the first byte: nothing comes between the
 * check and the socket.
 */
import type { Client, Dispatcher } from 'undici';

import type { Clock, Timer } from '../lib/clock.ts';
import { ApiError, isApiError } from './api-error.ts';
import type { HttpAnswer } from './api-status.ts';

export interface ExchangeOptions {
  /** Names the request in errors. */
  readonly what: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  /** Flat: name, value, name, value … */
  readonly headers: string[];
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly answerBytesMax: number;
  readonly clock: Clock;
  readonly admit?: (() => string | undefined) | undefined;
  readonly onSent?: ((monotonicMs: number) => void) | undefined;
  readonly signal?: AbortSignal | undefined;
  /** Given up after its first byte was written and before its answer: nothing of it may arrive from now on. */
  readonly onCutOff?: (() => void) | undefined;
  /** The connection has nothing to do any more; called exactly once, possibly after the promise was settled. */
  readonly onDone: () => void;
}

/** Resolves to whatever the server answered, error statuses too; rejects with an ApiError when there is no answer. */
export function exchange(client: Client, options: ExchangeOptions): Promise<HttpAnswer> {
  return new Promise((resolve, reject) => {
    const handler = new ExchangeHandler(options, resolve, reject);
    const { method, path, headers } = options;
    client.dispatch({ method, path, headers, body: options.body ?? null }, handler);
  });
}

type Phase = 'Queued' | 'Sent' | 'Answering' | 'Settled';

class ExchangeHandler implements Dispatcher.DispatchHandler {
  readonly #options: ExchangeOptions;
  readonly #resolve: (answer: HttpAnswer) => void;
  readonly #reject: (error: ApiError) => void;
  readonly #timer: { current: Timer };
  readonly #onAbort: () => void;
  #phase: Phase = 'Queued';
  #sentMs = 0;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #bytes = 0;
  readonly #chunks: Buffer[] = [];

  constructor(options: ExchangeOptions, resolve: (answer: HttpAnswer) => void, reject: (error: ApiError) => void) {
    this.#options = options;
    this.#resolve = resolve;
    this.#reject = reject;
    this.#onAbort = (): void => this.#give('Aborted', 'given up by the caller');
    options.signal?.addEventListener('abort', this.#onAbort, { once: true });
    this.#timer = { current: options.clock.setTimer(options.timeoutMs, () => this.#onTimer()) };
    if (options.signal?.aborted === true) this.#onAbort();
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    // Throwing here makes undici drop the request with nothing written, and keeps the connection.
    if (this.#phase === 'Settled') throw new Error('given up before it was sent');
    const refusal = this.#options.admit?.();
    if (refusal !== undefined) {
      throw new ApiError(`${this.#options.what}: ${refusal}`, { code: 'Refused', answered: true });
    }
    this.#controller = controller;
    this.#phase = 'Sent';
    this.#sentMs = this.#options.clock.monotonicMs();
    this.#options.onSent?.(this.#sentMs);
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200 || this.#phase !== 'Sent') return;
    this.#phase = 'Answering';
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
  }

  onResponseData(_: Dispatcher.DispatchController, chunk: Buffer): void {
    this.#bytes += chunk.length;
    if (this.#bytes > this.#options.answerBytesMax) {
      this.#give('Malformed', `the answer is longer than ${this.#options.answerBytesMax} bytes`);
    } else {
      this.#chunks.push(chunk);
    }
  }

  onResponseEnd(): void {
    this.#options.onDone();
    if (!this.#settle()) return;
    const [first] = this.#chunks;
    const text =
      first === undefined ? '' : (this.#chunks.length === 1 ? first : Buffer.concat(this.#chunks)).toString();
    this.#resolve({ status: this.#status, retryAfter: this.#retryAfter, text });
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#options.onDone();
    const answered = this.#answered();
    if (!this.#settle()) return;
    this.#reject(
      isApiError(error)
        ? error
        : new ApiError(`${this.#options.what}: ${error.message}`, { code: 'Unavailable', answered, cause: error }),
    );
  }

  #onTimer(): void {
    if (this.#phase === 'Queued') {
      this.#give('Unavailable', `no connection within ${this.#options.timeoutMs} ms`);
      return;
    }
    // The time counts from the first byte: the timer was set when the wait for a connection began.
    const leftMs = this.#sentMs + this.#options.timeoutMs - this.#options.clock.monotonicMs();
    if (leftMs > 0) this.#timer.current = this.#options.clock.setTimer(leftMs, () => this.#onTimer());
    else this.#give('Timeout', `no answer within ${this.#options.timeoutMs} ms`);
  }

  #give(code: 'Aborted' | 'Timeout' | 'Unavailable' | 'Malformed', why: string): void {
    const error = new ApiError(`${this.#options.what}: ${why}`, { code, answered: this.#answered() });
    const isUnderWay = this.#phase === 'Sent';
    if (!this.#settle()) return;
    this.#reject(error);
    if (isUnderWay) this.#options.onCutOff?.();
    this.#controller?.abort(error);
  }

  /** Nothing was sent, or a final status came: either way the write is not under way. */
  #answered(): boolean {
    return this.#phase === 'Queued' || (this.#phase === 'Answering' && this.#status < 500);
  }

  #settle(): boolean {
    if (this.#phase === 'Settled') return false;
    this.#phase = 'Settled';
    this.#timer.current.cancel();
    this.#options.signal?.removeEventListener('abort', this.#onAbort);
    return true;
  }
}
