/** The ports at which the parts of the simulation meet. Times are milliseconds of the simulated world unless said otherwise. */
import type {
  KubeClient,
  KubeObject,
  ListOptions,
  ListResult,
  ObjectRef,
  Resource,
  WriteRequest,
} from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { Property } from './judge/properties.ts';

/* ── Time: schedule/ ──────────────────────────────────────────────────────────────────────────────────────────── */

/**
 * The one source of order. Everything that happens is an event at a time; events due at once run in an order drawn from
 * the seed. After each event all promise callbacks run to the end, so nothing ambient decides anything.
 */
export interface Scheduler {
  readonly nowMs: () => number;
  readonly at: (delayMs: number, run: () => void) => { readonly cancel: () => void };
  /** As `at`, for what leaves no promise callback behind: unless code of a process has run in it, the next event follows at once. */
  readonly aside: (delayMs: number, run: () => void) => void;
  /** Code of a process runs in this event. */
  readonly ran: () => void;
  readonly random: Random;
  /** Runs events until `untilMs`, or until `stop` says so. */
  readonly run: (untilMs: number, stop?: () => boolean) => Promise<void>;
}

/** The clock of one process: runs at a rate of its own (1 ± ε), and its timers wait while the process is stopped. */
export interface ProcessClock extends Clock {
  /** SIGSTOP: time goes on, timers and arriving answers do not run. */
  readonly pause: () => void;
  /** SIGCONT: what became due runs now. */
  readonly resume: () => void;
  /** SIGKILL: nothing of this process runs any more. */
  readonly kill: () => void;
  /** Runs `run` as a thing that arrives at this process: later while it is stopped, never when it is dead. */
  readonly deliver: (run: () => void) => void;
}

/* ── The API server: server/ ──────────────────────────────────────────────────────────────────────────────────── */

export type ModelAnswer =
  | { readonly type: 'Object'; readonly object: KubeObject }
  | { readonly type: 'List'; readonly list: ListResult }
  /** As in a `Status` object. */
  | ModelFailure;

export interface ModelFailure {
  readonly type: 'Failure';
  readonly status: number;
  readonly reason: string;
  readonly message: string;
  readonly retryAfterMs?: number;
}

export type ModelChange =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string };

/** What a watch tells. `ENDED`: the server hung up; nothing follows. */
export type ModelWatchEvent = ModelChange | { readonly type: 'ENDED' };

export interface ModelWatch {
  readonly close: () => void;
}

/** Behaves like the real API server wherever Shardkeeper looks: both pass `test/conformance/apiserver`. No time passes inside. */
export interface ModelServer {
  readonly get: (resource: Resource, ref: ObjectRef, options?: { readonly resourceVersion?: string }) => ModelAnswer;
  readonly list: (resource: Resource, options?: ListOptions) => ModelAnswer;
  readonly write: (request: WriteRequest) => ModelAnswer;
  /** `sink` is called in the turn of each change; whoever carries it to a process delays it. A failure when compacted (410). */
  readonly watch: (
    resource: Resource,
    selection: Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'> & {
      readonly resourceVersion: string;
    },
    sink: (event: ModelWatchEvent) => void,
  ) => ModelWatch | ModelFailure;
  /** Reads as a cache of the server answers them that is `ageMs` behind: those with a resourceVersion are as old. */
  readonly asOf: (ageMs: number) => Pick<ModelServer, 'get' | 'list'>;
  /** Garbage collection, once over everything: dependents of what is gone are deleted. True when something changed. */
  readonly collect: () => boolean;
  /** Sends a bookmark to every watch. */
  readonly bookmark: () => void;
  /** Forgets history: watches from before get 410. */
  readonly compact: () => void;
  /** The process of the server begins anew: all watches end, and history is forgotten as by `compact`. */
  readonly restart: () => void;
  readonly backup: () => ModelBackup;
  /** All watches end. resourceVersions go on above the highest ever used (`bumped`), or come again. */
  readonly restore: (backup: ModelBackup, options: { readonly withStatus: boolean; readonly bumped: boolean }) => void;
  /** Called after each stored change, before watches: for the judge. */
  readonly onStored: (listener: (change: ModelChange & { readonly before: KubeObject | undefined }) => void) => void;
}

/** Opaque content of the store at a moment. */
export interface ModelBackup {
  readonly resourceVersion: string;
}

/** The way from one process to the server, in both directions; faults are set on it. Mutable on purpose: the world turns it. */
export interface Link {
  /** Requests are lost on the way (nothing arrives). */
  requests: 'Pass' | 'Lose';
  /** Answers and watch events are lost on the way (writes were applied). */
  answers: 'Pass' | 'Lose';
  /** Added to each way, drawn evenly from the bounds. */
  delayMs: readonly [number, number];
  /** Added to watch events only. */
  watchDelayMs: readonly [number, number];
  /** Chance that a request is answered by this failure instead; `only`: requests about Leases, and nothing else. */
  failure: { readonly chance: number; readonly answer: ModelFailure; readonly only?: 'Leases' } | undefined;
  /** Reads with a resourceVersion and re-lists are served from a cache that is this old. */
  staleMs: number;
}

/** What the judge is told of each write that a process hands over. */
export interface SentWrite {
  readonly process: string;
  readonly request: WriteRequest;
  readonly sentMs: number;
}

export interface LinkedClient extends KubeClient {
  readonly link: Link;
  /** Ends every open watch with an error, as when a connection breaks. */
  readonly cutWatches: () => void;
}

/* ── The world: world/, judge/ ────────────────────────────────────────────────────────────────────────────────── */

/** A promise that did not hold: what a run is for. */
export interface Breach {
  /** Of the protocol (`P1`, `P8`), or of the promises (`Coverage`, `Crash`). */
  readonly property: Property;
  readonly atMs: number;
  readonly text: string;
  readonly slot?: Slot;
}

export interface RunResult {
  readonly seed: number;
  readonly breaches: readonly Breach[];
  /** Simulated. */
  readonly ms: number;
  readonly faults: number;
  /** Faults that stood alone until service had to be back, and how long a slot was without it. */
  readonly judgedService: readonly { readonly property: string; readonly worstMs: number }[];
  /** Hash over everything that happened, in order: equal for equal seed and code. */
  readonly logHash: string;
  /** The last lines of the log, for people; all of them when asked for. */
  readonly log: readonly string[];
}
