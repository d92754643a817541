/** Objects of one resource, never older than what was seen: from a reflector and from the answers to own writes. */
import { compareResourceVersions, type KubeObject, type WatchSink } from '../kube/types.ts';

export interface CacheListener {
  /** `after` is undefined when the object is gone. */
  readonly changed: (before: KubeObject | undefined, after: KubeObject | undefined) => void;
  /** The store went back in time (a restore): everything that was known, here and elsewhere, is void. Nothing was taken over. */
  readonly wentBack: () => void;
  /** The first list has arrived, or a later one. */
  readonly listed: () => void;
  readonly lostContact: () => void;
  /** It is watched again after that, from where it was: the store is the one that it was. */
  readonly regained: () => void;
}

/** One namespace, so names are keys. */
export class Cache implements WatchSink {
  readonly #listener: CacheListener;
  readonly #objects = new Map<string, KubeObject>();
  /** Highest resourceVersion that the watch has delivered, and what it was when the running list was begun. */
  #highest = '0';
  #floor = '0';
  #listed = false;
  #interrupted = false;

  constructor(listener: CacheListener) {
    this.#listener = listener;
  }

  get listed(): boolean {
    return this.#listed;
  }

  /** The watch broke and was not taken up again yet: what is here may be of a store that has been restored since. */
  get interrupted(): boolean {
    return this.#interrupted;
  }

  get(name: string): KubeObject | undefined {
    return this.#objects.get(name);
  }

  values(): Iterable<KubeObject> {
    return this.#objects.values();
  }

  /**
   * From the answer to a write or a GET. Older than what is known: ignored; so is an unknown object that the watch must have
   * shown already: it was deleted since.
   */
  readonly learn = (object: KubeObject): void => {
    const known = this.#objects.has(object.metadata.name);
    if (known || compareResourceVersions(versionOf(object), this.#highest) > 0) this.#put(object);
  };

  readonly replace = (items: readonly KubeObject[], resourceVersion: string): void => {
    if (this.#isOfThePast(items, resourceVersion)) {
      this.#listener.wentBack();
      return;
    }
    const names = new Set(items.map(({ metadata }) => metadata.name));
    for (const [name, known] of this.#objects) {
      if (names.has(name) || compareResourceVersions(versionOf(known), resourceVersion) > 0) continue;
      this.#drop(name);
    }
    for (const item of items) this.#put(item);
    this.#raise(resourceVersion);
    this.#listed = true;
    this.#listener.listed();
  };

  readonly apply = (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject): void => {
    if (type !== 'DELETED') {
      this.#put(object);
      this.#raise(versionOf(object));
      return;
    }
    const known = this.#objects.get(object.metadata.name);
    if (known !== undefined && compareResourceVersions(versionOf(known), versionOf(object)) <= 0)
      this.#drop(object.metadata.name);
    this.#raise(versionOf(object));
  };

  readonly progress = (resourceVersion: string): void => {
    this.#raise(resourceVersion);
  };

  readonly state = (state: { readonly type: 'Listing' | 'Watching' | 'BackingOff' }): void => {
    if (state.type === 'Listing') this.#floor = this.#highest;
    if (state.type === 'BackingOff') {
      this.#interrupted = true;
      this.#listener.lostContact();
    }
    if (state.type !== 'Watching' || !this.#interrupted) return;
    this.#interrupted = false;
    this.#listener.regained();
  };

  /**
   * Lists are consistent reads, so in one store nothing in them is older than what was known. A restored one shows a lower
   * version, or, with its versions bumped as they should be, some object in an older version.
   */
  #isOfThePast(items: readonly KubeObject[], resourceVersion: string): boolean {
    if (compareResourceVersions(resourceVersion, this.#floor) < 0) return true;
    return items.some((item) => {
      const known = this.#objects.get(item.metadata.name);
      if (known === undefined || compareResourceVersions(versionOf(known), resourceVersion) > 0) return false;
      return compareResourceVersions(versionOf(item), versionOf(known)) < 0;
    });
  }

  #put(object: KubeObject): void {
    const { name } = object.metadata;
    const known = this.#objects.get(name);
    if (known !== undefined && compareResourceVersions(versionOf(known), versionOf(object)) >= 0) return;
    this.#objects.set(name, object);
    this.#listener.changed(known, object);
  }

  #drop(name: string): void {
    const known = this.#objects.get(name);
    this.#objects.delete(name);
    this.#listener.changed(known, undefined);
  }

  #raise(resourceVersion: string): void {
    if (compareResourceVersions(resourceVersion, this.#highest) > 0) this.#highest = resourceVersion;
  }
}

function versionOf(object: KubeObject): string {
  return object.metadata.resourceVersion ?? '0';
}
