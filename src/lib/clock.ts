/**
 * Time as a parameter. The only file that reads ambient clocks or sets ambient timers.
 *
 * Two times exist and are never mixed: `monotonicMs` orders events inside one process (windows, deadlines, waits);
 * `wallMs` is only written for people and for API fields.
 */

/** A pending timer. `cancel` is idempotent and harmless after it fired. */
export interface Timer {
  readonly cancel: () => void;
}

export interface Clock {
  /** Milliseconds on a clock that never goes back; its origin means nothing. Fractions allowed. */
  readonly monotonicMs: () => number;
  /** Milliseconds since 1970-01-01T00:00:00Z; may jump. For API fields and logs only. */
  readonly wallMs: () => number;
  /** Calls `fn` once, `delayMs` (>= 0) from now. Timers keep the process alive. */
  readonly setTimer: (delayMs: number, fn: () => void) => Timer;
}

/** Longest delay that a Node timer takes; a longer one would fire at once. */
const TIMER_MAX_MS = 2 ** 31 - 1;

export const systemClock: Clock = {
  monotonicMs: () => performance.now(),
  wallMs: () => Date.now(),
  setTimer: (delayMs, fn) => {
    const handle = setTimeout(fn, Math.min(Math.max(0, delayMs), TIMER_MAX_MS));
    return { cancel: () => clearTimeout(handle) };
  },
};

/**
 * Resolves after `ms`, or at once when `signal` is aborted (never rejects: the caller looks at its signal).
 */
export function sleep(clock: Clock, ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal?.aborted === true) {
      resolve();
      return;
    }
    const done = (): void => {
      timer.cancel();
      signal?.removeEventListener('abort', done);
      resolve();
    };
    const timer = clock.setTimer(ms, done);
    signal?.addEventListener('abort', done, { once: true });
  });
}

/** Calls `run` in a turn of its own: every promise callback that was due has run by then. No time need pass. For simulations. */
export function inNextTurn(run: () => void): void {
  setImmediate(run);
}

/** So many turns share one iteration of the event loop: the iteration costs many times as much as a turn. */
const TURNS_AT_A_TIME = 64;

/**
 * Calls `turn` until it returns false, each time in a turn of its own: between two calls all promise callbacks run, and
 * rejections that nobody caught are reported. For simulations. Errors: what `turn` throws is uncaught.
 */
export function inTurns(turn: () => boolean): void {
  let goesOn = true;
  let planned = 0;
  const next = (): void => {
    planned -= 1;
    if (!goesOn) return;
    goesOn = turn();
    if (goesOn && planned === 0) plan();
  };
  const plan = (): void => {
    for (; planned < TURNS_AT_A_TIME; planned++) setImmediate(next);
  };
  plan();
}

/** RFC 3339 UTC with milliseconds, e.g. `2026-01-02T03:04:05.678Z`. */
export function toTimestamp(wallMs: number): string {
  return new Date(wallMs).toISOString();
}

/** Kubernetes `metav1.Time`: whole seconds, e.g. `2026-01-02T03:04:05Z`. */
export function toTime(wallMs: number): string {
  return `${toTimestamp(wallMs).slice(0, 19)}Z`;
}

/** Kubernetes `metav1.MicroTime`: exactly six fraction digits, e.g. `2026-01-02T03:04:05.678000Z`. */
export function toMicroTime(wallMs: number): string {
  return toTimestamp(wallMs).replace('Z', '000Z');
}

/** Milliseconds since the epoch of an RFC 3339 text, or undefined when it is none. */
export function parseTime(text: string): number | undefined {
  const ms = Date.parse(text);
  return Number.isNaN(ms) ? undefined : ms;
}
