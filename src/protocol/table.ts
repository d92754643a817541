/** The table: the only authority for grants (`ControllerShardSet.status.assignment`). Its fields, and nothing else. */
import type { SlotRange } from './ranges.ts';

/** Version of the rules in this folder; written into tables and into the status of replicas. */
export const PROTOCOL = 1;

export interface Row extends SlotRange {
  /** Replica name, or '' when nobody owns the range. */
  readonly owner: string;
  /** Value of the table's `generation` when the row last changed owner. */
  readonly generation: number;
  /** Names that may still hold some slot of the row by an older grant. Sorted. */
  readonly awaiting: readonly string[];
}

export interface Table {
  /** `metadata.uid` of the set for which the table was born (B0). */
  readonly uid: string;
  /** resourceVersion, as an integer, of the set version that the birth (B1) or a declared restore (R4) replaced. */
  readonly epoch: number;
  /** +1 on every write; orders versions within an epoch. */
  readonly revision: number;
  /** +1 on every write that changes an owner; one counter for the whole table. */
  readonly generation: number;
  readonly protocol: number;
  /** The lowest protocol that a replica must follow to hold slots. */
  readonly minProtocol: number;
  /** Covers 0..4095 in order, without gap or overlap. At most 1,024 rows. */
  readonly ranges: readonly Row[];
}

export const ROWS_MAX = 1024;

/** Identifies a table: evidence about another `{uid, epoch}` never counts (B0). */
export interface TableId {
  readonly uid: string;
  readonly epoch: number;
}

/** The table view from which a replica computed a status. */
export interface Observed extends TableId {
  readonly generation: number;
}

/** W5: what a replica wrote in a range that it gave up, per resource the highest resourceVersion (or none if unknown). */
export interface Released extends SlotRange {
  readonly generation: number;
  /** `configmaps` or `webapps.example.com` -> resourceVersion. A resource without an entry has no mark. */
  readonly written: Readonly<Record<string, string>>;
}

/** PROTOCOL parameters, all in milliseconds; read from the set's spec once at process start. */
export interface Timing {
  readonly leaseDurationMs: number;
  readonly renewIntervalMs: number;
  readonly requestTimeoutMs: number;
  readonly fenceMarginMs: number;
  readonly handoffTimeoutMs: number;
  readonly drainTimeoutMs: number;
  readonly restartGraceMs: number;
  readonly viewMaxAgeMs: number;
  readonly gracePeriodMs: number;
  /** Longest event-loop gap between the window check and the bytes leaving the process. */
  readonly stallMaxMs: number;
  /** Bound on the relative rate difference of any two monotonic clocks. */
  readonly epsilon: number;
}

export const DEFAULT_TIMING: Timing = {
  leaseDurationMs: 15_000,
  renewIntervalMs: 2_000,
  requestTimeoutMs: 3_000,
  fenceMarginMs: 4_000,
  handoffTimeoutMs: 30_000,
  drainTimeoutMs: 20_000,
  restartGraceMs: 30_000,
  viewMaxAgeMs: 10_000,
  gracePeriodMs: 60_000,
  stallMaxMs: 500,
  epsilon: 0.01,
};
