/** The shell of `list-watch.ts`: performs its effects, one at a time. */
import { assertNever } from '../lib/assert.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { isShardkeeperError } from '../lib/errors.ts';
import type { Random } from '../lib/random.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isApiError } from './api-error.ts';
import { Expectation } from './expectation.ts';
import {
  initialListWatch,
  stepListWatch,
  type Failure,
  type ListWatchEffect,
  type ListWatchEvent,
  type ListWatchState,
  type ListWatchWork,
} from './list-watch.ts';
import { groupResourceOf } from './types.ts';
import type { Reflector, ReflectorOptions, ReflectorState, WatchEvent } from './types.ts';

export interface ReflectorDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
}

/** Bookmarks come every 60 s: a watch that is silent for longer is dead. */
const IDLE_TIMEOUT_MS = 80_000;
/** What the server has comes within milliseconds; a busy machine is given more. */
const EXPECTED_WITHIN_MS = 5_000;
/** The gauge of the last activity need not be set at every event. */
const ACTIVITY_GAUGE_INTERVAL_MS = 5_000;

/** Inert until `run`. Errors of the sink are the caller's: they reject `run`. */
export function createReflector(options: ReflectorOptions, deps: ReflectorDeps): Reflector {
  return new ListWatchReflector(options, deps);
}

class ListWatchReflector implements Reflector {
  readonly #options: ReflectorOptions;
  readonly #deps: ReflectorDeps;
  readonly #resource: string;
  #state: ListWatchState = initialListWatch;
  #work: ListWatchWork | undefined;
  #lastActivityMs: number | undefined;
  #gaugeMs = Number.NEGATIVE_INFINITY;
  readonly #expectation: Expectation;
  /** Ends the watch that is open now. */
  #open: AbortController | undefined;

  constructor(options: ReflectorOptions, deps: ReflectorDeps) {
    this.#options = options;
    this.#deps = deps;
    this.#resource = groupResourceOf(options.resource);
    this.#expectation = new Expectation({
      clock: deps.clock,
      graceMs: EXPECTED_WITHIN_MS,
      seen: () => (this.#state.type === 'Watching' ? this.#state.resourceVersion : undefined),
      onOverdue: () => this.doubt(),
    });
  }

  readonly lastActivityMs = (): number | undefined => this.#lastActivityMs;

  readonly expect = (resourceVersion: string): void => this.#expectation.expect(resourceVersion);

  readonly doubt = (): void => this.#open?.abort();

  readonly run = async (signal: AbortSignal): Promise<void> => {
    this.#step({ type: 'Started', startFrom: this.#options.startFrom });
    while (!signal.aborted && this.#work !== undefined) {
      const work = this.#work;
      this.#work = undefined;
      switch (work.type) {
        case 'List':
          await this.#list(signal);
          break;
        case 'Watch':
          await this.#watch(work.resourceVersion, signal);
          break;
        case 'Probe':
          await this.#probe(signal);
          break;
        case 'Wait':
          await sleep(this.#deps.clock, work.delayMs, signal);
          if (!signal.aborted) this.#step({ type: 'TimerFired' });
          break;
        default:
          assertNever(work);
      }
    }
  };

  async #list(signal: AbortSignal): Promise<void> {
    const { client, resource } = this.#options;
    let event: ListWatchEvent;
    try {
      const { items, resourceVersion } = await client.list(resource, { ...this.#selection(), signal });
      event = { type: 'Listed', items, resourceVersion };
    } catch (error) {
      event = { type: 'ListFailed', failure: failureOf(error), random: this.#deps.random.next() };
    }
    if (signal.aborted) return;
    if (event.type === 'Listed') this.#heard();
    this.#step(event);
  }

  /**
   * The version of one page of one object: as cheap as a consistent read can be. Without the labels, for which the server would
   * search; with the fields, which may be all that we are allowed to list.
   */
  async #probe(signal: AbortSignal): Promise<void> {
    const { client, resource } = this.#options;
    const { labelSelector: _, ...selection } = this.#selection();
    const options = { ...selection, limit: 1, firstPageOnly: true, metadataOnly: true, signal } as const;
    let event: ListWatchEvent;
    try {
      const { resourceVersion } = await client.list(resource, options);
      event = { type: 'Probed', resourceVersion };
    } catch (error) {
      event = { type: 'ProbeFailed', failure: failureOf(error), random: this.#deps.random.next() };
    }
    if (!signal.aborted) this.#step(event);
  }

  async #watch(resourceVersion: string, signal: AbortSignal): Promise<void> {
    const { client, resource } = this.#options;
    const open = new AbortController();
    this.#open = open;
    const end = (): void => open.abort();
    signal.addEventListener('abort', end, { once: true });
    const how = { resourceVersion, idleTimeoutMs: IDLE_TIMEOUT_MS, signal: open.signal };
    const events = client.watch(resource, { ...this.#selection(), ...how })[Symbol.asyncIterator]();
    try {
      while (this.#work === undefined) {
        const next = await this.#next(events);
        if (signal.aborted) return;
        this.#step(open.signal.aborted ? this.#silent() : next);
      }
    } finally {
      this.#open = undefined;
      this.#expectation.close();
      signal.removeEventListener('abort', end);
      await events.return?.();
    }
  }

  #silent(): ListWatchEvent {
    const message = `the watch of ${this.#resource} does not show what the server has`;
    const failure = { status: 0, code: 'WatchSilent', message };
    return { type: 'WatchFailed', failure, random: this.#deps.random.next() };
  }

  async #next(events: AsyncIterator<WatchEvent>): Promise<ListWatchEvent> {
    const { random } = this.#deps;
    try {
      const result = await events.next();
      if (result.done === true) return { type: 'WatchEnded', random: random.next() };
      if (result.value.type !== 'ERROR') this.#heard();
      return { type: 'Received', event: result.value, random: random.next() };
    } catch (error) {
      return { type: 'WatchFailed', failure: failureOf(error), random: random.next() };
    }
  }

  #step(event: ListWatchEvent): void {
    const { state, effects } = stepListWatch(this.#state, event, this.#deps.clock.monotonicMs());
    this.#state = state;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: ListWatchEffect): void {
    const { sink } = this.#options;
    switch (effect.type) {
      case 'List':
      case 'Watch':
      case 'Probe':
      case 'Wait':
        this.#work = effect;
        break;
      case 'Replace':
        sink.replace(effect.items, effect.resourceVersion);
        break;
      case 'Apply':
        sink.apply(effect.change, effect.object);
        break;
      case 'Progress':
        sink.progress(effect.resourceVersion);
        break;
      case 'Report':
        this.#report(effect.state);
        break;
      case 'CountRestart':
        this.#deps.metrics.count('shardkeeper_watch_restarts_total', {
          resource: this.#resource,
          reason: effect.reason,
        });
        break;
      default:
        assertNever(effect);
    }
  }

  #report(state: ReflectorState): void {
    const { log } = this.#deps;
    if (state.type === 'BackingOff') {
      log.warn('watch backs off', { resource: this.#resource, ...state });
    } else {
      log.debug('watch changed state', { resource: this.#resource, state: state.type });
    }
    this.#options.sink.state?.(state);
  }

  #heard(): void {
    const { clock, metrics } = this.#deps;
    const nowMs = clock.monotonicMs();
    this.#lastActivityMs = nowMs;
    if (nowMs - this.#gaugeMs < ACTIVITY_GAUGE_INTERVAL_MS) return;
    this.#gaugeMs = nowMs;
    const seconds = clock.wallMs() / 1000;
    metrics.set('shardkeeper_watch_last_activity_timestamp_seconds', seconds, { resource: this.#resource });
  }

  #selection(): Pick<ReflectorOptions, 'namespace' | 'labelSelector' | 'fieldSelector' | 'metadataOnly'> {
    const { namespace, labelSelector, fieldSelector, metadataOnly } = this.#options;
    return {
      ...(namespace === undefined ? {} : { namespace }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
      ...(metadataOnly === undefined ? {} : { metadataOnly }),
    };
  }
}

/** Only what the way to the server brings is an operating error; anything else is a bug and is thrown on. */
function failureOf(error: unknown): Failure {
  if (isApiError(error)) {
    const { status, code, message, retryAfterMs } = error;
    return { status, code, message, retryAfterMs };
  }
  if (isShardkeeperError(error)) return { status: 0, code: error.code, message: error.message };
  throw error;
}
