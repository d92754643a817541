/** The Retry-After header of a 429. */
import { parseTime } from '../../lib/clock.ts';

/** Without a usable header: a hook that says "too many" must not be called in a hot loop. */
const DEFAULT_MS = 1000;
const MAX_MS = 600_000;

/** Seconds or an HTTP date; always between 1 s and 10 min. */
export function retryAfterMs(header: string | undefined, wallMs: number): number {
  return Math.min(MAX_MS, Math.max(DEFAULT_MS, wish(header?.trim() ?? '', wallMs)));
}

function wish(text: string, wallMs: number): number {
  if (/^\d{1,9}$/.test(text)) return Number(text) * 1000;
  const date = /^[A-Za-z]{3}, /.test(text) ? parseTime(text) : undefined;
  return date === undefined ? 0 : Math.ceil((date - wallMs) / 1000) * 1000;
}
