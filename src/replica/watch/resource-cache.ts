/**
 * The objects of one group/resource in the wanted slots.
 *
 * Guarantees:
 * - Never older than this process's own writes: an answer is put in before the write's promise resolves.
 * - While a write of a key is in flight its events wait. So whichever comes first, event or answer, the writer's own change
 *   is told once, with the writer as origin, and never looks like a foreign edit.
 * - Objects of slots that are not wanted are ignored.
 * - What was gone by the latest list of its slot does not come back: neither from a list that was begun earlier and arrives
 *   later, nor from a watch that repeats the past.
 * - Unless the server went back (a restored backup): a list that was begun after something was known and shows less is right.
 */
import {
  byController,
  byNamespaceIfUncontrolled,
  createObjectStore,
  type Change,
  type List,
  type ObjectStore,
} from '../../kube/store.ts';
import {
  compareResourceVersions,
  groupResourceOf,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from '../../kube/types.ts';
import { ALL, forEachSlot, size, slotsOf, subtract, type RangeSet } from '../../protocol/ranges.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';
import type { ObjectChange } from '../ports.ts';
import { SlotBits } from './slot-bits.ts';
import { labelledSlot, slotTextOf } from './slot-label.ts';

/** Who caused a change: compared by identity with the run that wrote. Undefined = somebody else. */
export type Origin = object | undefined;

export interface CacheListener {
  /** `vanished`: it disappeared, and nothing that we know explains it. */
  readonly changed: (change: ObjectChange, how: { readonly origin: Origin; readonly vanished: boolean }) => void;
  /** A deletion became visible at this resourceVersion. */
  readonly deletionSeen: (groupResource: string, key: ObjectKey, resourceVersion: string) => void;
}

type WatchedEvent = { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject };
type IndexName = 'controller' | 'orphan' | 'slot';

export class ResourceCache {
  readonly resource: Resource;
  readonly groupResource: string;
  readonly #label: string;
  readonly #listener: CacheListener;
  readonly #store: ObjectStore<IndexName>;
  readonly #wanted = new SlotBits();
  /** Highest version that the server has told of this resource. */
  #highest = '';
  /** Per wanted slot the resourceVersion of its latest list. */
  readonly #listedAt = Array<string | undefined>(SLOT_COUNT).fill(undefined);
  /** Keys with writes in flight: how many, and the events that wait for their answers. */
  readonly #writing = new Map<ObjectKey, { count: number; readonly held: WatchedEvent[] }>();

  constructor(resource: Resource, slotLabel: string, listener: CacheListener) {
    this.resource = resource;
    this.groupResource = groupResourceOf(resource);
    this.#label = slotLabel;
    this.#listener = listener;
    this.#store = createObjectStore<IndexName>({
      indexes: {
        controller: byController,
        orphan: byNamespaceIfUncontrolled,
        slot: (object) => slotTextOf(object, slotLabel),
      },
    });
  }

  get(key: ObjectKey): KubeObject | undefined {
    return this.#store.get(key);
  }

  ownedBy(uid: string): readonly KubeObject[] {
    return [...this.#store.select('controller', uid)];
  }

  orphans(namespace: string): readonly KubeObject[] {
    return [...this.#store.select('orphan', namespace)];
  }

  inSlot(slot: Slot): Iterable<KubeObject> {
    return this.#store.select('slot', String(slot));
  }

  /** Those of `slots` that have objects, ascending. Objects are few as a rule, and slots many. */
  occupied(slots: RangeSet): readonly Slot[] {
    if (this.#store.size() >= size(slots)) return [...slotsOf(slots)].filter((slot) => this.#countAt(slot) > 0);
    const bits = SlotBits.of(slots);
    const found = new Set<Slot>();
    for (const object of this.#store.values()) {
      const slot = this.slotOf(object);
      if (slot !== undefined && bits.has(slot)) found.add(slot);
    }
    return [...found].toSorted((a, b) => a - b);
  }

  #countAt(slot: Slot): number {
    return this.#store.count('slot', String(slot));
  }

  countIn(slots: RangeSet): number {
    let count = 0;
    if (this.#store.size() < size(slots)) {
      const bits = SlotBits.of(slots);
      for (const object of this.#store.values()) if (bits.has(this.slotOf(object) ?? -1)) count += 1;
      return count;
    }
    forEachSlot(slots, (slot) => {
      count += this.#countAt(slot);
    });
    return count;
  }

  slotOf(object: KubeObject): Slot | undefined {
    return labelledSlot(object, this.#label);
  }

  /** From now on exactly these slots; what lies outside is forgotten (not removed: it still exists). */
  want(slots: RangeSet): void {
    this.#wanted.assign(slots);
    for (const { start, end } of subtract(ALL, slots)) this.#listedAt.fill(undefined, start, end + 1);
    this.#store.dropWhere((object) => !this.#isWanted(object));
  }

  /** An event of a watch. */
  apply(type: WatchedEvent['type'], object: KubeObject): void {
    const writing = this.#writing.get(keyOf(object.metadata));
    if (writing === undefined) this.#apply(type, object);
    else writing.held.push({ type, object });
  }

  /** To be asked when a consistent LIST is begun, and given back with its result. */
  get highest(): string {
    return this.#highest;
  }

  /** A complete list of `within`. */
  replace(within: RangeSet, list: List): void {
    const { items, resourceVersion, knownAtBegin } = list;
    const bits = SlotBits.of(within);
    const inside = (object: KubeObject): boolean => {
      const slot = this.slotOf(object);
      return slot !== undefined && bits.has(slot);
    };
    const wentBack = compareResourceVersions(resourceVersion, knownAtBegin) < 0;
    if (wentBack) this.#goBack(resourceVersion, knownAtBegin);
    const visible = items.filter(
      (item) => inside(item) && this.#isWanted(item) && !this.#wasGoneBy(item, resourceVersion),
    );
    for (const change of this.#store.replaceWhere(inside, { items: visible, resourceVersion, knownAtBegin })) {
      if (change.type === 'Removed') this.#listener.deletionSeen(this.groupResource, change.key, resourceVersion);
      this.#tell(change, undefined);
    }
    this.#raise(resourceVersion);
    for (const { start, end } of within) {
      for (let slot = start; slot <= end; slot++) {
        if (!this.#wanted.has(slot)) continue;
        const listedAt = this.#listedAt[slot];
        if (listedAt === undefined || compareResourceVersions(resourceVersion, listedAt) > 0)
          this.#listedAt[slot] = resourceVersion;
      }
    }
  }

  /** The server counts from `resourceVersion` again: lists made at versions that it is to use once more prove nothing. */
  #goBack(resourceVersion: string, knownAtBegin: string): void {
    if (compareResourceVersions(this.#highest, knownAtBegin) <= 0) this.#highest = resourceVersion;
    for (const [slot, listedAt] of this.#listedAt.entries()) {
      if (listedAt === undefined || compareResourceVersions(listedAt, resourceVersion) <= 0) continue;
      if (compareResourceVersions(listedAt, knownAtBegin) <= 0) this.#listedAt[slot] = undefined;
    }
  }

  /** A write of `key` is about to be sent: hold its events. */
  beginWrite(key: ObjectKey): void {
    const writing = this.#writing.get(key);
    if (writing === undefined) this.#writing.set(key, { count: 1, held: [] });
    else writing.count++;
  }

  /** The write was answered, or given up: what was held is told now. Put the answer in first. */
  endWrite(key: ObjectKey): void {
    const writing = this.#writing.get(key);
    if (writing === undefined || --writing.count > 0) return;
    this.#writing.delete(key);
    for (const { type, object } of writing.held) this.#apply(type, object);
  }

  /** Puts in what the server answered: of an own write, or of a live read (no origin). */
  put(object: KubeObject, origin: Origin): void {
    this.#raise(object.metadata.resourceVersion);
    if (!this.#isWanted(object) || this.#wasGoneBy(object, object.metadata.resourceVersion)) return;
    const change = this.#store.upsert(object);
    if (change !== undefined) this.#tell(change, origin);
  }

  /** The server confirmed our DELETE of the object as we know it. */
  deleted(key: ObjectKey, origin: Origin): void {
    const known = this.#store.get(key)?.metadata.resourceVersion;
    if (known === undefined) return;
    // The deletion has a version of its own, which is later; the answer does not tell it.
    const change = this.#store.remove(key, String(BigInt(known) + 1n), 'guessed');
    if (change?.type === 'Removed') {
      this.#listener.changed(this.#changeOf(change), { origin, vanished: false });
    }
  }

  #raise(resourceVersion = ''): void {
    if (compareResourceVersions(resourceVersion, this.#highest) > 0) this.#highest = resourceVersion;
  }

  #apply(type: WatchedEvent['type'], object: KubeObject): void {
    this.#raise(object.metadata.resourceVersion);
    const key = keyOf(object.metadata);
    if (type === 'DELETED' || this.#hasLeft(key, object)) {
      const resourceVersion = object.metadata.resourceVersion ?? '';
      this.#listener.deletionSeen(this.groupResource, key, resourceVersion);
      const change = this.#store.remove(key, resourceVersion);
      if (change !== undefined) this.#tell(change, undefined);
      return;
    }
    if (!this.#isWanted(object) || this.#wasGoneBy(object, object.metadata.resourceVersion)) return;
    const change = this.#store.upsert(object);
    if (change !== undefined) this.#tell(change, undefined);
  }

  /**
   * It was visible and carries no wanted slot any more. A watch may go on showing it: it reaches further than what is
   * wanted, and the API server takes `007` for a number.
   */
  #hasLeft(key: ObjectKey, object: KubeObject): boolean {
    return !this.#isWanted(object) && this.#store.get(key) !== undefined;
  }

  #tell(change: Change, origin: Origin): void {
    // An object that was being deleted and is gone was deleted; for any other only a live read can tell.
    const vanished = change.type === 'Removed' && change.previous.metadata.deletionTimestamp === undefined;
    this.#listener.changed(this.#changeOf(change), { origin, vanished });
  }

  #changeOf(change: Change): ObjectChange {
    const before = change.type === 'Added' ? undefined : change.previous;
    const after = change.type === 'Removed' ? undefined : change.object;
    return { resource: this.resource, before, after };
  }

  /** It is unknown although its slot was listed at, or after, the version at which `object` was seen. */
  #wasGoneBy(object: KubeObject, seenAt = ''): boolean {
    const slot = this.slotOf(object);
    const listedAt = slot === undefined ? undefined : this.#listedAt[slot];
    if (listedAt === undefined || compareResourceVersions(seenAt, listedAt) > 0) return false;
    return this.#store.get(keyOf(object.metadata)) === undefined;
  }

  #isWanted(object: KubeObject): boolean {
    const slot = this.slotOf(object);
    return slot !== undefined && this.#wanted.has(slot);
  }
}
