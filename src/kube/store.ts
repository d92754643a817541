/**
 * A cache of one group/resource that never goes back, unless the API server itself did.
 *
 * Guarantees:
 * - Per key the resourceVersion only grows, whatever order watches, lists and answers of our own writes come in. So the
 *   answer of a write can be put in at once, and its echo in the watch changes nothing.
 * - A list says which versions were known when it was begun (`knownAtBegin`). It is a consistent read, so in one history it is
 *   at or after all of them: where it shows something older, the server was restored from a backup, and the list is right.
 * - A removal is remembered (a bounded number of them), so that an older event cannot bring the object back.
 * - A change costs O(number of indexes), whatever the size. Objects are kept, not copied, and must not be mutated.
 *
 * Several watches of disjoint selections may feed one store: an object that moves from one to the other is seen as
 * DELETED and ADDED with the same resourceVersion, in any order, and stays.
 */
import { compareResourceVersions, controllerOf, keyOf } from './types.ts';
import type { KubeObject, ObjectKey } from './types.ts';

/** The value under which an object is found, or undefined to leave it out. Pure. */
export type IndexFunction = (object: KubeObject) => string | undefined;

export type Change =
  | { readonly type: 'Added'; readonly key: ObjectKey; readonly object: KubeObject }
  /** The uid differs when the object was deleted and created again in between. */
  | { readonly type: 'Modified'; readonly key: ObjectKey; readonly object: KubeObject; readonly previous: KubeObject }
  /** No longer visible; `previous` is what was known last. */
  | { readonly type: 'Removed'; readonly key: ObjectKey; readonly previous: KubeObject };

export interface List {
  readonly items: readonly KubeObject[];
  /** It is complete at this version. */
  readonly resourceVersion: string;
  /** The highest version that was known of this resource when the consistent read was begun; '' when that is not known. */
  readonly knownAtBegin: string;
}

export interface ObjectReader<Index extends string> {
  readonly size: () => number;
  readonly get: (key: ObjectKey) => KubeObject | undefined;
  readonly values: () => Iterable<KubeObject>;
  /** Those for which the index function gives `value`. Do not change the store while iterating. */
  readonly select: (index: Index, value: string) => Iterable<KubeObject>;
  readonly count: (index: Index, value: string) => number;
}

export interface ObjectStore<Index extends string> extends ObjectReader<Index> {
  /** Undefined when the object is not newer than what is known: stale, or the echo of what was put in before. */
  readonly upsert: (object: KubeObject) => Change | undefined;
  /**
   * No longer visible since `resourceVersion`; `guessed`: at about that version, as the answer to a deletion does not tell it.
   * Undefined when nothing was there or when it is known in a later state.
   */
  readonly remove: (key: ObjectKey, resourceVersion: string, guessed?: 'guessed') => Change | undefined;
  /**
   * A new list of the selection `within`: what matches, is missing in it and is not newer, is removed. O(size).
   */
  readonly replaceWhere: (within: (object: KubeObject) => boolean, list: List) => readonly Change[];
  /** Forgets without remembering a removal: we stopped looking, the objects are still there. Returns how many. */
  readonly dropWhere: (within: (object: KubeObject) => boolean) => number;
}

export interface ObjectStoreOptions<Index extends string> {
  readonly indexes: Readonly<Record<Index, IndexFunction>>;
  /** Removals that are remembered. Default 16,384. */
  readonly tombstonesMax?: number;
}

/** By uid of the controlling owner. */
export const byController: IndexFunction = (object) => controllerOf(object.metadata)?.uid;

/** Objects without a controlling owner, by namespace ('' for cluster-scoped ones). */
export const byNamespaceIfUncontrolled: IndexFunction = (object) =>
  controllerOf(object.metadata) === undefined ? (object.metadata.namespace ?? '') : undefined;

export function createObjectStore<Index extends string>(options: ObjectStoreOptions<Index>): ObjectStore<Index> {
  return new MapObjectStore(options);
}

interface Tombstone {
  readonly version: string;
  readonly guessed: boolean;
}

type Buckets = Map<string, Map<ObjectKey, KubeObject>>;

class MapObjectStore<Index extends string> implements ObjectStore<Index> {
  readonly #objects = new Map<ObjectKey, KubeObject>();
  /** In order of removal; the oldest is forgotten first. */
  readonly #tombstones = new Map<ObjectKey, Tombstone>();
  readonly #tombstonesMax: number;
  readonly #indexes: ReadonlyMap<Index, { readonly valueOf: IndexFunction; readonly buckets: Buckets }>;

  constructor(options: ObjectStoreOptions<Index>) {
    this.#tombstonesMax = options.tombstonesMax ?? 16_384;
    const entries = Object.entries<IndexFunction>(options.indexes) as [Index, IndexFunction][];
    this.#indexes = new Map(entries.map(([name, valueOf]) => [name, { valueOf, buckets: new Map() }]));
  }

  readonly size = (): number => this.#objects.size;

  readonly get = (key: ObjectKey): KubeObject | undefined => this.#objects.get(key);

  readonly values = (): Iterable<KubeObject> => this.#objects.values();

  readonly select = (index: Index, value: string): Iterable<KubeObject> =>
    this.#indexes.get(index)?.buckets.get(value)?.values() ?? [];

  readonly count = (index: Index, value: string): number => this.#indexes.get(index)?.buckets.get(value)?.size ?? 0;

  readonly upsert = (object: KubeObject): Change | undefined => {
    const key = keyOf(object.metadata);
    const version = versionOf(object);
    const previous = this.#objects.get(key);
    if (previous !== undefined) {
      if (compareResourceVersions(version, versionOf(previous)) <= 0) return undefined;
      this.#put(key, object, previous);
      return { type: 'Modified', key, object, previous };
    }
    const removed = this.#tombstones.get(key);
    if (removed !== undefined) {
      // Equal is no resurrection: the object left one selection and entered another by the same write.
      if (compareResourceVersions(version, removed.version) < 0) return undefined;
      this.#tombstones.delete(key);
    }
    this.#put(key, object, undefined);
    return { type: 'Added', key, object };
  };

  readonly remove = (key: ObjectKey, resourceVersion: string, guessed?: 'guessed'): Change | undefined => {
    const previous = this.#objects.get(key);
    if (previous !== undefined && compareResourceVersions(versionOf(previous), resourceVersion) >= 0) return undefined;
    this.#bury(key, { version: resourceVersion, guessed: guessed !== undefined });
    if (previous === undefined) return undefined;
    this.#drop(key, previous);
    return { type: 'Removed', key, previous };
  };

  readonly replaceWhere = (within: (object: KubeObject) => boolean, list: List): readonly Change[] => {
    const { items, resourceVersion, knownAtBegin } = list;
    const changes: Change[] = [];
    const listed = new Set(items.map((item) => keyOf(item.metadata)));
    // The server counts anew: what was removed at a version that it will use again says nothing, nor does an equal version.
    const recounts = compareResourceVersions(resourceVersion, knownAtBegin) < 0;
    if (recounts) this.#tombstones.clear();
    for (const [key, object] of this.#objects) {
      if (listed.has(key) || !within(object)) continue;
      const isNewer = compareResourceVersions(versionOf(object), resourceVersion) > 0;
      if (isNewer && compareResourceVersions(versionOf(object), knownAtBegin) > 0) continue;
      this.#bury(key, { version: resourceVersion, guessed: false });
      this.#drop(key, object);
      changes.push({ type: 'Removed', key, previous: object });
    }
    for (const item of items) {
      const change = this.#correct(item, { knownAtBegin, recounts }) ?? this.upsert(item);
      if (change !== undefined) changes.push(change);
    }
    return changes;
  };

  /** The item of a list is older than what was known before that was begun: it counts. */
  #correct(item: KubeObject, how: { readonly knownAtBegin: string; readonly recounts: boolean }): Change | undefined {
    const { knownAtBegin, recounts } = how;
    const key = keyOf(item.metadata);
    const previous = this.#objects.get(key);
    const removed = this.#tombstones.get(key);
    if (removed !== undefined && !removed.guessed && compareResourceVersions(removed.version, knownAtBegin) <= 0)
      this.#tombstones.delete(key);
    if (previous === undefined || compareResourceVersions(versionOf(previous), knownAtBegin) > 0) return undefined;
    const older = compareResourceVersions(versionOf(item), versionOf(previous));
    if (older > 0 || (older === 0 && !recounts)) return undefined;
    this.#put(key, item, previous);
    return { type: 'Modified', key, object: item, previous };
  }

  readonly dropWhere = (within: (object: KubeObject) => boolean): number => {
    const before = this.#objects.size;
    for (const [key, object] of this.#objects) if (within(object)) this.#drop(key, object);
    return before - this.#objects.size;
  };

  #put(key: ObjectKey, object: KubeObject, previous: KubeObject | undefined): void {
    this.#objects.set(key, object);
    for (const { valueOf, buckets } of this.#indexes.values()) {
      const value = valueOf(object);
      const old = previous === undefined ? undefined : valueOf(previous);
      if (old !== undefined && old !== value) leave(buckets, old, key);
      if (value !== undefined) enter(buckets, value, { key, object });
    }
  }

  #drop(key: ObjectKey, previous: KubeObject): void {
    this.#objects.delete(key);
    for (const { valueOf, buckets } of this.#indexes.values()) {
      const value = valueOf(previous);
      if (value !== undefined) leave(buckets, value, key);
    }
  }

  #bury(key: ObjectKey, tombstone: Tombstone): void {
    const known = this.#tombstones.get(key);
    if (known !== undefined && compareResourceVersions(known.version, tombstone.version) >= 0) return;
    this.#tombstones.delete(key);
    this.#tombstones.set(key, tombstone);
    if (this.#tombstones.size <= this.#tombstonesMax) return;
    for (const oldest of this.#tombstones.keys()) {
      this.#tombstones.delete(oldest);
      break;
    }
  }
}

function enter(buckets: Buckets, value: string, entry: { readonly key: ObjectKey; readonly object: KubeObject }): void {
  const bucket = buckets.get(value);
  if (bucket === undefined) buckets.set(value, new Map([[entry.key, entry.object]]));
  else bucket.set(entry.key, entry.object);
}

function leave(buckets: Buckets, value: string, key: ObjectKey): void {
  const bucket = buckets.get(value);
  if (bucket === undefined) return;
  bucket.delete(key);
  if (bucket.size === 0) buckets.delete(value);
}

/** An object without a version never was in the API server; '' is older than everything. */
function versionOf(object: KubeObject): string {
  return object.metadata.resourceVersion ?? '';
}
