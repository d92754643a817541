/** The objects of one resource, their history, and the watches on it. */
import { keyOf, type KubeObject, type ObjectKey, type Resource } from '../../../kube/types.ts';
import type { ModelWatchEvent } from '../ports.ts';
import type { Owners } from './apply.ts';
import type { Matches } from './selection.ts';

export interface Stored {
  readonly object: KubeObject;
  readonly owners: Owners;
}

export interface Change {
  readonly revision: number;
  readonly wallMs: number;
  readonly key: ObjectKey;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

export interface Watcher {
  readonly matches: Matches | undefined;
  readonly from: number;
  readonly sink: (event: ModelWatchEvent) => void;
}

export class Collection {
  readonly resource: Resource;
  readonly stored: Map<ObjectKey, Stored>;
  readonly watchers = new Set<Watcher>();
  #history: Change[] = [];
  #sorted: readonly ObjectKey[] | undefined;

  constructor(resource: Resource, stored: ReadonlyMap<ObjectKey, Stored> = new Map()) {
    this.resource = resource;
    this.stored = new Map(stored);
  }

  get(key: ObjectKey): KubeObject | undefined {
    return this.stored.get(key)?.object;
  }

  /** In the order of their keys, as the API server lists them. */
  list(matches: Matches | undefined): readonly KubeObject[] {
    this.#sorted ??= [...this.stored.keys()].toSorted();
    const items: KubeObject[] = [];
    for (const key of this.#sorted) {
      const object = this.stored.get(key)?.object;
      if (object !== undefined && (matches === undefined || matches(object))) items.push(object);
    }
    return items;
  }

  /** Stores `next`, or removes the object; tells the watches. */
  commit(change: Change, next: Stored | undefined): void {
    const { key } = change;
    if (next === undefined) this.stored.delete(key);
    else this.stored.set(key, next);
    if (change.before === undefined || next === undefined) this.#sorted = undefined;
    this.#history.push(change);
  }

  tell(change: Change): void {
    for (const watcher of this.watchers) if (change.revision > watcher.from) tellWatcher(watcher, change);
  }

  /** What happened after `revision`, oldest first. */
  since(revision: number): readonly Change[] {
    let low = this.#history.length;
    while (low > 0 && (this.#history[low - 1]?.revision ?? 0) > revision) low -= 1;
    return this.#history.slice(low);
  }

  /** The objects as they were at `revision`. */
  at(revision: number): Collection {
    const later = this.since(revision);
    if (later.length === 0) return this;
    const past = new Collection(this.resource, this.stored);
    for (const { key, before } of later.toReversed()) {
      if (before === undefined) past.stored.delete(key);
      else past.stored.set(key, { object: before, owners: new Map() });
    }
    return past;
  }

  /** The last revision that was there at `wallMs`, or 0. */
  revisionAt(wallMs: number): number {
    for (let i = this.#history.length - 1; i >= 0; i -= 1) {
      const change = this.#history[i];
      if (change !== undefined && change.wallMs <= wallMs) return change.revision;
    }
    return 0;
  }

  restore(stored: ReadonlyMap<ObjectKey, Stored>): void {
    this.stored.clear();
    for (const [key, one] of stored) this.stored.set(key, one);
    this.#history = [];
    this.#sorted = undefined;
  }
}

/** A change as a watch shows it: an object that leaves the selection is deleted from it. */
export function tellWatcher({ matches, sink }: Watcher, change: Change): void {
  const { before, after } = change;
  const was = before !== undefined && (matches === undefined || matches(before));
  const is = after !== undefined && (matches === undefined || matches(after));
  if (is) sink({ type: was ? 'MODIFIED' : 'ADDED', object: after });
  else if (was) sink({ type: 'DELETED', object: goneAt(before, change.revision) });
}

/** The last content under the version of the change that took it away. */
export function goneAt(object: KubeObject, revision: number): KubeObject {
  return { ...object, metadata: { ...object.metadata, resourceVersion: String(revision) } };
}

export function keyIn(resource: Resource, meta: { readonly namespace?: string; readonly name: string }): ObjectKey {
  return resource.namespaced ? keyOf(meta) : `/${meta.name}`;
}
