/** ControllerShard: one replica; what it was given (spec) and what it holds and does (status). */
import { validate } from './gen/_schemas/ShardkeeperIoV1alpha1ControllerShard.js';
import type { IControllerShard } from './gen/shardkeeper.io/v1alpha1/ControllerShard.ts';
import { SHARD_KIND } from './names.ts';
import type { API_VERSION } from './names.ts';
import type { DeepReadonly, Metadata } from './types.ts';
import { assertSchema } from './validate.ts';

type Generated = DeepReadonly<IControllerShard>;

export type ShardSpec = Generated['spec'];
export type ShardStatus = NonNullable<Generated['status']>;
/** Has the shape of protocol/'s Observed. */
export type ObservedTable = NonNullable<ShardStatus['observed']>;
/** Has the shape of protocol/'s Released. */
export type ReleasedRange = NonNullable<ShardStatus['released']>[number];
/** One entry of `status.handoffs`: newest first, at most `HANDOFFS_MAX`. */
export type HandoffRecord = NonNullable<ShardStatus['handoffs']>[number];

export const HANDOFFS_MAX = 5;

export type ControllerShard = {
  readonly apiVersion: typeof API_VERSION;
  readonly kind: typeof SHARD_KIND;
  readonly metadata: Metadata;
  readonly spec: ShardSpec;
  readonly status?: ShardStatus;
};

/**
 * `value` as a ControllerShard: the very object, not a copy.
 *
 * Errors: `InvalidObject` (terminal), which names the object and the fields.
 */
export function validateControllerShard(value: unknown): ControllerShard {
  assertSchema(SHARD_KIND, validate, value);
  return value as ControllerShard;
}
