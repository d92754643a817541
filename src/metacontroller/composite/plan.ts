/** From the answer of a sync or finalize hook to the writes that it asks for. */
import { ShardkeeperError } from '../../lib/errors.ts';
import type { KubeObject } from '../../kube/types.ts';
import { cleanDesired, withDefaultLabels } from '../apply/desired.ts';
import { dropNulls } from '../apply/json-values.ts';
import type { JsonMap } from '../apply/json-values.ts';
import type { DesiredObject, Envelope } from '../hook/response.ts';
import { hasFinalizer, mayManageChildren, withoutFinalizer } from '../kernel/finalizer.ts';
import { mergePatch } from '../kernel/merge-patch.ts';
import { planChildren, titleOf } from '../kernel/plan-children.ts';
import type { ParentPatch, Plan, PlanInput } from '../kernel/policy.ts';
import { childSelector, generatedLabels, labelsOf } from './claim.ts';

export const COMPOSITE_ENVELOPE = {
  status: 'object',
  children: 'objects',
  resyncAfterSeconds: 'seconds',
  finalized: 'boolean',
} as const satisfies Envelope;

/**
 * - `children` missing or null means none: all of them go;
 * - `finalized` counts only in an answer of the finalize hook, and takes the finalizer away before anything else;
 * - `status` replaces the whole status; `observedGeneration` is that of the parent which the hook saw.
 *
 * Errors: `LabelMismatch` when a desired child would not be selected by its parent: nothing is written then.
 */
export function planComposite(input: PlanInput): Plan {
  const { setup, parent, response, finalizing } = input;
  const desired = desiredChildren(input);
  const finalized = finalizing && response['finalized'] === true && hasFinalizer(parent, setup.finalizer);
  const children = mayManageChildren({ parent, setup, finalized })
    ? planChildren({ ...input, desired, slotLabel: setup.slotLabel })
    : { writes: [], problems: [] };
  return {
    parentFirst: finalized ? [{ metadata: { finalizers: withoutFinalizer(parent, setup.finalizer) } }] : [],
    children: children.writes,
    parentLast: statusPatches(parent, response['status']),
    problems: children.problems,
    wakeAfterMs: wakeAfterMs(response['resyncAfterSeconds']),
  };
}

function desiredChildren({ setup, parent, observed, response }: PlanInput): readonly DesiredObject[] {
  const selects = childSelector(setup.generateSelector, parent);
  const labels = generatedLabels(setup.generateSelector, parent);
  const namespacedKinds = new Set(
    observed.filter(({ rule }) => rule.resource.namespaced).map(({ rule }) => rule.resource.kind),
  );
  const returned = (response['children'] ?? []) as readonly JsonMap[];
  return returned.map((child) => {
    const clean = withDefaultLabels(cleanDesired(child, setup.slotLabel), labels);
    const desired = withNamespace(clean as DesiredObject, namespacedKinds, parent);
    if (selects(labelsOf(desired))) return desired;
    throw new ShardkeeperError(
      `labels on desired child ${titleOf(desired)} don't match parent selector: return labels that match .spec.selector`,
      { code: 'LabelMismatch' },
    );
  });
}

function withNamespace(
  desired: DesiredObject,
  namespacedKinds: ReadonlySet<string>,
  parent: KubeObject,
): DesiredObject {
  const { namespace } = parent.metadata;
  const isSet = (desired.metadata.namespace ?? '') !== '';
  if (isSet || namespace === undefined || !namespacedKinds.has(desired.kind)) return desired;
  return { ...desired, metadata: { ...desired.metadata, namespace } };
}

function statusPatches(parent: KubeObject, answer: unknown): readonly ParentPatch[] {
  const wanted = { ...(dropNulls(answer ?? {}) as JsonMap), observedGeneration: parent.metadata.generation };
  const status = mergePatch(parent['status'], wanted);
  return status === undefined ? [] : [{ subresource: 'status', status }];
}

function wakeAfterMs(seconds: unknown): number | undefined {
  return typeof seconds === 'number' && seconds > 0 ? seconds * 1000 : undefined;
}
