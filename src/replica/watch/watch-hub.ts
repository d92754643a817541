/**
 * The caches of all resources that the controllers of this replica watch, each in the wanted slots.
 *
 * Says which slots are warm (filled in every resource) and, per resource, complete (W5: nothing that a previous owner wrote
 * is missing). A resource is kept while some controller uses it, whatever version it asks for.
 */
import type { Timer } from '../../lib/clock.ts';
import { EMPTY, equal, intersect, subtract, union, type RangeSet } from '../../protocol/ranges.ts';
import { groupResourceOf, type Resource } from '../../kube/types.ts';
import type { Completeness, StoreReader } from '../ports.ts';
import {
  NOTHING_STARTED,
  stepCompleteness,
  wishesOf,
  type CompletenessEvent,
  type CompletenessState,
} from './completeness.ts';
import { ResourceCache, type CacheListener } from './resource-cache.ts';
import { ResourceWatch, type WatchDeps } from './resource-watch.ts';

export interface HubListener extends CacheListener {
  /** A LIST of these slots, begun at `begunMs`, is in the cache: it shows what was written up to `resourceVersion`. */
  readonly listed: (
    groupResource: string,
    list: { readonly slots: RangeSet; readonly begunMs: number; readonly resourceVersion: string },
  ) => void;
  /** Some resource became complete in more slots. */
  readonly completed: () => void;
  /** These and no other slots are warm now. Called in a turn of its own. */
  readonly warm: (slots: RangeSet) => void;
}

interface Kept {
  readonly cache: ResourceCache;
  readonly watch: ResourceWatch;
  readonly abort: AbortController;
  users: number;
  state: CompletenessState;
  /** A LIST for completeness is under way. */
  listing: boolean;
  timer: Timer | undefined;
}

export class WatchHub {
  readonly #deps: WatchDeps;
  readonly #listener: HubListener;
  readonly #kept = new Map<string, Kept>();
  #wanted: RangeSet = EMPTY;
  #started: RangeSet = EMPTY;
  #reportedWarm: RangeSet = EMPTY;
  #reportIsDue = false;

  constructor(deps: WatchDeps, listener: HubListener) {
    this.#deps = deps;
    this.#listener = listener;
  }

  readonly reader: StoreReader = {
    get: (groupResource, key) => this.#kept.get(groupResource)?.cache.get(key),
    ownedBy: (groupResource, uid) => this.#kept.get(groupResource)?.cache.ownedBy(uid) ?? [],
    orphans: (groupResource, namespace) => this.#kept.get(groupResource)?.cache.orphans(namespace) ?? [],
  };

  cache(groupResource: string): ResourceCache | undefined {
    return this.#kept.get(groupResource)?.cache;
  }

  groupResources(): readonly string[] {
    return [...this.#kept.keys()];
  }

  /** Open watches of all resources. */
  watches(): number {
    let count = 0;
    for (const { watch } of this.#kept.values()) count += watch.size;
    return count;
  }

  /** Keeps a resource for one more user. */
  acquire(resource: Resource): void {
    const groupResource = groupResourceOf(resource);
    const known = this.#kept.get(groupResource);
    if (known !== undefined) {
      known.users++;
      return;
    }
    const kept = this.#create(resource);
    this.#kept.set(groupResource, kept);
    // Its first list is begun after these slots were gained, so it is a fresh one for all of them.
    this.#step(kept, { type: 'Started', slots: this.#started, completeness: { type: 'FreshList' } });
    kept.watch.want(this.#wanted);
  }

  /** One user less; the last one takes the cache along. */
  release(resource: Resource): void {
    const groupResource = groupResourceOf(resource);
    const kept = this.#kept.get(groupResource);
    if (kept === undefined || --kept.users > 0) return;
    this.#kept.delete(groupResource);
    this.#closeKept(kept);
    this.#reportWarm();
  }

  want(slots: RangeSet): void {
    this.#wanted = slots;
    for (const { watch } of this.#kept.values()) watch.want(slots);
    this.#reportWarm();
  }

  started(slots: RangeSet, completeness: Completeness): void {
    this.#started = union(this.#started, slots);
    for (const kept of this.#kept.values()) {
      this.#step(kept, { type: 'Started', slots, completeness });
      for (const { slots: covered, reached } of kept.watch.progress()) {
        this.#step(kept, { type: 'Reached', slots: covered, resourceVersion: reached });
      }
    }
  }

  /** The cache of this resource has to be listed anew in these (started) slots before it counts as complete again. */
  recheck(groupResource: string, slots: RangeSet): void {
    const kept = this.#kept.get(groupResource);
    const due = intersect(slots, this.#started);
    if (kept === undefined || due.length === 0) return;
    this.#step(kept, { type: 'Started', slots: due, completeness: { type: 'FreshList' } });
  }

  stopped(slots: RangeSet): void {
    this.#started = subtract(this.#started, slots);
    for (const kept of this.#kept.values()) this.#step(kept, { type: 'Stopped', slots });
  }

  /** Started slots in which the cache of this resource lacks nothing. */
  complete(groupResource: string): RangeSet {
    return this.#kept.get(groupResource)?.state.complete ?? EMPTY;
  }

  /** Wanted slots in which the cache of this resource is filled. */
  filled(groupResource: string): RangeSet {
    return this.#kept.get(groupResource)?.watch.filled() ?? EMPTY;
  }

  /**
   * Wanted slots that are filled in every resource. One that the server does not serve, or not to us, is passed over: it
   * must not keep every other controller from being moved. (It is never complete, so nothing acts on it.)
   */
  warm(): RangeSet {
    let warm = this.#wanted;
    for (const { watch } of this.#kept.values()) if (!watch.isUnavailable) warm = intersect(warm, watch.filled());
    return warm;
  }

  close(): void {
    for (const kept of this.#kept.values()) this.#closeKept(kept);
    this.#kept.clear();
  }

  #create(resource: Resource): Kept {
    const cache = new ResourceCache(resource, this.#deps.slotLabel, this.#listener);
    const watch = new ResourceWatch(cache, this.#deps, {
      filled: () => {
        this.#reportWarm();
        this.#pursue(kept);
      },
      reached: (slots, resourceVersion) => {
        if (kept.state.marks.length === 0 && kept.state.continuous.length === 0) return;
        this.#step(kept, { type: 'Reached', slots, resourceVersion });
      },
      listed: (list) => {
        this.#listener.listed(groupResourceOf(resource), list);
        this.#step(kept, { type: 'Listed', ...list });
      },
    });
    const kept: Kept = {
      cache,
      watch,
      abort: new AbortController(),
      users: 1,
      state: NOTHING_STARTED,
      listing: false,
      timer: undefined,
    };
    return kept;
  }

  #closeKept(kept: Kept): void {
    kept.abort.abort();
    kept.timer?.cancel();
    kept.watch.close();
  }

  #step(kept: Kept, event: CompletenessEvent): void {
    const before = kept.state.complete;
    const { groupResource } = kept.cache;
    kept.state = stepCompleteness(kept.state, event, { groupResource, nowMs: this.#deps.clock.monotonicMs() });
    if (!equal(before, kept.state.complete) && event.type !== 'Stopped') this.#listener.completed();
    this.#pursue(kept);
  }

  /** Lists what only a fresh LIST can complete, and sets the timer for marks that are not reached. */
  #pursue(kept: Kept): void {
    kept.timer?.cancel();
    kept.timer = undefined;
    if (kept.abort.signal.aborted) return;
    const { clock } = this.#deps;
    const { list, wakeAtMs } = wishesOf(kept.state);
    if (wakeAtMs !== undefined) {
      kept.timer = clock.setTimer(Math.max(0, wakeAtMs - clock.monotonicMs()), () =>
        this.#step(kept, { type: 'Tick' }),
      );
    }
    // What is not filled yet is being listed anyway; whether that list counts is seen when it is there.
    const due = intersect(list, kept.watch.filled());
    if (due.length > 0 && !kept.listing) void this.#list(kept, due);
  }

  async #list(kept: Kept, slots: RangeSet): Promise<void> {
    kept.listing = true;
    await kept.watch.list(slots, kept.abort.signal);
    kept.listing = false;
    this.#pursue(kept);
  }

  #reportWarm(): void {
    if (this.#reportIsDue) return;
    this.#reportIsDue = true;
    queueMicrotask(() => {
      this.#reportIsDue = false;
      const warm = this.warm();
      if (equal(warm, this.#reportedWarm)) return;
      this.#reportedWarm = warm;
      this.#listener.warm(warm);
    });
  }
}
