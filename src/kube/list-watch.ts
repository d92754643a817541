/**
 * LIST, then WATCH, for ever: the pure machine behind a reflector.
 *
 * ```
 *              Started                 Listed                      event, bookmark
 *   Idle ───────────────► Listing ───────────────► Watching ◄──┐ ───────────┐
 *    │ startFrom             ▲  │ ListFailed         ▲   │     └────────────┘
 *    └────────────► Watching │  ▼                    │   │ ended cleanly: watch again from the last version
 *                            │  BackingOff{List}     │   │ 410: list anew (the first time at once)
 *                   TimerFired◄──┘                   │   │ failed, ERROR, idle
 *                            │                       │   ▼
 *                            │                BackingOff{Watch} ──► TimerFired ──► Probing ── not behind ──► Watching
 *                            └──────────────────────────────────────────────────────┘ behind: the store was restored
 * ```
 *
 * Guarantees:
 * - Exactly one thing is under way: the effects of a step end with one `List`, `Watch`, `Probe` or `Wait` when the state was
 *   left, and hold none of them when it was not.
 * - A watch starts from the version of the last event, bookmark or list, so nothing is skipped and little is repeated.
 * - A watch that failed, or that ended without having shown anything, goes on only once the server was seen to have reached
 *   its version: from a version that a restored store does not have yet a watch is silent for ever. Else it is listed anew.
 * - Every repetition is delayed with full jitter, except the first after a clean end of a watch that lived, and the list
 *   after a 410 to a watch that did not itself begin from a list. `Retry-After` is a lower bound.
 * - Errors never end it: who runs it decides when to stop.
 */
import { assert, assertNever } from '../lib/assert.ts';
import { compareResourceVersions, type KubeObject, type ReflectorState, type WatchEvent } from './types.ts';

/** Where to go on after a delay. */
export type Resume = { readonly type: 'List' } | { readonly type: 'Watch'; readonly resourceVersion: string };

/** `failures` counts what went wrong since the last proof that the stream works. */
export type ListWatchState =
  | { readonly type: 'Idle' }
  | { readonly type: 'Listing'; readonly failures: number }
  | {
      readonly type: 'Watching';
      readonly resourceVersion: string;
      readonly failures: number;
      readonly sinceMs: number;
      readonly heard: boolean;
      /** Its version is that of a list which was made for it. */
      readonly fromList: boolean;
    }
  /** Asks how far the server is, before it watches from `resourceVersion` again. */
  | { readonly type: 'Probing'; readonly resourceVersion: string; readonly failures: number }
  | { readonly type: 'BackingOff'; readonly failures: number; readonly next: Resume };

export interface Failure {
  /** HTTP status, or 0 when there was no answer. */
  readonly status: number;
  /** ApiErrorCode or a Status reason: for people and metrics, and `Gone`. */
  readonly code: string;
  readonly message: string;
  readonly retryAfterMs?: number | undefined;
}

export type ListWatchEvent =
  | { readonly type: 'Started'; readonly startFrom: string | undefined }
  | { readonly type: 'Listed'; readonly items: readonly KubeObject[]; readonly resourceVersion: string }
  /** `random` is uniform in [0, 1). */
  | { readonly type: 'ListFailed'; readonly failure: Failure; readonly random: number }
  | { readonly type: 'Received'; readonly event: WatchEvent; readonly random: number }
  | { readonly type: 'WatchEnded'; readonly random: number }
  | { readonly type: 'WatchFailed'; readonly failure: Failure; readonly random: number }
  /** A consistent read, begun while Probing, was answered at this version. */
  | { readonly type: 'Probed'; readonly resourceVersion: string }
  | { readonly type: 'ProbeFailed'; readonly failure: Failure; readonly random: number }
  | { readonly type: 'TimerFired' };

/** The one thing that is under way. */
export type ListWatchWork =
  | { readonly type: 'List' }
  | { readonly type: 'Watch'; readonly resourceVersion: string }
  | { readonly type: 'Probe' }
  | { readonly type: 'Wait'; readonly delayMs: number };

export type ListWatchEffect =
  | ListWatchWork
  | { readonly type: 'Replace'; readonly items: readonly KubeObject[]; readonly resourceVersion: string }
  | {
      readonly type: 'Apply';
      readonly change: 'ADDED' | 'MODIFIED' | 'DELETED';
      readonly object: KubeObject;
    }
  | { readonly type: 'Progress'; readonly resourceVersion: string }
  | { readonly type: 'Report'; readonly state: ReflectorState }
  /** A watch is opened again: for the metric. */
  | { readonly type: 'CountRestart'; readonly reason: string };

export interface ListWatchStep {
  readonly state: ListWatchState;
  readonly effects: readonly ListWatchEffect[];
}

export const BACKOFF_BASE_MS = 250;
export const BACKOFF_CAP_MS = 30_000;
/**
 * What is counted at most while nobody answers: asking costs the server nothing then, and once it is back, and says at first that
 * it is not ready, nobody shall pay for the whole outage.
 */
const UNREACHABLE_FAILURES_MAX = 5;
/** A watch that ends sooner and brought nothing counts as failed, or a server that hangs up at once would be hammered. */
const WATCH_LIFE_MIN_MS = 1_000;
/** After so many answered failures in a row the version itself is suspected (a restored backup), and listed anew. */
const WATCH_FAILURES_MAX = 8;

export const initialListWatch: ListWatchState = { type: 'Idle' };

export function stepListWatch(state: ListWatchState, event: ListWatchEvent, nowMs: number): ListWatchStep {
  switch (event.type) {
    case 'Started':
      assert(state.type === 'Idle', 'a list-watch starts once');
      return event.startFrom === undefined ? list(0, []) : watch(event.startFrom, { failures: 0, nowMs }, []);
    case 'Listed': {
      assert(state.type === 'Listing', `Listed while ${state.type}`);
      const { items, resourceVersion } = event;
      // A list alone proves little: with a watch that fails each time the delays must still grow.
      const replace: ListWatchEffect = { type: 'Replace', items, resourceVersion };
      return watch(resourceVersion, { failures: state.failures, nowMs, fromList: true }, [replace]);
    }
    case 'ListFailed':
      assert(state.type === 'Listing', `ListFailed while ${state.type}`);
      return backOff({ type: 'List' }, { ...event, failures: oneMore(state.failures, event.failure) }, []);
    case 'Received':
      assert(state.type === 'Watching', `Received while ${state.type}`);
      return receive(state, event);
    case 'WatchEnded':
      assert(state.type === 'Watching', `WatchEnded while ${state.type}`);
      return ended(state, event.random, nowMs);
    case 'WatchFailed':
      assert(state.type === 'Watching', `WatchFailed while ${state.type}`);
      return failed(state, event);
    case 'Probed':
      assert(state.type === 'Probing', `Probed while ${state.type}`);
      if (compareResourceVersions(event.resourceVersion, state.resourceVersion) < 0)
        return list(state.failures, [{ type: 'CountRestart', reason: 'WentBack' }]);
      return watch(state.resourceVersion, { failures: state.failures, nowMs }, []);
    case 'ProbeFailed':
      assert(state.type === 'Probing', `ProbeFailed while ${state.type}`);
      return failed(state, event);
    case 'TimerFired':
      assert(state.type === 'BackingOff', `TimerFired while ${state.type}`);
      if (state.next.type === 'List') return list(state.failures, []);
      return probe(state.next.resourceVersion, state.failures, []);
    default:
      return assertNever(event);
  }
}

type Watching = ListWatchState & { readonly type: 'Watching' };
type Probing = ListWatchState & { readonly type: 'Probing' };

function receive(
  state: Watching,
  { event, random }: { readonly event: WatchEvent; readonly random: number },
): ListWatchStep {
  switch (event.type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED': {
      const { type: change, object } = event;
      const resourceVersion = object.metadata.resourceVersion ?? state.resourceVersion;
      return { state: alive(state, resourceVersion), effects: [{ type: 'Apply', change, object }] };
    }
    case 'BOOKMARK': {
      const { resourceVersion } = event;
      return { state: alive(state, resourceVersion), effects: [{ type: 'Progress', resourceVersion }] };
    }
    case 'ERROR': {
      const { status, reason, message } = event;
      const failure = { status, message, code: status === 410 ? 'Gone' : reason === '' ? 'ServerError' : reason };
      return failed(state, { failure, random });
    }
    default:
      return assertNever(event);
  }
}

function alive(state: Watching, resourceVersion: string): Watching {
  const { sinceMs } = state;
  return { type: 'Watching', resourceVersion, failures: 0, sinceMs, heard: true, fromList: false };
}

function ended(state: Watching, random: number, nowMs: number): ListWatchStep {
  const { resourceVersion, failures } = state;
  const restart: ListWatchEffect = { type: 'CountRestart', reason: 'Ended' };
  if (state.heard) return watch(resourceVersion, { failures, nowMs }, [restart]);
  if (nowMs - state.sinceMs >= WATCH_LIFE_MIN_MS) return probe(resourceVersion, failures, [restart]);
  const failure = { status: 200, code: 'EndedAtOnce', message: 'the server ended the watch as soon as it began' };
  return failed(state, { failure, random });
}

function failed(
  state: Watching | Probing,
  cause: { readonly failure: Failure; readonly random: number },
): ListWatchStep {
  const { code, status } = cause.failure;
  const failures = oneMore(state.failures, cause.failure);
  const restart: ListWatchEffect = { type: 'CountRestart', reason: code };
  if (status === 410) {
    // At once, unless it was a list that led here: that would be a loop.
    if (failures === 1 || (state.type === 'Watching' && !state.fromList)) return list(failures, [restart]);
    return backOff({ type: 'List' }, { ...cause, failures }, [restart]);
  }
  // 404: the resource went away (its definition was deleted); when it comes back, its versions are others.
  // 400, 422: it is this version or selector that the server does not take.
  // No answer says nothing about the version: after an outage nobody should list the world.
  const worn = failures >= WATCH_FAILURES_MAX && status !== 0 && status !== 429;
  const suspect = worn || status === 404 || status === 400 || status === 422;
  const next: Resume = suspect ? { type: 'List' } : { type: 'Watch', resourceVersion: state.resourceVersion };
  return backOff(next, { ...cause, failures }, [restart]);
}

function list(failures: number, before: readonly ListWatchEffect[]): ListWatchStep {
  return {
    state: { type: 'Listing', failures },
    effects: [...before, { type: 'Report', state: { type: 'Listing' } }, { type: 'List' }],
  };
}

function watch(
  resourceVersion: string,
  how: { readonly failures: number; readonly nowMs: number; readonly fromList?: true },
  before: readonly ListWatchEffect[],
): ListWatchStep {
  const { failures, nowMs, fromList = false } = how;
  return {
    state: { type: 'Watching', resourceVersion, failures, sinceMs: nowMs, heard: false, fromList },
    effects: [...before, { type: 'Report', state: { type: 'Watching' } }, { type: 'Watch', resourceVersion }],
  };
}

function probe(resourceVersion: string, failures: number, before: readonly ListWatchEffect[]): ListWatchStep {
  return { state: { type: 'Probing', resourceVersion, failures }, effects: [...before, { type: 'Probe' }] };
}

function backOff(
  next: Resume,
  cause: { readonly failure: Failure; readonly random: number; readonly failures: number },
  before: readonly ListWatchEffect[],
): ListWatchStep {
  const { failure, random, failures } = cause;
  const { code, message } = failure;
  const delayMs = delayOf(failures, random) + (failure.retryAfterMs ?? 0);
  return {
    state: { type: 'BackingOff', failures, next },
    effects: [
      ...before,
      { type: 'Report', state: { type: 'BackingOff', delayMs, code, message } },
      { type: 'Wait', delayMs },
    ],
  };
}

function oneMore(failures: number, { status }: Failure): number {
  return status === 0 ? Math.min(failures + 1, UNREACHABLE_FAILURES_MAX) : failures + 1;
}

/** Full jitter: uniform in [0, min(cap, base · 2^(failures - 1))). */
function delayOf(failures: number, random: number): number {
  return Math.floor(random * Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** Math.min(failures - 1, 30)));
}
