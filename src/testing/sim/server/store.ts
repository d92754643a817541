/** Everything that is stored, under one counter of revisions, as in etcd. */
import { groupResourceOf, type KubeObject, type ObjectKey, type Resource } from '../../../kube/types.ts';
import type { ModelBackup, ModelChange, ModelWatch, ModelWatchEvent } from '../ports.ts';
import { Collection, goneAt, tellWatcher, type Change, type Stored, type Watcher } from './collection.ts';
import { expired } from './refusal.ts';
import type { Matches } from './selection.ts';

export type StoredChange = ModelChange & { readonly before: KubeObject | undefined };

interface Backup extends ModelBackup {
  readonly revision: number;
  readonly collections: ReadonlyMap<
    string,
    { readonly resource: Resource; readonly stored: ReadonlyMap<ObjectKey, Stored> }
  >;
}

/** A store is never empty: versions like "1" are long forgotten. */
const FIRST_REVISION = 1_000;
/** etcdutl's `--bump-revision` is chosen larger than all that can have happened since the snapshot. */
const BUMP = 100_000;

export class Store {
  readonly #wallMs: () => number;
  readonly #collections = new Map<string, Collection>();
  /** The same, found without putting a name together. */
  readonly #byResource = new WeakMap<Resource, Collection>();
  readonly #listeners: ((change: StoredChange) => void)[] = [];
  #revision = FIRST_REVISION;
  #highest = FIRST_REVISION;
  /** Watches and exact reads from before are refused. */
  #floor = FIRST_REVISION;
  /** Something happened that may have made garbage. */
  #isLittered = false;

  constructor(wallMs: () => number) {
    this.#wallMs = wallMs;
  }

  get revision(): number {
    return this.#revision;
  }

  get floor(): number {
    return this.#floor;
  }

  of(resource: Resource): Collection {
    const known = this.#byResource.get(resource);
    if (known !== undefined) return known;
    const name = groupResourceOf(resource);
    let collection = this.#collections.get(name);
    if (collection === undefined) {
      collection = new Collection(resource);
      this.#collections.set(name, collection);
    }
    this.#byResource.set(resource, collection);
    return collection;
  }

  all(): IterableIterator<Collection> {
    return this.#collections.values();
  }

  onStored(listener: (change: StoredChange) => void): void {
    this.#listeners.push(listener);
  }

  /** Stores `next` under a new revision, or deletes; returns what was stored, or the last content when it was deleted. */
  commit(collection: Collection, key: ObjectKey, next: Stored | undefined): KubeObject {
    const before = collection.get(key);
    this.#revision += 1;
    if (this.#revision > this.#highest) this.#highest = this.#revision;
    const revision = this.#revision;
    const after = next === undefined ? undefined : goneAt(next.object, revision);
    this.#isLittered ||= isLitter(before, after);
    const change: Change = { revision, wallMs: this.#wallMs(), key, before, after };
    collection.commit(change, next === undefined || after === undefined ? undefined : { ...next, object: after });
    const object = after ?? (before === undefined ? undefined : goneAt(before, revision));
    if (object === undefined) throw new Error(`nothing to delete: ${key}`);
    const type = after === undefined ? 'DELETED' : before === undefined ? 'ADDED' : 'MODIFIED';
    for (const listener of this.#listeners) listener({ type, object, before });
    collection.tell(change);
    return object;
  }

  /** Whether there may be garbage since this was last asked. */
  takeLittered(): boolean {
    const isLittered = this.#isLittered;
    this.#isLittered = false;
    return isLittered;
  }

  /** Throws Refusal (410) when `from` is forgotten. What happened since is told before this returns. */
  watch(
    collection: Collection,
    { from, matches }: { readonly from: number | 'Any'; readonly matches: Matches | undefined },
    sink: (event: ModelWatchEvent) => void,
  ): ModelWatch {
    if (from !== 'Any' && from < this.#floor) throw expired(`too old resource version: ${from} (${this.#floor})`);
    const watcher: Watcher = { matches, sink, from: from === 'Any' ? this.#revision : from };
    if (from === 'Any') for (const object of collection.list(matches)) sink({ type: 'ADDED', object });
    else for (const change of collection.since(from)) tellWatcher(watcher, change);
    collection.watchers.add(watcher);
    return { close: () => void collection.watchers.delete(watcher) };
  }

  bookmark(): void {
    const resourceVersion = String(this.#revision);
    for (const { watchers } of this.#collections.values())
      for (const { from, sink } of watchers) if (from <= this.#revision) sink({ type: 'BOOKMARK', resourceVersion });
  }

  forget(): void {
    this.#floor = this.#revision;
  }

  endWatches(): void {
    for (const { watchers } of this.#collections.values()) {
      const ended = [...watchers];
      watchers.clear();
      for (const { sink } of ended) sink({ type: 'ENDED' });
    }
  }

  backup(): Backup {
    const collections = new Map(
      [...this.#collections].map(
        ([name, { resource, stored }]) => [name, { resource, stored: new Map(stored) }] as const,
      ),
    );
    return { resourceVersion: String(this.#revision), revision: this.#revision, collections };
  }

  restore(backup: ModelBackup, options: { readonly withStatus: boolean; readonly bumped: boolean }): void {
    const { revision, collections } = backup as Backup;
    for (const { resource, stored } of collections.values()) {
      this.of(resource).restore(options.withStatus || !resource.hasStatus ? stored : withoutStatus(stored));
    }
    for (const [name, collection] of this.#collections) if (!collections.has(name)) collection.restore(new Map());
    this.#revision = options.bumped ? this.#highest + BUMP : revision;
    if (this.#revision > this.#highest) this.#highest = this.#revision;
    this.#floor = this.#revision;
    this.#isLittered = true;
    this.endWatches();
  }
}

/** A deletion, done or marked, or a new owner, who may be gone already. */
function isLitter(before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  if (after === undefined || after.metadata.deletionTimestamp !== undefined) return true;
  const { ownerReferences } = after.metadata;
  return ownerReferences !== undefined && ownerReferences !== before?.metadata.ownerReferences;
}

function withoutStatus(stored: ReadonlyMap<ObjectKey, Stored>): ReadonlyMap<ObjectKey, Stored> {
  return new Map(
    [...stored].map(([key, { object, owners }]) => {
      const { status: _, ...rest } = object;
      return [key, { owners, object: rest as KubeObject }];
    }),
  );
}
