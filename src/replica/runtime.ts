/** One replica: ownership and the machinery that works on what it owns. */
import type { EventRecorder } from '../kube/events.ts';
import type { KubeClient } from '../kube/types.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { FoundSet } from './membership/index.ts';
import { createOwnership, type ReplicaEnd, type ReplicaIdentity } from './ownership/index.ts';
import type { ControllerHost, CrashJournal, Ownership } from './ports.ts';
import { WorkHost } from './work/index.ts';
import type { RetryPolicy } from './work/index.ts';

export interface ReplicaOptions {
  /** Its write timeout must be the set's `requestTimeoutMs`. */
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly events: Pick<EventRecorder, 'record'>;
  readonly identity: ReplicaIdentity;
  /** From `waitForSet`: timing and slot label are those of the process start. */
  readonly set: FoundSet;
  /** Most reconciles at once. Default 32. */
  readonly workers?: number;
  /** For events about users' objects, in whatever namespace. Default: none are made. */
  readonly objectEvents?: Pick<EventRecorder, 'record'>;
  /** With one, an object that ends the processes that work on it is put into quarantine. Default: a crash is nobody's. */
  readonly journal?: CrashJournal;
  /** Back-off of a root that failed. Default 5 ms .. 60 s. */
  readonly retry?: RetryPolicy;
}

export interface Replica {
  /** Runs controllers; they may be added and removed at any time, before `run` too. */
  readonly host: ControllerHost;
  readonly ownership: Ownership;
  /** Resolves when the process must end. Aborting `signal` is a crash to the others; `leave` is the orderly way. */
  readonly run: (signal: AbortSignal) => Promise<ReplicaEnd>;
  /** SIGTERM. */
  readonly leave: () => void;
  /** Registered, lease window open, table view fresh. Never depends on owning or on warming. */
  readonly ready: () => boolean;
  /** The loop turns. Never depends on the API server. */
  readonly alive: () => boolean;
}

const WORKERS = 32;

/** Inert until `run`. */
export function createReplica(options: ReplicaOptions): Replica {
  const { set } = options;
  const { ownership, events, run, leave, ready, alive } = createOwnership(options);
  const host = new WorkHost({
    client: options.client,
    clock: options.clock,
    random: options.random,
    log: options.log,
    metrics: options.metrics,
    ownership,
    events,
    workers: options.workers ?? WORKERS,
    requestTimeoutMs: set.timing.requestTimeoutMs,
    slotLabel: set.slotLabel,
    set: `${set.namespace}/${set.name}`,
    ...(options.retry === undefined ? {} : { retry: options.retry }),
    ...(options.journal === undefined ? {} : { journal: options.journal }),
    ...(options.objectEvents === undefined ? {} : { objectEvents: options.objectEvents }),
  });
  return {
    host,
    ownership,
    run: async (signal) => {
      try {
        return await run(host, signal);
      } finally {
        host.close();
      }
    },
    leave,
    ready,
    alive,
  };
}
