/** The watches of one group/resource: performs what watch-plan.ts decides. */
import { backoffMs, type Backoff } from '../../lib/backoff.ts';
import { sleep, type Clock, type Timer } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import { isApiError } from '../../kube/api-error.ts';
import { createReflector } from '../../kube/reflector.ts';
import {
  compareResourceVersions,
  type KubeClient,
  type ListResult,
  type ReflectorState,
  type Resource,
} from '../../kube/types.ts';
import { EMPTY, union, type RangeSet } from '../../protocol/ranges.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { ResourceCache } from './resource-cache.ts';
import { foldWatches, listedSlots, planWatches, selectorOf, type WatchChange } from './watch-plan.ts';

export interface WatchDeps {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly slotLabel: string;
}

export interface WatchListener {
  /** The slots that are filled may have changed. */
  readonly filled: () => void;
  /** The watches of `slots` have delivered everything up to `resourceVersion`. Called on every event: must be cheap. */
  readonly reached: (slots: RangeSet, resourceVersion: string) => void;
  /** A LIST of `slots` begun at `begunMs` is in the cache. */
  readonly listed: (list: {
    readonly slots: RangeSet;
    readonly begunMs: number;
    readonly resourceVersion: string;
  }) => void;
}

interface OpenWatch {
  readonly id: number;
  readonly slots: RangeSet;
  readonly abort: AbortController;
  filled: boolean;
  /** Everything up to here was delivered. */
  reached: string;
}

const LIST_BACKOFF: Backoff = { baseMs: 100, maxMs: 15_000, minMs: 20 };
/** Watches are brought into their best layout when nothing was gained or lost for so long. */
const FOLD_AFTER_MS = 10_000;

export class ResourceWatch {
  readonly #resource: Resource;
  readonly #cache: ResourceCache;
  readonly #deps: WatchDeps;
  readonly #listener: WatchListener;
  readonly #stopped = new AbortController();
  #watches: OpenWatch[] = [];
  #nextId = 1;
  #isUnavailable = false;
  #foldTimer: Timer | undefined = undefined;

  constructor(cache: ResourceCache, deps: WatchDeps, listener: WatchListener) {
    this.#resource = cache.resource;
    this.#cache = cache;
    this.#deps = deps;
    this.#listener = listener;
  }

  /** Slots whose first LIST is in the cache and whose watch runs. */
  filled(): RangeSet {
    return this.#watches.reduce((all, watch) => (watch.filled ? union(all, watch.slots) : all), EMPTY);
  }

  /** What each filled watch has delivered. */
  progress(): readonly { readonly slots: RangeSet; readonly reached: string }[] {
    return this.#watches.filter(({ filled }) => filled);
  }

  /** The last LIST was answered by "not served" or "forbidden". */
  get isUnavailable(): boolean {
    return this.#isUnavailable;
  }

  /** Number of open watches. */
  get size(): number {
    return this.#watches.length;
  }

  want(slots: RangeSet): void {
    this.#cache.want(slots);
    const before = this.#watches;
    this.#perform(planWatches(before, slots));
    if (this.#watches !== before) this.#foldLater();
    this.#listener.filled();
  }

  /** One LIST of `slots`, put into the cache; repeated with back-off until it succeeds or `signal` aborts. */
  async list(slots: RangeSet, signal: AbortSignal): Promise<void> {
    await this.#fetch(slots, signal);
  }

  close(): void {
    this.#stopped.abort();
    this.#foldTimer?.cancel();
    for (const watch of this.#watches) watch.abort.abort();
    this.#watches = [];
  }

  #perform({ close, reopen, fill }: WatchChange): void {
    if (close.length === 0 && reopen.length === 0 && fill.length === 0) return;
    const old = this.#watches;
    this.#watches = old.filter(({ id }) => !close.includes(id));
    for (const { slots, from } of reopen) {
      const reached = old.filter(({ id }) => from.includes(id)).map((watch) => watch.reached);
      this.#open(this.#add(slots), reached.reduce(older));
    }
    for (const watch of old) if (close.includes(watch.id)) watch.abort.abort();
    if (fill.length > 0) void this.#fill(this.#add(fill));
  }

  #add(slots: RangeSet): OpenWatch {
    const watch = { id: this.#nextId++, slots, abort: new AbortController(), filled: false, reached: '' };
    this.#watches.push(watch);
    return watch;
  }

  async #fill(watch: OpenWatch): Promise<void> {
    const resourceVersion = await this.#fetch(watch.slots, watch.abort.signal);
    if (resourceVersion === undefined) return;
    this.#open(watch, resourceVersion);
    this.#listener.filled();
    this.#foldLater();
  }

  /** Resolves to the list's resourceVersion, or undefined when it was given up. */
  async #fetch(slots: RangeSet, signal: AbortSignal): Promise<string | undefined> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      const begunMs = this.#deps.clock.monotonicMs();
      const knownAtBegin = this.#cache.highest;
      const result = await this.#tryList(slots, attempt, signal);
      if (result === undefined || signal.aborted) continue;
      this.#isUnavailable = false;
      this.#cache.replace(slots, { ...result, knownAtBegin });
      this.#listener.listed({ slots, begunMs, resourceVersion: result.resourceVersion });
      return result.resourceVersion;
    }
    return undefined;
  }

  async #tryList(slots: RangeSet, attempt: number, signal: AbortSignal): Promise<ListResult | undefined> {
    const { client, clock, random, log, slotLabel } = this.#deps;
    try {
      return await client.list(this.#resource, { labelSelector: selectorOf(slotLabel, listedSlots(slots)), signal });
    } catch (error) {
      if (!isApiError(error)) throw error;
      if (signal.aborted) return undefined;
      this.#isUnavailable = isApiError(error, 'NotFound', 'Forbidden');
      if (this.#isUnavailable) this.#listener.filled();
      const delayMs = Math.max(backoffMs(LIST_BACKOFF, attempt, random), error.retryAfterMs ?? 0);
      log.warn('list failed', { resource: this.#cache.groupResource, attempt, delayMs, error: messageOf(error) });
      await sleep(clock, delayMs, signal);
      return undefined;
    }
  }

  #open(watch: OpenWatch, startFrom: string): void {
    const { client, slotLabel } = this.#deps;
    watch.filled = true;
    watch.reached = startFrom;
    let knownAtBegin = '';
    const reached = (resourceVersion: string): void => {
      if (watch.reached === '' || compareResourceVersions(resourceVersion, watch.reached) > 0)
        watch.reached = resourceVersion;
      this.#listener.reached(watch.slots, watch.reached);
    };
    const reflector = createReflector(
      {
        client,
        resource: this.#resource,
        labelSelector: selectorOf(slotLabel, watch.slots),
        startFrom,
        sink: {
          replace: (items, resourceVersion) => {
            this.#cache.replace(watch.slots, { items, resourceVersion, knownAtBegin });
            // Never lower, but in a restored store.
            watch.reached = '';
            reached(resourceVersion);
          },
          apply: (type, object) => {
            this.#cache.apply(type, object);
            reached(object.metadata.resourceVersion ?? '');
          },
          progress: reached,
          state: (state) => {
            if (state.type === 'Listing') knownAtBegin = this.#cache.highest;
            this.#report(state);
          },
        },
      },
      this.#deps,
    );
    void reflector.run(watch.abort.signal);
  }

  #report(state: ReflectorState): void {
    if (state.type === 'BackingOff') {
      this.#deps.log.debug('watch is interrupted', { resource: this.#cache.groupResource, code: state.code });
    }
  }

  #foldLater(): void {
    this.#foldTimer?.cancel();
    if (this.#stopped.signal.aborted) return;
    this.#foldTimer = this.#deps.clock.setTimer(FOLD_AFTER_MS, () => {
      this.#foldTimer = undefined;
      this.#perform(foldWatches(this.#watches));
      this.#listener.filled();
    });
  }
}

function older(a: string, b: string): string {
  return compareResourceVersions(a, b) <= 0 ? a : b;
}
