/** Which objects are a parent's children: those it controls and selects, and orphans that it selects. */
import { CONTROLLER_UID_LABEL } from '../../api/names.ts';
import type { KubeObject } from '../../kube/types.ts';
import { compileSelector } from '../../kube/selector.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { isMap, mapAt } from '../apply/json-values.ts';
import { isDeleting } from '../kernel/owner.ts';
import type { Candidates, Claim, Setup } from '../kernel/policy.ts';

export type Labels = Readonly<Record<string, string>>;

/** Whether labels are those of a child of this parent. */
export type ChildSelector = (labels: Labels | undefined) => boolean;

/**
 * - controlled and selected: kept; controlled and not selected: released, unless the parent is being deleted (then ignored);
 * - orphan, selected and not being deleted: adopted, unless the parent is being deleted.
 *
 * Errors: `InvalidSelector`.
 */
export function claimChildren(setup: Setup, parent: KubeObject, candidates: Candidates): Claim {
  const selects = childSelector(setup.generateSelector, parent);
  const alive = !isDeleting(parent);
  const keep: KubeObject[] = [];
  const release: KubeObject[] = [];
  for (const object of candidates.owned) {
    if (selects(object.metadata.labels)) keep.push(object);
    else if (alive) release.push(object);
  }
  const adopt = alive
    ? candidates.orphans.filter((object) => !isDeleting(object) && selects(object.metadata.labels))
    : [];
  return { keep, adopt, release };
}

/** Errors: `InvalidSelector` when the parent has no usable `spec.selector` and the controller does not generate one. */
export function childSelector(generateSelector: boolean, parent: KubeObject): ChildSelector {
  if (generateSelector) return (labels) => labels?.[CONTROLLER_UID_LABEL] === parent.metadata.uid;
  const selector = mapAt(parent['spec'], 'selector');
  const hasLabels = Object.keys(mapAt(selector, 'matchLabels')).length > 0;
  const { matchExpressions } = selector;
  const hasExpressions = Array.isArray(matchExpressions) && matchExpressions.length > 0;
  if (!hasLabels && !hasExpressions) {
    throw invalid(
      '.spec.selector must have either matchLabels, matchExpressions, or both: set it, or set generateSelector in the controller',
    );
  }
  return compileSelector(selector, '.spec.selector').matches;
}

/** The label that a generated selector asks for. */
export function generatedLabels(generateSelector: boolean, parent: KubeObject): Labels {
  const { uid } = parent.metadata;
  return generateSelector && uid !== undefined ? { [CONTROLLER_UID_LABEL]: uid } : {};
}

export function labelsOf(object: unknown): Labels | undefined {
  const labels = isMap(object) ? mapAt(object['metadata'], 'labels') : {};
  return labels as Labels;
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidSelector' });
}
