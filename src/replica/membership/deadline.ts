/** Bounds a request as a whole, the wait for a connection included: every answer comes within its time. */
import type { Clock } from '../../lib/clock.ts';

/** Calls `send` with a signal that is aborted after `ms`, or with `parent`. */
export async function withDeadline<T>(
  bounds: { readonly clock: Clock; readonly ms: number; readonly parent: AbortSignal },
  send: (signal: AbortSignal) => Promise<T>,
): Promise<T> {
  const controller = new AbortController();
  const abort = (): void => controller.abort();
  const timer = bounds.clock.setTimer(bounds.ms, abort);
  bounds.parent.addEventListener('abort', abort, { once: true });
  if (bounds.parent.aborted) abort();
  try {
    return await send(controller.signal);
  } finally {
    timer.cancel();
    bounds.parent.removeEventListener('abort', abort);
  }
}
