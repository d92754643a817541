/** One watch request on one connection, as batches of lines. */
import type { Client, Dispatcher } from 'undici';

import { ApiError, isApiError } from './api-error.ts';
import { apiErrorOf } from './api-status.ts';
import { LineSplitter } from './lines.ts';

export interface WatchStreamOptions {
  readonly what: string;
  readonly path: string;
  readonly headers: string[];
  /** Until the first bytes of the answer. */
  readonly answerTimeoutMs: number;
  readonly idleTimeoutMs: number;
  readonly lineBytesMax: number;
  readonly signal: AbortSignal;
  readonly onStatus: (status: number) => void;
  /** The connection has nothing to do any more; called exactly once. */
  readonly onDone: () => void;
}

/** The stream is paused while this much waits for its reader, and goes on when all of it was taken. */
const WAITING_LINES_MAX = 2_000;

/**
 * Ends when the server ends the stream. Throws ApiError: the server's refusal, `Idle`, `Aborted`, `Unavailable`,
 * `Malformed` (a line too long). Leaving the loop aborts the request.
 */
export async function* watchLines(client: Client, options: WatchStreamOptions): AsyncGenerator<readonly string[]> {
  const stream = new WatchHandler(options);
  const onAbort = (): void =>
    stream.fail(new ApiError(`${options.what}: given up by the caller`, { code: 'Aborted', answered: true }));
  options.signal.addEventListener('abort', onAbort, { once: true });
  try {
    if (options.signal.aborted) onAbort();
    client.dispatch(
      {
        method: 'GET',
        path: options.path,
        headers: options.headers,
        headersTimeout: options.answerTimeoutMs,
        bodyTimeout: options.idleTimeoutMs,
      },
      stream,
    );
    for (;;) {
      const lines = stream.take();
      if (lines.length > 0) yield lines;
      else if (stream.ended) break;
      else await stream.more();
    }
    if (stream.error !== undefined) throw stream.error;
  } finally {
    options.signal.removeEventListener('abort', onAbort);
    stream.fail(new ApiError(`${options.what}: the reader left`, { code: 'Aborted', answered: true }));
  }
}

class WatchHandler implements Dispatcher.DispatchHandler {
  readonly #options: WatchStreamOptions;
  readonly #splitter: LineSplitter;
  #controller: Dispatcher.DispatchController | undefined;
  #status = 0;
  #retryAfter: string | undefined;
  #refusal = '';
  #lines: string[] = [];
  #wake: (() => void) | undefined;
  ended = false;
  error: ApiError | undefined;

  constructor(options: WatchStreamOptions) {
    this.#options = options;
    this.#splitter = new LineSplitter(options.lineBytesMax);
  }

  take(): readonly string[] {
    const lines = this.#lines;
    if (lines.length === 0) return lines;
    this.#lines = [];
    if (this.#controller?.paused === true) this.#controller.resume();
    return lines;
  }

  more(): Promise<void> {
    return new Promise((resolve) => {
      this.#wake = resolve;
    });
  }

  /** Ends the stream from our side; without effect once it has ended. */
  fail(error: ApiError): void {
    if (this.ended) return;
    this.#end(error);
    this.#controller?.abort(error);
  }

  onRequestStart(controller: Dispatcher.DispatchController): void {
    if (this.ended) throw new Error('given up before it was sent');
    this.#controller = controller;
  }

  onResponseStart(_: Dispatcher.DispatchController, status: number, headers: Record<string, unknown>): void {
    if (status < 200) return;
    this.#status = status;
    const retryAfter = headers['retry-after'];
    this.#retryAfter = typeof retryAfter === 'string' ? retryAfter : undefined;
    this.#options.onStatus(status);
  }

  onResponseData(controller: Dispatcher.DispatchController, chunk: Buffer): void {
    if (this.ended) return;
    if (this.#status !== 200) {
      // An error is a short Status; what is longer is cut.
      if (this.#refusal.length < 65_536) this.#refusal += chunk.toString();
      return;
    }
    const lines = this.#splitter.push(chunk);
    if (lines === undefined) {
      const why = `an event is longer than ${this.#options.lineBytesMax} bytes`;
      this.fail(new ApiError(`${this.#options.what}: ${why}`, { code: 'Malformed', answered: true }));
      return;
    }
    if (lines.length === 0) return;
    this.#lines = this.#lines.length === 0 ? lines : this.#lines.concat(lines);
    if (this.#lines.length >= WAITING_LINES_MAX) controller.pause();
    this.#notify();
  }

  onResponseEnd(): void {
    this.#options.onDone();
    if (this.ended) return;
    if (this.#status === 200) this.#end(undefined);
    else {
      const answer = { status: this.#status, retryAfter: this.#retryAfter, text: this.#refusal };
      this.#end(apiErrorOf(this.#options.what, answer));
    }
  }

  onResponseError(_: Dispatcher.DispatchController, error: Error): void {
    this.#options.onDone();
    if (this.ended) return;
    if (isApiError(error)) {
      this.#end(error);
      return;
    }
    const idle = 'code' in error && error.code === 'UND_ERR_BODY_TIMEOUT';
    const why = idle ? `nothing, not even a bookmark, for ${this.#options.idleTimeoutMs} ms` : error.message;
    const code = idle ? 'Idle' : 'Unavailable';
    this.#end(new ApiError(`${this.#options.what}: ${why}`, { code, answered: true, cause: error }));
  }

  #end(error: ApiError | undefined): void {
    this.ended = true;
    this.error = error;
    this.#notify();
  }

  #notify(): void {
    const wake = this.#wake;
    this.#wake = undefined;
    wake?.();
  }
}
