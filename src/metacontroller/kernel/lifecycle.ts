/**
 * What to do next about one controller object. Pure: a function of what is known.
 *
 *   (object gone) ─────────────────────────────────► Stop ──► Rest
 *   served by nobody ── home: Claim ── others: Wait ─┐
 *   served by another ─ running: Stop                │
 *                     ─ home: AskOther ─ live: Refuse, wait │ gone: Claim
 *                     ─ others: Wait                 ▼
 *   served by us ── other spec runs: Stop ──► Start ──► Rest
 *                                         └─ failed: Wait, then Start again
 */
import { deepEqual } from '../../lib/deep-equal.ts';
import type { KubeObject } from '../../kube/types.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { hasCode } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { servedBy } from './served-by.ts';
import type { Identity } from './served-by.ts';

export interface Known {
  /** The controller object; undefined when it is gone or not selected any more. */
  readonly object: KubeObject | undefined;
  /** The object that the present run was built from. */
  readonly running: KubeObject | undefined;
  /** The last attempt to start, when it failed. */
  readonly failure: Failure | undefined;
  /** What the last look at another installation found. */
  readonly other: OtherInstallation | undefined;
  readonly isHome: boolean;
  readonly nowMs: number;
}

export interface Failure {
  /** The object that could not be started. */
  readonly object: KubeObject;
  readonly retryAtMs: number;
}

export interface OtherInstallation {
  /** The annotation that was looked into. */
  readonly text: string;
  readonly isLive: boolean;
  readonly askAgainAtMs: number;
}

export type Action =
  | { readonly type: 'Start'; readonly object: KubeObject }
  | { readonly type: 'Stop' }
  /** Write our name on the object. */
  | { readonly type: 'Claim'; readonly object: KubeObject }
  /** Find out whether the other installation exists. */
  | { readonly type: 'AskOther'; readonly object: KubeObject; readonly text: string; readonly set: Identity }
  /** Until something changes, at most `ms`. */
  | { readonly type: 'Wait'; readonly ms: number }
  | { readonly type: 'Rest' };

/** Home may move to this replica at any time, and nothing tells. */
const HOME_POLL_MS = 500;

export function nextAction(known: Known, us: Identity): Action {
  const { object, running } = known;
  if (object === undefined) return running === undefined ? { type: 'Rest' } : { type: 'Stop' };
  const server = servedBy(object, us);
  switch (server.type) {
    case 'Us':
      return whenOurs(known, object);
    case 'Nobody':
      // A run that has read our name before goes on: somebody removed the annotation, home writes it again.
      return known.isHome ? { type: 'Claim', object } : { type: 'Wait', ms: HOME_POLL_MS };
    case 'Other':
      if (running !== undefined) return { type: 'Stop' };
      return known.isHome ? whenOthers(known, object, server) : { type: 'Wait', ms: HOME_POLL_MS };
  }
}

function whenOurs({ running, failure, nowMs }: Known, object: KubeObject): Action {
  if (running !== undefined) return sameRun(running, object) ? { type: 'Rest' } : { type: 'Stop' };
  if (failure !== undefined && sameRun(failure.object, object) && nowMs < failure.retryAtMs) {
    return { type: 'Wait', ms: failure.retryAtMs - nowMs };
  }
  return { type: 'Start', object };
}

function whenOthers(
  { other, nowMs }: Known,
  object: KubeObject,
  server: { readonly text: string; readonly set: Identity | undefined },
): Action {
  if (server.set === undefined) return { type: 'Claim', object };
  const isKnown = other !== undefined && other.text === server.text;
  if (isKnown && !other.isLive) return { type: 'Claim', object };
  if (isKnown && nowMs < other.askAgainAtMs) return { type: 'Wait', ms: other.askAgainAtMs - nowMs };
  return { type: 'AskOther', object, text: server.text, set: server.set };
}

/** Whether a run of `a` is one of `b`: metadata does not matter, a new object of the same name does. */
export function sameRun(a: KubeObject, b: KubeObject): boolean {
  return a.metadata.uid === b.metadata.uid && deepEqual(a['spec'], b['spec']);
}

/**
 * Until the next attempt after `attempts` earlier failures. A kind that is missing is usually on its way; but one that never
 * comes must not have every replica ask for all that the API server serves every other second.
 */
export function startRetryMs(error: unknown, attempts: number, random: Random): number {
  if (!hasCode(error, 'NotServed')) {
    // Asking for one Secret is cheap, and who has just made it waits.
    const backoff = hasCode(error, 'HookCredentials') ? SECRET_BACKOFF : FAILURE_BACKOFF;
    return backoffMs(backoff, Math.min(attempts, 10), random);
  }
  return attempts < MISSING_QUICK ? MISSING_RETRY_MS : backoffMs(MISSING_BACKOFF, 0, random);
}

const FAILURE_BACKOFF = { baseMs: 2000, maxMs: 60_000, minMs: 1000 };
const SECRET_BACKOFF = { baseMs: 2000, maxMs: 10_000, minMs: 1000 };
const MISSING_RETRY_MS = 2000;
/** One minute of the quick pace. */
const MISSING_QUICK = 30;
const MISSING_BACKOFF = { baseMs: 20_000, maxMs: 20_000, minMs: 10_000 };
