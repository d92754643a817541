/** Everything that a manager sees of its namespace, kept by watches, with its own notes on every Lease. */
import { SET_LABEL } from '../api/names.ts';
import type { Clock } from '../lib/clock.ts';
import type { Random } from '../lib/random.ts';
import { leaseOf } from '../kube/leases.ts';
import { createReflector } from '../kube/reflector.ts';
import { DEPLOYMENTS, LEASES, SHARD_SETS, SHARDS, STATEFUL_SETS } from '../kube/resources.ts';
import {
  compareResourceVersions,
  type KubeClient,
  type KubeObject,
  type Reflector,
  type Resource,
} from '../kube/types.ts';
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

/** A watch of Leases that is taken up again within this time was not out of contact. */
const CONTACT_LOST_MS = 3_000;

export class Observer {
  readonly #options: ObserverOptions;
  readonly sets: Cache;
  readonly shards: Cache;
  readonly leases: Cache;
  readonly #statefulSets: Cache;
  readonly #deployments: Cache;
  readonly #sets: Reflector;
  readonly #shards: Reflector;
  readonly #leaseWatch: Reflector;
  readonly #workloads: readonly Reflector[];
  /** The silence, by when it began, in which the watch of Leases was doubted. */
  #doubtedMs: number | undefined;
  /** By set name. */
  readonly #books = new Map<string, LeaseBook>();
  readonly #suspectAfterMs = new Map<string, number>();
  /** Since when the Leases cannot be watched. */
  #lostContactMs: number | undefined;
  #unproved = false;

  constructor(options: ObserverOptions) {
    this.#options = options;
    const bySet = (object: KubeObject): string | undefined => setNameOf(object);
    this.sets = new Cache(this.#listener(({ metadata }) => metadata.name));
    this.shards = new Cache(this.#listener(bySet));
    this.leases = new Cache({
      ...this.#listener(() => undefined),
      changed: (before, after) => this.#leaseChanged(before, after),
      lostContact: () => void (this.#lostContactMs ??= options.clock.monotonicMs()),
      regained: () => this.#regainedContact(),
    });
    const workloads = this.#listener(() => undefined);
    const anySet = { ...workloads, changed: () => this.#all(), listed: () => this.#all() };
    this.#statefulSets = new Cache(anySet);
    this.#deployments = new Cache(anySet);
    this.#sets = this.#reflector(SHARD_SETS, this.sets);
    this.#shards = this.#reflector(SHARDS, this.shards, SET_LABEL);
    this.#leaseWatch = this.#reflector(LEASES, this.leases, SET_LABEL);
    this.#workloads = [
      this.#reflector(STATEFUL_SETS, this.#statefulSets),
      this.#reflector(DEPLOYMENTS, this.#deployments),
    ];
  }

  async run(signal: AbortSignal): Promise<void> {
    const all = [this.#sets, this.#shards, this.#leaseWatch, ...this.#workloads];
    await Promise.all(all.map((reflector) => reflector.run(signal)));
  }

  /** Sets, shards and Leases were listed. */
  ready(): boolean {
    return this.sets.listed && this.shards.listed && this.leases.listed;
  }

  /**
   * R4: who begins to lead may have lost its leadership because the API server was away, and that may have come back restored.
   * Nothing is observed until every watch that is broken now goes on, which it does only in the store that it was begun in.
   */
  demandProof(): void {
    this.#unproved = true;
  }

  #isProved(): boolean {
    if (this.#unproved && [this.sets, this.shards, this.leases].some(({ interrupted }) => interrupted)) return false;
    this.#unproved = false;
    return true;
  }

  /** A read of the set that was begun after `known` was: in one store it shows nothing older. */
  reread(object: KubeObject, known: KubeObject): void {
    const version = object.metadata.resourceVersion ?? '';
    if (compareResourceVersions(version, known.metadata.resourceVersion ?? '') < 0) this.#options.onWentBack();
    else this.learnSet(object);
  }

  setNames(): readonly string[] {
    return [...this.sets.values()].map(({ metadata }) => metadata.name);
  }

  setObject(name: string): KubeObject | undefined {
    return this.sets.get(name);
  }

  /** The answer to a write or a read of a set or a shard; also a sign of what its watch must show. */
  learnSet(object: KubeObject): void {
    this.sets.learn(object);
    this.#sets.expect(object.metadata.resourceVersion ?? '');
  }

  learnShard(object: KubeObject): void {
    this.shards.learn(object);
    if (setNameOf(object) !== undefined) this.#shards.expect(object.metadata.resourceVersion ?? '');
  }

  /** What is seen of a set now, or undefined when there is none or the lists are not in yet. */
  observe(name: string, proofs: Proofs): Observation | undefined {
    const object = this.sets.get(name);
    if (object === undefined || !this.ready() || !this.#isProved()) return undefined;
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
    this.#keep(setName, new Set());
  }

  /**
   * Drops what was noted about Leases that are gone and that neither a shard nor the table names: pods of a Deployment never
   * come back under their name. For a standby; who leads needs such notes at the end of a set, and keeps what matters in `observe`.
   */
  forgetAbsent(): void {
    for (const [setName, book] of this.#books) {
      if (![...book.values()].some(({ type }) => type === 'Absent')) continue;
      const object = this.sets.get(setName);
      const table = object === undefined ? undefined : tableOf(setView(object));
      const named = new Set(table === undefined ? [] : namesOf(table));
      for (const shard of this.shards.values()) if (setNameOf(shard) === setName) named.add(shard.metadata.name);
      this.#keep(setName, named);
    }
  }

  /** How many Leases, present or gone, are noted. */
  notes(): number {
    return [...this.#books.values()].reduce((sum, book) => sum + book.size, 0);
  }

  /** X6: this process did not look for a while; all waits start again. */
  discardWaits(): void {
    const nowMs = this.#options.clock.monotonicMs();
    for (const [set, book] of this.#books) this.#books.set(set, discardWaits(book, nowMs));
  }

  leasesLastActivityMs(): number | undefined {
    return this.#leaseWatch.lastActivityMs();
  }

  /**
   * Replicas renew all the time. When none is heard of for so long that they would be suspect, either all are dead or the
   * watch is: once per silence it is opened anew, which tells.
   */
  doubtSilence(): void {
    const heardMs = this.#leaseWatch.lastActivityMs();
    const afterMs = Math.max(0, ...this.#suspectAfterMs.values());
    if (heardMs === undefined || afterMs === 0 || heardMs === this.#doubtedMs) return;
    if (this.#options.clock.monotonicMs() - heardMs < afterMs || !this.#knowsRenewals()) return;
    this.#doubtedMs = heardMs;
    this.#leaseWatch.doubt();
  }

  /**
   * X6: judged by when the API server answered again, not by when a Lease was heard of: those of the dead, whose watch was
   * merely doubted, would else pass for live at the next sign of life.
   */
  #regainedContact(): void {
    const { clock, log } = this.#options;
    const lostForMs = clock.monotonicMs() - (this.#lostContactMs ?? Infinity);
    this.#lostContactMs = undefined;
    if (lostForMs >= CONTACT_LOST_MS) {
      log.warn('contact with the API server was lost: every lease is watched anew', { lostForMs });
      this.discardWaits();
    }
    this.#all();
  }

  #knowsRenewals(): boolean {
    return [...this.#books.values()].some((book) =>
      [...book.values()].some((note) => note.type === 'Present' && note.moved),
    );
  }

  #bookOf(setName: string, also: ReadonlySet<string>): LeaseBook {
    for (const name of also) {
      if (this.#books.get(setName)?.has(name) !== true) this.noteLease(setName, name, { lease: undefined });
    }
    // Absence is noted only of names that matter.
    return this.#keep(setName, also);
  }

  #keep(setName: string, absent: ReadonlySet<string>): LeaseBook {
    const book = this.#books.get(setName) ?? new Map();
    const kept = new Map([...book].filter(([name, note]) => note.type === 'Present' || absent.has(name)));
    if (kept.size === 0) this.#books.delete(setName);
    else if (kept.size < book.size) this.#books.set(setName, kept);
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
    this.noteLease(setName, object.metadata.name, { lease, event: this.leases.listed });
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
      regained: () => this.#all(),
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
