/** What a manager keeps between decisions. All of it may be lost: a manager that starts anew decides the same, somewhat later. */
import type { Carried } from './replicas.ts';
import type { Cause } from './view.ts';
import type { RangeSet } from '../ranges.ts';
import type { OwnedRange } from '../table-rules.ts';
import type { Row, Timing } from '../table.ts';

export interface Memory {
  /** PROTOCOL parameters: read once, at the first sight of the set (I4). */
  readonly timing: Timing;
  readonly goal: Goal | undefined;
  /** H1: what each replica is asked to warm, and since when. */
  readonly hints: ReadonlyMap<string, Hint>;
  /** Replicas that did not get warm in time: nothing planned goes to them until then. */
  readonly resting: ReadonlyMap<string, Resting>;
  /** What replicas had when they began to leave: they get it back when they return. */
  readonly former: ReadonlyMap<string, RangeSet>;
  readonly lastBalanceMs: number | undefined;
  /** Names that were ready, or undefined before the first look: then nobody "joins". */
  readonly joined: ReadonlySet<string> | undefined;
  readonly firstReadyMs: number | undefined;
  /** Since when (monotonic) names are known to be gone, for `restartGrace`. */
  readonly goneSince: ReadonlyMap<string, number>;
  /** Since when names that renew without being registered (S2, S4) have not acted: from their end before, if that was seen. */
  readonly startingSince: ReadonlyMap<string, number>;
  /** Since when names that renew have been awaited without a break, and without letting go of anything. */
  readonly awaitedSince: ReadonlyMap<string, number>;
  /** The rows that this was told from. */
  readonly rows: readonly Row[];
  /** Of them, those whose slowness was told. */
  readonly slowTold: ReadonlySet<string>;
  /** Since when slots have been without an acting owner, and whether that was told. */
  readonly unowned: { readonly sinceMs: number; readonly told: boolean } | undefined;
  /** Since when the mirror of a shard is out of date. */
  readonly mirrorDue: ReadonlyMap<string, number>;
  /** Since when nothing is handed over; undefined while something is. */
  readonly calmSinceMs: number | undefined;
  readonly workloadMissingTold: boolean;
  /** Since when a status that differs only in what people read waits for a table write to ride along with. */
  readonly statusDueMs: number | undefined;
  /** Replica counts that this manager carried between the set and its workload, until they are seen and told. */
  readonly carried: Carried | undefined;
}

export interface Goal {
  /** Everything that the plan was made from. */
  readonly key: string;
  readonly from: readonly OwnedRange[];
  readonly to: readonly OwnedRange[];
  readonly cause: Cause;
  readonly told: boolean;
  readonly slots: number;
  readonly sinceMs: number;
}

export interface Hint {
  readonly ranges: RangeSet;
  readonly sinceMs: number;
  /** Since when the replica is warm for all of it; undefined while it is not. */
  readonly warmSinceMs: number | undefined;
}

export interface Resting {
  readonly untilMs: number;
  readonly times: number;
}

/** A drain may take `drainTimeout`, a new incarnation waits `leaseDuration` (S2): who is awaited for longer is stuck (H4). */
export function stuckAfterMs({ drainTimeoutMs, leaseDurationMs }: Timing): number {
  return drainTimeoutMs + leaseDurationMs + 5_000;
}

/** Who is awaited for so long is worth a word: half a drain timeout, after which its owner aborts by itself (H4). */
export function slowAfterMs({ drainTimeoutMs }: Timing): number {
  return drainTimeoutMs / 2;
}

/** S2 takes a lease duration: who has not registered by then cannot (no right, no shard), and acts on nothing. */
export function lateToRegisterMs({ leaseDurationMs }: Timing): number {
  return leaseDurationMs + 5_000;
}

export function emptyMemory(timing: Timing): Memory {
  return {
    timing,
    goal: undefined,
    hints: new Map(),
    resting: new Map(),
    former: new Map(),
    lastBalanceMs: undefined,
    joined: undefined,
    firstReadyMs: undefined,
    goneSince: new Map(),
    startingSince: new Map(),
    awaitedSince: new Map(),
    rows: [],
    slowTold: new Set(),
    unowned: undefined,
    mirrorDue: new Map(),
    calmSinceMs: undefined,
    workloadMissingTold: false,
    statusDueMs: undefined,
    carried: undefined,
  };
}
