/** The Lease of a replica: taken once (S1), renewed by CAS (L2), read after a conflict. Each call answers with one event. */
import { SET_LABEL } from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import { createLeaseClient, type Lease, type LeaseClient } from '../../kube/leases.ts';
import type { KubeClient } from '../../kube/types.ts';
import { parseTime, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { LeaseView, ReplicaEvent } from '../../protocol/replica/types.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { withDeadline } from './deadline.ts';

export interface LeasePortOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly namespace: string;
  readonly name: string;
  readonly set: string;
  readonly incarnation: string;
  readonly leaseDurationMs: number;
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

export class LeasePort {
  readonly #options: LeasePortOptions;
  readonly #leases: LeaseClient;
  /** `renewTime` of the next write: the machine chooses it, so that it knows its own requests again (L2). */
  #stampMs = 0;
  /** As it was last taken, renewed or read. */
  #lease: Lease | undefined;
  /** The longest that a Lease promised that we replaced, also in a request without an answer (I4). */
  #previousSeconds = 0;

  constructor(options: LeasePortOptions) {
    this.#options = options;
    const clock = { ...options.clock, wallMs: () => this.#stampMs };
    this.#leases = createLeaseClient({ client: options.client, clock });
  }

  /** S1: whatever the Lease says. */
  async take(renewTime: string): Promise<ReplicaEvent> {
    const { clock, namespace, name, incarnation, set, log } = this.#options;
    try {
      return await this.#bounded(2, async (signal) => {
        const present = await this.#leases.get({ namespace, name }, { signal });
        this.#previousSeconds = Math.max(this.#previousSeconds, present?.durationSeconds ?? 0);
        this.#stampMs = parseTime(renewTime) ?? 0;
        const sentMs = clock.monotonicMs();
        const { durationSeconds } = this;
        const taken =
          present === undefined
            ? await this.#leases.create(
                { namespace, name, holder: incarnation, durationSeconds, labels: { [SET_LABEL]: set } },
                { signal, ...this.#timeout },
              )
            : await this.#leases.write(
                labelled(present, set),
                { holder: incarnation, durationSeconds },
                { signal, ...this.#timeout },
              );
        this.#lease = taken;
        return {
          type: 'LeaseTaken',
          created: present === undefined,
          resourceVersion: taken.resourceVersion,
          sentMs,
          previousDurationMs: this.#previousSeconds * 1_000,
        };
      });
    } catch (error) {
      log.warn('could not take the lease', { error: messageOf(error) });
      return { type: 'LeaseTakeFailed' };
    }
  }

  /** L1, L2. */
  async renew(resourceVersion: string, renewTime: string): Promise<ReplicaEvent> {
    const { clock, incarnation, log } = this.#options;
    const lease = this.#lease;
    if (lease === undefined || lease.resourceVersion !== resourceVersion) {
      return { type: 'LeaseRenewFailed', outcome: 'Conflict' };
    }
    const sentMs = clock.monotonicMs();
    try {
      this.#lease = await this.#bounded(1, (signal) => {
        this.#stampMs = parseTime(renewTime) ?? 0;
        const change = { holder: incarnation, durationSeconds: this.durationSeconds };
        return this.#leases.write(lease, change, { signal, ...this.#timeout });
      });
      return { type: 'LeaseRenewed', resourceVersion: this.#lease.resourceVersion, sentMs };
    } catch (error) {
      log.warn('could not renew the lease', { error: messageOf(error) });
      if (isApiError(error, 'Conflict', 'NotFound')) return { type: 'LeaseRenewFailed', outcome: 'Conflict' };
      return { type: 'LeaseRenewFailed', outcome: isApiError(error) && error.answered ? 'Answered' : 'Unanswered' };
    }
  }

  async read(): Promise<ReplicaEvent> {
    try {
      const lease = await this.#get();
      return { type: 'LeaseRead', lease: lease === undefined ? undefined : viewOf(lease) };
    } catch (error) {
      this.#options.log.warn('could not read the lease', { error: messageOf(error) });
      return { type: 'LeaseReadFailed' };
    }
  }

  /** Who holds the Lease, by a fresh read; undefined when there is none. Errors: ApiError. */
  async holder(): Promise<string | undefined> {
    const { namespace, name } = this.#options;
    const lease = await this.#bounded(1, (signal) => this.#leases.get({ namespace, name }, { signal }));
    return lease?.holder;
  }

  async #get(): Promise<Lease | undefined> {
    const { namespace, name } = this.#options;
    const lease = await this.#bounded(1, (signal) => this.#leases.get({ namespace, name }, { signal }));
    this.#lease = lease;
    return lease;
  }

  get durationSeconds(): number {
    return this.#options.leaseDurationMs / 1_000;
  }

  get #timeout(): { readonly timeoutMs: number } {
    return { timeoutMs: this.#options.requestTimeoutMs };
  }

  #bounded<T>(requests: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, requestTimeoutMs, signal } = this.#options;
    return withDeadline({ clock, ms: requests * requestTimeoutMs, parent: signal }, send);
  }
}

function viewOf(lease: Lease): LeaseView {
  const spec = lease.object['spec'] as { readonly renewTime?: string } | undefined;
  return { holder: lease.holder, resourceVersion: lease.resourceVersion, renewTime: spec?.renewTime ?? '' };
}

/** A manager finds Leases by this label; one that somebody removed is put back at the take-over. */
function labelled(lease: Lease, set: string): Lease {
  const { object } = lease;
  const labels = { ...object.metadata.labels, [SET_LABEL]: set };
  return { ...lease, object: { ...object, metadata: { ...object.metadata, labels } } };
}
