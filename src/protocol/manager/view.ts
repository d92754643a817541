/** What a manager sees of one set and what it may do about it: the vocabulary of the manager's machine. */
import type { Override, ShardSetSpec, ShardSetStatus } from '../../api/shard-set.ts';
import type { ShardSpec, ShardStatus } from '../../api/shard.ts';
import { parseTime } from '../../lib/clock.ts';
import type { LeaseBook, LeaseSeen } from '../lease.ts';
import type { Table } from '../table.ts';

export interface SetView {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  /** `metadata.deletionTimestamp` is set. */
  readonly deleting: boolean;
  /** Our finalizer is on it. */
  readonly guarded: boolean;
  readonly spec: ShardSetSpec;
  readonly status: ShardSetStatus;
}

export interface ShardView {
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** uid of the set that owns it. */
  readonly ownerUid: string | undefined;
  readonly spec: ShardSpec;
  readonly status: ShardStatus;
}

export type WorkloadView =
  /** Not read yet, or it cannot be read. */
  | { readonly type: 'Unknown' }
  | { readonly type: 'Missing' }
  | {
      readonly type: 'Found';
      readonly resourceVersion: string;
      readonly replicas: number;
      /** Text form of the pods' labels. */
      readonly selector: string;
      /** Of a StatefulSet's pods; 0 unless its spec says otherwise. */
      readonly firstOrdinal: number;
    };

/** Identifies the table version on which a proof rests (X3, X5): `uid/epoch/revision`. */
export type TableKey = string;

/** The answer to a fresh GET. `askedMs`: monotonic time before it was sent. */
export interface LeaseProof {
  readonly table: TableKey;
  readonly askedMs: number;
  readonly lease: LeaseSeen | undefined;
}

export interface ShardProof {
  readonly table: TableKey;
  readonly askedMs: number;
  readonly final: boolean;
}

/** B1, B3: fresh LISTs of Leases and shards, both started after the set version was read. */
export interface NamesProof {
  readonly setUid: string;
  readonly setResourceVersion: string;
  readonly names: readonly string[];
}

export interface Proofs {
  readonly leases: ReadonlyMap<string, LeaseProof>;
  readonly shards: ReadonlyMap<string, ShardProof>;
  readonly names: NamesProof | undefined;
}

export const NO_PROOFS: Proofs = { leases: new Map(), shards: new Map(), names: undefined };

/** Everything that a decision rests on. */
export interface Observation {
  readonly set: SetView;
  /** By name; those that carry the label of the set. */
  readonly shards: ReadonlyMap<string, ShardView>;
  /** Notes on the Leases with the label of the set, and on the absence of those that shards or the table name. */
  readonly book: LeaseBook;
  readonly workload: WorkloadView;
  readonly proofs: Proofs;
}

export interface Now {
  readonly monotonicMs: number;
  readonly wallMs: number;
}

/** Why slots move, as people see it. */
export type Cause = 'Birth' | 'ScaleUp' | 'ScaleDown' | 'RollingUpdate' | 'Rebalance' | 'Manual' | 'Takeover';

export interface EventNote {
  readonly type: 'Normal' | 'Warning';
  readonly reason:
    | 'MovePlanned'
    | 'MoveFinished'
    | 'ReplicaJoined'
    | 'ReplicaLeft'
    | 'TakenOver'
    | 'SlotsUnowned'
    | 'HandoffSlow'
    | 'HandoffTimedOut'
    | 'WorkloadMissing';
  /** Fixed CamelCase word. */
  readonly action: string;
  readonly note: string;
  /** The shard that it is about, beside the set. */
  readonly shard?: string;
}

export type Measure =
  | { readonly type: 'SlotsMoved'; readonly cause: Cause; readonly slots: number }
  | {
      readonly type: 'HandoffsEnded';
      readonly cause: Cause;
      readonly result: 'Done' | 'TimedOut';
      readonly count: number;
    }
  | { readonly type: 'TakenOver'; readonly seconds: number };

/**
 * What to do. Each is done once, by CAS where it names a version; a conflict only means: observe again. `table` in a check is
 * the version that the proof will rest on.
 */
export type ManagerEffect =
  /** CAS on the set: its whole status, the table included. `onStored` happens when it was stored. */
  | {
      readonly type: 'WriteStatus';
      readonly resourceVersion: string;
      readonly status: ShardSetStatus;
      readonly onStored: Consequences;
    }
  | { readonly type: 'SetReplicas'; readonly resourceVersion: string; readonly replicas: number }
  | { readonly type: 'AddFinalizer' | 'RemoveFinalizer'; readonly resourceVersion: string }
  | { readonly type: 'ScaleWorkload'; readonly resourceVersion: string; readonly replicas: number }
  | { readonly type: 'CreateShard'; readonly name: string; readonly spec: ShardSpec }
  | { readonly type: 'WriteShardSpec'; readonly name: string; readonly uid: string; readonly spec: ShardSpec }
  | {
      readonly type: 'DeleteShard' | 'DeleteLease';
      readonly name: string;
      readonly uid: string;
      readonly resourceVersion: string;
    }
  | { readonly type: 'CheckLease' | 'CheckShard'; readonly name: string; readonly table: TableKey }
  | { readonly type: 'ListNames'; readonly setUid: string; readonly setResourceVersion: string }
  | { readonly type: 'Tell'; readonly event: EventNote }
  | { readonly type: 'Measured'; readonly measure: Measure };

export interface Consequences {
  readonly events: readonly EventNote[];
  readonly measures: readonly Measure[];
}

export function keyOfTable(table: Pick<Table, 'uid' | 'epoch' | 'revision'> | undefined): TableKey {
  return table === undefined ? '' : `${table.uid}/${table.epoch}/${table.revision}`;
}

/** The table of a set, or undefined when it has none of its own (B0). */
export function tableOf(set: SetView): Table | undefined {
  const table = set.status.assignment;
  return table === undefined || table.uid !== set.uid ? undefined : table;
}

/** Overrides that are in force at `wallMs`. */
export function inForce(overrides: readonly Override[] | undefined, wallMs: number): readonly Override[] {
  return (overrides ?? []).filter(({ until }) => until === undefined || (parseTime(until) ?? Infinity) > wallMs);
}
