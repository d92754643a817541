/**
 * Runs reconciles: at most `workers` at once, fair between controllers, lanes by lanes.ts, one run per root at a time.
 *
 * ```
 *   enqueue ─► queue (per controller) ─► lane, controller in turn ─► token? ─► verify, reconcile ─► again, later or never
 *                 ▲  parked while draining, dropped when lost        │                   │
 *                 └────────────── timers (back-off, WakeAfter) ◄─────┴───────────────────┘
 * ```
 *
 * Guarantees: a token is taken at dequeue; without one nothing runs. After a run that wrote, the root is looked at once more.
 */
import type { Timer } from '../../lib/clock.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';
import { contains, forEachSlot, type RangeSet } from '../../protocol/ranges.ts';
import type { Controller, Lane, RootRef, WorkToken } from '../ports.ts';
import { AfterRun, type RunEnd } from './after-run.ts';
import { chooseLane, type LaneTurns, type LaneView } from './lanes.ts';
import { PoolEntry as Entry, type Run } from './pool-entry.ts';
import type { WorkPoolOptions } from './pool-options.ts';
import { LANES, type Item } from './queue.ts';
import { DueTimers } from './timers.ts';

export class WorkPool {
  readonly #options: WorkPoolOptions;
  readonly #afterRun: AfterRun;
  readonly #entries: Entry[] = [];
  readonly #byName = new Map<string, Entry>();
  readonly #owners = new WeakMap<Item, Entry>();
  readonly #timers: DueTimers;
  readonly #turns: LaneTurns = { retry: 0, resync: 0 };
  readonly #view: LaneView;
  #next = 0;
  #running = 0;
  #resyncRunning = 0;
  #pumpIsDue = false;
  /** Set while nothing may be started. */
  #way: Timer | undefined;
  #isClosed = false;

  constructor(options: WorkPoolOptions) {
    this.#options = options;
    this.#timers = new DueTimers(options.clock, (item) => this.#due(item));
    const add = (entry: Entry, item: Item, lane: Lane): void => this.#add(entry, item, lane);
    this.#afterRun = new AfterRun({ ...options, timers: this.#timers, add });
    // eslint-disable-next-line typescript/no-this-alias -- getters below read the pool's live counts
    const pool = this;
    this.#view = {
      waiting: (lane) => this.#entries.some((entry) => entry.mayTake(lane)),
      get resyncRunning() {
        return pool.#resyncRunning;
      },
      workers: options.workers,
    };
    this.#registerMetrics();
  }

  add(controller: Controller): void {
    const entry = new Entry(controller, this.#options.metrics);
    this.#entries.push(entry);
    this.#byName.set(controller.name, entry);
    entry.metrics.maxConcurrent(Math.min(this.#options.workers, controller.concurrencyMax ?? Infinity));
  }

  /** Drops what waits, lets what runs come to its end, then forgets the controller. */
  async remove(name: string): Promise<void> {
    const entry = this.#byName.get(name);
    if (entry === undefined) return;
    entry.closing = true;
    entry.gates.fill(0);
    for (const item of [...entry.queue.items()]) this.#timers.cancel(item);
    for (let slot = 0; slot < SLOT_COUNT; slot++) entry.queue.drop(slot);
    if (entry.runs.size > 0) await new Promise<void>((resolve) => (entry.removed = resolve));
    this.#byName.delete(name);
    this.#entries.splice(this.#entries.indexOf(entry), 1);
  }

  /** Wants a root to be looked at. Nothing happens when its slot is closed: opening looks at everything in it. */
  enqueue(name: string, target: { readonly root: RootRef; readonly slot: Slot }, lane: Lane): void {
    const entry = this.#byName.get(name);
    if (entry === undefined || entry.gate(target.slot) === 'Closed') return;
    const item = entry.queue.item(target.root, target.slot);
    this.#owners.set(item, entry);
    this.#add(entry, item, lane);
  }

  /** This controller may act in these slots. The caller enqueues what is in them. */
  open(name: string, slots: RangeSet): void {
    const entry = this.#byName.get(name);
    if (entry === undefined) return;
    forEachSlot(slots, (slot) => entry.setGate(slot, 'Open'));
  }

  drain(slots: RangeSet): void {
    for (const entry of this.#entries) {
      forEachSlot(slots, (slot) => {
        if (entry.gate(slot) === 'Open') entry.setGate(slot, 'Draining');
      });
    }
  }

  resume(slots: RangeSet): void {
    for (const entry of this.#entries) {
      forEachSlot(slots, (slot) => {
        if (entry.gate(slot) !== 'Draining') return;
        entry.setGate(slot, 'Open');
        entry.queue.unpark(slot);
      });
    }
    this.#pumpSoon();
  }

  abort(slots: RangeSet): void {
    for (const entry of this.#entries) {
      for (const run of entry.runs) if (contains(slots, run.token.slot)) run.abort.abort();
    }
  }

  /** Drops items, back-off and timers of these slots. */
  stop(slots: RangeSet): void {
    let dropped = 0;
    for (const entry of this.#entries) {
      forEachSlot(slots, (slot) => {
        if (entry.gate(slot) === 'Closed') return;
        entry.setGate(slot, 'Closed');
        dropped += this.#dropSlot(entry, slot);
      });
    }
    if (dropped > 0) this.#dropped('dequeue', dropped);
  }

  /** Nothing is started for so long; 0 ends it. */
  giveWay(ms: number): void {
    this.#way?.cancel();
    this.#way = undefined;
    if (ms > 0) this.#way = this.#options.clock.setTimer(ms, () => this.giveWay(0));
    else this.#pumpSoon();
  }

  isOpen(name: string, slot: Slot): boolean {
    return this.#byName.get(name)?.gate(slot) === 'Open';
  }

  /** Counted where a token turns out to be no good any more. */
  dropped(point: 'dequeue' | 'hook' | 'write'): void {
    this.#dropped(point, 1);
  }

  get running(): number {
    return this.#running;
  }

  get queued(): number {
    return this.#entries.reduce((sum, { queue }) => sum + queue.depth, 0);
  }

  oldestDueSeconds(): number {
    const oldest = Math.min(...this.#entries.map(({ queue }) => queue.oldestMs() ?? Infinity));
    return oldest === Infinity ? 0 : Math.max(0, this.#options.clock.monotonicMs() - oldest) / 1000;
  }

  oldestByController(): readonly { readonly name: string; readonly seconds: number }[] {
    const nowMs = this.#options.clock.monotonicMs();
    return this.#entries.map(({ controller, queue }) => {
      const oldest = queue.oldestMs();
      return { name: controller.name, seconds: oldest === undefined ? 0 : Math.max(0, nowMs - oldest) / 1000 };
    });
  }

  /** Starts nothing any more, aborts what runs, leaves no timer behind. */
  close(): void {
    this.#isClosed = true;
    this.#timers.close();
    this.#way?.cancel();
    for (const { runs } of this.#entries) for (const run of runs) run.abort.abort();
  }

  #dropSlot(entry: Entry, slot: Slot): number {
    let waited = 0;
    for (const item of entry.queue.drop(slot)) {
      if (item.state === 'Idle') waited++;
      this.#timers.cancel(item);
      entry.queue.forget(item);
    }
    return waited;
  }

  #dropped(point: 'dequeue' | 'hook' | 'write', by: number): void {
    this.#options.metrics.count('shardkeeper_work_dropped_total', { set: this.#options.set, point }, by);
  }

  #add(entry: Entry, item: Item, lane: Lane): void {
    const nowMs = this.#options.clock.monotonicMs();
    if (item.notBeforeMs > nowMs) {
      this.#timers.schedule(item, item.notBeforeMs, lane);
      return;
    }
    if (entry.gate(item.slot) === 'Draining') {
      entry.queue.addParked(item, lane, nowMs);
      return;
    }
    if (entry.queue.add(item, lane, nowMs)) entry.metrics.added();
    this.#pumpSoon();
  }

  #due(item: Item): void {
    const entry = this.#owners.get(item);
    if (entry === undefined || entry.gate(item.slot) === 'Closed') return;
    this.#add(entry, item, item.dueLane);
  }

  /** Later in this turn: whoever adds many items adds them all before the first is chosen. */
  #pumpSoon(): void {
    if (this.#pumpIsDue) return;
    this.#pumpIsDue = true;
    queueMicrotask(() => {
      this.#pumpIsDue = false;
      this.#pump();
    });
  }

  #pump(): void {
    while (this.#running < this.#options.workers && !this.#isClosed && this.#way === undefined) {
      const lane = chooseLane(this.#view, this.#turns);
      if (lane === undefined) return;
      this.#startNext(lane);
    }
  }

  #startNext(lane: Lane): void {
    const count = this.#entries.length;
    for (let i = 0; i < count; i++) {
      const entry = this.#entries[(this.#next + i) % count];
      if (entry === undefined || !entry.mayTake(lane)) continue;
      this.#next = (this.#next + i + 1) % count;
      const item = entry.queue.take(lane);
      if (item !== undefined) this.#admit(entry, item, lane);
      return;
    }
  }

  #admit(entry: Entry, item: Item, lane: Lane): void {
    const atMs = this.#mayRunAtMs(item);
    if (atMs > this.#options.clock.monotonicMs()) {
      entry.queue.done(item);
      this.#timers.schedule(item, atMs, lane);
      return;
    }
    const token = this.#options.ownership.token(item.slot);
    if (typeof token === 'object') {
      void this.#run(entry, { item, lane, token });
      return;
    }
    if (token === 'Draining' || token === 'Window') {
      entry.queue.park(item);
      return;
    }
    this.#dropped('dequeue', 1);
    entry.queue.done(item);
    entry.queue.forget(item);
  }

  #mayRunAtMs(item: Item): number {
    // Whoever edits the root is served at once, whatever its children do.
    const isEdited = item.calmUntilMs > 0 && this.#options.generationOf(item.root) !== item.generation;
    return isEdited ? item.notBeforeMs : Math.max(item.notBeforeMs, item.calmUntilMs);
  }

  async #run(
    entry: Entry,
    taken: { readonly item: Item; readonly lane: Lane; readonly token: WorkToken },
  ): Promise<void> {
    const startedMs = this.#options.clock.monotonicMs();
    const run: Run = {
      ...taken,
      controller: entry.controller,
      abort: new AbortController(),
      startedMs,
      generation: this.#options.generationOf(taken.item.root),
      wrote: undefined,
    };
    this.#running++;
    if (run.lane === 'resync') this.#resyncRunning++;
    entry.runs.add(run);
    this.#options.inFlight.begin(run.token.slot);
    entry.metrics.started((startedMs - run.item.queuedAtMs) / 1000);
    this.#timers.cancel(run.item);
    let end: RunEnd;
    try {
      end = { type: 'Done', outcome: await this.#options.perform(run) };
    } catch (error) {
      end = { type: 'Failed', error };
    }
    this.#running--;
    if (run.lane === 'resync') this.#resyncRunning--;
    entry.runs.delete(run);
    this.#afterRun.finish(entry, run, end);
    this.#options.inFlight.end(run.token.slot);
    if (entry.closing && entry.runs.size === 0) entry.removed?.();
    this.#pumpSoon();
  }

  #registerMetrics(): void {
    const { metrics, clock } = this.#options;
    metrics.onScrape(() => {
      const nowMs = clock.monotonicMs();
      for (const { metrics: own, queue, runs } of this.#entries) {
        const ages = Array.from(runs, (run) => (nowMs - run.startedMs) / 1000);
        own.scraped({ active: queue.running, ages, depths: LANES.map((lane) => queue.waiting(lane)) });
      }
      metrics.set('shardkeeper_bound_used', this.#running, { bound: 'workers' });
      metrics.set('shardkeeper_bound_limit', this.#options.workers, { bound: 'workers' });
    });
  }
}
