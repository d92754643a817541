/** From objects of the API server to what the manager's machine reads. Objects passed the CRD's schema, so they are trusted to. */
import { SET_FINALIZER, SET_LABEL } from '../api/names.ts';
import { SHARD_SET_DEFAULTS, type ShardSetSpec, type ShardSetStatus } from '../api/shard-set.ts';
import type { ShardSpec, ShardStatus } from '../api/shard.ts';
import type { Lease } from '../kube/leases.ts';
import { controllerOf, type KubeObject } from '../kube/types.ts';
import type { LeaseSeen } from '../protocol/lease.ts';
import type { SetView, ShardView, WorkloadView } from '../protocol/manager/view.ts';

export function setView(object: KubeObject): SetView {
  const { name, uid, resourceVersion, generation, deletionTimestamp, finalizers } = object.metadata;
  return {
    name,
    uid: uid ?? '',
    resourceVersion: resourceVersion ?? '',
    generation: generation ?? 0,
    deleting: deletionTimestamp !== undefined,
    guarded: finalizers?.includes(SET_FINALIZER) === true,
    spec: withDefaults(object['spec'] as ShardSetSpec),
    status: (object['status'] ?? {}) as ShardSetStatus,
  };
}

function withDefaults(spec: ShardSetSpec): ShardSetSpec {
  const { lease, handoff, rebalance } = SHARD_SET_DEFAULTS;
  return {
    ...SHARD_SET_DEFAULTS,
    ...spec,
    lease: { ...lease, ...spec.lease },
    handoff: { ...handoff, ...spec.handoff },
    rebalance: { ...rebalance, ...spec.rebalance },
  };
}

export function shardView(object: KubeObject): ShardView {
  const { name, uid, resourceVersion } = object.metadata;
  return {
    name,
    uid: uid ?? '',
    resourceVersion: resourceVersion ?? '',
    ownerUid: controllerOf(object.metadata)?.uid,
    spec: object['spec'] as ShardSpec,
    status: (object['status'] ?? {}) as ShardStatus,
  };
}

export function leaseSeen({ uid, resourceVersion, holder, durationSeconds }: Lease): LeaseSeen {
  return { uid, resourceVersion, holder, durationMs: durationSeconds * 1000 };
}

/** The set that a Lease or shard belongs to, by its label. */
export function setNameOf(object: KubeObject): string | undefined {
  return object.metadata.labels?.[SET_LABEL];
}

interface WorkloadSpec {
  readonly replicas?: number;
  readonly selector?: LabelSelector;
  readonly ordinals?: { readonly start?: number };
}

interface LabelSelector {
  readonly matchLabels?: Readonly<Record<string, string>>;
  readonly matchExpressions?: readonly {
    readonly key: string;
    readonly operator: string;
    readonly values?: readonly string[];
  }[];
}

export function workloadView(object: KubeObject): WorkloadView {
  const spec = (object['spec'] ?? {}) as WorkloadSpec;
  return {
    type: 'Found',
    resourceVersion: object.metadata.resourceVersion ?? '',
    replicas: spec.replicas ?? 1,
    selector: selectorText(spec.selector ?? {}),
    firstOrdinal: spec.ordinals?.start ?? 0,
  };
}

/** The text form that the scale subresource and autoscalers want. */
function selectorText({ matchLabels, matchExpressions }: LabelSelector): string {
  const labels = Object.entries(matchLabels ?? {}).map(([key, value]) => `${key}=${value}`);
  const expressions = (matchExpressions ?? []).map(({ key, operator, values }) => {
    if (operator === 'Exists') return key;
    if (operator === 'DoesNotExist') return `!${key}`;
    return `${key} ${operator === 'In' ? 'in' : 'notin'} (${(values ?? []).join(',')})`;
  });
  return [...labels, ...expressions].toSorted((a, b) => a.localeCompare(b, 'en')).join(',');
}
