/** The finalizer that a controller with a finalize hook keeps on its parents. Pure. */
import type { KubeObject } from '../../kube/types.ts';
import { isDeleting } from './owner.ts';
import type { ParentRule, Setup } from './policy.ts';

/** With one of these the garbage collector manages the children of a deleted parent. */
const COLLECTOR_FINALIZERS: readonly string[] = ['foregroundDeletion', 'orphan'];

export type FinalizerChange =
  | { readonly type: 'None' }
  | { readonly type: 'Set'; readonly finalizers: readonly string[] };

export function hasFinalizer(object: KubeObject, finalizer: string): boolean {
  return object.metadata.finalizers?.includes(finalizer) === true;
}

export function withoutFinalizer(object: KubeObject, finalizer: string): readonly string[] {
  return (object.metadata.finalizers ?? []).filter((name) => name !== finalizer);
}

/** Before the hook: put on where a finalize hook exists, taken away where it does not exist any more. */
export function finalizerChange(setup: Setup, parent: KubeObject, matches: boolean): FinalizerChange {
  const present = hasFinalizer(parent, setup.finalizer);
  if (setup.hooks.finalize === undefined) {
    return present ? { type: 'Set', finalizers: withoutFinalizer(parent, setup.finalizer) } : { type: 'None' };
  }
  if (present || !matches || isDeleting(parent)) return { type: 'None' };
  return { type: 'Set', finalizers: [...(parent.metadata.finalizers ?? []), setup.finalizer] };
}

/** Whether the finalize hook is to be asked instead of the sync hook. */
export function isFinalizing(setup: Setup, parent: KubeObject, rule: ParentRule): boolean {
  return setup.hooks.finalize !== undefined && (isDeleting(parent) || !rule.matches(parent));
}

/**
 * A parent that is being deleted has its children managed only while our finalizer holds it, and never against the garbage
 * collector. `finalized`: this very sync takes the finalizer away.
 */
export function mayManageChildren({
  parent,
  setup,
  finalized,
}: {
  readonly parent: KubeObject;
  readonly setup: Setup;
  readonly finalized: boolean;
}): boolean {
  if (!isDeleting(parent)) return true;
  if (setup.hooks.finalize === undefined || finalized || !hasFinalizer(parent, setup.finalizer)) return false;
  return !COLLECTOR_FINALIZERS.some((name) => hasFinalizer(parent, name));
}
