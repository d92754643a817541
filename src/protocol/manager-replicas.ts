/** `spec.replicas` of the set and the count of the workload: the later change wins (`status.appliedReplicas` tells which is which). */
import type { SetView, WorkloadView } from './manager-view.ts';

export type ReplicasStep =
  | { readonly type: 'Agreed'; readonly applied: number | undefined }
  /** The workload was scaled: write it back to the set. */
  | { readonly type: 'SetReplicas'; readonly replicas: number }
  /** The set was scaled: carry it to the workload. */
  | { readonly type: 'ScaleWorkload'; readonly replicas: number; readonly resourceVersion: string }
  /** These are emptied first. */
  | { readonly type: 'Emptying'; readonly doomed: ReadonlySet<string> };

/** `used`: names that the table mentions. */
export function replicasStep(set: SetView, workload: WorkloadView, used: ReadonlySet<string>): ReplicasStep {
  const applied = set.status.appliedReplicas;
  if (workload.type !== 'Found') return { type: 'Agreed', applied };
  const wanted = set.spec.replicas;
  if (wanted === undefined) return { type: 'SetReplicas', replicas: workload.replicas };
  if (wanted === workload.replicas) return { type: 'Agreed', applied: wanted };
  if (wanted === applied) return { type: 'SetReplicas', replicas: workload.replicas };
  const doomed = doomedNames(set, wanted, used);
  if (wanted < workload.replicas && doomed.size > 0) return { type: 'Emptying', doomed };
  return { type: 'ScaleWorkload', replicas: wanted, resourceVersion: workload.resourceVersion };
}

/** A StatefulSet removes its highest ordinals; a Deployment picks its own victim. */
function doomedNames({ spec }: SetView, wanted: number, used: ReadonlySet<string>): ReadonlySet<string> {
  if (spec.workload.kind !== 'StatefulSet') return new Set();
  return new Set([...used].filter((name) => ordinalOf(name, spec.workload.name) >= wanted));
}

function ordinalOf(name: string, workload: string): number {
  const match = name.startsWith(`${workload}-`) ? /^(0|[1-9]\d*)$/.exec(name.slice(workload.length + 1)) : null;
  return match === null ? -1 : Number(match[1]);
}
