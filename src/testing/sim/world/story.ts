/** What is done to a world, and when: drawn from a seed, or written down by somebody who wants to see one thing happen. */
import type { Timing } from '../../../protocol/table.ts';
import { DEFAULT_TIMING } from '../../../protocol/table.ts';
import { FIVE_SECOND_TIMING } from '../../../protocol/timing.ts';
import type { WorkloadKind } from './objects.ts';

export const PRESETS: Readonly<Record<'default' | 'fiveSeconds', Timing>> = {
  default: DEFAULT_TIMING,
  fiveSeconds: FIVE_SECOND_TIMING,
};

export interface Story {
  readonly preset: keyof typeof PRESETS;
  readonly workload: WorkloadKind;
  readonly replicas: number;
  readonly managers: number;
  readonly widgets: number;
  /** Faults end with the last step (and its `forMs`); then the world has to converge. */
  readonly steps: readonly Step[];
  /** Writes are applied although their time is over: breaks what W3 and W4 build on, and W2 must do alone. */
  readonly lateWrites?: boolean;
  /** Simulated time that the run lasts at least. Default 120 s. */
  readonly leastMs?: number;
}

export interface Step {
  readonly atMs: number;
  readonly fault: Fault;
}

/** Which process: a replica by its place among the pods (sorted by name; counted around), or a manager by its number. */
export type Target = { readonly replica: number } | { readonly manager: number };

export type Fault =
  /** SIGKILL. `InPlace`: its container starts again in the same pod; `Replaced`: the pod goes, its successor comes `backMs` later. */
  | { readonly type: 'Crash'; readonly target: Target; readonly back: 'InPlace' | 'Replaced'; readonly backMs: number }
  /** SIGSTOP, then SIGCONT. */
  | { readonly type: 'Pause'; readonly target: Target; readonly forMs: number }
  | {
      readonly type: 'Partition';
      readonly target: Target;
      /** What is lost: requests on the way there, answers and events on the way back, or both. */
      readonly loses: 'Requests' | 'Answers' | 'Both';
      readonly forMs: number;
    }
  | {
      readonly type: 'Slow';
      readonly target: Target;
      readonly delayMs: readonly [number, number];
      readonly forMs: number;
    }
  | {
      readonly type: 'WatchDelay';
      readonly target: Target;
      readonly delayMs: readonly [number, number];
      readonly forMs: number;
    }
  | { readonly type: 'CutWatches'; readonly target: Target }
  | { readonly type: 'StaleReads'; readonly target: Target; readonly staleMs: number; readonly forMs: number }
  | {
      readonly type: 'Failures';
      readonly target: Target;
      readonly status: 409 | 410 | 429 | 500 | 503;
      readonly chance: number;
      readonly forMs: number;
      /** Requests about Leases alone; all others are served. */
      readonly only?: 'Leases';
    }
  /** Nobody is answered for a while, and all watches end. */
  | { readonly type: 'RestartServer'; readonly forMs: number }
  | { readonly type: 'Compact' }
  | { readonly type: 'WallJump'; readonly target: Target; readonly ms: number }
  | { readonly type: 'Scale'; readonly replicas: number; readonly through: 'Set' | 'Workload' }
  | { readonly type: 'RollingUpdate' }
  /** A node is given up: its pod is replaced under the same name, its process runs on. */
  | { readonly type: 'LoseNode'; readonly replica: number; readonly backMs: number }
  /** A pod is deleted: SIGTERM, and SIGKILL after the grace period. */
  | { readonly type: 'Terminate'; readonly replica: number }
  /** Slots are moved by hand; `forMs` later the wish is withdrawn, and they may go back. */
  | {
      readonly type: 'Pin';
      readonly replica: number;
      readonly start: number;
      readonly end: number;
      readonly forMs: number;
    }
  | { readonly type: 'Drain'; readonly replica: number; readonly forMs: number }
  | { readonly type: 'DeleteLease'; readonly replica: number }
  | { readonly type: 'DeleteShard'; readonly replica: number }
  /** The set is deleted; forced: its finalizer is taken away at once. Created again `backMs` after it is gone. */
  | { readonly type: 'RecreateSet'; readonly forced: boolean; readonly backMs: number }
  /** `status: null`. */
  | { readonly type: 'WipeTable' }
  /** The store goes back to what it was `agoMs` before; nobody is served for a lease (R1), and the operator declares it (R4). */
  | { readonly type: 'Restore'; readonly agoMs: number; readonly withStatus: boolean }
  /** A root is deleted, its children are collected, and it comes again under the same name. */
  | { readonly type: 'RecreateWidget'; readonly widget: number };

/** The time that a fault goes on by itself. */
export function durationOf(fault: Fault): number {
  if ('forMs' in fault) return fault.forMs;
  return 'backMs' in fault ? fault.backMs : 0;
}
