/** What comes after a run of a root: once more, later, or never. */
import { isApiError } from '../../kube/api-error.ts';
import { hasCode, isShardkeeperError, messageOf } from '../../lib/errors.ts';
import type { Lane, Outcome } from '../ports.ts';
import type { PoolEntry, Run } from './pool-entry.ts';
import type { WorkPoolOptions } from './pool-options.ts';
import type { Item } from './queue.ts';
import { DEFAULT_RETRY, OUTPACED, retryDelayMs, secondLookDelayMs, WRITES_TO_TELL } from './retry-delay.ts';
import type { DueTimers } from './timers.ts';

export type RunEnd =
  | { readonly type: 'Done'; readonly outcome: Outcome }
  | { readonly type: 'Failed'; readonly error: unknown };

export interface AfterRunOptions extends Pick<
  WorkPoolOptions,
  'clock' | 'random' | 'log' | 'ownership' | 'retry' | 'onWriteLoop'
> {
  readonly timers: DueTimers;
  readonly add: (entry: PoolEntry, item: Item, lane: Lane) => void;
}

export class AfterRun {
  readonly #options: AfterRunOptions;

  constructor(options: AfterRunOptions) {
    this.#options = options;
  }

  /** Forgets the item when nothing has to be remembered of it. */
  finish(entry: PoolEntry, run: Run, end: RunEnd): void {
    const { item } = run;
    const nowMs = this.#options.clock.monotonicMs();
    const seconds = (nowMs - run.startedMs) / 1000;
    entry.queue.done(item);
    const stillOurs = entry.gate(item.slot) !== 'Closed' && this.#options.ownership.check(run.token) === undefined;
    if (!stillOurs) entry.metrics.finished('requeue', seconds);
    else if (end.type === 'Failed') this.#failed(entry, run, { error: end.error, seconds });
    else {
      if (end.outcome.type !== 'Outpaced') item.failures = 0;
      this.#secondLook(entry, run);
      entry.metrics.finished(this.#settle(item, end.outcome, nowMs), seconds);
    }
    if (item.failures === 0 && item.writesInRow === 0 && item.notBeforeMs <= nowMs) entry.queue.forget(item);
  }

  #secondLook(entry: PoolEntry, run: Run): void {
    const { item, generation } = run;
    const isEdited = generation !== undefined && generation !== item.generation;
    item.generation = generation;
    item.calmUntilMs = 0;
    item.writesInRow = run.wrote === undefined ? 0 : isEdited ? 1 : item.writesInRow + 1;
    if (run.wrote === undefined) return;
    const delayMs = secondLookDelayMs(item.writesInRow, this.#options.random.next());
    if (delayMs === 0) this.#options.add(entry, item, run.lane);
    else {
      const atMs = this.#options.clock.monotonicMs() + delayMs;
      // Without a generation nobody can tell an edit from an echo.
      if (generation !== undefined) item.calmUntilMs = atMs;
      this.#options.timers.schedule(item, atMs, 'retry');
    }
    if (item.writesInRow === WRITES_TO_TELL) this.#options.onWriteLoop(run);
  }

  #settle(item: Item, outcome: Outcome, nowMs: number): 'success' | 'requeue_after' {
    switch (outcome.type) {
      case 'Settled':
        return 'success';
      case 'WakeAfter':
        this.#options.timers.schedule(item, nowMs + outcome.ms, 'resync');
        return 'requeue_after';
      case 'Outpaced': {
        const delayMs = retryDelayMs(OUTPACED, ++item.failures, this.#options.random.next());
        this.#options.timers.schedule(item, nowMs + Math.min(delayMs, outcome.withinMs ?? Infinity), 'retry');
        return 'requeue_after';
      }
      case 'Postponed':
        item.notBeforeMs = nowMs + outcome.ms;
        this.#options.timers.schedule(item, item.notBeforeMs, 'retry');
        return 'requeue_after';
    }
  }

  #failed(entry: PoolEntry, run: Run, failure: { readonly error: unknown; readonly seconds: number }): void {
    const { item } = run;
    const { error, seconds } = failure;
    item.failures++;
    const backoffMs = retryDelayMs(this.#options.retry ?? DEFAULT_RETRY, item.failures, this.#options.random.next());
    const withinMs = isShardkeeperError(error) ? error.retryWithinMs : undefined;
    const delayMs = Math.min(backoffMs, withinMs ?? Infinity);
    const wishMs = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
    this.#options.timers.schedule(item, this.#options.clock.monotonicMs() + Math.max(delayMs, wishMs), 'retry');
    entry.metrics.retried();
    // Somebody else was faster, or ownership moved: part of normal life (a retry, but no error).
    if (isNormal(error) || run.abort.signal.aborted) {
      entry.metrics.finished('requeue', seconds);
      return;
    }
    entry.metrics.finished('error', seconds);
    this.#options.log.warn('reconcile failed', {
      controller: entry.controller.name,
      root: item.id,
      failures: item.failures,
      retryInMs: Math.round(delayMs),
      error: messageOf(error),
    });
  }
}

function isNormal(error: unknown): boolean {
  return (
    isApiError(error, 'Conflict', 'NotFound', 'AlreadyExists') ||
    hasCode(error, 'Refused') ||
    hasCode(error, 'Unverified')
  );
}
