/** The ShardManager's life: check the schema, observe, compete, lead. */
import { assert } from '../lib/assert.ts';
import { backoffMs } from '../lib/backoff.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { isShardkeeperError, messageOf, ShardkeeperError } from '../lib/errors.ts';
import type { Random } from '../lib/random.ts';
import { createEventRecorder } from '../kube/events.ts';
import type { EventRecorder } from '../kube/events.ts';
import { createLeaderElector, type LeaderElector } from '../kube/leader-elector.ts';
import { createLeaseClient } from '../kube/leases.ts';
import type { KubeClient } from '../kube/types.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Observer } from './observer.ts';
import { checkServedSchema } from './schema-check.ts';
import { SetWorker } from './set-worker.ts';

export interface ManagerOptions {
  readonly client: KubeClient;
  /** The only namespace that it looks at. */
  readonly namespace: string;
  /** Unique per process start, e.g. `<pod name>_<random id>`. */
  readonly identity: string;
  /** Managers with such an identity have ended for certain. A wrong answer costs conflicts, never safety (T1). */
  readonly hasEnded?: (identity: string) => boolean;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface Manager {
  /**
   * Runs until `signal` aborts. Rejects with a terminal error when it must not run (`CrdTooOld`), with `StoreWentBack` when
   * the store was restored under it (R4: it starts anew, with nothing in mind), and with any bug.
   */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** It observes: as a standby too. */
  readonly ready: () => boolean;
  /** Its loop turns. */
  readonly alive: () => boolean;
  readonly isLeader: () => boolean;
}

export const MANAGER_LEASE = 'shardkeeper-manager';

const TICK_MS = 500;
/** A tick that is this late means that the process was stopped, or starved. */
const JUMP_MS = 3_000;
const STUCK_MS = 30_000;
const FLUSH_MS = 1_000;
const SCHEMA_BACKOFF = { baseMs: 500, maxMs: 5_000, minMs: 100 };

/** Inert until `run`. */
export function createManager(options: ManagerOptions): Manager {
  return new ShardManager(options);
}

class ShardManager implements Manager {
  readonly #options: ManagerOptions;
  readonly #observer: Observer;
  readonly #elector: LeaderElector;
  readonly #events: EventRecorder;
  readonly #workers = new Map<string, SetWorker>();
  readonly #broken = Promise.withResolvers<never>();
  #tickMs: number | undefined;

  constructor(options: ManagerOptions) {
    assert(options.namespace !== '', 'a manager serves one namespace');
    const { client, namespace, identity, clock } = options;
    this.#options = options;
    this.#observer = new Observer({ ...options, onChange: this.#poke, onWentBack: this.#wentBack });
    this.#events = createEventRecorder({ client, controller: MANAGER_LEASE, instance: identity }, options);
    this.#elector = createLeaderElector(
      {
        leases: createLeaseClient({ client, clock }),
        ref: { namespace, name: MANAGER_LEASE },
        identity,
        ...(options.hasEnded === undefined ? {} : { hasEnded: options.hasEnded }),
        onLead: this.#reset,
        onYield: this.#stand,
      },
      options,
    );
  }

  readonly ready = (): boolean => this.#observer.ready();

  readonly alive = (): boolean =>
    this.#tickMs === undefined || this.#options.clock.monotonicMs() - this.#tickMs < STUCK_MS;

  readonly isLeader = (): boolean => this.#elector.isLeader();

  readonly run = async (signal: AbortSignal): Promise<void> => {
    await this.#awaitSchema(signal);
    if (signal.aborted) return;
    const stop = new AbortController();
    const abort = (): void => stop.abort();
    signal.addEventListener('abort', abort, { once: true });
    // Events outlive the rest a little, so that the last ones are told.
    const tell = new AbortController();
    const telling = this.#events.run(tell.signal);
    const parts = [this.#observer.run(stop.signal), this.#elector.run(stop.signal), this.#tick(stop.signal)];
    try {
      await Promise.race([Promise.all(parts), this.#broken.promise]);
    } finally {
      stop.abort();
      signal.removeEventListener('abort', abort);
      for (const worker of this.#workers.values()) worker.close();
      this.#workers.clear();
      await Promise.allSettled(parts);
      await Promise.race([this.#events.flush(), sleep(this.#options.clock, FLUSH_MS)]);
      tell.abort();
      await telling;
    }
  };

  /** Waits for CRDs that are not there yet; an old one is an error that waiting does not cure. */
  async #awaitSchema(signal: AbortSignal): Promise<void> {
    for (let attempt = 0; !signal.aborted; attempt++) {
      try {
        await checkServedSchema(this.#options.client, signal);
        return;
      } catch (error) {
        if (signal.aborted) return;
        if (!isShardkeeperError(error) || error.terminal) throw error;
        const delayMs = backoffMs(SCHEMA_BACKOFF, Math.min(attempt, 16), this.#options.random);
        this.#options.log.warn('the served schema could not be checked', { error: messageOf(error), delayMs });
        await sleep(this.#options.clock, delayMs, signal);
      }
    }
  }

  /** X6: after a pause of this process nobody is called dead for a whole lease. After a loss of contact: the observer. */
  async #tick(signal: AbortSignal): Promise<void> {
    const { clock, log } = this.#options;
    while (!signal.aborted) {
      const nowMs = clock.monotonicMs();
      const lateMs = nowMs - (this.#tickMs ?? nowMs) - TICK_MS;
      this.#tickMs = nowMs;
      if (lateMs > JUMP_MS) {
        log.warn('this process was stopped for a while: every lease is watched anew', { lateMs });
        this.#observer.discardWaits();
      }
      if (!this.#elector.isLeader()) this.#observer.forgetAbsent();
      this.#observer.doubtSilence();
      await sleep(clock, TICK_MS, signal);
    }
  }

  readonly #poke = (setName: string): void => {
    if (!this.#elector.isLeader()) return;
    const exists = this.#observer.setObject(setName) !== undefined;
    const worker = this.#workers.get(setName);
    if (exists) (worker ?? this.#open(setName)).poke();
    else if (worker !== undefined) {
      worker.close();
      this.#workers.delete(setName);
      this.#observer.forget(setName);
    }
  };

  #open(setName: string): SetWorker {
    const worker = new SetWorker(setName, {
      ...this.#options,
      events: this.#events,
      observer: this.#observer,
      isLeader: this.#elector.isLeader,
    });
    this.#workers.set(setName, worker);
    return worker;
  }

  /** R4: neither the table nor any status may be read from a cache again. The simplest way to forget all is to end. */
  readonly #wentBack = (): void => {
    this.#stand();
    const text =
      'the objects in the API server went back in time, as after a restore from a backup: this manager ends, so that ' +
      'the next one reads everything anew';
    this.#broken.reject(new ShardkeeperError(text, { code: 'StoreWentBack' }));
  };

  /** New leadership: what was remembered is void, what is seen stays. */
  readonly #reset = (): void => {
    this.#observer.demandProof();
    for (const worker of this.#workers.values()) worker.reset();
    for (const name of this.#observer.setNames()) this.#poke(name);
  };

  readonly #stand = (): void => {
    for (const worker of this.#workers.values()) worker.close();
    this.#workers.clear();
  };
}
