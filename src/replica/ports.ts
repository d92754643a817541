/** The ports at which the parts of a replica, and the controllers that run on it, meet. */
import type { KubeObject, ObjectKey, ObjectRef, Resource, WriteRequest } from '../kube/types.ts';
import type { RangeSet } from '../protocol/ranges.ts';
import type { Slot } from '../protocol/slots.ts';

/* ── Ownership: who may act ─────────────────────────────────────────────────────────────────────────────────────── */

/** Proof that a slot was held when the work item was taken from the queue. Compared by value, never sent anywhere. */
export interface WorkToken {
  /** The slot that the token stands for: the object's, or the home slot of a capped controller. */
  readonly slot: Slot;
  readonly incarnation: string;
  /** How often this slot went from not-held to held in this process; also raised by a fence. */
  readonly acquisition: number;
  /** Fencing token for foreign systems: `epoch.generation` of the slot's row. Never goes back; rises with each owner. */
  readonly fencing: string;
}

/** Why work may not go on. `Window`: the lease window is over; `Lost`: not held, or lost and regained; `Draining`: no new work. */
export type Refusal = 'Window' | 'Lost' | 'Draining' | 'NotHeld';

export interface Ownership {
  readonly replicaName: string;
  readonly incarnation: string;
  /** A token to start new work on `slot`, or why not. Synchronous, O(log ranges). */
  readonly token: (slot: Slot) => WorkToken | Refusal;
  /** Whether work under `token` may go on (also while its slot drains): undefined = yes. Synchronous. */
  readonly check: (token: WorkToken) => Refusal | undefined;
  /** Slots held now and not draining. */
  readonly active: () => RangeSet;
}

/**
 * What ownership asks of the machinery that does the work. Implemented by work/ + watch/, called by ownership/.
 * All calls are synchronous; results come back through `SlotEvents`.
 */
export interface SlotRuntime {
  /** Keep caches, read-only, of exactly these slots (held, owned and hinted): open and close range watches. */
  readonly want: (slots: RangeSet) => void;
  /**
   * A1 became true for these slots: begin to act. `completeness` says when a slot's first hook call or write may come
   * (W5). Everything in the slots is enqueued once, in the low-priority lane.
   */
  readonly start: (slots: RangeSet, completeness: Completeness) => void;
  /** Of started slots whose completeness was `Awaited`: what it is. */
  readonly complete: (slots: RangeSet, completeness: Completeness) => void;
  /** Stop taking new work on these slots; report each as idle through `SlotEvents.idle`, at once if it is. */
  readonly drain: (slots: RangeSet) => void;
  /** A3: these draining slots are granted again: go on with them, nothing was lost. */
  readonly resume: (slots: RangeSet) => void;
  /** Abort what still runs in these slots (drain timeout, terminating). They become idle when W4 permits. */
  readonly abort: (slots: RangeSet) => void;
  /** These slots are not held any more: drop their timers, retries and queue items. */
  readonly stop: (slots: RangeSet) => void;
  /** Start no new work for so long (0 = go on): slots change hands, and that goes first. What runs is not disturbed. */
  readonly giveWay: (ms: number) => void;
  /**
   * W5: per resource the highest resourceVersion that this process wrote in these slots; undefined mark = unknown. Unknown
   * also where the slots were not complete yet: what an owner before this one wrote may be missing here.
   */
  readonly written: (slots: RangeSet) => Readonly<Record<string, string>>;
  /** Counts for status and metrics. */
  readonly counts: () => RuntimeCounts;
  /** What waits for its slot label; undefined when this replica has no intake duty. Cheap. */
  readonly unlabelled: () => Unlabelled | undefined;
  /** Roots in started slots that are in quarantine; undefined when none is. Cheap. */
  readonly quarantined: () => Quarantined | undefined;
}

/** Roots that are not looked at for a while, because they ended the processes that did. */
export interface Quarantined {
  readonly count: number;
  /** Three of them, as `webapps.example.com default/web`, ascending. */
  readonly named: readonly string[];
}

/** Roots that intake has seen and not labelled yet. */
export interface Unlabelled {
  readonly count: number;
  readonly oldestSeconds: number;
  /** The oldest, as `webapps.example.com default/web`; '' when there is none. */
  readonly oldest: string;
}

export interface RuntimeCounts {
  /** Root objects in held slots. */
  readonly objects: number;
  readonly inFlight: number;
  readonly queued: number;
  readonly oldestDueSeconds: number;
}

/** When the caches of a newly gained range are known to lack nothing of what the previous owner wrote. */
export type Completeness =
  /** The row's {epoch, generation} is the one under which this process last held the slots. */
  | { readonly type: 'Continuous' }
  /** The leaver's marks are being read: `SlotRuntime.complete` tells. Until then no hook call and no write. */
  | { readonly type: 'Awaited' }
  /** The leaver's marks: wait (at most 1 s) until the store of each resource has reached its mark, else list afresh. */
  | { readonly type: 'Marks'; readonly written: Readonly<Record<string, string>> }
  /** The previous owner is unknown, crashed, or this is a new incarnation: a fresh LIST started after A1. */
  | { readonly type: 'FreshList' };

/** What the machinery reports to ownership. Synchronous; ownership may call back into `SlotRuntime` in a later turn only. */
export interface SlotEvents {
  /** These draining slots have no work in flight and no unanswered write any more (W4). */
  readonly idle: (slots: RangeSet) => void;
  /** Caches of exactly these slots are filled and their watches live. */
  readonly warm: (slots: RangeSet) => void;
}

/* ── Crashes: what a process tells the next one ─────────────────────────────────────────────────────────────────── */

/**
 * Remembers beyond the end of the process which reconciles were under way, so that the next process of this replica knows
 * what may have ended it. Every call is synchronous, costs microseconds and never throws.
 */
export interface CrashJournal {
  /** What was under way when the process before this one died, and what was suspect already. Empty after an orderly end. */
  readonly suspects: readonly string[];
  /** A reconcile begins; at most as many at once as the replica has workers. The answer is for `end`. */
  readonly begin: (id: string) => number;
  readonly end: (ticket: number) => void;
  /** It was tried alone, and the process lives. */
  readonly acquit: (id: string) => void;
  /** An orderly end: whatever was under way is not to blame. */
  readonly close: () => void;
}

/* ── Work: what a controller is ─────────────────────────────────────────────────────────────────────────────────── */

/** A kind that a controller reads. Roots hash their own name; children have their owner's slot. */
export interface WatchedResource {
  readonly resource: Resource;
  readonly role: 'root' | 'child';
  /** Roots only: those that the controller handles (text form). Narrows intake, not the store. */
  readonly labelSelector?: string;
}

export interface Controller {
  /** Queue and metric name, e.g. `CompositeController-webapp`. Unique in a replica. */
  readonly name: string;
  readonly resources: readonly WatchedResource[];
  /**
   * When the controller came into being (RFC 3339). Roots created later cannot have children that nobody labelled, which
   * spares reads; without it every root is taken to be older.
   */
  readonly since?: string;
  /** Most reconciles of this controller at once in this replica; default: the worker pool is the only bound. */
  readonly concurrencyMax?: number;
  /** Which roots a change concerns. Pure and fast: it runs on every event. `before` is undefined for a new object. */
  readonly rootsOf: (change: ObjectChange) => Iterable<RootRef>;
  /** Brings one root to its desired state. Level-triggered: must not depend on why it was called. */
  readonly reconcile: (root: RootRef, context: ReconcileContext) => Promise<Outcome>;
}

export interface ObjectChange {
  readonly resource: Resource;
  readonly before: KubeObject | undefined;
  readonly after: KubeObject | undefined;
}

/** Group/resource (`webapps.example.com`) and key of a root. */
export interface RootRef {
  readonly groupResource: string;
  readonly key: ObjectKey;
}

/** Throwing means: try again with back-off (a ShardkeeperError's `retryWithinMs` bounds the wait). */
export type Outcome =
  | { readonly type: 'Settled' }
  /** Again after `ms` unless an event comes first; the earliest wish wins. `lane` default: resync. */
  | { readonly type: 'WakeAfter'; readonly ms: number }
  /** Somebody else was faster: again with back-off, no later than `withinMs`, without counting as an error. */
  | { readonly type: 'Outpaced'; readonly withinMs?: number }
  /** A wish of the other side (429): not before `ms`, without counting as a failure. */
  | { readonly type: 'Postponed'; readonly ms: number };

/** event: something changed; retry: back-off is over; resync: periodic or first look after a gain (lowest). */
export type Lane = 'event' | 'retry' | 'resync';

export interface ReconcileContext {
  readonly token: WorkToken;
  /** Aborted when the slot is lost or the drain timeout is over. */
  readonly signal: AbortSignal;
  /** Stores of the watched resources, by group/resource. Never older than this process's own writes. */
  readonly stores: StoreReader;
  readonly writer: FencedWriter;
  /** Throws code `Refused` when the token is not good any more: call it before every hook call. */
  readonly assertOwned: (point: 'hook' | 'write') => void;
}

export interface StoreReader {
  readonly get: (groupResource: string, key: ObjectKey) => KubeObject | undefined;
  /** Objects whose controller owner has this uid. */
  readonly ownedBy: (groupResource: string, uid: string) => readonly KubeObject[];
  /** Objects without a controller owner in a namespace ('' = cluster-scoped). */
  readonly orphans: (groupResource: string, namespace: string) => readonly KubeObject[];
}

/**
 * The only way to write objects. Each call checks the token in the turn in which the request gets its connection,
 * carries the request timeout, and (update, patch, delete) the resourceVersion, to delete and apply the uid too (W2). The answer is in
 * the stores before the promise resolves.
 *
 * Errors: ApiError; code `Refused` when ownership was lost.
 */
export interface FencedWriter {
  readonly send: (request: WriteRequest) => Promise<KubeObject>;
  /** Consistent read of one object; for decisions that destroy. */
  readonly getLive: (resource: Resource, ref: ObjectRef) => Promise<KubeObject | undefined>;
}

/** Runs controllers on the slots of this replica. */
export interface ControllerHost {
  /** Starts watching its resources on this replica's slots and reconciling; resolves when its caches are filled. */
  readonly add: (controller: Controller) => Promise<void>;
  /** Stops it, waits for its work in flight, forgets what nobody else needs. */
  readonly remove: (name: string) => Promise<void>;
  /** Enqueues a root now (when its slot is held). */
  readonly enqueue: (controller: string, root: RootRef, lane: Lane) => void;
  /** All roots in held slots, for resync. */
  readonly roots: (controller: string) => readonly RootRef[];
}
