/** Which writes bring the children of a parent to what its hook wants. Pure. */
import { hasCode, messageOf } from '../../lib/errors.ts';
import type { KubeObject, ObjectMeta } from '../../kube/types.ts';
import { apiVersionOf, groupOf, keyOf } from '../../kube/types.ts';
import { deepEqual } from '../../lib/deep-equal.ts';
import { difference } from '../apply/difference.ts';
import { lastAppliedText, withLastApplied } from '../apply/last-applied.ts';
import type { DesiredObject } from '../hook/response.ts';
import { isDeleting, withOwner } from './owner.ts';
import type { ChildRule, ChildWrite, ObservedKind, ParentRule } from './policy.ts';

export interface ChildrenInput {
  readonly parentRule: ParentRule;
  readonly parent: KubeObject;
  readonly observed: readonly ObservedKind[];
  /** Cleaned, with namespaces filled in. */
  readonly desired: readonly DesiredObject[];
  readonly slotLabel: string;
}

export interface ChildrenPlan {
  readonly writes: readonly ChildWrite[];
  readonly problems: readonly string[];
}

/** Deletions first, then creations and updates in the order of the answer. */
export function planChildren(input: ChildrenInput): ChildrenPlan {
  const problems: string[] = [];
  const writes: ChildWrite[] = [];
  const { wanted, spared } = indexDesired(input, problems);
  for (const { rule, objects } of input.observed) {
    const named = wanted.get(rule);
    for (const object of objects) {
      const isWanted = named?.has(keyOf(object.metadata)) === true || spared.has(spareKey(rule, object));
      if (!isWanted && !isDeleting(object)) writes.push(deletion(rule, object));
    }
  }
  for (const { rule, objects } of input.observed) {
    const existing = new Map(objects.map((object) => [keyOf(object.metadata), object]));
    for (const [key, desired] of wanted.get(rule) ?? []) {
      const write = attempt(desired, problems, () => {
        const found = existing.get(key);
        return found === undefined ? creation(rule, input.parent, desired) : change(rule, found, { desired, input });
      });
      if (write !== undefined) writes.push(write);
    }
  }
  return { writes, problems };
}

/** A child that cannot be merged is a problem of its own. */
function attempt(
  desired: DesiredObject,
  problems: string[],
  compute: () => ChildWrite | undefined,
): ChildWrite | undefined {
  try {
    return compute();
  } catch (error) {
    if (!hasCode(error, 'MergeConflict')) throw error;
    problems.push(`${titleOf(desired)}: ${messageOf(error, 300)}`);
    return undefined;
  }
}

interface DesiredIndex {
  readonly wanted: ReadonlyMap<ChildRule, ReadonlyMap<string, DesiredObject>>;
  /** Returned in another version than the declared one: a mistake, but no reason to delete what is there. */
  readonly spared: ReadonlySet<string>;
}

/** Per declared kind the desired objects by key; what cannot be a child is reported. */
function indexDesired(input: ChildrenInput, problems: string[]): DesiredIndex {
  const index = new Map<ChildRule, Map<string, DesiredObject>>();
  const spared = new Set<string>();
  const rules = new Map(
    input.observed.map(({ rule }) => [`${apiVersionOf(rule.resource)}/${rule.resource.kind}`, rule]),
  );
  for (const desired of input.desired) {
    const rule = rules.get(`${desired.apiVersion}/${desired.kind}`);
    const problem = rule === undefined ? undeclared(input, desired) : misplaced(input, rule, desired);
    if (rule === undefined || problem !== undefined) {
      const other = rule ?? sameKind(input, desired);
      if (other !== undefined) spared.add(spareKey(other, desired));
      problems.push(`${titleOf(desired)}: ${problem ?? ''}`);
      continue;
    }
    const named = index.get(rule) ?? new Map<string, DesiredObject>();
    index.set(rule, named);
    const key = keyOf(desired.metadata);
    const twin = named.get(key);
    if (twin !== undefined && !deepEqual(twin, desired)) {
      problems.push(`${titleOf(desired)}: returned twice with different content, the last one is used: return it once`);
    }
    named.set(key, desired);
  }
  return { wanted: index, spared };
}

function undeclared(input: ChildrenInput, desired: DesiredObject): string {
  const other = sameKind(input, desired);
  return other === undefined
    ? `${desired.apiVersion} ${desired.kind} is not one of the declared child kinds: declare it in the controller, or leave it out`
    : `apiVersion ${desired.apiVersion} is not the declared ${apiVersionOf(other.resource)}: return the declared one`;
}

/** The declared kind of this group and kind, whatever the version. */
function sameKind(input: ChildrenInput, desired: DesiredObject): ChildRule | undefined {
  const group = groupOf(desired.apiVersion);
  const found = input.observed.find(({ rule }) => rule.resource.kind === desired.kind && rule.resource.group === group);
  return found?.rule;
}

function spareKey(
  rule: ChildRule,
  object: { readonly metadata: { readonly namespace?: string; readonly name: string } },
): string {
  return `${rule.groupResource} ${keyOf(object.metadata)}`;
}

/** Owner references do not cross namespaces: such a child would be garbage-collected and created for ever. */
function misplaced(input: ChildrenInput, rule: ChildRule, desired: DesiredObject): string | undefined {
  const parentNamespace = input.parent.metadata.namespace;
  const { namespace } = desired.metadata;
  if (!rule.resource.namespaced) {
    return parentNamespace === undefined ? undefined : 'a namespaced parent cannot own cluster-scoped objects';
  }
  if (namespace === undefined) return 'metadata.namespace is missing: a cluster-scoped parent has no namespace to give';
  return parentNamespace === undefined || namespace === parentNamespace
    ? undefined
    : `is outside the parent's namespace ${parentNamespace}: a parent can only own objects of its namespace`;
}

function creation(rule: ChildRule, parent: KubeObject, desired: DesiredObject): ChildWrite {
  const remembered = withLastApplied(desired, lastAppliedText(desired)) as DesiredObject;
  const metadata = remembered.metadata as ObjectMeta;
  const body: KubeObject = { ...remembered, metadata: { ...metadata, ownerReferences: withOwner(metadata, parent) } };
  return { rule, title: titleOf(desired), request: { verb: 'create', resource: rule.resource, body } };
}

function deletion(rule: ChildRule, object: KubeObject): ChildWrite {
  const { uid, resourceVersion } = object.metadata;
  return {
    rule,
    title: titleOf(object),
    request: {
      verb: 'delete',
      resource: rule.resource,
      ref: refTo(object),
      ...(uid === undefined || resourceVersion === undefined ? {} : { preconditions: { uid, resourceVersion } }),
      propagation: 'Background',
    },
  };
}

function change(
  rule: ChildRule,
  observed: KubeObject,
  { desired, input }: { readonly desired: DesiredObject; readonly input: ChildrenInput },
): ChildWrite | undefined {
  if (rule.method === 'OnDelete' || isDeleting(observed)) return undefined;
  const tolerate = rule.method === 'Recreate' ? 'MoreItems' : 'SameItems';
  const found = difference(observed, desired, { tolerate, slotLabel: input.slotLabel });
  if (found.type === 'None') return undefined;
  if (found.type === 'Content' && rule.method === 'Recreate') return deletion(rule, observed);
  const body = found.body as unknown as KubeObject;
  return { rule, title: titleOf(observed), request: { verb: 'update', resource: rule.resource, body } };
}

export function titleOf(object: {
  readonly kind: string;
  readonly metadata: { readonly namespace?: string; readonly name: string };
}): string {
  const { namespace, name } = object.metadata;
  return `${object.kind} ${namespace === undefined ? name : `${namespace}/${name}`}`;
}

function refTo(object: KubeObject): { readonly namespace?: string; readonly name: string } {
  const { namespace, name } = object.metadata;
  return namespace === undefined ? { name } : { namespace, name };
}
