/** The vocabulary of the replica machine: its states, what it is told (events) and what it asks for (effects). */
import type { RangeSet, SlotRange } from '../ranges.ts';
import type { Observed, Released, Table, Timing } from '../table.ts';
import type { Phase } from '../phase.ts';

export interface Now {
  readonly monotonicMs: number;
  /** Only written into Leases and told to people. */
  readonly wallMs: number;
}

export interface ReplicaConfig {
  /** Name of the ControllerShard and of the Lease. */
  readonly name: string;
  readonly incarnation: string;
  /** `metadata.uid` of the set that this process was started for; a process serves one set for life (B2). */
  readonly setUid: string;
  /** '' for a process that is not in a pod. */
  readonly podUID: string;
  /** S3a: the deployment promises that a pod has one container of this kind. */
  readonly restartInPlace: boolean;
  readonly protocol: number;
  readonly timing: Timing;
}

/* ── What the machine sees of objects ──────────────────────────────────────────────────────────────────────────── */

/** The ControllerShardSet. `table` is undefined when absent or of another uid (B0). */
export interface SetView {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly deleting: boolean;
  readonly table: Table | undefined;
}

/** The own ControllerShard. */
export interface ShardView {
  readonly uid: string;
  readonly resourceVersion: string;
  readonly generation: number;
  /** uid of the set that owns it, '' for none. */
  readonly ownerUid: string;
  /** '' when no process ever registered. */
  readonly incarnation: string;
  readonly podUID: string;
  readonly final: boolean;
  readonly warmUp: RangeSet;
}

export interface LeaseView {
  readonly holder: string;
  readonly resourceVersion: string;
  readonly renewTime: string;
}

/** What W5 needs of the status of a replica that gave up slots. */
export interface PeerView {
  readonly observed: Observed | undefined;
  readonly held: RangeSet;
  readonly released: readonly Released[];
}

/* ── State ─────────────────────────────────────────────────────────────────────────────────────────────────────── */

export interface ReplicaState {
  readonly config: ReplicaConfig;
  readonly life: Life;
}

export type Life =
  /** S1. `retryAtMs` undefined: a request is under way. */
  | { readonly type: 'TakingLease'; readonly retryAtMs: number | undefined }
  /** S3: the own ControllerShard is being read, or (retryAtMs) does not exist yet and is waited for. */
  | ReadingShard
  /** S2, S3a. */
  | { readonly type: 'WaitingOut'; readonly takeover: Takeover; readonly lease: LeaseState; readonly untilMs: number }
  /** S4: the CAS on this very version is under way. */
  | { readonly type: 'Registering'; readonly takeover: Takeover; readonly lease: LeaseState; readonly shard: ShardView }
  /** S5, last step of F3: a fresh read of set and shard is under way, or (retryAtMs) is to be repeated. */
  | ReadingView
  /** The window is open and the table is known. */
  | Running
  /** F1: the window is over. F3 begins with the next confirmed renewal. */
  | { readonly type: 'Fenced'; readonly member: Member }
  | { readonly type: 'Exited'; readonly code: number; readonly reason: ExitReason };

export interface ReadingShard {
  readonly type: 'ReadingShard';
  readonly takeover: Takeover;
  readonly lease: LeaseState;
  /** The Lease is read after the shard: a process that registered in between and holds the Lease is not overrun. */
  readonly confirmLease: boolean;
  readonly retryAtMs: number | undefined;
  /** The watch showed a version since the read was begun: the answer may be older, and is followed by another read. */
  readonly stale: boolean;
}

export interface ReadingView {
  readonly type: 'ReadingView';
  readonly member: Member;
  /** An answer to an earlier read does not count: F3 wants one that was started after the confirmed renewal. */
  readonly startedMs: number;
  readonly retryAtMs: number | undefined;
  /** What the watches showed since the read was begun: it may be newer than the answer, and need not come again. */
  readonly seen: { readonly set: SetView | undefined; readonly shard: ShardView | undefined };
}

export interface Running {
  readonly type: 'Running';
  readonly member: Member;
  readonly view: View;
}

/** How the Lease was taken: what S2 and S3 need to know. */
export interface Takeover {
  readonly confirmedMs: number;
  /** There was no Lease. */
  readonly created: boolean;
  readonly waitMs: number;
}

export interface LeaseState {
  readonly resourceVersion: string;
  /** Monotonic end of the window; -Infinity when it was ended by a conflict. */
  readonly windowEndsMs: number;
  readonly renewal:
    | { readonly type: 'Waiting'; readonly dueMs: number }
    | { readonly type: 'InFlight'; readonly renewTime: string }
    /** L2: the Lease is read after a conflict. */
    | { readonly type: 'Checking' };
  /** Renewals sent before this open no window: the clock did not run on since (ClockJump). */
  readonly validFromMs: number;
  /** `renewTime` of own requests without an answer: one of them may have been applied. */
  readonly unanswered: readonly string[];
}

/** What a registered process has, whether it may act now or not. */
export interface Member {
  readonly lease: LeaseState;
  /** The newest known version of the own ControllerShard. */
  readonly shard: ShardView;
  /** Ascending, disjoint. */
  readonly holds: readonly Hold[];
  /** Raised with each gain, so that every gain has a number of its own. */
  readonly acquisitions: number;
  /** The table that it followed last; what is older has gone back (R3), however long it was fenced. */
  readonly table: Table | undefined;
  /** Under which row slots were held last by this process (W5). Disjoint; slots held now are not in it. */
  readonly lastHeld: readonly RowPiece[];
  readonly released: readonly ReleasedPiece[];
  /** Owned, not held yet: who may have to leave first. */
  readonly incoming: readonly Incoming[];
  /** Granted slots whose start waits for the marks of those who left. */
  readonly gaining: readonly Gaining[];
  readonly requests: number;
  readonly warm: RangeSet;
  readonly wanted: RangeSet;
  readonly mode: Mode;
  readonly status: StatusState;
}

export interface Hold extends SlotRange {
  readonly acquisition: number;
  /** Of the row under which A1 was last true. */
  readonly epoch: number;
  readonly generation: number;
  /** What follows under the same row is no continuation: see `discontinued`. */
  readonly tainted?: true;
  readonly state:
    | { readonly type: 'Active' }
    /** A3: running work may finish. */
    | { readonly type: 'Draining'; readonly sinceMs: number; readonly abortAtMs: number }
    /** Aborted (drain timeout, fence, stop): tokens are void, W4 is waited for. */
    | { readonly type: 'Aborting'; readonly sinceMs: number; readonly exitAtMs: number };
}

export interface RowPiece extends SlotRange {
  readonly epoch: number;
  readonly generation: number;
}

export interface ReleasedPiece extends Released {
  readonly epoch: number;
  /** When the table was first seen not to await this replica for the piece any more. */
  readonly letGoMs: number | undefined;
}

export interface Incoming extends RowPiece {
  readonly sinceMs: number;
  /** Everybody who was awaited since the row became ours, if that was seen; undefined: not seen. */
  readonly leavers: readonly string[] | undefined;
}

/** Held, but the marks of those who left are still being read: no hook call and no write before they are known. */
export interface Gaining {
  readonly request: number;
  readonly acquisition: number;
  readonly pieces: readonly Incoming[];
  readonly deadlineMs: number;
}

export type Mode =
  | { readonly type: 'Serving' }
  /** H5: SIGTERM came; goes on acting while the manager empties it. */
  | { readonly type: 'Leaving'; readonly stopAtMs: number; readonly exitAtMs: number }
  /** S6. */
  | { readonly type: 'Stopping'; readonly exitAtMs: number };

/** The table as this process knows it, and when it was last known to be the present one (L4). */
export interface View {
  readonly set: SetView;
  readonly confirmedMs: number;
  readonly check:
    | { readonly type: 'None'; readonly dueMs: number }
    | { readonly type: 'Confirming' }
    | { readonly type: 'Rereading'; readonly sinceMs: number };
}

export interface StatusState {
  /** What this incarnation last wrote (confirmed). */
  readonly written: ReplicaStatus;
  readonly flight:
    | { readonly type: 'None' }
    | { readonly type: 'Writing'; readonly status: ReplicaStatus }
    /** After a conflict or a lost answer: the version must be learned again. */
    | { readonly type: 'Rereading' };
  readonly notBeforeMs: number;
  /** A write is due, but not before `notBeforeMs`. */
  readonly waiting: boolean;
  /** A new `metadata.generation` is answered by then, if no other write does it before; undefined: nothing to answer. */
  readonly answerByMs: number | undefined;
  /** The shell has informational fields to tell. */
  readonly requested: boolean;
}

/** The status fields that rules and policy read; counts, conditions and stories are added by the shell. */
export interface ReplicaStatus {
  readonly observedGeneration: number;
  /** Undefined before the first view (S4). */
  readonly observed: Observed | undefined;
  readonly held: RangeSet;
  readonly released: readonly Released[];
  readonly warm: RangeSet;
  readonly leaving: boolean;
  readonly final: boolean;
  readonly phase: Phase;
  /** Slots that are being warmed, or owned and not held. */
  readonly incoming: RangeSet;
  /** Highest generation of own rows; 0 for none. */
  readonly grantGeneration: number;
}

/* ── Events ────────────────────────────────────────────────────────────────────────────────────────────────────── */

export type ReplicaEvent =
  | { readonly type: 'Tick' }
  /** The clock that should run on did not: the process was suspended. */
  | { readonly type: 'ClockJump' }
  /** SIGTERM. */
  | { readonly type: 'Leave' }
  | {
      readonly type: 'LeaseTaken';
      readonly created: boolean;
      readonly resourceVersion: string;
      /** Monotonic time read before the request was sent. */
      readonly sentMs: number;
      /** `leaseDurationSeconds` of the version that was replaced. */
      readonly previousDurationMs: number;
    }
  | { readonly type: 'LeaseTakeFailed' }
  | { readonly type: 'LeaseRenewed'; readonly resourceVersion: string; readonly sentMs: number }
  /** `Conflict`: 409 or 404. `Answered`: refused otherwise, so not applied. `Unanswered`: may still be applied. */
  | { readonly type: 'LeaseRenewFailed'; readonly outcome: 'Conflict' | 'Answered' | 'Unanswered' }
  /** Answer to ReadLease; `undefined` = NotFound. */
  | { readonly type: 'LeaseRead'; readonly lease: LeaseView | undefined }
  | { readonly type: 'LeaseReadFailed' }
  /**
   * Answer to ReadShard. `holder` is that of the Lease, read after the shard, when it was asked for. `setStands` is told when
   * there is no shard under the set of this process: whether that set is still there and stays.
   */
  | {
      readonly type: 'ShardRead';
      readonly shard: ShardView | undefined;
      readonly holder?: string | undefined;
      readonly setStands?: boolean;
    }
  | { readonly type: 'ShardReadFailed' }
  | { readonly type: 'Registered'; readonly shard: ShardView }
  | { readonly type: 'RegisterFailed' }
  /** Answer to ReadView: both reads were started after the effect. */
  | {
      readonly type: 'ViewRead';
      readonly set: SetView | undefined;
      readonly shard: ShardView | undefined;
      readonly sentMs: number;
    }
  | { readonly type: 'ViewReadFailed' }
  /** Watch of the set; `undefined` = deleted. */
  | { readonly type: 'SetSeen'; readonly set: SetView | undefined }
  /** Watch of the own shard; `undefined` = deleted. */
  | { readonly type: 'ShardSeen'; readonly shard: ShardView | undefined }
  /** A bookmark of the watch of the set. */
  | { readonly type: 'SetProgress' }
  /** Answer to ConfirmView: the resourceVersion of the set by a read that began at `sentMs`. */
  | { readonly type: 'ViewConfirmed'; readonly resourceVersion: string; readonly sentMs: number }
  | { readonly type: 'ViewConfirmFailed' }
  | {
      readonly type: 'PeersRead';
      readonly request: number;
      readonly peers: Readonly<Record<string, PeerView | undefined>>;
    }
  | { readonly type: 'StatusWritten'; readonly shard: ShardView }
  | { readonly type: 'StatusFailed' }
  /** Draining slots that have no work and no unanswered write (W4), with the marks of what was written in them. */
  | { readonly type: 'Idle'; readonly slots: RangeSet; readonly written: Readonly<Record<string, string>> }
  /** The caches of exactly these slots are filled. */
  | { readonly type: 'Warm'; readonly slots: RangeSet }
  /** Informational fields have something new to tell. */
  | { readonly type: 'StatusRequested' };

/* ── Effects ───────────────────────────────────────────────────────────────────────────────────────────────────── */

export type ReplicaEffect =
  /** GET, then CAS or create with the own incarnation. */
  | { readonly type: 'TakeLease'; readonly renewTime: string }
  | { readonly type: 'RenewLease'; readonly resourceVersion: string; readonly renewTime: string }
  | { readonly type: 'ReadLease' }
  /** Fresh read of the own shard and then, if asked for, of the Lease. */
  | { readonly type: 'ReadShard'; readonly confirmLease: boolean }
  /** S4: CAS of the status on this version, without `observed`. */
  | { readonly type: 'Register'; readonly shard: ShardView; readonly status: ReplicaStatus }
  /** Fresh reads of set and own shard; the watch of the set continues from there (V1). */
  | { readonly type: 'ReadView' }
  /** Metadata-only read of the set (L4). */
  | { readonly type: 'ConfirmView' }
  | { readonly type: 'ReadPeers'; readonly request: number; readonly names: readonly string[] }
  | { readonly type: 'WriteStatus'; readonly shard: ShardView; readonly status: ReplicaStatus }
  | { readonly type: 'Want'; readonly slots: RangeSet }
  | { readonly type: 'Start'; readonly slots: RangeSet; readonly completeness: GainCompleteness }
  /** What `Awaited` at the start stood for is known now. */
  | { readonly type: 'Complete'; readonly slots: RangeSet; readonly completeness: GainCompleteness }
  | { readonly type: 'Drain' | 'Resume' | 'Abort' | 'Stop'; readonly slots: RangeSet }
  | { readonly type: 'Tell'; readonly notice: Notice }
  | { readonly type: 'Exit'; readonly code: number; readonly reason: ExitReason };

/** W5; the same shape as `Completeness` in replica/ports.ts. */
export type GainCompleteness =
  | { readonly type: 'Continuous' }
  /** The marks of those who left are being read: `Complete` follows. */
  | { readonly type: 'Awaited' }
  | { readonly type: 'Marks'; readonly written: Readonly<Record<string, string>> }
  | { readonly type: 'FreshList' };

/** What is worth a log line, an event or a line of `status.handoffs`. */
export type Notice =
  | { readonly type: 'Registered' }
  | { readonly type: 'WaitingOut'; readonly waitMs: number }
  | { readonly type: 'ShardMissing' }
  | { readonly type: 'Fenced'; readonly cause: 'WindowOver' | 'LeaseConflict' | 'ClockJump' | 'ViewWentBack' }
  /** S5 or F3 is done: the table is known and the window is open. */
  | { readonly type: 'TableRead' }
  | { readonly type: 'ProtocolTooOld'; readonly minProtocol: number }
  | {
      readonly type: 'Taken';
      readonly slots: RangeSet;
      readonly from: readonly string[];
      /** The row is the one under which this process held the slots before (after a fence): nobody else had them. */
      readonly resumed: boolean;
      readonly generation: number;
      readonly waitedMs: number;
    }
  | {
      readonly type: 'Released';
      readonly slots: RangeSet;
      readonly to: string;
      readonly generation: number;
      readonly drainMs: number;
    }
  | { readonly type: 'DrainAborted'; readonly slots: RangeSet }
  | { readonly type: 'Stopping' };

export type ExitReason =
  /** S6 done: code 0. */
  | 'Released'
  /** Told to stop before it had registered: code 0. */
  | 'NeverRegistered'
  | 'LeaseLost'
  | 'ShardGone'
  | 'ShardTaken'
  | 'SetGone'
  /** H4: work does not end even when aborted. */
  | 'DrainStuck'
  /** The grace period ended before `final` was written. */
  | 'GraceOver';
