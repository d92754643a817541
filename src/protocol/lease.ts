/**
 * What an observer makes of a Lease: judged by what it saw and when it arrived, never by the times written in it (X2, X8).
 *
 * A `LeaseBook` is one observer's notes. A standby keeps its own; nobody uses another's. Pure: `now` is the observer's
 * monotonic clock.
 */
import { assert } from '../lib/assert.ts';

/** A Lease as a reply or an event showed it. */
export interface LeaseSeen {
  readonly uid: string;
  readonly resourceVersion: string;
  /** `spec.holderIdentity`: the incarnation. */
  readonly holder: string;
  /** `spec.leaseDurationSeconds` in milliseconds, 0 when absent. */
  readonly durationMs: number;
}

/**
 * The present version and when its first sight arrived. Absence is a version like any other. `moved`: we saw it come, in place of
 * another version or of nothing; a version that stood when we began to look may be as old as it likes.
 */
export type LeaseNote =
  | {
      readonly type: 'Present';
      readonly lease: LeaseSeen;
      readonly firstSeenMonotonicMs: number;
      readonly moved: boolean;
    }
  | { readonly type: 'Absent'; readonly firstSeenMonotonicMs: number };

export type LeaseBook = ReadonlyMap<string, LeaseNote>;

export interface LeaseTiming {
  readonly leaseDurationMs: number;
  readonly renewIntervalMs: number;
}

export type Verdict = 'Live' | 'Suspect' | 'Expired';

/**
 * Notes a version. Seeing the same one again changes nothing; any other starts the wait anew. `event`: it came by the watch, so
 * it has just been written.
 */
export function noteLease(
  book: LeaseBook,
  name: string,
  seen: { readonly lease: LeaseSeen | undefined; readonly nowMs: number; readonly event?: boolean },
): LeaseBook {
  const { lease, nowMs, event } = seen;
  const note = book.get(name);
  if (note !== undefined && isVersion(note, lease)) return book;
  const moved = note !== undefined || event === true;
  return new Map(book).set(
    name,
    lease === undefined
      ? { type: 'Absent', firstSeenMonotonicMs: nowMs }
      : { type: 'Present', lease, firstSeenMonotonicMs: nowMs, moved },
  );
}

/** Whether `lease` is the very version of the note (X3: the same uid and resourceVersion, or absent in both). */
export function isVersion(note: LeaseNote, lease: LeaseSeen | undefined): boolean {
  if (note.type === 'Absent' || lease === undefined) return note.type === 'Absent' && lease === undefined;
  return note.lease.uid === lease.uid && note.lease.resourceVersion === lease.resourceVersion;
}

/** X6: after a loss of contact all waits start again; what was seen stays known. */
export function discardWaits(book: LeaseBook, nowMs: number): LeaseBook {
  return new Map([...book].map(([name, note]) => [name, { ...note, firstSeenMonotonicMs: nowMs }]));
}

/** How long a Lease must be seen unchanged: the longer of our own duration and the one written in it (I4). */
export function expiryWaitMs(note: LeaseNote, timing: LeaseTiming): number {
  return note.type === 'Absent' ? timing.leaseDurationMs : Math.max(timing.leaseDurationMs, note.lease.durationMs);
}

/** X8: after three missed renewals. Never later than expiry. */
export function suspicionWaitMs(note: LeaseNote, timing: LeaseTiming): number {
  return Math.min(3 * timing.renewIntervalMs, expiryWaitMs(note, timing));
}

/** What the notes say at `nowMs`. `Expired` is the end of the wait of X2; X3 or X5 must confirm it before anything is dropped. */
export function verdictOf(note: LeaseNote, nowMs: number, timing: LeaseTiming): Verdict {
  const unchangedMs = nowMs - note.firstSeenMonotonicMs;
  assert(unchangedMs >= 0, 'a Lease was seen in the future: now is older than a note');
  if (unchangedMs >= expiryWaitMs(note, timing)) return 'Expired';
  return unchangedMs >= suspicionWaitMs(note, timing) ? 'Suspect' : 'Live';
}

/** Milliseconds until the verdict changes if nothing new is seen; undefined when it cannot get worse. */
export function nextVerdictInMs(note: LeaseNote, nowMs: number, timing: LeaseTiming): number | undefined {
  const unchangedMs = nowMs - note.firstSeenMonotonicMs;
  const waits = [suspicionWaitMs(note, timing), expiryWaitMs(note, timing)];
  const next = waits.find((wait) => wait > unchangedMs);
  return next === undefined ? undefined : next - unchangedMs;
}
