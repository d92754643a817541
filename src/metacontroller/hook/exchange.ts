/** One request and its whole answer over undici's dispatcher, without streams in between. */
import type { Agent, Dispatcher } from 'undici';
import type { Clock } from '../../lib/clock.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import type { TlsIdentity } from './connections.ts';
import { explainTlsFailure } from './tls-failure.ts';

export interface HookCall {
  readonly url: URL;
  /** The URL for messages. */
  readonly label: string;
  /** The field of the spec that holds TLS settings and credentials, or should hold them: for messages. */
  readonly path: string;
  /** CAs and client certificate; undefined: the usual roots, and none. */
  readonly tls?: TlsIdentity | undefined;
  readonly body: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly timeoutMs: number;
  readonly signal: AbortSignal;
  /** Throws when the call must not be made. Called in the turn in which the request is handed to a free connection. */
  readonly admit: () => void;
  /** Called with the status when an answer came, or a word for its lack, and the seconds it took. */
  readonly onEnd?: (code: string, seconds: number) => void;
  /** Called when the request is handed over. */
  readonly onStart?: () => void;
}

export interface HookExchange {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly etag: string | undefined;
  readonly bytes: Uint8Array;
}

interface ExchangeOptions {
  readonly agent: Agent;
  readonly clock: Clock;
  readonly call: HookCall;
  readonly answerBytesMax: number;
}

/**
 * Errors: as `HookClient.call`; `HookConnectionLost` instead of `HookUnavailable` when an established connection broke
 * before the first byte of an answer.
 */
export function exchange(options: ExchangeOptions): Promise<HookExchange> {
  const { agent, clock, call } = options;
  if (call.signal.aborted) return Promise.reject(failure(call, 'given up', { code: 'Aborted' }));
  return new Promise((resolve, reject) => {
    let controller: Dispatcher.DispatchController | undefined;
    let settled = false;
    const settle = (act: () => void): void => {
      if (settled) return;
      settled = true;
      timer.cancel();
      call.signal.removeEventListener('abort', onAbort);
      act();
    };
    const fail = (error: ShardkeeperError): void => {
      settle(() => reject(error));
      controller?.abort(error);
    };
    const onAbort = (): void => fail(failure(call, 'given up', { code: 'Aborted' }));
    const timer = clock.setTimer(call.timeoutMs, () => fail(timedOut(call)));
    call.signal.addEventListener('abort', onAbort, { once: true });
    agent.dispatch(
      {
        origin: call.url.origin,
        path: call.url.pathname + call.url.search,
        method: 'POST',
        headers: { ...credentialsOf(call.url), ...call.headers, 'content-type': 'application/json' },
        body: call.body,
      },
      handler(options, {
        started: (started) => {
          controller = started;
          if (settled) started.abort(failure(call, 'given up', { code: 'Aborted' }));
        },
        done: (answer) => settle(() => resolve(answer)),
        fail,
      }),
    );
  });
}

interface Ends {
  readonly started: (controller: Dispatcher.DispatchController) => void;
  readonly done: (answer: HookExchange) => void;
  readonly fail: (error: ShardkeeperError) => void;
}

function handler({ call, answerBytesMax }: ExchangeOptions, ends: Ends): Dispatcher.DispatchHandler {
  let status = 0;
  let retryAfter: string | undefined;
  let etag: string | undefined;
  let size = 0;
  const chunks: Uint8Array[] = [];
  return {
    onRequestStart: (controller) => ends.started(controller),
    onResponseStart: (_controller, statusCode, headers) => {
      status = statusCode;
      retryAfter = first(headers['retry-after']);
      etag = first(headers['etag']);
    },
    onResponseData: (_controller, chunk) => {
      size += chunk.length;
      if (size > answerBytesMax) ends.fail(tooLarge(call, answerBytesMax));
      else if (status === 200) chunks.push(chunk);
    },
    onResponseEnd: () =>
      ends.done({ status, retryAfter, etag, bytes: Buffer.concat(chunks, status === 200 ? size : 0) }),
    onResponseError: (_controller, error) => ends.fail(lost(call, error, status === 0)),
  };
}

function first(header: string | string[] | undefined): string | undefined {
  return Array.isArray(header) ? header[0] : header;
}

/** As Go does it: a header that is set on purpose wins. */
function credentialsOf(url: URL): Readonly<Record<string, string>> {
  if (url.username === '') return {};
  const text = `${decodeURIComponent(url.username)}:${decodeURIComponent(url.password)}`;
  return { authorization: `Basic ${Buffer.from(text, 'utf8').toString('base64')}` };
}

function lost(call: HookCall, error: Error, beforeAnswer: boolean): ShardkeeperError {
  const code = 'code' in error ? String(error.code) : error.name;
  const tls = explainTlsFailure(code, { path: call.path, host: call.url.hostname });
  if (tls !== undefined) return failure(call, tls, { code: 'HookTls', cause: error });
  const broken = code === 'UND_ERR_SOCKET' || code === 'ECONNRESET' || code === 'EPIPE';
  if (broken && beforeAnswer)
    return failure(call, `connection lost (${code})`, { code: 'HookConnectionLost', cause: error });
  return failure(call, `cannot be reached (${code}): check that its Service has ready pods`, {
    code: 'HookUnavailable',
    cause: error,
  });
}

function timedOut(call: HookCall): ShardkeeperError {
  return failure(call, `gave no answer within ${String(call.timeoutMs)} ms: see webhook.timeout`, {
    code: 'HookTimeout',
  });
}

function tooLarge(call: HookCall, bytesMax: number): ShardkeeperError {
  return failure(call, `answered more than ${String(bytesMax)} bytes: return less`, { code: 'HookTooLarge' });
}

function failure(
  call: HookCall,
  what: string,
  options: { readonly code: string; readonly cause?: unknown },
): ShardkeeperError {
  return new ShardkeeperError(`hook ${call.label} ${what}`, options);
}
