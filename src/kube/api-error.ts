/** What the API server, or the way to it, answered instead of success. */
import { ShardkeeperError } from '../lib/errors.ts';

/**
 * - `Conflict` (409 with a stale resourceVersion), `AlreadyExists`, `NotFound`, `Gone` (410), `Invalid` (422),
 *   `Forbidden`, `Unauthorized`, `BadRequest`, `TooManyRequests` (429), `ServerError` (5xx): answered by the server;
 * - `Refused`: our own admission check said no, nothing was sent;
 * - `Aborted`: given up by the caller;
 * - `Timeout`, `Unavailable` (no connection, connection lost), `Idle` (silent watch), `Malformed` (no JSON).
 */
export type ApiErrorCode =
  | 'Conflict'
  | 'AlreadyExists'
  | 'NotFound'
  | 'Gone'
  | 'Invalid'
  | 'Forbidden'
  | 'Unauthorized'
  | 'BadRequest'
  | 'TooManyRequests'
  | 'ServerError'
  | 'Refused'
  | 'Aborted'
  | 'Timeout'
  | 'Unavailable'
  | 'Idle'
  | 'Malformed';

export class ApiError extends ShardkeeperError {
  override readonly name = 'ApiError';
  declare readonly code: ApiErrorCode;
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** True when the server answered, or when nothing was sent: the write is not still under way. */
  readonly answered: boolean;
  /** From Retry-After, if the server sent one. */
  readonly retryAfterMs: number | undefined;
  /** Name of the ValidatingAdmissionPolicy that refused the request, or that could not be evaluated. */
  readonly policy: string | undefined;

  constructor(
    message: string,
    options: {
      readonly code: ApiErrorCode;
      readonly status?: number;
      readonly answered: boolean;
      readonly retryAfterMs?: number;
      readonly policy?: string;
      readonly cause?: unknown;
    },
  ) {
    super(message, { code: options.code, cause: options.cause });
    this.status = options.status ?? 0;
    this.answered = options.answered;
    this.retryAfterMs = options.retryAfterMs;
    this.policy = options.policy;
  }
}

export function isApiError(value: unknown, ...codes: readonly ApiErrorCode[]): value is ApiError {
  return value instanceof ApiError && (codes.length === 0 || codes.includes(value.code));
}
