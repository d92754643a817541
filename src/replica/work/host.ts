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
import type { KubeObject, ObjectKey } from '../../kube/types.ts';
import {
  EMPTY,
  contains,
  covers,
  equal,
  intersect,
  forEachSlot,
  subtract,
  union,
  type RangeSet,
} from '../../protocol/ranges.ts';
import type {
  Completeness,
  Controller,
  ControllerHost,
  Lane,
  Quarantined,
  RootRef,
  RuntimeCounts,
  SlotRuntime,
  Unlabelled,
} from '../ports.ts';
import type { Slot } from '../../protocol/slots.ts';
import { Intake } from '../intake/index.ts';
import { rootKindsOf } from '../intake/slot-rule.ts';
import { StripGuard } from '../intake/strip-guard.ts';
import type { ResourceCache } from '../watch/resource-cache.ts';
import { VanishedObjects } from '../watch/vanished.ts';
import { WatchHub, type HubListener } from '../watch/watch-hub.ts';
import { ObjectWriter } from '../write/object-writer.ts';
import { UnknownWrites } from '../write/unknown-writes.ts';
import { WrittenMarks } from '../write/written-marks.ts';
import { Changes } from './changes.ts';
import { EarlyEdits } from './early-edits.ts';
import type { WorkHostOptions } from './host-options.ts';
import { Delays } from './delays.ts';
import { InFlight } from './in-flight.ts';
import { WorkPool } from './pool.ts';
import { Hosted, HostedControllers, distinctResources } from './hosted.ts';
import { IdleReporter } from './idle-reporter.ts';
import { registerHostMetrics } from './host-metrics.ts';
import { Places } from './places.ts';
import { Probation } from './probation.ts';
import { Runs } from './runs.ts';
import { tellWriteLoop } from './write-loop.ts';

const SETTLE_MS = 500;
const LINGER_MS = 2000;

export class WorkHost implements SlotRuntime, ControllerHost {
  readonly #options: WorkHostOptions;
  readonly #hub: WatchHub;
  readonly #pool: WorkPool;
  readonly #inFlight: InFlight;
  readonly #marks = new WrittenMarks();
  readonly #writer: ObjectWriter;
  readonly #vanished = new VanishedObjects();
  readonly #unknown = new UnknownWrites();
  readonly #intake: Intake;
  readonly #probation: Probation;
  readonly #places: Places;
  readonly #hosted = new HostedControllers();
  #wanted: RangeSet = EMPTY;
  /** What the caches cover: wanted and started. */
  #covered: RangeSet = EMPTY;
  #started: RangeSet = EMPTY;
  #draining: RangeSet = EMPTY;
  /** Gained from a living owner a moment ago: events are served, the first look waits. */
  #settling: RangeSet = EMPTY;
  /** Lost a moment ago: still cached. */
  #lingering: RangeSet = EMPTY;
  readonly #delays: Delays;
  readonly #idle: IdleReporter;
  readonly #changes: Changes;
  readonly #early = new EarlyEdits();

  readonly #cacheOf = (groupResource: string): ResourceCache | undefined => this.#hub.cache(groupResource);
  readonly #recheck = (groupResource: string, slots: RangeSet): void => this.#hub.recheck(groupResource, slots);
  readonly #isComplete = (groupResource: string, slot: Slot): boolean =>
    contains(this.#hub.complete(groupResource), slot);

  constructor(options: WorkHostOptions) {
    this.#options = options;
    const { clock, ownership } = options;
    this.#delays = new Delays(clock);
    this.#idle = new IdleReporter(
      (slot) => contains(this.#draining, slot) && this.#inFlight.isFree(slot),
      (slots) => options.events.idle(slots),
    );
    this.#inFlight = new InFlight(clock, (slot) => this.#idle.mayBeIdle(slot));
    this.#changes = new Changes({
      early: (edited, change) => this.#early.note(edited, change, clock.monotonicMs()),
      hosted: this.#hosted,
      vanished: this.#vanished,
      cacheOf: this.#cacheOf,
      isStarted: (slot) => contains(this.#started, slot),
      look: ({ name }, target) => this.#pool.enqueue(name, target, 'event'),
      recheck: this.#recheck,
    });
    this.#hub = new WatchHub(options, {
      changed: (change, how) => this.#changes.changed(change, how),
      deletionSeen: (groupResource, key, resourceVersion) =>
        this.#marks.deletionSeen(groupResource, key, resourceVersion),
      listed: (groupResource, list) => this.#listed(groupResource, list),
      completed: () => this.#openComplete(),
      warm: (slots) => this.#warm(slots),
    });
    this.#writer = new ObjectWriter({
      ...options,
      inFlight: this.#inFlight,
      marks: this.#marks,
      cacheOf: this.#cacheOf,
    });
    const guard = new StripGuard();
    this.#probation = new Probation({
      ...options,
      replicaName: ownership.replicaName,
      resourceOf: (groupResource) => this.#cacheOf(groupResource)?.resource,
    });
    this.#places = new Places({ ...options, reader: this.#hub.reader });
    const runs = new Runs({
      ...options,
      places: this.#places,
      again: (run) => this.enqueue(run.controller.name, run.item.root, 'event'),
      probation: this.#probation,
      reader: this.#hub.reader,
      writer: this.#writer,
      vanished: this.#vanished,
      unknown: this.#unknown,
      cacheOf: this.#cacheOf,
      isComplete: this.#isComplete,
      recheck: this.#recheck,
      guard,
      dropped: (point) => this.#pool.dropped(point),
    });
    this.#pool = new WorkPool({
      ...options,
      inFlight: this.#inFlight,
      generationOf: ({ groupResource, key }) => this.#cacheOf(groupResource)?.get(key)?.metadata.generation,
      onWriteLoop: (run) => void tellWriteLoop(run, { ...options, reader: this.#hub.reader }),
      perform: (run) => runs.perform(run),
    });
    this.#intake = new Intake({ ...options, writer: this.#writer, guard });
    registerHostMetrics(options, {
      hub: this.#hub,
      pool: this.#pool,
      started: () => this.#started,
    });
  }

  readonly want = (slots: RangeSet): void => {
    this.#wanted = slots;
    this.#applyWanted();
    // What lingered is warm already, and nothing else would say so.
    this.#warm(this.#hub.warm());
  };

  readonly start = (slots: RangeSet, completeness: Completeness): void => {
    // Lost and regained in one step: what was remembered under the old acquisition does not count.
    const again = intersect(slots, this.#started);
    if (again.length > 0) this.#forget(again);
    this.#started = union(this.#started, slots);
    this.#writer.granted(slots);
    this.#applyWanted();
    this.complete(slots, completeness);
    this.#intake.active(this.#active());
  };

  readonly complete = (slots: RangeSet, completeness: Completeness): void => {
    const known = intersect(slots, this.#started);
    if (completeness.type === 'Marks') {
      this.#marks.inherited(known, completeness.written);
      this.#settle(known);
    }
    this.#hub.started(known, completeness);
    this.#openComplete();
  };

  readonly drain = (slots: RangeSet): void => {
    this.#draining = union(this.#draining, slots);
    this.#pool.drain(slots);
    this.#intake.active(this.#active());
    forEachSlot(slots, (slot) => this.#idle.mayBeIdle(slot));
  };

  readonly resume = (slots: RangeSet): void => {
    this.#draining = subtract(this.#draining, slots);
    this.#pool.resume(slots);
    this.#openComplete();
    this.#intake.active(this.#active());
  };

  readonly abort = (slots: RangeSet): void => this.#pool.abort(slots);

  readonly stop = (slots: RangeSet): void => {
    this.#forget(slots);
    // Narrowing the watches can wait until the handoff is over, and the slots may come back.
    this.#lingering = union(this.#lingering, slots);
    this.#delays.after(LINGER_MS, () => {
      this.#lingering = subtract(this.#lingering, slots);
      this.#applyWanted();
    });
    this.#applyWanted();
  };

  readonly giveWay = (ms: number): void => this.#pool.giveWay(ms);

  readonly written = (slots: RangeSet): Readonly<Record<string, string>> =>
    this.#marks.of(
      slots,
      this.#hub.groupResources().filter((each) => covers(this.#hub.complete(each), slots)),
    );

  readonly counts = (): RuntimeCounts => ({
    objects: this.#hosted.countRoots(this.#started, this.#cacheOf),
    inFlight: this.#pool.running,
    queued: this.#pool.queued,
    oldestDueSeconds: this.#pool.oldestDueSeconds(),
  });

  readonly unlabelled = (): Unlabelled | undefined => this.#intake.unlabelled();

  readonly quarantined = (): Quarantined | undefined => this.#probation.quarantined();

  readonly add = (controller: Controller): Promise<void> => {
    assert(!this.#hosted.has(controller.name), `controller ${controller.name} is already running`);
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#hosted.add(new Hosted(controller, resolve));
    this.#pool.add(controller);
    for (const resource of distinctResources(controller)) this.#hub.acquire(resource);
    this.#openComplete();
    this.#resolveFilled();
    this.#controllersChanged();
    return promise;
  };

  readonly remove = async (name: string): Promise<void> => {
    const hosted = this.#hosted.get(name);
    if (hosted === undefined) return;
    await this.#pool.remove(name);
    this.#hosted.delete(name);
    this.#changes.forget({ hosted });
    this.#controllersChanged();
    for (const resource of distinctResources(hosted.controller)) this.#hub.release(resource);
    hosted.filled();
  };

  readonly enqueue = (controller: string, root: RootRef, lane: Lane): void => {
    const hosted = this.#hosted.get(controller);
    if (hosted === undefined || this.#changes.mustWait(hosted, root)) return;
    this.#pool.enqueue(controller, { root, slot: this.#changes.slotOfRoot(root) }, lane);
  };

  readonly roots = (controller: string): readonly RootRef[] => {
    const hosted = this.#hosted.get(controller);
    return hosted === undefined ? [] : [...hosted.rootsIn(hosted.open, this.#cacheOf)].map(({ root }) => root);
  };

  /** Waits for nothing: watches and timers end. */
  close(): void {
    this.#delays.close();
    this.#intake.close();
    this.#pool.close();
    this.#probation.close();
    this.#hub.close();
  }

  /** An object as the caches show it now. */
  reads(groupResource: string, key: ObjectKey): KubeObject | undefined {
    return this.#hub.reader.get(groupResource, key);
  }

  #listed(groupResource: string, list: Parameters<HubListener['listed']>[1]): void {
    this.#marks.listed(groupResource, list.slots, list);
    for (const { controller, root } of this.#unknown.listed(groupResource, list))
      this.enqueue(controller.name, root, 'retry');
  }

  #controllersChanged(): void {
    const controllers = this.#hosted.controllers();
    this.#places.kinds(rootKindsOf(controllers));
    this.#intake.controllers(controllers);
  }

  /** Opens, per controller, the started slots in which all of its resources are complete, and looks at what is there. */
  #openComplete(): void {
    for (const hosted of this.#hosted.all()) {
      let complete = this.#active();
      for (const groupResource of hosted.groupResources)
        complete = intersect(complete, this.#hub.complete(groupResource));
      const gained = subtract(complete, hosted.open);
      if (gained.length === 0) continue;
      hosted.open = union(hosted.open, gained);
      this.#pool.open(hosted.controller.name, gained);
      for (const target of this.#early.take(hosted, gained, this.#options.clock.monotonicMs()))
        this.#pool.enqueue(hosted.controller.name, target, 'event');
      const atOnce = subtract(gained, this.#settling);
      this.#look(hosted, atOnce);
      this.#early.forget(atOnce);
    }
    this.#changes.completed(this.#isComplete);
  }

  #look(hosted: Hosted, slots: RangeSet): void {
    for (const target of hosted.rootsIn(slots, this.#cacheOf)) {
      if (!this.#early.wasTaken(hosted, target.root)) this.#pool.enqueue(hosted.controller.name, target, 'resync');
    }
    // Those that are gone: nothing else would ever look at them.
    for (const root of this.#probation.suspects(hosted.controller))
      this.enqueue(hosted.controller.name, root, 'resync');
  }

  /** The first look at what another replica kept in order is not urgent; the acks of the same handoff are. */
  #settle(slots: RangeSet): void {
    this.#settling = union(this.#settling, slots);
    this.#delays.after(SETTLE_MS, () => {
      this.#settling = subtract(this.#settling, slots);
      for (const hosted of this.#hosted.all()) this.#look(hosted, intersect(slots, hosted.open));
      this.#early.forget(slots);
    });
  }

  #forget(slots: RangeSet): void {
    this.#pool.abort(slots);
    this.#pool.stop(slots);
    for (const hosted of this.#hosted.all()) hosted.open = subtract(hosted.open, slots);
    this.#started = subtract(this.#started, slots);
    this.#draining = subtract(this.#draining, slots);
    this.#hub.stopped(slots);
    this.#vanished.forget(slots);
    this.#probation.forget(slots);
    this.#changes.forget({ slots });
    this.#early.forget(slots);
    this.#intake.active(this.#active());
  }

  #active(): RangeSet {
    return subtract(this.#started, this.#draining);
  }

  /** Never less than what is started, in whatever order ownership says so: a hook must not see a half-emptied cache. */
  #applyWanted(): void {
    const wanted = union(union(this.#wanted, this.#started), this.#lingering);
    if (equal(wanted, this.#covered)) return;
    this.#covered = wanted;
    this.#hub.want(wanted);
    this.#unknown.keepOnly(wanted, this.#options.clock.monotonicMs());
  }

  #warm(slots: RangeSet): void {
    this.#resolveFilled();
    this.#options.events.warm(intersect(slots, union(this.#wanted, this.#started)));
  }

  #resolveFilled(): void {
    for (const hosted of this.#hosted.all()) {
      if (hosted.groupResources.every((each) => covers(this.#hub.filled(each), this.#covered))) hosted.filled();
    }
  }
}
