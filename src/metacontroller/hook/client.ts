/** The HTTP client for hooks: keep-alive connections of its own, bounded per origin. */
import type { Clock } from '../../lib/clock.ts';
import { ShardkeeperError, hasCode } from '../../lib/errors.ts';
import { createConnections } from './connections.ts';
import type { TlsIdentity } from './connections.ts';
import { createPermits } from './permits.ts';
import type { Permits } from './permits.ts';
import { exchange } from './exchange.ts';
import type { HookCall, HookExchange } from './exchange.ts';
import { retryAfterMs } from './retry-after.ts';

export interface HookClientOptions {
  readonly clock: Clock;
  /** Connections, and so calls at once, per origin. Default 32. */
  readonly connectionsMax?: number;
  /** Larger answers are refused. Default 10 MiB. */
  readonly answerBytesMax?: number;
  /** Value of the header `User-Agent`. Default: none is sent. */
  readonly userAgent?: string;
  /** A call has to wait because its origin has no free connection. */
  readonly onWait?: () => void;
}

export type HookAnswer =
  | { readonly type: 'Body'; readonly bytes: Uint8Array; readonly etag: string | undefined }
  /** 304 or 412, and the call had `If-None-Match`. */
  | { readonly type: 'NotModified' }
  /** 429: not an error. */
  | { readonly type: 'Throttled'; readonly retryAfterMs: number };

export interface HookClient {
  /**
   * Errors: `HookTimeout`, `HookTls` (no handshake), `HookUnavailable` (no connection, connection lost), `HookUnauthorized` (401),
   * `HookStatus` (any other status that is no answer), `HookTooLarge`, `Aborted` (the signal), and whatever `admit` throws.
   * Messages never hold a body or a credential.
   */
  readonly call: (call: HookCall) => Promise<HookAnswer>;
  /** Keeps the connections of `identity` open between calls, until the returned function is called. */
  readonly keep: (identity: TlsIdentity) => () => void;
  /** Calls under way, and how many there may be at once to the origins seen so far. */
  readonly load: () => { readonly used: number; readonly limit: number };
  /** TLS identities whose connections are kept, the usual one included. */
  readonly identities: () => number;
  readonly close: () => Promise<void>;
}

const CONNECTIONS_MAX = 32;
const ANSWER_BYTES_MAX = 10 * 1024 * 1024;

export function createHookClient(options: HookClientOptions): HookClient {
  const { clock, connectionsMax = CONNECTIONS_MAX, answerBytesMax = ANSWER_BYTES_MAX } = options;
  const connections = createConnections(connectionsMax);
  const permitsByOrigin = new Map<string, Permits>();
  const permitsOf = (origin: string): Permits => {
    const found = permitsByOrigin.get(origin) ?? createPermits(connectionsMax);
    permitsByOrigin.set(origin, found);
    return found;
  };

  const agentHeader = options.userAgent === undefined ? {} : { 'user-agent': options.userAgent };

  const once = async (call: HookCall): Promise<HookExchange> => {
    call.admit();
    call.onStart?.();
    const startedMs = clock.monotonicMs();
    const headers = { ...agentHeader, ...call.headers };
    const { agent, release } = connections.use(call.tls);
    let code = 'error';
    try {
      const answer = await exchange({ agent, clock, call: { ...call, headers }, answerBytesMax });
      code = String(answer.status);
      return answer;
    } finally {
      release();
      call.onEnd?.(code, (clock.monotonicMs() - startedMs) / 1000);
    }
  };

  const call = async (request: HookCall): Promise<HookAnswer> => {
    const permits = permitsOf(request.url.origin);
    if (permits.used() >= connectionsMax) options.onWait?.();
    await permits.acquire(request.signal).catch((cause: unknown) => {
      throw new ShardkeeperError(`hook ${request.label}: given up`, { code: 'Aborted', cause });
    });
    try {
      const answer = await once(request).catch((error: unknown) => {
        // The server closed an idle connection just as it was used: hooks may be called twice.
        if (hasCode(error, 'HookConnectionLost')) return once(request);
        throw error;
      });
      return judge(request, answer, clock.wallMs());
    } catch (error) {
      throw hasCode(error, 'HookConnectionLost') ? unavailable(request, error) : error;
    } finally {
      permits.release();
    }
  };
  const load = (): { readonly used: number; readonly limit: number } => ({
    used: [...permitsByOrigin.values()].reduce((sum, permits) => sum + permits.used(), 0),
    limit: connectionsMax * Math.max(1, permitsByOrigin.size),
  });
  return {
    call,
    load,
    keep: (identity) => connections.use(identity).release,
    identities: connections.size,
    close: connections.close,
  };
}

function judge(call: HookCall, answer: HookExchange, wallMs: number): HookAnswer {
  const { status } = answer;
  if (status === 200) return { type: 'Body', bytes: answer.bytes, etag: answer.etag };
  if (status === 429) return { type: 'Throttled', retryAfterMs: retryAfterMs(answer.retryAfter, wallMs) };
  const isConditional = Object.hasOwn(call.headers, 'if-none-match');
  if (isConditional && (status === 304 || status === 412)) return { type: 'NotModified' };
  if (status === 401) {
    throw new ShardkeeperError(
      `hook ${call.label} answered status code 401: check authorization or basicAuth of ${call.path}`,
      { code: 'HookUnauthorized' },
    );
  }
  throw new ShardkeeperError(
    `hook ${call.label} answered status code ${String(status)}, ${status === 304 ? 'but was not asked with If-None-Match' : 'only 200 is success'}: look into the log of the hook`,
    { code: 'HookStatus' },
  );
}

function unavailable(call: HookCall, cause: unknown): ShardkeeperError {
  // Some servers only hang up on who shows no client certificate, or a wrong one.
  const tls =
    call.url.protocol === 'https:' ? `, and whether it wants a client certificate (${call.path}.clientTLS)` : '';
  return new ShardkeeperError(`hook ${call.label} closed the connection without an answer: look into its log${tls}`, {
    code: 'HookUnavailable',
    cause,
  });
}
