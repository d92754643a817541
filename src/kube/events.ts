/**
 * The EventRecorder: tells people what happened, through the API server's events.
 *
 * Guarantees: `record` never throws, never waits and never repeats what is in the budget's excess; the queue is bounded
 * and drops the newest; a write that fails is tried again a few times and then forgotten. Events are a courtesy: whatever
 * somebody must act on is in a condition too.
 */
import { anySignal } from '../lib/any-signal.ts';
import { backoffMs } from '../lib/backoff.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Random } from '../lib/random.ts';
import type { Logger } from '../telemetry/logger.ts';
import { isApiError } from './api-error.ts';
import { clipNote, createEventRequest, eventNamespace, repeatEventRequest, type EventInput } from './event-body.ts';
import { EventCorrelator, type EventBudget } from './event-correlator.ts';
import type { KubeClient, WriteRequest } from './types.ts';

export interface EventRecorderOptions {
  readonly client: KubeClient;
  /** The "From" of `kubectl describe`, e.g. `shardkeeper-replica`. */
  readonly controller: string;
  /** E.g. the pod's name. */
  readonly instance: string;
  /** Default 1,000. */
  readonly queueMax?: number;
  /** How long an event waits before it is written, so that it does not compete with what it tells of. Default 1 s. */
  readonly delayMs?: number;
}

export interface EventRecorderDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
}

export interface EventRecorder {
  readonly record: (event: EventInput) => void;
  /** Writes what is recorded until `signal` aborts. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Hurries; resolves when everything recorded so far was written or given up; bound it by a deadline. */
  readonly flush: () => Promise<void>;
}

/** Ours: five at once, then one a minute, per object and reason. */
const BUDGET: EventBudget = { burst: 5, refillMs: 60_000 };
/** Metacontroller's, per object. */
const CORE_BUDGET: EventBudget = { burst: 25, refillMs: 300_000 };
const ATTEMPTS_MAX = 4;
const RETRY = { baseMs: 500, maxMs: 10_000 };
const SEND_TIMEOUT_MS = 10_000;
const DELAY_MS = 1_000;

/** Inert until `run`. */
export function createEventRecorder(options: EventRecorderOptions, deps: EventRecorderDeps): EventRecorder {
  return new QueueingRecorder(options, deps);
}

interface Queued {
  /** Monotonic. */
  readonly dueMs: number;
  readonly input: EventInput;
  readonly seriesKey: string;
  readonly request: WriteRequest;
}

class QueueingRecorder implements EventRecorder {
  readonly #options: EventRecorderOptions;
  readonly #deps: EventRecorderDeps;
  readonly #correlator = new EventCorrelator();
  readonly #queue: Queued[] = [];
  readonly #hurry = new AbortController();
  #busy = false;
  #wake: () => void = () => {};
  #idle: (() => void)[] = [];

  constructor(options: EventRecorderOptions, deps: EventRecorderDeps) {
    this.#options = options;
    this.#deps = deps;
  }

  readonly record = (input: EventInput): void => {
    if (this.#queue.length >= (this.#options.queueMax ?? 1_000)) {
      this.#deps.log.warn('event queue is full, event dropped', { reason: input.reason });
      return;
    }
    const queued = this.#correlate({ ...input, note: clipNote(input.note) });
    if (queued === undefined) return;
    this.#queue.push(queued);
    this.#wake();
  };

  readonly run = async (signal: AbortSignal): Promise<void> => {
    const onAbort = (): void => this.#wake();
    signal.addEventListener('abort', onAbort);
    while (!signal.aborted) {
      const next = this.#queue.shift();
      if (next === undefined) {
        await this.#more(signal);
        continue;
      }
      this.#busy = true;
      const hurried = anySignal([signal, this.#hurry.signal]);
      await sleep(this.#deps.clock, next.dueMs - this.#deps.clock.monotonicMs(), hurried.signal);
      hurried.release();
      await this.#write(next, signal);
      this.#busy = false;
    }
    signal.removeEventListener('abort', onAbort);
    this.#settle();
  };

  readonly flush = (): Promise<void> => {
    this.#hurry.abort();
    return new Promise((resolve) => {
      if (this.#queue.length === 0 && !this.#busy) resolve();
      else this.#idle.push(resolve);
    });
  };

  #more(signal: AbortSignal): Promise<void> {
    this.#settle();
    return new Promise((resolve) => {
      this.#wake = resolve;
      if (signal.aborted) resolve();
    });
  }

  #settle(): void {
    for (const resolve of this.#idle.splice(0)) resolve();
  }

  #correlate(input: EventInput): Queued | undefined {
    const { regarding, related, type, reason, action, note } = input;
    const core = input.api === 'core';
    const subject = [regarding.kind, regarding.namespace, regarding.name, regarding.uid].join('/');
    const name = `${regarding.name.slice(0, 230)}.${this.#deps.random.id()}`;
    const seriesKey = JSON.stringify([core, subject, related?.name, type, reason, action, note]);
    const decision = this.#correlator.decide(
      {
        name,
        seriesKey,
        budgetKey: core ? `core/${subject}` : `${reason}/${subject}`,
        budget: core ? CORE_BUDGET : BUDGET,
      },
      this.#deps.clock.monotonicMs(),
    );
    const dueMs = this.#deps.clock.monotonicMs() + (this.#options.delayMs ?? DELAY_MS);
    switch (decision.type) {
      case 'Suppress':
        return undefined;
      case 'Create':
        return { dueMs, input, seriesKey, request: createEventRequest(input, name, this.#source()) };
      case 'Repeat':
        return { dueMs, input, seriesKey, request: repeatEventRequest(input, decision, this.#source()) };
    }
  }

  #source(): { readonly controller: string; readonly instance: string; readonly wallMs: number } {
    const { controller, instance } = this.#options;
    return { controller, instance, wallMs: this.#deps.clock.wallMs() };
  }

  async #write(queued: Queued, signal: AbortSignal): Promise<void> {
    const { clock, random, log } = this.#deps;
    for (let attempt = 0; attempt < ATTEMPTS_MAX && !signal.aborted; attempt += 1) {
      try {
        await this.#options.client.send(queued.request, { timeoutMs: SEND_TIMEOUT_MS, signal });
        return;
      } catch (error) {
        if (isApiError(error, 'AlreadyExists', 'Aborted')) return;
        if (isApiError(error, 'NotFound') && queued.request.verb === 'patch') {
          // Expired meanwhile: the next repetition starts a new one.
          this.#correlator.forget(queued.seriesKey);
          return;
        }
        const { reason } = queued.input;
        const fields = { reason, namespace: eventNamespace(queued.input), error: messageOf(error) };
        const hopeless = isApiError(error, 'Invalid', 'BadRequest', 'Forbidden', 'NotFound');
        if (hopeless || attempt + 1 === ATTEMPTS_MAX) {
          log.warn('event not written', fields);
          return;
        }
        const retryAfterMs = isApiError(error) ? (error.retryAfterMs ?? 0) : 0;
        await sleep(clock, retryAfterMs + backoffMs(RETRY, attempt, random), signal);
      }
    }
  }
}
