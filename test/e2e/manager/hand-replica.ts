/**
 * A replica in small: it speaks the Lease and status protocol to the real API server and does no work. No fence, no windows:
 * the tests never let one lose its Lease while it acts, but by `crash`, which ends it.
 */
import { SET_LABEL } from '../../../src/api/names.ts';
import type { ShardSpec, ShardStatus } from '../../../src/api/shard.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { createLeaseClient, type Lease } from '../../../src/kube/leases.ts';
import { createReflector } from '../../../src/kube/reflector.ts';
import { SHARD_SETS, SHARDS } from '../../../src/kube/resources.ts';
import {
  compareResourceVersions,
  type KubeClient,
  type KubeObject,
  type Resource,
  type WatchSink,
} from '../../../src/kube/types.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { covers, rangeSet, type RangeSet, subtract, union } from '../../../src/protocol/ranges.ts';
import type { Table } from '../../../src/protocol/table.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import type { Exclusion } from './exclusion.ts';

export interface HandReplicaOptions {
  readonly client: KubeClient;
  readonly namespace: string;
  readonly set: string;
  readonly name: string;
  readonly exclusion: Exclusion;
  readonly durationSeconds: number;
  readonly renewIntervalMs: number;
  /** How long warming takes; Infinity = never warm. Default 0. */
  readonly warmAfterMs?: number;
}

const DEPS = { clock: systemClock, random: systemRandom, log: silentLogger, metrics: silentMetrics };

export class HandReplica {
  readonly #options: HandReplicaOptions;
  readonly #stop = new AbortController();
  incarnation = systemRandom.id();
  #running: Promise<unknown> = Promise.resolve();
  #table: { readonly table: Table | undefined; readonly uid: string; readonly deleting: boolean } | undefined;
  #shard: KubeObject | undefined;
  #held: RangeSet = [];
  #warm: RangeSet = [];
  #leaving = false;
  #final = false;
  #wake: () => void = () => undefined;
  #lease: Lease | undefined;

  constructor(options: HandReplicaOptions) {
    this.#options = options;
  }

  start(): void {
    const { signal } = this.#stop;
    const parts = [
      this.#renew(signal),
      this.#act(signal),
      this.#watch(SHARDS, this.#options.name, signal),
      this.#watch(SHARD_SETS, this.#options.set, signal),
    ];
    this.#running = Promise.all(parts);
  }

  /** Ends at once, without a word. */
  async crash(): Promise<void> {
    this.#options.exclusion.end(this.#options.name, this.#held);
    this.#held = [];
    this.#stop.abort();
    this.#wake();
    await this.#running;
    await this.#options.client.close();
  }

  /** H5: asks to be emptied; resolves when it has written `final` and ended. */
  async leave(): Promise<void> {
    this.#leaving = true;
    this.#wake();
    await this.#running;
    await this.#options.client.close();
  }

  /** A container restarted in place (S3a): a new incarnation takes the Lease, waits a little and registers. */
  restartInPlace(): void {
    this.#options.exclusion.end(this.#options.name, this.#held);
    this.#held = [];
    this.#warm = [];
    this.incarnation = systemRandom.id();
    this.#wake();
  }

  async #renew(signal: AbortSignal): Promise<void> {
    const leases = createLeaseClient({ client: this.#options.client, clock: systemClock });
    const { namespace, name, set, durationSeconds } = this.#options;
    while (!signal.aborted && !this.#final) {
      const change = { holder: this.incarnation, durationSeconds };
      try {
        this.#lease ??= await leases.get({ namespace, name });
        this.#lease =
          this.#lease === undefined
            ? await leases.create({ namespace, name, ...change, labels: { [SET_LABEL]: set } })
            : await leases.write(this.#lease, change);
      } catch (error) {
        if (!isApiError(error)) throw error;
        this.#lease = undefined;
      }
      await sleep(systemClock, this.#options.renewIntervalMs, signal);
    }
  }

  async #watch(resource: Resource, name: string, signal: AbortSignal): Promise<void> {
    const { client, namespace } = this.#options;
    const see = (object: KubeObject | undefined): void => {
      if (resource === SHARDS) this.#seeShard(object);
      else this.#table = object === undefined ? undefined : tableOf(object);
      this.#wake();
    };
    const sink: WatchSink = {
      replace: (items) => see(items[0]),
      apply: (type, object) => see(type === 'DELETED' ? undefined : object),
      progress: () => undefined,
    };
    await createReflector({ client, resource, namespace, fieldSelector: `metadata.name=${name}`, sink }, DEPS).run(
      signal,
    );
  }

  #seeShard(object: KubeObject | undefined): void {
    const known = this.#shard?.metadata.resourceVersion ?? '0';
    if (object !== undefined && compareResourceVersions(object.metadata.resourceVersion ?? '0', known) < 0) return;
    this.#shard = object;
    const { warmAfterMs = 0 } = this.#options;
    const hint = rangeSet(((object?.['spec'] as ShardSpec | undefined)?.warmUp ?? []) as RangeSet);
    if (hint.length === 0 || warmAfterMs === Infinity || covers(this.#warm, hint)) return;
    void sleep(systemClock, warmAfterMs, this.#stop.signal).then(() => {
      this.#warm = union(this.#warm, hint);
      this.#wake();
    });
  }

  async #act(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && !this.#final) {
      const woken = new Promise<void>((resolve) => (this.#wake = resolve));
      try {
        await this.#turn();
      } catch (error) {
        if (!isApiError(error)) throw error;
        await sleep(systemClock, 5, signal);
        continue;
      }
      if (this.#final) {
        this.#stop.abort();
        return;
      }
      if (!signal.aborted) await woken;
    }
  }

  async #turn(): Promise<void> {
    const shard = this.#shard;
    if (shard === undefined || this.#lease?.holder !== this.incarnation) {
      await sleep(systemClock, 20, this.#stop.signal);
      this.#wake();
      return;
    }
    const status = (shard['status'] ?? {}) as ShardStatus;
    if (status.incarnation !== this.incarnation)
      return this.#write({ incarnation: this.incarnation, held: [], final: false, protocol: 1, phase: 'Pending' });
    const view = this.#table;
    const table = view?.table;
    const { name, exclusion } = this.#options;
    const granted = rangeSet(
      (table?.ranges ?? []).filter((row) => row.owner === name && row.awaiting.length === 0 && view?.deleting !== true),
    );
    exclusion.end(name, subtract(this.#held, granted));
    exclusion.begin(name, subtract(granted, this.#held));
    this.#held = granted;
    const mine = (table?.ranges ?? []).some((row) => row.owner === name);
    const ends = view?.deleting === true || (this.#leaving && table !== undefined && granted.length === 0 && !mine);
    const next: ShardStatus = {
      incarnation: this.incarnation,
      protocol: 1,
      phase: ends ? 'Released' : granted.length > 0 ? 'Active' : 'Pending',
      held: [...granted],
      warm: [...this.#warm],
      slots: granted.reduce((sum, range) => sum + range.end - range.start + 1, 0),
      ...(this.#leaving ? { leaving: true } : {}),
      ...(ends ? { final: true } : {}),
      ...(table === undefined
        ? {}
        : { observed: { uid: table.uid, epoch: table.epoch, generation: table.generation } }),
    };
    const awaited = table?.ranges.some(
      (row) => row.awaiting.includes(name) && row.generation > (status.observed?.generation ?? -1),
    );
    const stale = status.observed?.uid !== table?.uid || status.observed?.epoch !== table?.epoch;
    const changed =
      JSON.stringify([status.held, status.warm, status.leaving]) !==
      JSON.stringify([next.held, next.warm, next.leaving]);
    if (changed || awaited === true || ends || (stale && table !== undefined)) await this.#write(next);
    if (ends) this.#final = true;
  }

  async #write(status: ShardStatus): Promise<void> {
    const shard = this.#shard;
    if (shard === undefined) return;
    const written = await this.#options.client.send(
      { verb: 'update', resource: SHARDS, body: { ...shard, status }, subresource: 'status' },
      { lane: 'lease' },
    );
    if (
      compareResourceVersions(written.metadata.resourceVersion ?? '0', this.#shard?.metadata.resourceVersion ?? '0') > 0
    )
      this.#shard = written;
    this.#wake();
  }
}

function tableOf(set: KubeObject): {
  readonly table: Table | undefined;
  readonly uid: string;
  readonly deleting: boolean;
} {
  const table = (set['status'] as { readonly assignment?: Table } | undefined)?.assignment;
  const uid = set.metadata.uid ?? '';
  return { uid, deleting: set.metadata.deletionTimestamp !== undefined, table: table?.uid === uid ? table : undefined };
}
