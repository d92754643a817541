/** The shell of `leader-election.ts`. */
import { assert, assertNever } from '../lib/assert.ts';
import { sleep, type Clock } from '../lib/clock.ts';
import { messageOf } from '../lib/errors.ts';
import type { Random } from '../lib/random.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { isApiError } from './api-error.ts';
import {
  DEFAULT_ELECTION_TIMING,
  initialElection,
  isLeading,
  stepElection,
  type ElectionEffect,
  type ElectionEvent,
  type ElectionState,
  type ElectionTiming,
} from './leader-election.ts';
import type { Lease, LeaseClient } from './leases.ts';
import type { ObjectRef } from './types.ts';

export interface LeaderElectorOptions {
  readonly leases: LeaseClient;
  readonly ref: ObjectRef & { readonly namespace: string };
  /** Unique per process start, e.g. `<pod name>_<incarnation>`. */
  readonly identity: string;
  /** See `ElectionContext`. Default: nobody is known to have ended. */
  readonly hasEnded?: (holder: string) => boolean;
  readonly labels?: Readonly<Record<string, string>>;
  /** Default: 5 s lease, 3.5 s renew deadline, 1 s retry. */
  readonly timing?: ElectionTiming;
  readonly onLead?: () => void;
  readonly onYield?: (why: 'DeadlinePassed' | 'AnotherHolder' | 'Stopped') => void;
}

export interface LeaderElectorDeps {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
}

export interface LeaderElector {
  /** Competes until `signal` aborts, then gives the Lease back if it holds it, so that the next leader need not wait. */
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Judged at the moment of the call; ask right before acting. */
  readonly isLeader: () => boolean;
}

/** Inert until `run`. */
export function createLeaderElector(options: LeaderElectorOptions, deps: LeaderElectorDeps): LeaderElector {
  const timing = options.timing ?? DEFAULT_ELECTION_TIMING;
  const { leaseDurationMs, renewDeadlineMs, retryIntervalMs } = timing;
  assert(leaseDurationMs > renewDeadlineMs && renewDeadlineMs > retryIntervalMs, 'lease > renew deadline > retry');
  assert(retryIntervalMs > 0, 'retry interval is positive');
  return new LeaseElector({ ...options, timing }, deps);
}

type Work = ElectionEffect & { readonly type: 'Read' | 'Write' | 'Wait' };

class LeaseElector implements LeaderElector {
  readonly #options: LeaderElectorOptions & { readonly timing: ElectionTiming };
  readonly #deps: LeaderElectorDeps;
  #state: ElectionState = initialElection;
  #work: Work | undefined;

  constructor(options: LeaderElectorOptions & { readonly timing: ElectionTiming }, deps: LeaderElectorDeps) {
    this.#options = options;
    this.#deps = deps;
  }

  readonly isLeader = (): boolean => isLeading(this.#state, this.#deps.clock.monotonicMs());

  readonly run = async (signal: AbortSignal): Promise<void> => {
    this.#step({ type: 'Due' });
    while (!signal.aborted && this.#work !== undefined) {
      const work = this.#work;
      this.#work = undefined;
      const event = await this.#do(work, signal);
      // A write that was under way when we were stopped still tells what to give back.
      if (!signal.aborted || event.type === 'Written') this.#step(event);
    }
    await this.#release();
  };

  async #do(work: Work, signal: AbortSignal): Promise<ElectionEvent> {
    switch (work.type) {
      case 'Read':
        return this.#read(signal);
      case 'Write':
        return this.#write(work.lease);
      case 'Wait': {
        // A little jitter keeps standbys from looking in step; never beyond what the deadlines allow.
        const delayMs = work.delayMs * (0.9 + 0.1 * this.#deps.random.next());
        await sleep(this.#deps.clock, delayMs, signal);
        return { type: 'Due' };
      }
      default:
        return assertNever(work);
    }
  }

  async #read(signal: AbortSignal): Promise<ElectionEvent> {
    const { leases, ref, timing } = this.#options;
    try {
      return { type: 'Read', lease: await leases.get(ref, { timeoutMs: timing.retryIntervalMs, signal }) };
    } catch (error) {
      return this.#failed('ReadFailed', error);
    }
  }

  async #write(lease: Lease | undefined): Promise<ElectionEvent> {
    const { leases, ref, identity, labels, timing } = this.#options;
    let sentMs = this.#deps.clock.monotonicMs();
    const options = { timeoutMs: timing.retryIntervalMs, onSent: (ms: number): void => void (sentMs = ms) };
    const change = { holder: identity, durationSeconds: timing.leaseDurationMs / 1000 };
    try {
      const written =
        lease === undefined
          ? await leases.create({ ...ref, ...change, ...(labels === undefined ? {} : { labels }) }, options)
          : await leases.write(lease, change, options);
      return { type: 'Written', lease: written, sentMs };
    } catch (error) {
      return this.#failed('WriteFailed', error);
    }
  }

  #failed(type: 'ReadFailed' | 'WriteFailed', error: unknown): ElectionEvent {
    if (!isApiError(error)) throw error;
    // Losing the race for a free Lease is normal.
    const level = isApiError(error, 'Conflict', 'AlreadyExists', 'Aborted') ? 'debug' : 'warn';
    this.#deps.log[level]('leader election request failed', { ...this.#options.ref, error: messageOf(error) });
    return { type };
  }

  #step(event: ElectionEvent): void {
    const { identity, ref } = this.#options;
    const nowMs = this.#deps.clock.monotonicMs();
    const { state, effects } = stepElection(this.#state, event, { ...this.#options, nowMs });
    this.#state = state;
    for (const effect of effects) {
      if (effect.type === 'Lead') {
        this.#deps.log.info('became leader', { ...ref, identity });
        this.#deps.metrics.set('leader_election_master_status', 1, { name: ref.name });
        this.#options.onLead?.();
      } else if (effect.type === 'Yield') {
        this.#yielded(effect.why);
      } else {
        this.#work = effect;
      }
    }
  }

  #yielded(why: 'DeadlinePassed' | 'AnotherHolder' | 'Stopped'): void {
    const { ref, identity } = this.#options;
    this.#deps.log.info('no longer leader', { ...ref, identity, why });
    this.#deps.metrics.set('leader_election_master_status', 0, { name: ref.name });
    this.#options.onYield?.(why);
  }

  async #release(): Promise<void> {
    const state = this.#state;
    if (state.type !== 'Leading') return;
    this.#state = initialElection;
    // First stop acting, then tell.
    this.#yielded('Stopped');
    const { leases, timing } = this.#options;
    try {
      const change = { holder: '', durationSeconds: timing.leaseDurationMs / 1000 };
      await leases.write(state.lease, change, { timeoutMs: timing.retryIntervalMs });
    } catch (error) {
      this.#failed('WriteFailed', error);
    }
  }
}
