/** ControllerShardSet: how the replicas of one controller share its objects, and the table of who owns which slots. */
import { validate } from './gen/_schemas/ShardkeeperIoV1alpha1ControllerShardSet.js';
import type { IControllerShardSet } from './gen/shardkeeper.io/v1alpha1/ControllerShardSet.ts';
import { SHARD_SET_KIND, SLOT_LABEL } from './names.ts';
import type { API_VERSION } from './names.ts';
import type { DeepReadonly, Metadata } from './types.ts';
import { assertSchema } from './validate.ts';

type Generated = DeepReadonly<IControllerShardSet>;
type GeneratedSpec = Generated['spec'];
type Filled<T> = { readonly [Key in keyof T]-?: Exclude<T[Key], undefined> };

/** Units are in the names. Every field has a default, so all of them are here. */
export type LeaseSpec = Filled<NonNullable<GeneratedSpec['lease']>>;
export type HandoffSpec = Filled<NonNullable<GeneratedSpec['handoff']>>;
export type RebalanceSpec = Filled<NonNullable<GeneratedSpec['rebalance']>>;
export type Override = NonNullable<GeneratedSpec['overrides']>[number];

export type ShardSetSpec = Omit<GeneratedSpec, 'lease' | 'handoff' | 'rebalance' | 'slotLabel' | 'paused'> & {
  readonly slotLabel: string;
  readonly paused: boolean;
  readonly lease: LeaseSpec;
  readonly handoff: HandoffSpec;
  readonly rebalance: RebalanceSpec;
};

export type ShardSetStatus = NonNullable<Generated['status']>;
/** The table; has the shape of protocol/'s Table. */
export type Assignment = NonNullable<ShardSetStatus['assignment']>;
/** One row of the table; has the shape of protocol/'s Row. */
export type AssignmentRange = Assignment['ranges'][number];
export type Condition = NonNullable<ShardSetStatus['conditions']>[number];

export type ControllerShardSet = {
  readonly apiVersion: typeof API_VERSION;
  readonly kind: typeof SHARD_SET_KIND;
  readonly metadata: Metadata;
  readonly spec: ShardSetSpec;
  readonly status?: ShardSetStatus;
};

/** The defaults of the CRD, for objects that did not pass through an API server. A test holds them against crds/. */
export const SHARD_SET_DEFAULTS: Pick<ShardSetSpec, 'slotLabel' | 'paused' | 'lease' | 'handoff' | 'rebalance'> = {
  slotLabel: SLOT_LABEL,
  paused: false,
  lease: {
    durationSeconds: 15,
    renewIntervalMilliseconds: 2000,
    requestTimeoutMilliseconds: 3000,
    fenceMarginMilliseconds: 4000,
    viewMaxAgeMilliseconds: 10_000,
    stallMaxMilliseconds: 500,
    clockErrorPerMille: 10,
  },
  handoff: { timeoutSeconds: 30, drainTimeoutSeconds: 20, restartGraceSeconds: 30 },
  rebalance: { maxMovingSlots: 1024, cooldownSeconds: 60, maxImbalance: 1.05 },
};

/**
 * `value` as a ControllerShardSet, with defaults filled in. Does not change `value`.
 *
 * Errors: `InvalidObject` (terminal), which names the object and the fields.
 */
export function validateControllerShardSet(value: unknown): ControllerShardSet {
  assertSchema(SHARD_SET_KIND, validate, value);
  const set = value as ControllerShardSet;
  const { lease, handoff, rebalance } = SHARD_SET_DEFAULTS;
  return {
    ...set,
    spec: {
      ...SHARD_SET_DEFAULTS,
      ...set.spec,
      lease: { ...lease, ...set.spec.lease },
      handoff: { ...handoff, ...set.spec.handoff },
      rebalance: { ...rebalance, ...set.spec.rebalance },
    },
  };
}
