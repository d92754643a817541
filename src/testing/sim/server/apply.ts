/**
 * Server-side apply with the ownership of fields, in the measure in which Shardkeeper and its children can see it.
 *
 * Lists are atomic, except `metadata.finalizers` and `metadata.ownerReferences`, which are sets. Only what was applied has
 * owners that matter: a field that is there and that nobody applied belongs to whoever updated it.
 */
import { deepEqual } from '../../../lib/deep-equal.ts';
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject } from '../../../kube/types.ts';
import { Refusal } from './refusal.ts';

/** Paths of leaves, by the manager that applied them. */
export type Owners = ReadonlyMap<string, ReadonlySet<string>>;

export const NO_OWNERS: Owners = new Map();

export interface Applied {
  readonly object: KubeObject;
  readonly owners: Owners;
}

export interface Application {
  readonly patch: KubeObject;
  readonly manager: string;
  readonly force: boolean;
}

const SEPARATOR = '\u0000';
/** Of the patch, but not of the object that is wanted. */
const NOT_APPLIED = new Set(
  ['resourceVersion', 'uid', 'name', 'namespace', 'creationTimestamp', 'generation'].map(meta),
);

/** Throws Refusal (409) when another manager owns what would be changed and `force` is not given. */
export function apply(before: Applied | undefined, { patch, manager, force }: Application): Applied {
  const wanted = leavesOf(patch);
  const mine = before?.owners.get(manager) ?? new Set<string>();
  const live = before === undefined ? new Map<string, unknown>() : leavesOf(before.object);
  const contested = contestedLeaves({ wanted, live, mine }, { owners: before?.owners ?? NO_OWNERS, manager });
  if (contested.length > 0 && !force) {
    const fields = contested.map((path) => `.${path.split(SEPARATOR).join('.')}`).join(', ');
    throw new Refusal(409, 'Conflict', `Apply failed with ${contested.length} conflict(s): ${fields}`);
  }
  const owners = new Map(before?.owners ?? NO_OWNERS);
  for (const [name, paths] of owners) {
    if (name !== manager && contested.some((path) => paths.has(path))) {
      owners.set(name, new Set([...paths].filter((path) => !contested.includes(path))));
    }
  }
  owners.set(manager, new Set(wanted.keys()));
  const dropped = [...mine].filter((path) => !wanted.has(path) && !ownedBy(owners, path));
  let object: unknown = before?.object ?? { apiVersion: patch.apiVersion, kind: patch.kind, metadata: patch.metadata };
  for (const path of dropped) object = without(object, path.split(SEPARATOR));
  for (const [path, value] of wanted) object = withLeaf(object, path.split(SEPARATOR), value);
  return { object: object as KubeObject, owners };
}

/** After an update: what it changed is not the appliers' any more. */
export function ownersAfterUpdate(owners: Owners, before: KubeObject, after: KubeObject): Owners {
  if (owners.size === 0) return owners;
  const old = leavesOf(before);
  const now = leavesOf(after);
  const isSame = (path: string): boolean => now.has(path) && deepEqual(old.get(path), now.get(path));
  const left: [string, ReadonlySet<string>][] = [...owners].map(([name, paths]) => [
    name,
    new Set([...paths].filter(isSame)),
  ]);
  return new Map(left.filter(([, paths]) => paths.size > 0));
}

export function sameOwners(a: Owners, b: Owners): boolean {
  if (a.size !== b.size) return false;
  for (const [name, paths] of a) {
    const others = b.get(name);
    if (others === undefined || others.size !== paths.size) return false;
    for (const path of paths) if (!others.has(path)) return false;
  }
  return true;
}

interface Leaves {
  readonly wanted: ReadonlyMap<string, unknown>;
  readonly live: ReadonlyMap<string, unknown>;
  readonly mine: ReadonlySet<string>;
}

function contestedLeaves(
  { wanted, live, mine }: Leaves,
  { owners, manager }: { readonly owners: Owners; readonly manager: string },
): string[] {
  const contested: string[] = [];
  for (const [path, value] of wanted) {
    if (isSet(path) || !live.has(path) || deepEqual(live.get(path), value)) continue;
    const isShared = [...owners].some(([name, paths]) => name !== manager && paths.has(path));
    if (isShared || !mine.has(path)) contested.push(path);
  }
  return contested;
}

function ownedBy(owners: Owners, path: string): boolean {
  for (const paths of owners.values()) if (paths.has(path)) return true;
  return false;
}

/** Items of the two sets are leaves of their own: `metadata`, `finalizers`, item. */
function leavesOf(object: KubeObject): Map<string, unknown> {
  const leaves = new Map<string, unknown>();
  const walk = (value: unknown, path: string): void => {
    if (NOT_APPLIED.has(path) || path === 'apiVersion' || path === 'kind') return;
    if (isSetOfMetadata(path) && Array.isArray(value)) {
      for (const item of value) leaves.set(`${path}${SEPARATOR}${keyOfItem(item)}`, item);
    } else if (isRecord(value) && Object.keys(value).length > 0) {
      for (const name in value) walk(value[name], path === '' ? name : `${path}${SEPARATOR}${name}`);
    } else if (path !== '') {
      leaves.set(path, value);
    }
  };
  walk(object, '');
  return leaves;
}

function meta(name: string): string {
  return `metadata${SEPARATOR}${name}`;
}

const SETS: readonly string[] = ['finalizers', 'ownerReferences'].map(meta);

function isSetOfMetadata(path: string): boolean {
  return SETS.includes(path);
}

function isSet(path: string): boolean {
  return SETS.some((set) => path.startsWith(set + SEPARATOR));
}

function keyOfItem(item: unknown): string {
  return isRecord(item) ? String(item['uid']) : String(item);
}

function withLeaf(object: unknown, [step = '', ...rest]: readonly string[], value: unknown): unknown {
  if (Array.isArray(object)) {
    const others = object.filter((item) => keyOfItem(item) !== step);
    return others.length === object.length
      ? [...others, value]
      : object.map((item: unknown) => (keyOfItem(item) === step ? value : item));
  }
  const members = isRecord(object) ? object : {};
  if (rest.length === 0) return { ...members, [step]: value };
  const isNewSet = members[step] === undefined && (step === 'finalizers' || step === 'ownerReferences');
  return { ...members, [step]: withLeaf(isNewSet ? [] : members[step], rest, value) };
}

/** Parents that become empty go with their last member. */
function without(object: unknown, [step = '', ...rest]: readonly string[]): unknown {
  if (Array.isArray(object)) return object.filter((item) => keyOfItem(item) !== step);
  if (!isRecord(object) || object[step] === undefined) return object;
  const { [step]: member, ...others } = object;
  if (rest.length === 0) return others;
  const left = without(member, rest);
  const isEmpty = Array.isArray(left) ? left.length === 0 : isRecord(left) && Object.keys(left).length === 0;
  return isEmpty ? others : { ...object, [step]: left };
}
