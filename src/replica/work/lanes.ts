/**
 * Which lane is served next. Pure.
 *
 * Events go first. While they wait, every fifth dequeue goes to a lower lane that waits, and resync never has more than a
 * fifth of the workers (at least one): a gain of many slots neither delays a user's edit nor is starved by a stream of
 * edits. When nothing better waits, a lower lane may use every worker.
 */
import type { Lane } from '../ports.ts';

export interface LaneView {
  /** Whether an item that may run waits in the lane. */
  readonly waiting: (lane: Lane) => boolean;
  /** Reconciles that run now and came from the resync lane. */
  readonly resyncRunning: number;
  readonly workers: number;
}

/** Dequeues since a lower lane was last served although a better one waited. */
export interface LaneTurns {
  retry: number;
  resync: number;
}

const EVERY = 5;

export function resyncWorkersMax(workers: number): number {
  return Math.max(1, Math.floor(workers / EVERY));
}

/** The lane to take from, or undefined when none has an item that may run. Updates `turns`. */
export function chooseLane(view: LaneView, turns: LaneTurns): Lane | undefined {
  const event = view.waiting('event');
  const retry = view.waiting('retry');
  const resync = view.waiting('resync');
  if (!event && !retry) {
    if (!resync) return undefined;
    turns.resync = 0;
    return 'resync';
  }
  if (resync && ++turns.resync >= EVERY && view.resyncRunning < resyncWorkersMax(view.workers)) {
    turns.resync = 0;
    return 'resync';
  }
  if (!event || (retry && ++turns.retry >= EVERY)) {
    turns.retry = 0;
    return 'retry';
  }
  return 'event';
}
