/**
 * The machinery of a replica behind its two ports: `SlotRuntime` (what ownership asks) and `ControllerHost` (what
 * controllers ask). Connects the caches, the work pool and the writer; decides nothing itself.
 *
 * ```
 *   slot:       wanted ──start──► started ──complete in all resources of a controller──► open (for that controller)
 *                                    │ drain                                               │
 *                                    ▼                                                     ▼
 *                                 draining ──resume──► open            stop ──► forgotten  (items, timers, suspects)
 * ```
 */
import { assert } from '../../lib/assert.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { groupResourceOf, keyOf, type KubeClient, type KubeObject, type ObjectKey } from '../../kube/types.ts';
import {
  EMPTY,
  contains,
  covers,
  equal,
  intersect,
  ofSlots,
  size,
  slotsOf,
  subtract,
  union,
  type RangeSet,
} from '../../protocol/ranges.ts';
import { slotOf, type Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type {
  Completeness,
  Controller,
  ControllerHost,
  Lane,
  ObjectChange,
  Outcome,
  Ownership,
  ReconcileContext,
  RootRef,
  RuntimeCounts,
  SlotEvents,
  SlotRuntime,
} from '../ports.ts';
import type { Origin } from '../watch/resource-cache.ts';
import { VanishedObjects, type Vanished } from '../watch/vanished.ts';
import { WatchHub } from '../watch/watch-hub.ts';
import { ObjectWriter, refusedError } from '../write/object-writer.ts';
import { WrittenMarks } from '../write/written-marks.ts';
import { InFlight } from './in-flight.ts';
import { WorkPool } from './pool.ts';
import type { Run } from './pool-entry.ts';
import { itemId } from './queue.ts';
import type { RetryPolicy } from './retry-delay.ts';
import { verifyVanished } from './verify.ts';

export interface WorkHostOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly ownership: Pick<Ownership, 'token' | 'check' | 'replicaName'>;
  readonly events: SlotEvents;
  /** Most reconciles at once. */
  readonly workers: number;
  readonly retry?: RetryPolicy;
  readonly requestTimeoutMs: number;
  readonly slotLabel: string;
  /** `namespace/name` of the set. */
  readonly set: string;
}

interface Hosted {
  readonly controller: Controller;
  readonly groupResources: readonly string[];
  /** Slots in which it may act. */
  open: RangeSet;
  /** Resolves `add`. */
  readonly filled: () => void;
}

export class WorkHost implements SlotRuntime, ControllerHost {
  readonly #options: WorkHostOptions;
  readonly #hub: WatchHub;
  readonly #pool: WorkPool;
  readonly #inFlight: InFlight;
  readonly #marks = new WrittenMarks();
  readonly #writer: ObjectWriter;
  readonly #vanished = new VanishedObjects();
  readonly #hosted = new Map<string, Hosted>();
  readonly #byResource = new Map<string, Hosted[]>();
  #wanted: RangeSet = EMPTY;
  /** What the caches cover: wanted and started. */
  #covered: RangeSet = EMPTY;
  #started: RangeSet = EMPTY;
  #draining: RangeSet = EMPTY;
  /** Draining slots that became free in this turn. */
  #freed: Slot[] = [];
  #freedIsDue = false;

  constructor(options: WorkHostOptions) {
    this.#options = options;
    const { client, clock, ownership, metrics, requestTimeoutMs, slotLabel, set } = options;
    this.#inFlight = new InFlight(clock, (slot) => this.#slotIsFree(slot));
    this.#hub = new WatchHub(options, {
      changed: (change, how) => this.#changed(change, how),
      deletionSeen: (groupResource, key, resourceVersion) =>
        this.#marks.deletionSeen(groupResource, key, resourceVersion),
      completed: () => this.#openComplete(),
      warm: (slots) => this.#warm(slots),
    });
    this.#writer = new ObjectWriter({
      client,
      clock,
      metrics,
      ownership,
      inFlight: this.#inFlight,
      marks: this.#marks,
      cacheOf: (groupResource) => this.#hub.cache(groupResource),
      requestTimeoutMs,
      slotLabel,
      set,
    });
    this.#pool = new WorkPool({
      ...options,
      inFlight: this.#inFlight,
      perform: (run) => this.#perform(run),
    });
    this.#registerMetrics();
  }

  /* ── SlotRuntime ─────────────────────────────────────────────────────────────────────────────────────────────── */

  readonly want = (slots: RangeSet): void => {
    this.#wanted = slots;
    this.#applyWanted();
  };

  readonly start = (slots: RangeSet, completeness: Completeness): void => {
    // Lost and regained in one step: what was remembered under the old acquisition does not count.
    const again = intersect(slots, this.#started);
    if (again.length > 0) this.#forget(again);
    this.#started = union(this.#started, slots);
    this.#applyWanted();
    this.#hub.started(slots, completeness);
    this.#openComplete();
  };

  readonly drain = (slots: RangeSet): void => {
    this.#draining = union(this.#draining, slots);
    this.#pool.drain(slots);
    for (const slot of slotsOf(slots)) if (this.#inFlight.isFree(slot)) this.#slotIsFree(slot);
  };

  readonly resume = (slots: RangeSet): void => {
    this.#draining = subtract(this.#draining, slots);
    this.#pool.resume(slots);
    this.#openComplete();
  };

  readonly abort = (slots: RangeSet): void => this.#pool.abort(slots);

  readonly stop = (slots: RangeSet): void => {
    this.#forget(slots);
    this.#applyWanted();
  };

  readonly written = (slots: RangeSet): Readonly<Record<string, string>> =>
    this.#marks.of(slots, this.#hub.groupResources());

  readonly counts = (): RuntimeCounts => ({
    objects: this.#countRoots(),
    inFlight: this.#pool.running,
    queued: this.#pool.queued,
    oldestDueSeconds: this.#pool.oldestDueSeconds(),
  });

  /* ── ControllerHost ──────────────────────────────────────────────────────────────────────────────────────────── */

  readonly add = (controller: Controller): Promise<void> => {
    assert(!this.#hosted.has(controller.name), `controller ${controller.name} is already running`);
    const { promise, resolve } = Promise.withResolvers<void>();
    const groupResources = [...new Set(controller.resources.map(({ resource }) => groupResourceOf(resource)))];
    const hosted: Hosted = { controller, groupResources, open: EMPTY, filled: resolve };
    this.#hosted.set(controller.name, hosted);
    this.#pool.add(controller);
    for (const groupResource of groupResources) {
      const users = this.#byResource.get(groupResource);
      if (users === undefined) this.#byResource.set(groupResource, [hosted]);
      else users.push(hosted);
    }
    for (const { resource } of distinct(controller)) this.#hub.acquire(resource);
    this.#openComplete();
    this.#resolveFilled();
    return promise;
  };

  readonly remove = async (name: string): Promise<void> => {
    const hosted = this.#hosted.get(name);
    if (hosted === undefined) return;
    await this.#pool.remove(name);
    this.#hosted.delete(name);
    for (const groupResource of hosted.groupResources) {
      const users = this.#byResource.get(groupResource)?.filter((user) => user !== hosted) ?? [];
      if (users.length === 0) this.#byResource.delete(groupResource);
      else this.#byResource.set(groupResource, users);
    }
    for (const { resource } of distinct(hosted.controller)) this.#hub.release(resource);
    hosted.filled();
  };

  readonly enqueue = (controller: string, root: RootRef, lane: Lane): void => {
    this.#pool.enqueue(controller, { root, slot: this.#slotOfRoot(root) }, lane);
  };

  readonly roots = (controller: string): readonly RootRef[] => {
    const hosted = this.#hosted.get(controller);
    return hosted === undefined ? [] : [...this.#rootsIn(hosted, hosted.open)].map(({ root }) => root);
  };

  /** Waits for nothing: watches and timers end. */
  close(): void {
    this.#pool.close();
    this.#hub.close();
  }

  /** An object as the caches show it now. */
  reads(groupResource: string, key: ObjectKey): KubeObject | undefined {
    return this.#hub.reader.get(groupResource, key);
  }

  /** A writer under another token than that of a run: for intake. */
  get writer(): ObjectWriter {
    return this.#writer;
  }

  get controllers(): readonly Controller[] {
    return Array.from(this.#hosted.values(), ({ controller }) => controller);
  }

  /* ── Changes become work ─────────────────────────────────────────────────────────────────────────────────────── */

  #changed(change: ObjectChange, how: { readonly origin: Origin; readonly vanished: boolean }): void {
    const object = change.after ?? change.before;
    if (object === undefined) return;
    const groupResource = groupResourceOf(change.resource);
    for (const hosted of this.#byResource.get(groupResource) ?? []) {
      for (const root of hosted.controller.rootsOf(change)) {
        const isOwnWrite = isRunOf(how.origin, hosted.controller, root);
        if (isOwnWrite) continue;
        const slot = root.groupResource === groupResource ? this.#slotOfSeen(root, object) : this.#slotOfRoot(root);
        if (!this.#isStarted(slot)) continue;
        if (how.vanished) this.#suspect(hosted, root, change);
        this.#pool.enqueue(hosted.controller.name, { root, slot }, 'event');
      }
    }
  }

  #suspect(hosted: Hosted, root: RootRef, { resource, before }: ObjectChange): void {
    if (before === undefined) return;
    const vanished = { resource, key: keyOf(before.metadata), uid: before.metadata.uid };
    this.#vanished.note(rootId(hosted.controller, root), before, vanished);
  }

  /** Opens, per controller, the started slots in which all of its resources are complete, and looks at what is there. */
  #openComplete(): void {
    for (const hosted of this.#hosted.values()) {
      let complete = subtract(this.#started, this.#draining);
      for (const groupResource of hosted.groupResources)
        complete = intersect(complete, this.#hub.complete(groupResource));
      const gained = subtract(complete, hosted.open);
      if (gained.length === 0) continue;
      hosted.open = union(hosted.open, gained);
      this.#pool.open(hosted.controller.name, gained);
      for (const target of this.#rootsIn(hosted, gained)) this.#pool.enqueue(hosted.controller.name, target, 'resync');
    }
  }

  *#rootsIn(hosted: Hosted, slots: RangeSet): Generator<{ readonly root: RootRef; readonly slot: Slot }> {
    for (const { resource, role } of hosted.controller.resources) {
      const cache = role === 'root' ? this.#hub.cache(groupResourceOf(resource)) : undefined;
      if (cache === undefined) continue;
      for (const slot of slotsOf(slots)) {
        for (const object of cache.inSlot(slot)) {
          const change = { resource, before: undefined, after: object };
          for (const root of hosted.controller.rootsOf(change)) yield { root, slot };
        }
      }
    }
  }

  /* ── Work ────────────────────────────────────────────────────────────────────────────────────────────────────── */

  async #perform(run: Run): Promise<Outcome> {
    const context = this.#contextOf(run);
    if (!this.#vanished.isEmpty) await this.#verify(run, context);
    return run.controller.reconcile(run.item.root, context);
  }

  async #verify(run: Run, context: ReconcileContext): Promise<void> {
    const suspects = this.#suspectsOf(run);
    if (suspects.length === 0) return;
    const { slotLabel, log } = this.#options;
    await verifyVanished(suspects, { slot: run.token.slot, writer: context.writer }, { slotLabel, log });
    this.#vanished.settle(rootId(run.controller, run.item.root), suspects);
  }

  #suspectsOf(run: Run): readonly Vanished[] {
    return this.#vanished.isEmpty ? [] : this.#vanished.of(rootId(run.controller, run.item.root));
  }

  #contextOf(run: Run): ReconcileContext {
    const { ownership } = this.#options;
    return {
      token: run.token,
      signal: run.abort.signal,
      stores: this.#hub.reader,
      writer: this.#writer.scoped({
        token: run.token,
        signal: run.abort.signal,
        origin: run,
        onWrote: () => {
          run.wrote = true;
        },
        onRefused: () => this.#pool.dropped('write'),
      }),
      assertOwned: (point) => {
        const refusal = ownership.check(run.token);
        if (refusal !== undefined || run.abort.signal.aborted) {
          this.#pool.dropped(point);
          throw refusedError(refusal ?? 'Lost', point);
        }
        // It disappeared while this run was under way: the next run reads it live first.
        if (point === 'hook' && this.#suspectsOf(run).length > 0)
          throw new ShardkeeperError(UNVERIFIED, { code: 'Unverified' });
      },
    };
  }

  /* ── Slots ───────────────────────────────────────────────────────────────────────────────────────────────────── */

  #forget(slots: RangeSet): void {
    this.#pool.abort(slots);
    this.#pool.stop(slots);
    for (const hosted of this.#hosted.values()) hosted.open = subtract(hosted.open, slots);
    this.#started = subtract(this.#started, slots);
    this.#draining = subtract(this.#draining, slots);
    this.#hub.stopped(slots);
  }

  /** Never less than what is started, in whatever order ownership says so: a hook must not see a half-emptied cache. */
  #applyWanted(): void {
    const wanted = union(this.#wanted, this.#started);
    if (equal(wanted, this.#covered)) return;
    this.#covered = wanted;
    this.#hub.want(wanted);
  }

  #isStarted(slot: Slot): boolean {
    return contains(this.#started, slot);
  }

  /** The label is authoritative; a root that is not in the cache hashes its name. */
  #slotOfRoot(root: RootRef): Slot {
    const cache = this.#hub.cache(root.groupResource);
    const known = cache?.get(root.key);
    return (known === undefined ? undefined : cache?.slotOf(known)) ?? slotOf(root.key);
  }

  #slotOfSeen(root: RootRef, object: KubeObject): Slot {
    const slot = keyOf(object.metadata) === root.key ? this.#hub.cache(root.groupResource)?.slotOf(object) : undefined;
    return slot ?? this.#slotOfRoot(root);
  }

  #slotIsFree(slot: Slot): void {
    if (!contains(this.#draining, slot)) return;
    this.#freed.push(slot);
    if (this.#freedIsDue) return;
    this.#freedIsDue = true;
    queueMicrotask(() => {
      this.#freedIsDue = false;
      const freed = this.#freed;
      this.#freed = [];
      const idle = ofSlots(freed.filter((each) => contains(this.#draining, each) && this.#inFlight.isFree(each)));
      if (idle.length > 0) this.#options.events.idle(idle);
    });
  }

  #warm(slots: RangeSet): void {
    this.#resolveFilled();
    this.#options.events.warm(slots);
  }

  #resolveFilled(): void {
    for (const hosted of this.#hosted.values()) {
      if (hosted.groupResources.every((each) => covers(this.#hub.filled(each), this.#covered))) hosted.filled();
    }
  }

  #countRoots(): number {
    const roots = new Set<string>();
    for (const { controller } of this.#hosted.values()) {
      for (const { resource, role } of controller.resources) if (role === 'root') roots.add(groupResourceOf(resource));
    }
    let count = 0;
    for (const groupResource of roots) count += this.#hub.cache(groupResource)?.countIn(this.#started) ?? 0;
    return count;
  }

  #registerMetrics(): void {
    const { metrics, set, workers, ownership } = this.#options;
    const labels = { set, shard: ownership.replicaName };
    for (const point of ['dequeue', 'hook', 'write'])
      metrics.count('shardkeeper_work_dropped_total', { set, point }, 0);
    metrics.set('shardkeeper_sync_capacity', workers, labels);
    metrics.onScrape(() => {
      metrics.set('shardkeeper_shard_slots', size(this.#started), labels);
      metrics.set('shardkeeper_sync_demand', this.#pool.running + this.#pool.queued, labels);
      for (const groupResource of this.#hub.groupResources()) {
        const count = this.#hub.cache(groupResource)?.countIn(this.#started) ?? 0;
        metrics.set('shardkeeper_shard_objects', count, { ...labels, resource: groupResource });
      }
      for (const { name, seconds } of this.#pool.oldestByController()) {
        metrics.set('shardkeeper_oldest_due_seconds', seconds, { ...labels, controller: name });
      }
    });
  }
}

const UNVERIFIED = 'an object of this root disappeared from the watch and was not read live yet';

function rootId(controller: Controller, root: RootRef): string {
  return `${controller.name} ${itemId(root)}`;
}

/** Whether a change was made by the very run that would be asked to look at it. */
function isRunOf(origin: Origin, controller: Controller, root: RootRef): boolean {
  if (origin === undefined) return false;
  const run = origin as Partial<Run>;
  return (
    run.controller === controller &&
    run.item?.root.key === root.key &&
    run.item.root.groupResource === root.groupResource
  );
}

/** One entry per group/resource. */
function distinct(controller: Controller): readonly Controller['resources'][number][] {
  return [...new Map(controller.resources.map((watched) => [groupResourceOf(watched.resource), watched])).values()];
}
