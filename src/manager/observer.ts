/** Everything that a manager sees of its namespace, kept by watches, with its own notes on every Lease. */
import { SET_LABEL } from '../api/names.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { leaseOf } from '../kube/leases.ts';
import { createReflector } from '../kube/reflector.ts';
import { DEPLOYMENTS, LEASES, SHARD_SETS, SHARDS, STATEFUL_SETS } from '../kube/resources.ts';
import type { KubeClient, KubeObject, Reflector, Resource } from '../kube/types.ts';
import { discardWaits, type LeaseBook, type LeaseSeen, noteLease } from '../protocol/lease.ts';
import {
  type Observation,
  type Proofs,
  type SetView,
  type ShardView,
  tableOf,
  type WorkloadView,
} from '../protocol/manager/view.ts';
import { namesOf } from '../protocol/table-rules.ts';
import type { Logger } from '../telemetry/logger.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import { Cache, type CacheListener } from './cache.ts';
import { leaseSeen, setNameOf, setView, shardView, workloadView } from './views.ts';

export interface ObserverOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  /** Something that concerns the set has changed. */
  readonly onChange: (setName: string) => void;
  /** The store was restored: everything seen and remembered is void. */
  readonly onWentBack: () => void;
}

export class Observer {
  readonly #options: ObserverOptions;
  readonly sets: Cache;
  readonly shards: Cache;
  readonly #leases: Cache;
  readonly #statefulSets: Cache;
  readonly #deployments: Cache;
  readonly #reflectors: readonly Reflector[];
  /** By set name. */
  readonly #books = new Map<string, LeaseBook>();
  readonly #suspectAfterMs = new Map<string, number>();
  #lostContactMs: number | undefined;

  constructor(options: ObserverOptions) {
    this.#options = options;
    const bySet = (object: KubeObject): string | undefined => setNameOf(object);
    this.sets = new Cache(this.#listener(({ metadata }) => metadata.name));
    this.shards = new Cache(this.#listener(bySet));
    this.#leases = new Cache({
      ...this.#listener(() => undefined),
      changed: (before, after) => this.#leaseChanged(before, after),
      lostContact: () => void (this.#lostContactMs ??= options.clock.monotonicMs()),
    });
    const workloads = this.#listener(() => undefined);
    const anySet = { ...workloads, changed: () => this.#all(), listed: () => this.#all() };
    this.#statefulSets = new Cache(anySet);
    this.#deployments = new Cache(anySet);
    this.#reflectors = [
      this.#reflector(SHARD_SETS, this.sets),
      this.#reflector(SHARDS, this.shards, SET_LABEL),
      this.#reflector(LEASES, this.#leases, SET_LABEL),
      this.#reflector(STATEFUL_SETS, this.#statefulSets),
      this.#reflector(DEPLOYMENTS, this.#deployments),
    ];
  }

  async run(signal: AbortSignal): Promise<void> {
    await Promise.all(this.#reflectors.map((reflector) => reflector.run(signal)));
  }

  /** Sets, shards and Leases were listed. */
  ready(): boolean {
    return this.sets.listed && this.shards.listed && this.#leases.listed;
  }

  setNames(): readonly string[] {
    return [...this.sets.values()].map(({ metadata }) => metadata.name);
  }

  setObject(name: string): KubeObject | undefined {
    return this.sets.get(name);
  }

  /** What is seen of a set now, or undefined when there is none or the lists are not in yet. */
  observe(name: string, proofs: Proofs): Observation | undefined {
    const object = this.sets.get(name);
    if (object === undefined || !this.ready()) return undefined;
    const set = setView(object);
    const shards = new Map<string, ShardView>();
    for (const shard of this.shards.values())
      if (setNameOf(shard) === name) shards.set(shard.metadata.name, shardView(shard));
    const table = tableOf(set);
    const also = new Set([
      ...shards.keys(),
      ...(table === undefined ? [] : namesOf(table)),
      ...(proofs.names?.names ?? []),
    ]);
    return { set, shards, book: this.#bookOf(name, also), workload: this.#workloadOf(set), proofs };
  }

  /** What a fresh GET or LIST of a Lease showed. */
  noteLease(
    setName: string,
    name: string,
    seen: { readonly lease: LeaseSeen | undefined; readonly event?: boolean },
  ): void {
    const nowMs = this.#options.clock.monotonicMs();
    this.#books.set(setName, noteLease(this.#books.get(setName) ?? new Map(), name, { ...seen, nowMs }));
  }

  /** Renewals that come sooner than this concern nobody. */
  renewalsMatterAfter(setName: string, ms: number): void {
    this.#suspectAfterMs.set(setName, ms);
  }

  forget(setName: string): void {
    this.#suspectAfterMs.delete(setName);
  }

  /** X6: this process did not look for a while; all waits start again. */
  discardWaits(): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [set, book] of this.#books) this.#books.set(set, discardWaits(book, nowMs));
  }

  /** Since when the Leases could not be watched. */
  lostContactMs(): number | undefined {
    return this.#lostContactMs;
  }

  /** Sign of life of the watch of Leases after a loss of contact. */
  regainedContact(): void {
    this.#lostContactMs = undefined;
  }

  leasesLastActivityMs(): number | undefined {
    return this.#reflectors[2]?.lastActivityMs();
  }

  #bookOf(setName: string, also: ReadonlySet<string>): LeaseBook {
    for (const name of also) {
      if (this.#books.get(setName)?.has(name) !== true) this.noteLease(setName, name, { lease: undefined });
    }
    const book = this.#books.get(setName) ?? new Map();
    // Absence is noted only of names that matter.
    const kept = new Map([...book].filter(([name, note]) => note.type === 'Present' || also.has(name)));
    this.#books.set(setName, kept);
    return kept;
  }

  #workloadOf({ spec }: SetView): WorkloadView {
    const cache = spec.workload.kind === 'Deployment' ? this.#deployments : this.#statefulSets;
    if (!cache.listed) return { type: 'Unknown' };
    const object = cache.get(spec.workload.name);
    return object === undefined ? { type: 'Missing' } : workloadView(object);
  }

  #leaseChanged(before: KubeObject | undefined, after: KubeObject | undefined): void {
    const object = after ?? before;
    const setName = object === undefined ? undefined : setNameOf(object);
    if (object === undefined || setName === undefined) return;
    const old = this.#books.get(setName)?.get(object.metadata.name);
    const lease = after === undefined ? undefined : leaseSeen(leaseOf(after));
    this.noteLease(setName, object.metadata.name, { lease, event: this.#leases.listed });
    // A renewal in time changes nothing that a decision rests on.
    const wasHolder = old?.type === 'Present' ? old.lease.holder : undefined;
    const sinceMs = this.#options.clock.monotonicMs() - (old?.firstSeenMonotonicMs ?? 0);
    const late = sinceMs >= (this.#suspectAfterMs.get(setName) ?? 0) || (old?.type === 'Present' && !old.moved);
    if (lease === undefined || wasHolder !== lease.holder || late) this.#options.onChange(setName);
  }

  #listener(setOf: (object: KubeObject) => string | undefined): CacheListener {
    const tell = (object: KubeObject | undefined): void => {
      const name = object === undefined ? undefined : setOf(object);
      if (name !== undefined) this.#options.onChange(name);
    };
    return {
      changed: (before, after) => tell(after ?? before),
      listed: () => this.#all(),
      wentBack: () => this.#options.onWentBack(),
      lostContact: () => undefined,
    };
  }

  #all(): void {
    for (const name of this.setNames()) this.#options.onChange(name);
  }

  #reflector(resource: Resource, sink: Cache, labelSelector?: string): Reflector {
    const { client, namespace } = this.#options;
    return createReflector(
      { client, resource, namespace, sink, ...(labelSelector === undefined ? {} : { labelSelector }) },
      this.#options,
    );
  }
}
