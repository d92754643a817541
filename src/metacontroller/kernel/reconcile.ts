/** Brings one parent to its desired state: observe -> hook -> plan -> act. */
import { ShardkeeperError, hasCode, messageOf } from '../../lib/errors.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { KubeObject } from '../../kube/types.ts';
import { keyOf } from '../../kube/types.ts';
import type { Outcome, ReconcileContext, RootRef } from '../../replica/ports.ts';
import { adopt, isGivenUp, patchParent, release, writeChildren } from './act.ts';
import type { Acting, Deeds } from './act.ts';
import type { HookCaller } from './call-hook.ts';
import { finalizerChange, hasFinalizer, isFinalizing } from './finalizer.ts';
import type { ControllerEvents } from './controller-events.ts';
import type { Orphans } from './orphans.ts';
import { isDeleting } from './owner.ts';
import type { ChildRule, ObservedKind, Plan, Setup } from './policy.ts';

export interface ReconcilerOptions {
  readonly setup: Setup;
  readonly hooks: Pick<HookCaller, 'call'>;
  readonly orphans: Orphans;
  readonly events: ControllerEvents;
}

/** When the API server asks for patience and does not say how much. */
const PATIENCE_MS = 1000;
const PROBLEMS_SHOWN = 5;

export type Reconcile = (root: RootRef, context: ReconcileContext) => Promise<Outcome>;

/**
 * Guarantees: without a change, no API request (but the shared LIST of orphans, for parents that may adopt); nothing is written when the hook's answer cannot be used; a `SyncError`
 * event on the parent tells why a sync failed, except when ownership was lost or something is on its way out.
 */
export function createReconcile(options: ReconcilerOptions): Reconcile {
  const { setup, events } = options;
  return async (root, context) => {
    const parentRule = setup.parents.find(({ groupResource }) => groupResource === root.groupResource);
    const parent = context.stores.get(root.groupResource, root.key);
    if (parentRule === undefined || parent === undefined) return { type: 'Settled' };
    try {
      return await sync({ options, acting: { setup, parentRule, context }, context }, parent);
    } catch (error) {
      // The API server asks for patience: that is no failure of this parent.
      if (isApiError(error, 'TooManyRequests')) return { type: 'Postponed', ms: error.retryAfterMs ?? PATIENCE_MS };
      if (!isGivenUp(error) && !hasCode(error, 'ChildBlocked') && !hasCode(error, 'Unverified'))
        events.syncError(parent, messageOf(error, 900));
      throw error;
    }
  };
}

interface Sync {
  readonly options: ReconcilerOptions;
  readonly acting: Acting;
  readonly context: ReconcileContext;
}

async function sync(run: Sync, cached: KubeObject): Promise<Outcome> {
  const { setup, parentRule } = run.acting;
  const matches = parentRule.matches(cached);
  if (!matches && !hasFinalizer(cached, setup.finalizer)) return { type: 'Settled' };
  const change = finalizerChange(setup, cached, matches);
  const parent =
    change.type === 'None'
      ? cached
      : await patchParent(run.acting, cached, [{ metadata: { finalizers: change.finalizers } }]);
  if (parent === undefined) return { type: 'Outpaced' };
  if (!matches && !hasFinalizer(parent, setup.finalizer)) return { type: 'Settled' };
  const finalizing = isFinalizing(setup, parent, parentRule);
  const hook = finalizing ? setup.hooks.finalize : setup.hooks.sync;
  // A controller with a finalize hook alone has nothing to say before.
  if (hook === undefined) return { type: 'Settled' };
  const observed = await observe(run, parent);
  const answer = await run.options.hooks.call({ hook, parent, observed, finalizing, context: run.context });
  if (answer.type === 'Throttled') return { type: 'Postponed', ms: answer.retryAfterMs };
  const plan = setup.policy.plan({ setup, parentRule, parent, observed, response: answer.response, finalizing });
  return act(run, parent, plan);
}

async function observe(run: Sync, parent: KubeObject): Promise<readonly ObservedKind[]> {
  const { acting, context } = run;
  const { setup } = acting;
  const uid = parent.metadata.uid ?? '';
  const namespace = parent.metadata.namespace ?? '';
  const kinds: ObservedKind[] = [];
  for (const rule of setup.children) {
    const cached = {
      owned: context.stores.ownedBy(rule.groupResource, uid).filter((child) => isVisible(parent, child)),
      orphans: context.stores.orphans(rule.groupResource, namespace),
    };
    const claim = setup.policy.claim(setup, parent, cached);
    if (claim.release.length > 0) await release(acting, parent, { rule, children: claim.release });
    const strays = await adoptableStrays(run, parent, rule);
    const adopted = await adopt(acting, parent, { rule, orphans: [...claim.adopt, ...strays] });
    kinds.push({ rule, objects: adopted.length === 0 ? claim.keep : [...claim.keep, ...adopted] });
  }
  return kinds;
}

/** Orphans without a slot that this parent selects. The label of a generated selector is on none that it did not make. */
async function adoptableStrays(
  { options, acting: { setup }, context }: Sync,
  parent: KubeObject,
  rule: ChildRule,
): Promise<readonly KubeObject[]> {
  if (setup.generateSelector || isDeleting(parent)) return [];
  const { namespace } = parent.metadata;
  const listed = await options.orphans.of(rule, { namespace, slotLabel: setup.slotLabel });
  const unknown = [...listed.values()].filter(
    ({ metadata }) => context.stores.get(rule.groupResource, keyOf(metadata)) === undefined,
  );
  const { adopt: strays } = setup.policy.claim(setup, parent, { owned: [], orphans: unknown });
  for (const { metadata } of strays) listed.delete(keyOf(metadata));
  return strays;
}

function isVisible(parent: KubeObject, child: KubeObject): boolean {
  const { namespace } = parent.metadata;
  return namespace === undefined || child.metadata.namespace === namespace;
}

async function act({ acting }: Sync, parent: KubeObject, plan: Plan): Promise<Outcome> {
  const deeds: Deeds = { problems: [...plan.problems], again: false, blocked: undefined };
  const afterFirst = await patchParent(acting, parent, plan.parentFirst);
  if (afterFirst === undefined) return { type: 'Outpaced' };
  await writeChildren(acting, parent, { writes: plan.children, deeds });
  if (!isGone(afterFirst)) await patchLast(acting, afterFirst, { patches: plan.parentLast, deeds });
  const retryWithinMs = plan.wakeAfterMs;
  if (deeds.problems.length > 0)
    throw new ShardkeeperError(textOf(deeds.problems), { code: 'SyncFailed', retryWithinMs });
  if (deeds.blocked !== undefined) throw new ShardkeeperError(deeds.blocked, { code: 'ChildBlocked', retryWithinMs });
  if (deeds.again) return { type: 'Outpaced', ...(retryWithinMs === undefined ? {} : { withinMs: retryWithinMs }) };
  return retryWithinMs === undefined ? { type: 'Settled' } : { type: 'WakeAfter', ms: retryWithinMs };
}

/** Without its last finalizer it has left with the patch that took it away. */
function isGone(parent: KubeObject): boolean {
  return isDeleting(parent) && (parent.metadata.finalizers ?? []).length === 0;
}

/** A status that cannot be written must not hide why children could not be. */
async function patchLast(
  acting: Acting,
  parent: KubeObject,
  { patches, deeds }: { readonly patches: Plan['parentLast']; readonly deeds: Deeds },
): Promise<void> {
  try {
    if ((await patchParent(acting, parent, patches)) === undefined) deeds.again = true;
  } catch (error) {
    if (isGivenUp(error)) throw error;
    deeds.problems.push(`cannot write the parent: ${messageOf(error, 300)}`);
  }
}

function textOf(problems: readonly string[]): string {
  const shown = problems.slice(0, PROBLEMS_SHOWN).join('; ');
  const more = problems.length - PROBLEMS_SHOWN;
  return more > 0 ? `${shown}; and ${String(more)} more` : shown;
}
