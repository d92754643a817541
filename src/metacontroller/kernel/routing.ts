/** Which parents a change concerns. Pure, and cheap: it runs on every event. */
import { deepEqual } from '../../lib/deep-equal.ts';
import type { KubeObject } from '../../kube/types.ts';
import { controllerOf, groupOf, groupResourceOf, keyOf } from '../../kube/types.ts';
import type { ObjectChange, RootRef } from '../../replica/ports.ts';
import { without } from '../apply/json-values.ts';
import { hasFinalizer } from './finalizer.ts';
import { isDeleting } from './owner.ts';
import type { ParentRule, Setup } from './policy.ts';

export function rootsOf(setup: Setup, change: ObjectChange): readonly RootRef[] {
  const groupResource = groupResourceOf(change.resource);
  const roots: RootRef[] = [];
  const parent = setup.parents.find((rule) => rule.groupResource === groupResource);
  if (parent !== undefined && concernsParent(setup, parent, change)) {
    const object = change.after ?? change.before;
    if (object !== undefined) roots.push({ groupResource, key: keyOf(object.metadata) });
  }
  if (setup.children.some((rule) => rule.groupResource === groupResource)) {
    for (const object of [change.after, change.before]) {
      const owner = object === undefined ? undefined : ownerOf(setup, object);
      if (owner !== undefined && !roots.some((root) => same(root, owner))) roots.push(owner);
    }
  }
  return roots;
}

function concernsParent(setup: Setup, rule: ParentRule, { before, after }: ObjectChange): boolean {
  const isOurs = (object: KubeObject | undefined): boolean =>
    object !== undefined && (rule.matches(object) || hasFinalizer(object, setup.finalizer));
  if (!isOurs(after) && !isOurs(before)) return false;
  return !(rule.ignoreStatusChanges && isStatusOnly(setup, before, after));
}

/**
 * Whether nothing but the status changed. Objects without a generation cannot tell, so that their changes always count; the
 * slot label is nobody's business.
 */
function isStatusOnly(setup: Setup, before: KubeObject | undefined, after: KubeObject | undefined): boolean {
  if (before === undefined || after === undefined || isDeleting(after)) return false;
  const { generation } = after.metadata;
  if (generation === undefined || generation !== before.metadata.generation) return false;
  return deepEqual(lasting(setup, before), lasting(setup, after));
}

function lasting(setup: Setup, { metadata }: KubeObject): unknown {
  const { uid, labels = {}, annotations = {}, finalizers = [], ownerReferences = [] } = metadata;
  return { uid, labels: without(labels, [setup.slotLabel]), annotations, finalizers, ownerReferences };
}

/** The parent that controls an object, if it is of this controller's kind. The uid is judged when the parent is looked at. */
function ownerOf(setup: Setup, object: KubeObject): RootRef | undefined {
  const owner = controllerOf(object.metadata);
  if (owner === undefined) return undefined;
  const rule = setup.parents.find(
    ({ resource }) => resource.kind === owner.kind && resource.group === groupOf(owner.apiVersion),
  );
  if (rule === undefined) return undefined;
  const { namespace } = object.metadata;
  const inNamespace = rule.resource.namespaced && namespace !== undefined;
  return {
    groupResource: rule.groupResource,
    key: keyOf(inNamespace ? { namespace, name: owner.name } : { name: owner.name }),
  };
}

function same(a: RootRef, b: RootRef): boolean {
  return a.groupResource === b.groupResource && a.key === b.key;
}
