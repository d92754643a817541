/** `spec.replicas` of the set and the count of the workload: the later change wins (`status.appliedReplicas` tells which is which). */
import type { SetView, WorkloadView } from './view.ts';

export type ReplicasStep =
  | { readonly type: 'Agreed'; readonly applied: number | undefined }
  /** The workload was scaled: write it back to the set. */
  | { readonly type: 'SetReplicas'; readonly replicas: number }
  /** The set was scaled: carry it to the workload. */
  | { readonly type: 'ScaleWorkload'; readonly replicas: number; readonly resourceVersion: string }
  /** Some that will go still have slots: they are emptied first. */
  | { readonly type: 'Emptying' };

/** `used`: names that the table mentions. */
export function replicasStep(set: SetView, workload: WorkloadView, used: ReadonlySet<string>): ReplicasStep {
  const applied = set.status.appliedReplicas;
  if (workload.type !== 'Found') return { type: 'Agreed', applied };
  const wanted = set.spec.replicas;
  if (wanted === undefined) return { type: 'SetReplicas', replicas: workload.replicas };
  if (wanted === workload.replicas) return { type: 'Agreed', applied: wanted };
  if (wanted === applied) return { type: 'SetReplicas', replicas: workload.replicas };
  // At zero nobody is left to take anything: each replica drains by itself when its pod ends.
  const empties = wanted > 0 && wanted < workload.replicas;
  if (empties && doomedNames(set, workload, used).size > 0) return { type: 'Emptying' };
  return { type: 'ScaleWorkload', replicas: wanted, resourceVersion: workload.resourceVersion };
}

/**
 * Those of `names` that the workload will not have: a StatefulSet removes its highest ordinals. A Deployment picks its own
 * victim, and nobody knows it before.
 */
export function doomedNames(set: SetView, workload: WorkloadView, names: Iterable<string>): ReadonlySet<string> {
  if (set.spec.workload.kind !== 'StatefulSet' || workload.type !== 'Found') return new Set();
  const wanted = set.spec.replicas;
  // The later change counts: that of the set, unless it is the workload that differs from what was agreed.
  const count = wanted === undefined || wanted === set.status.appliedReplicas ? workload.replicas : wanted;
  const end = workload.firstOrdinal + count;
  return new Set([...names].filter((name) => ordinalOf(name, set.spec.workload.name) >= end));
}

function ordinalOf(name: string, workload: string): number {
  const match = name.startsWith(`${workload}-`) ? /^(0|[1-9]\d*)$/.exec(name.slice(workload.length + 1)) : null;
  return match === null ? -1 : Number(match[1]);
}
