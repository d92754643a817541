/**
 * What stands on an object that may have ended the process that worked on it, and what follows. Pure.
 *
 * ```
 *              under way when           tried alone:            the process died
 *              a process died           the mark is +1            (the mark stays)
 *   Free ─────────────────────► Suspect ──────────────► Trial ──────────────────────► Suspect, until the mark says TRIALS_MAX:
 *     ▲                                                  │ survived: no mark           Quarantined for a while, then one Trial
 *     └──────────────────────────────────────────────────┘                             (its spec changed: a shorter while)
 * ```
 *
 * A trial that takes long is not alone to the end, and whoever is tried beside it may end the process. The mark says so while
 * it runs (`late`), and what does not survive that is not counted, the first LATE_MAX times: whoever needs long to kill is
 * convicted all the same, after TRIALS_MAX + LATE_MAX trials.
 *
 * The mark is on the object, so it counts for whatever replica owns the object next: TRIALS_MAX + 1 crashes in all while
 * processes come back in place, and one more for each replica that loses the slot before its next process runs.
 */
import { QUARANTINE_ANNOTATION } from '../../api/names.ts';
import { isRecord } from '../../kube/record.ts';
import type { KubeObject } from '../../kube/types.ts';
import { parseTime, toTime } from '../../lib/clock.ts';

/** Trials that a process did not survive before the object is left alone. Twice, since a kill from outside may hit a trial. */
const TRIALS_MAX = 2;
/** Trials that count for nothing, since others were tried beside them. */
const LATE_MAX = 3;
const FIRST_PAUSE_MS = 10 * 60_000;
const PAUSE_MAX_MS = 24 * 3_600_000;
/** For an object whose spec was changed since. Not nothing: somebody may be changing it all the time. */
const CHANGED_FIRST_PAUSE_MS = 60_000;
const CHANGED_PAUSE_MAX_MS = 10 * 60_000;

export type Standing =
  | { readonly type: 'Free' }
  /** To be tried alone; `trials` is what the mark has to say from then on. */
  | { readonly type: 'Trial'; readonly trials: number }
  /** Not to be touched before `untilMs` (wall time). */
  | { readonly type: 'Quarantined'; readonly trials: number; readonly untilMs: number };

interface Mark {
  /** Trials that were begun and, as far as this tells, not survived. */
  readonly trials: number;
  /** How many of them were not alone to their end. */
  readonly late: number;
  readonly atMs: number;
  readonly generation: number | undefined;
}

export interface Case {
  readonly object: KubeObject;
  readonly controller: string;
  /** It was under way when a process of this replica died. */
  readonly suspected: boolean;
  readonly wallMs: number;
}

export function isMarked(object: KubeObject): boolean {
  return object.metadata.annotations?.[QUARANTINE_ANNOTATION] !== undefined;
}

export function standingOf({ object, controller, suspected, wallMs }: Case): Standing {
  const mark = markOf(object, controller);
  if (mark === undefined) return suspected ? { type: 'Trial', trials: 1 } : { type: 'Free' };
  const counted = mark.trials - Math.min(mark.late, LATE_MAX);
  if (counted < TRIALS_MAX) return { type: 'Trial', trials: mark.trials + 1 };
  const changed = mark.generation !== object.metadata.generation;
  const [firstMs, maxMs] = changed ? [CHANGED_FIRST_PAUSE_MS, CHANGED_PAUSE_MAX_MS] : [FIRST_PAUSE_MS, PAUSE_MAX_MS];
  const pauseMs = Math.min(maxMs, firstMs * 2 ** Math.min(counted - TRIALS_MAX, 30));
  // A mark from the future is one of a clock that was wrong.
  const untilMs = Math.min(mark.atMs, wallMs) + pauseMs;
  if (untilMs <= wallMs) return { type: 'Trial', trials: mark.trials + 1 };
  return { type: 'Quarantined', trials: mark.trials, untilMs };
}

/** The annotation with this trial begun. */
export function withTrial({ object, controller, wallMs }: Case, trials: number): string {
  const { generation } = object.metadata;
  const late = markOf(object, controller)?.late ?? 0;
  const mark = {
    trials,
    at: toTime(wallMs),
    ...(late === 0 ? {} : { late }),
    ...(generation === undefined ? {} : { generation }),
  };
  return JSON.stringify({ ...marksOf(object), [controller]: mark });
}

/** The annotation with this trial, which is under way, no longer alone; undefined = there is none. */
export function withLateTrial(object: KubeObject, controller: string): string | undefined {
  const mark = markOf(object, controller);
  if (mark === undefined) return undefined;
  const marks = marksOf(object);
  return JSON.stringify({ ...marks, [controller]: { ...(marks[controller] as object), late: mark.late + 1 } });
}

/** Names a trial, whatever else the annotation says; undefined = there is none. */
export function trialIn(text: string | undefined, controller: string): string | undefined {
  const mark = markIn(text, controller);
  return mark === undefined ? undefined : `${mark.trials} ${mark.atMs}`;
}

/** The annotation without this controller's mark; null = none is left. */
export function withoutTrial(object: KubeObject, controller: string): string | null {
  const rest = Object.entries(marksOf(object)).filter(([name]) => name !== controller);
  return rest.length === 0 ? null : JSON.stringify(Object.fromEntries(rest));
}

function markOf(object: KubeObject, controller: string): Mark | undefined {
  return markIn(object.metadata.annotations?.[QUARANTINE_ANNOTATION], controller);
}

function markIn(text: string | undefined, controller: string): Mark | undefined {
  const mark = marksIn(text)[controller];
  if (!isRecord(mark)) return undefined;
  const { trials, late, at, generation } = mark as Record<keyof Mark | 'at', unknown>;
  const atMs = typeof at === 'string' ? parseTime(at) : undefined;
  if (!isCount(trials) || trials < 1 || atMs === undefined) return undefined;
  return {
    trials,
    late: isCount(late) ? Math.min(late, trials) : 0,
    atMs,
    generation: typeof generation === 'number' ? generation : undefined,
  };
}

function isCount(value: unknown): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= 0;
}

function marksOf(object: KubeObject): Readonly<Record<string, unknown>> {
  return marksIn(object.metadata.annotations?.[QUARANTINE_ANNOTATION]);
}

/** What nobody can read does not stand. */
function marksIn(text = '{}'): Readonly<Record<string, unknown>> {
  try {
    const marks: unknown = JSON.parse(text);
    return isRecord(marks) ? marks : {};
  } catch {
    return {};
  }
}
