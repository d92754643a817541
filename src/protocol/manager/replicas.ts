/**
 * `spec.replicas` of the set and the count of the workload: the later change wins.
 *
 * `status.appliedReplicas` tells which is which: the side that differs from what was last agreed on has been changed. What this
 * manager itself carried from one side to the other counts as agreed on as soon as it is seen, before the status says so: else
 * a change that people make right after it would pass for the older one, and be undone.
 */
import type { SetView, WorkloadView } from './view.ts';

export type ReplicasStep =
  | { readonly type: 'Agreed'; readonly applied: number | undefined }
  /** The workload was scaled: write it back to the set. */
  | { readonly type: 'SetReplicas'; readonly replicas: number }
  /** The set was scaled: carry it to the workload. */
  | { readonly type: 'ScaleWorkload'; readonly replicas: number; readonly resourceVersion: string }
  /** Some that will go still have slots: they are emptied first. */
  | { readonly type: 'Emptying' };

/** What was carried over and may not be seen yet: counts that were written on the version `from` of the workload or of the set. */
export interface Carried {
  readonly to: 'Workload' | 'Set';
  readonly from: string;
  readonly counts: readonly number[];
}

/** `used`: names that the table mentions. `carried`: by `carriedAfter` of the step before. */
export function replicasStep(
  set: SetView,
  workload: WorkloadView,
  how: { readonly used: ReadonlySet<string>; readonly carried: Carried | undefined },
): ReplicasStep {
  const { used, carried } = how;
  if (workload.type !== 'Found') return { type: 'Agreed', applied: set.status.appliedReplicas };
  const applied = agreedOn(set, workload, carried);
  const wanted = set.spec.replicas;
  if (wanted === undefined) return { type: 'SetReplicas', replicas: workload.replicas };
  if (wanted === workload.replicas) return { type: 'Agreed', applied: wanted };
  if (wanted === applied) return { type: 'SetReplicas', replicas: workload.replicas };
  // At zero nobody is left to take anything: each replica drains by itself when its pod ends.
  const empties = wanted > 0 && wanted < workload.replicas;
  if (empties && doomedNames(set, workload, { names: used, carried }).size > 0) return { type: 'Emptying' };
  return { type: 'ScaleWorkload', replicas: wanted, resourceVersion: workload.resourceVersion };
}

/** The count on which both sides agreed last, as far as is known. */
function agreedOn(set: SetView, workload: Found, carried: Carried | undefined): number | undefined {
  const seen = carried?.to === 'Workload' ? workload.replicas : set.spec.replicas;
  const isSeen = carried !== undefined && carried.from !== versionOf(carried, set, workload);
  return isSeen && seen !== undefined && carried.counts.includes(seen) ? seen : set.status.appliedReplicas;
}

/** What to remember after a step. */
export function carriedAfter(
  step: ReplicasStep,
  before: Carried | undefined,
  { set, workload }: { readonly set: SetView; readonly workload: WorkloadView },
): Carried | undefined {
  if (workload.type !== 'Found') return before;
  const unseen = before !== undefined && before.from === versionOf(before, set, workload) ? before : undefined;
  if (step.type === 'ScaleWorkload' || step.type === 'SetReplicas') {
    const to = step.type === 'ScaleWorkload' ? 'Workload' : 'Set';
    const from = versionOf({ to }, set, workload);
    const counts = unseen?.to === to ? unseen.counts : [];
    return counts.includes(step.replicas) ? unseen : { to, from, counts: [...counts, step.replicas] };
  }
  if (unseen !== undefined) return unseen;
  // Seen: of use until the status tells it, or until it turns out that somebody else wrote.
  const agreed = agreedOn(set, workload, before);
  return agreed === set.status.appliedReplicas ? undefined : before;
}

type Found = Extract<WorkloadView, { readonly type: 'Found' }>;

function versionOf({ to }: Pick<Carried, 'to'>, set: SetView, workload: Found): string {
  return to === 'Workload' ? workload.resourceVersion : set.resourceVersion;
}

/**
 * Those of `names` that the workload will not have: a StatefulSet removes its highest ordinals. A Deployment picks its own
 * victim, and nobody knows it before.
 */
export function doomedNames(
  set: SetView,
  workload: WorkloadView,
  how: { readonly names: Iterable<string>; readonly carried: Carried | undefined },
): ReadonlySet<string> {
  if (set.spec.workload.kind !== 'StatefulSet' || workload.type !== 'Found') return new Set();
  const wanted = set.spec.replicas;
  // The later change counts: that of the set, unless it is the workload that differs from what was agreed.
  const agreed = agreedOn(set, workload, how.carried);
  const count = wanted === undefined || wanted === agreed ? workload.replicas : wanted;
  const end = workload.firstOrdinal + count;
  return new Set([...how.names].filter((name) => ordinalOf(name, set.spec.workload.name) >= end));
}

function ordinalOf(name: string, workload: string): number {
  const match = name.startsWith(`${workload}-`) ? /^(0|[1-9]\d*)$/.exec(name.slice(workload.length + 1)) : null;
  return match === null ? -1 : Number(match[1]);
}
