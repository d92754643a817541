/** From an HTTP answer that is no success to an {@link ApiError}. */
import { isRecord, stringOf } from './record.ts';
import { ApiError, type ApiErrorCode } from './api-error.ts';

export interface HttpAnswer {
  readonly status: number;
  readonly retryAfter: string | undefined;
  readonly text: string;
}

const CODES: Readonly<Record<number, ApiErrorCode>> = {
  400: 'BadRequest',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'NotFound',
  409: 'Conflict',
  410: 'Gone',
  422: 'Invalid',
  429: 'TooManyRequests',
};

/** The `reason` is a `metav1.StatusReason`; it only matters where one status has two meanings. */
export function codeOf(status: number, reason: string): ApiErrorCode {
  if (status === 409 && reason === 'AlreadyExists') return 'AlreadyExists';
  return CODES[status] ?? (status >= 500 ? 'ServerError' : 'BadRequest');
}

/**
 * `what` names the request, e.g. `update deployments.apps default/web`.
 *
 * A 5xx counts as unanswered: behind a "request timed out" the store may still apply the write.
 */
export function apiErrorOf(what: string, answer: HttpAnswer): ApiError {
  const { reason, message, policy } = statusOf(answer.text);
  const code = codeOf(answer.status, reason);
  const retryAfterMs = parseRetryAfter(answer.retryAfter);
  return new ApiError(`${what}: ${answer.status} ${reason === '' ? code : reason}: ${message}`, {
    code,
    status: answer.status,
    answered: answer.status < 500,
    ...(retryAfterMs === undefined ? {} : { retryAfterMs }),
    ...(policy === undefined ? {} : { policy }),
  });
}

interface StatusText {
  readonly reason: string;
  readonly message: string;
  readonly policy?: string | undefined;
}

function statusOf(text: string): StatusText {
  try {
    const body: unknown = JSON.parse(text);
    if (isRecord(body) && body['kind'] === 'Status') {
      const message = stringOf(body['message']) ?? '';
      return { reason: stringOf(body['reason']) ?? '', message: clip(message), policy: policyIn(message) };
    }
  } catch {
    // Proxies and early filters answer in plain text.
  }
  return { reason: '', message: clip(text.trim()) };
}

/** A refusal by policy has no field of its own in a Status: the API server puts the name into the message. */
function policyIn(message: string): string | undefined {
  return /\bValidatingAdmissionPolicy '([^']{1,253})'/.exec(message)?.[1];
}

/** Error texts end up in logs and conditions: bounded. */
function clip(text: string): string {
  return text.length <= 1024 ? text : `${text.slice(0, 1023)}…`;
}

/** Seconds only: the API server never sends a date. Bounded by an hour, so that nobody can park us. */
function parseRetryAfter(value: string | undefined): number | undefined {
  if (value === undefined || !/^\d{1,6}$/.test(value)) return undefined;
  return Math.min(Number(value), 3600) * 1000;
}
