/**
 * Leases of coordination.k8s.io/v1, typed. Every change is a compare-and-swap on the resourceVersion.
 *
 * The times in a Lease are for people: whether it is alive is judged by who saw it change, on his own monotonic clock.
 */
import { assert } from '../lib/assert.ts';
import { toMicroTime, type Clock } from '../lib/clock.ts';
import { isApiError } from './api-error.ts';
import { malformed } from './api-object.ts';
import { isRecord, numberOf, stringOf } from './record.ts';
import { LEASES } from './resources.ts';
import type { KubeClient, KubeObject, ObjectRef, SendOptions } from './types.ts';

/** What was read; `object` is the whole of it. */
export interface Lease {
  readonly namespace: string;
  readonly name: string;
  readonly uid: string;
  readonly resourceVersion: string;
  /** '' = nobody. */
  readonly holder: string;
  readonly durationSeconds: number;
  readonly transitions: number;
  readonly labels: Readonly<Record<string, string>>;
  readonly object: KubeObject;
}

export interface NewLease {
  readonly namespace: string;
  readonly name: string;
  readonly holder: string;
  readonly durationSeconds: number;
  readonly labels?: Readonly<Record<string, string>>;
}

export type LeaseSendOptions = Pick<SendOptions, 'admit' | 'timeoutMs' | 'signal' | 'onSent'>;

export interface LeaseReadOptions {
  readonly timeoutMs?: number;
  readonly signal?: AbortSignal;
}

/** All writes take the `lease` lane. Errors are ApiErrors, with the codes named below. */
export interface LeaseClient {
  /** A consistent read; undefined when there is none. */
  readonly get: (ref: ObjectRef, options?: LeaseReadOptions) => Promise<Lease | undefined>;
  /** A consistent list. */
  readonly list: (
    namespace: string,
    labelSelector: string,
    options?: { readonly signal?: AbortSignal },
  ) => Promise<readonly Lease[]>;
  /** `AlreadyExists` when there is one. */
  readonly create: (lease: NewLease, options?: LeaseSendOptions) => Promise<Lease>;
  /**
   * Renews `lease` as it was read, or takes it for another holder: sets renewTime to now, and acquireTime and the count of
   * transitions when the holder changes. Labels and all else stay. `Conflict` when it has changed since, `NotFound`.
   */
  readonly write: (lease: Lease, change: LeaseChange, options?: LeaseSendOptions) => Promise<Lease>;
  /** Deletes exactly the version that was read. `Conflict`, `NotFound`. */
  readonly remove: (lease: Lease, options?: LeaseSendOptions) => Promise<void>;
}

export interface LeaseChange {
  readonly holder: string;
  readonly durationSeconds: number;
}

export function createLeaseClient(deps: { readonly client: KubeClient; readonly clock: Clock }): LeaseClient {
  const { client, clock } = deps;
  const now = (): string => toMicroTime(clock.wallMs());
  return {
    get: async (ref, options = {}) => {
      try {
        return leaseOf(await client.get(LEASES, ref, { ...options, lane: 'lease' }));
      } catch (error) {
        if (isApiError(error, 'NotFound')) return undefined;
        throw error;
      }
    },
    list: async (namespace, labelSelector, options = {}) => {
      const { items } = await client.list(LEASES, { namespace, labelSelector, ...options });
      return items.map(leaseOf);
    },
    create: async (lease, options = {}) => {
      const body = newLeaseBody(lease, now());
      return leaseOf(await client.send({ verb: 'create', resource: LEASES, body }, { ...options, lane: 'lease' }));
    },
    write: async (lease, change, options = {}) => {
      const body = changedBody(lease, change, now());
      return leaseOf(await client.send({ verb: 'update', resource: LEASES, body }, { ...options, lane: 'lease' }));
    },
    remove: async (lease, options = {}) => {
      const { namespace, name, uid, resourceVersion } = lease;
      const preconditions = { uid, resourceVersion };
      await client.send(
        { verb: 'delete', resource: LEASES, ref: { namespace, name }, preconditions },
        { ...options, lane: 'lease' },
      );
    },
  };
}

/** Throws ApiError `Malformed` when it is no Lease from the API server. */
export function leaseOf(object: KubeObject): Lease {
  const { namespace, name, uid, resourceVersion, labels } = object.metadata;
  if (object.kind !== 'Lease' || namespace === undefined || uid === undefined || resourceVersion === undefined) {
    throw malformed(`lease ${name}`, 'the object is no Lease');
  }
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  return {
    namespace,
    name,
    uid,
    resourceVersion,
    holder: stringOf(spec['holderIdentity']) ?? '',
    durationSeconds: numberOf(spec['leaseDurationSeconds']) ?? 0,
    transitions: numberOf(spec['leaseTransitions']) ?? 0,
    labels: labels ?? {},
    object,
  };
}

function newLeaseBody(lease: NewLease, now: string): KubeObject {
  const { namespace, name, labels, holder, durationSeconds } = lease;
  return {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { namespace, name, ...(labels === undefined ? {} : { labels }) },
    spec: {
      holderIdentity: holder,
      leaseDurationSeconds: wholeSeconds(durationSeconds),
      acquireTime: now,
      renewTime: now,
      leaseTransitions: 0,
    },
  };
}

function changedBody(lease: Lease, change: LeaseChange, now: string): KubeObject {
  const spec = isRecord(lease.object['spec']) ? lease.object['spec'] : {};
  const taken = change.holder !== lease.holder;
  return {
    ...lease.object,
    spec: {
      ...spec,
      holderIdentity: change.holder,
      leaseDurationSeconds: wholeSeconds(change.durationSeconds),
      renewTime: now,
      ...(taken ? { acquireTime: now, leaseTransitions: lease.transitions + 1 } : {}),
    },
  };
}

/** The API takes whole seconds, at least one; a holder never promises less than it keeps. */
function wholeSeconds(seconds: number): number {
  assert(seconds > 0, `a lease lasts longer than ${seconds} s`);
  return Math.ceil(seconds);
}
