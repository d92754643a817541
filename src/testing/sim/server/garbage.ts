/** Garbage collection, once over everything: what the controller manager does beside the API server. */
import type { KubeObject, ObjectKey, OwnerReference } from '../../../kube/types.ts';
import type { Collection } from './collection.ts';
import { FOREGROUND_FINALIZER, ORPHAN_FINALIZER } from './deletion.ts';

export interface Collector {
  readonly all: () => Iterable<Collection>;
  readonly remove: (collection: Collection, key: ObjectKey) => void;
  readonly replace: (collection: Collection, key: ObjectKey, next: KubeObject) => void;
}

/** True when something changed: dependents of dependents need another round. */
export function collectGarbage(store: Collector): boolean {
  const owners = new Map<string, KubeObject>();
  const held: Held[] = [];
  for (const collection of store.all()) {
    for (const [key, { object }] of collection.stored) {
      owners.set(object.metadata.uid ?? '', object);
      held.push({ collection, key, object });
    }
  }
  const blocked = new Set<string>();
  let changed = false;
  for (const each of held) {
    const verdict = verdictOn(each.object, owners);
    if (verdict.type === 'Orphaned') store.replace(each.collection, each.key, withOwners(each.object, verdict.left));
    else if (verdict.type === 'Garbage') store.remove(each.collection, each.key);
    for (const uid of verdict.type === 'Stays' ? [] : (verdict.blocks ?? [])) blocked.add(uid);
    changed ||= verdict.type === 'Orphaned' || verdict.type === 'Garbage';
  }
  return [...owners.values()].some((owner) => isMarked(owner)) ? releaseOwners(store, blocked) || changed : changed;
}

interface Held {
  readonly collection: Collection;
  readonly key: ObjectKey;
  readonly object: KubeObject;
}

/** Takes the collector's own finalizers off owners that nothing holds back any more. */
function releaseOwners(store: Collector, blocked: ReadonlySet<string>): boolean {
  let changed = false;
  for (const collection of store.all()) {
    for (const [key, { object }] of [...collection.stored]) {
      const { finalizers = [], uid = '' } = object.metadata;
      if (!isMarked(object)) continue;
      const isOurs = (name: string): boolean =>
        name === ORPHAN_FINALIZER || (name === FOREGROUND_FINALIZER && !blocked.has(uid));
      const left = finalizers.filter((name) => !isOurs(name));
      if (left.length === finalizers.length) continue;
      store.replace(collection, key, { ...object, metadata: { ...object.metadata, finalizers: left } });
      changed = true;
    }
  }
  return changed;
}

type Verdict =
  | { readonly type: 'Stays' }
  /** It is deleted now; owners that are deleted in the foreground wait for it. */
  | { readonly type: 'Garbage'; readonly blocks: readonly string[] }
  /** It is being deleted already. */
  | { readonly type: 'Going'; readonly blocks: readonly string[] }
  | { readonly type: 'Orphaned'; readonly left: OwnerReferences; readonly blocks?: undefined };

type OwnerReferences = readonly OwnerReference[];

function verdictOn(object: KubeObject, owners: ReadonlyMap<string, KubeObject>): Verdict {
  const references = object.metadata.ownerReferences ?? [];
  if (references.length === 0) return { type: 'Stays' };
  const left = references.filter(({ uid }) => !isMarked(owners.get(uid), ORPHAN_FINALIZER));
  if (left.length < references.length) return { type: 'Orphaned', left };
  const isSolid = ({ uid }: OwnerReference): boolean =>
    owners.has(uid) && !isMarked(owners.get(uid), FOREGROUND_FINALIZER);
  if (references.some(isSolid)) return { type: 'Stays' };
  const blocks = references.filter(({ blockOwnerDeletion }) => blockOwnerDeletion === true).map(({ uid }) => uid);
  return { type: object.metadata.deletionTimestamp === undefined ? 'Garbage' : 'Going', blocks };
}

/** Being deleted, and held back by `finalizer`, or by any of the collector's. */
function isMarked(owner: KubeObject | undefined, finalizer?: string): boolean {
  if (owner?.metadata.deletionTimestamp === undefined) return false;
  const { finalizers = [] } = owner.metadata;
  if (finalizer !== undefined) return finalizers.includes(finalizer);
  return finalizers.includes(ORPHAN_FINALIZER) || finalizers.includes(FOREGROUND_FINALIZER);
}

function withOwners(object: KubeObject, ownerReferences: OwnerReferences): KubeObject {
  return { ...object, metadata: { ...object.metadata, ownerReferences } };
}
