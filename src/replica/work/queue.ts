/**
 * A keyed queue with three lanes: client-go's three sets, plus parking.
 *
 * ```
 *            add                take               done
 *   Idle ──────────► Queued ──────────► Running ──────────► Idle (forgotten unless something is remembered about it)
 *                      ▲  │ park          │ add
 *                      │  ▼               ▼          done
 *                      Parked ◄─┐      RunningDirty ──────► Queued
 *                               └─ add while its slot is closed
 * ```
 *
 * Guarantees: a key is in at most one lane; it never runs twice at once; an `add` while it runs makes it run once more; the
 * better lane wins; within a lane the order is that of arrival. Every operation but `park`, `drop` and `unpark` of a slot is
 * O(1). Pure: time is a parameter.
 */
import { assert } from '../../lib/assert.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { Lane, RootRef } from '../ports.ts';

export const LANES: readonly Lane[] = ['event', 'retry', 'resync'];

export type ItemState = 'Idle' | 'Queued' | 'Parked' | 'Running' | 'RunningDirty';

/** One root of one controller. Lives as long as something is queued, runs, waits or is remembered. */
export class Item {
  readonly id: string;
  readonly root: RootRef;
  /** Of the root when it was last added. */
  slot: Slot;
  state: ItemState = 'Idle';
  /** Lane in which it waits (Queued, Parked) or will wait (RunningDirty). */
  lane: Lane = 'resync';
  /** Monotonic time at which it began to wait. */
  queuedAtMs = 0;
  /** Reconciles in a row that failed. */
  failures = 0;
  /** Reconciles in a row that wrote something. */
  writesInRow = 0;
  /** Generation of the root when it was last looked at. */
  generation: number | undefined = undefined;
  /** Not before this monotonic time unless its spec was changed since: it writes every time it is looked at. */
  calmUntilMs = 0;
  /** Not before this monotonic time (429), whatever happens. */
  notBeforeMs = 0;
  /** When a timer adds it, and to which lane; managed by timers.ts. */
  dueAtMs = 0;
  dueLane: Lane = 'resync';
  heapIndex = -1;
  /** Neighbours in its lane. */
  previous: Item | undefined = undefined;
  next: Item | undefined = undefined;

  constructor(id: string, root: RootRef, slot: Slot) {
    this.id = id;
    this.root = root;
    this.slot = slot;
  }
}

export function itemId(root: RootRef): string {
  return `${root.groupResource} ${root.key}`;
}

const RANK: Readonly<Record<Lane, number>> = { event: 0, retry: 1, resync: 2 };

interface LaneList {
  head: Item | undefined;
  tail: Item | undefined;
  length: number;
}

const emptyLane = (): LaneList => ({ head: undefined, tail: undefined, length: 0 });

export class KeyedQueue {
  readonly #items = new Map<string, Item>();
  readonly #bySlot = new Map<Slot, Set<Item>>();
  readonly #lanes: Readonly<Record<Lane, LaneList>> = { event: emptyLane(), retry: emptyLane(), resync: emptyLane() };
  #running = 0;

  /** The item of a root; made (Idle) when there is none. */
  item(root: RootRef, slot: Slot): Item {
    const id = itemId(root);
    const known = this.#items.get(id);
    if (known !== undefined) {
      if (known.slot !== slot) this.#moveToSlot(known, slot);
      return known;
    }
    const item = new Item(id, root, slot);
    this.#items.set(id, item);
    this.#index(item);
    return item;
  }

  find(root: RootRef): Item | undefined {
    return this.#items.get(itemId(root));
  }

  /** Wants the item to run. Returns true when that made it wait anew (it was neither waiting nor already dirty). */
  add(item: Item, lane: Lane, nowMs: number): boolean {
    switch (item.state) {
      case 'Idle':
        item.state = 'Queued';
        item.lane = lane;
        item.queuedAtMs = nowMs;
        this.#append(item);
        return true;
      case 'Running':
        item.state = 'RunningDirty';
        item.lane = lane;
        item.queuedAtMs = nowMs;
        return true;
      case 'Queued':
        if (RANK[lane] >= RANK[item.lane]) return false;
        this.#unlink(item);
        item.lane = lane;
        this.#append(item);
        return false;
      case 'RunningDirty':
      case 'Parked':
        if (RANK[lane] < RANK[item.lane]) item.lane = lane;
        return false;
    }
  }

  /** Like `add`, for an item whose slot is closed for now: it waits until `unpark`. */
  addParked(item: Item, lane: Lane, nowMs: number): void {
    if (item.state === 'Idle') {
      item.state = 'Parked';
      item.lane = lane;
      item.queuedAtMs = nowMs;
    } else this.add(item, lane, nowMs);
  }

  /** The first of a lane, now Running. */
  take(lane: Lane): Item | undefined {
    const item = this.#lanes[lane].head;
    if (item === undefined) return undefined;
    this.#unlink(item);
    item.state = 'Running';
    this.#running++;
    return item;
  }

  /** Its run is over. It waits again when it was added meanwhile. */
  done(item: Item): void {
    assert(item.state === 'Running' || item.state === 'RunningDirty', `${item.id} is done but was not running`);
    this.#running--;
    if (item.state === 'Running') item.state = 'Idle';
    else {
      item.state = 'Queued';
      this.#append(item);
    }
  }

  /** Gives back an item that was taken and may not run now: it waits until `unpark`. */
  park(item: Item): void {
    assert(item.state === 'Running', `${item.id} is parked but was not just taken`);
    this.#running--;
    item.state = 'Parked';
  }

  /** The parked items of a slot wait in their lanes again. */
  unpark(slot: Slot): void {
    for (const item of this.#bySlot.get(slot) ?? []) {
      if (item.state !== 'Parked') continue;
      item.state = 'Queued';
      this.#append(item);
    }
  }

  /** Forgets everything that waits in a slot; what runs is not run again. Returns the items that were touched. */
  drop(slot: Slot): readonly Item[] {
    const items = [...(this.#bySlot.get(slot) ?? [])];
    for (const item of items) {
      if (item.state === 'Queued') this.#unlink(item);
      if (item.state === 'RunningDirty') item.state = 'Running';
      else if (item.state !== 'Running') item.state = 'Idle';
      item.failures = 0;
      item.writesInRow = 0;
      item.notBeforeMs = 0;
      item.calmUntilMs = 0;
    }
    return items;
  }

  /** Removes an item about which nothing is left to remember. */
  forget(item: Item): void {
    if (item.state !== 'Idle' || item.heapIndex >= 0) return;
    this.#items.delete(item.id);
    this.#unindex(item);
  }

  /** Number of items that wait in a lane. */
  waiting(lane: Lane): number {
    return this.#lanes[lane].length;
  }

  /** Number of items that wait in any lane (parked ones not counted). */
  get depth(): number {
    return this.#lanes.event.length + this.#lanes.retry.length + this.#lanes.resync.length;
  }

  get running(): number {
    return this.#running;
  }

  /** Number of items about which anything is remembered. */
  get size(): number {
    return this.#items.size;
  }

  /** When the item that has waited longest began to wait; undefined when none waits. */
  oldestMs(): number | undefined {
    let oldest: number | undefined;
    for (const lane of LANES) {
      const head = this.#lanes[lane].head;
      if (head !== undefined && (oldest === undefined || head.queuedAtMs < oldest)) oldest = head.queuedAtMs;
    }
    return oldest;
  }

  items(): IterableIterator<Item> {
    return this.#items.values();
  }

  #append(item: Item): void {
    const lane = this.#lanes[item.lane];
    item.previous = lane.tail;
    item.next = undefined;
    if (lane.tail === undefined) lane.head = item;
    else lane.tail.next = item;
    lane.tail = item;
    lane.length++;
  }

  #unlink(item: Item): void {
    const lane = this.#lanes[item.lane];
    if (item.previous === undefined) lane.head = item.next;
    else item.previous.next = item.next;
    if (item.next === undefined) lane.tail = item.previous;
    else item.next.previous = item.previous;
    item.previous = undefined;
    item.next = undefined;
    lane.length--;
  }

  #index(item: Item): void {
    const items = this.#bySlot.get(item.slot);
    if (items === undefined) this.#bySlot.set(item.slot, new Set([item]));
    else items.add(item);
  }

  #unindex(item: Item): void {
    const items = this.#bySlot.get(item.slot);
    items?.delete(item);
    if (items?.size === 0) this.#bySlot.delete(item.slot);
  }

  #moveToSlot(item: Item, slot: Slot): void {
    this.#unindex(item);
    item.slot = slot;
    this.#index(item);
  }
}
