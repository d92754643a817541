/** The own ControllerShard: read, registered in, acked in; and, for W5, the status of those who left. */
import { API_VERSION, REPLICA_FIELD_MANAGER, SHARD_KIND } from '../../api/names.ts';
import type { ShardStatus } from '../../api/shard.ts';
import { isApiError } from '../../kube/api-error.ts';
import { createReflector } from '../../kube/reflector.ts';
import { SHARDS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject, Reflector } from '../../kube/types.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import type { PeerView, ReplicaEvent, ShardView } from '../../protocol/replica/types.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { withDeadline } from './deadline.ts';
import { peerViewOf, shardViewOf, statusOfShard } from './views.ts';

export interface ShardPortOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly namespace: string;
  readonly name: string;
  readonly set: string;
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

/** How long the marks of those who left are worth waiting for. */
const PEER_TIMEOUT_MS = 900;
/** Moving slots often come with a change of the shard: what the watch should have shown by then is looked for. */
const LOOK_AFTER_MS = 2_000;
/** All replicas see the same change at the same time. */
const LOOK_SPREAD_MS = 2_000;
/** A watch that has shown something lately is not doubted, and not more often than this. */
const SILENT_MS = 10_000;

export class ShardPort {
  readonly #options: ShardPortOptions;
  /** Conditions keep their transition times across writes, and across incarnations. */
  lastStatus: ShardStatus | undefined;

  readonly #reflector: Reflector;
  #report: (event: ReplicaEvent) => void = () => undefined;
  #lookedMs = Number.NEGATIVE_INFINITY;

  constructor(options: ShardPortOptions) {
    this.#options = options;
    const { client, namespace, name } = options;
    const seen = (object: KubeObject | undefined): void => {
      this.#report({ type: 'ShardSeen', shard: object === undefined ? undefined : shardViewOf(object) });
    };
    this.#reflector = createReflector(
      {
        client,
        resource: SHARDS,
        namespace,
        fieldSelector: `metadata.name=${name}`,
        sink: {
          replace: (items) => seen(items[0]),
          apply: (type, object) => seen(type === 'DELETED' ? undefined : object),
          progress: () => undefined,
        },
      },
      options,
    );
  }

  /** Fresh; undefined when there is none. Errors: ApiError. */
  async read(): Promise<ShardView | undefined> {
    const object = await this.#get(this.#options.name, this.#options.requestTimeoutMs, 'lease');
    if (object === undefined) return undefined;
    this.lastStatus = statusOfShard(object);
    this.#reflector.expect(object.metadata.resourceVersion ?? '');
    return shardViewOf(object);
  }

  /** CAS of the whole status on `shard`. `admit` is asked in the turn in which the request leaves. */
  async write(shard: ShardView, status: ShardStatus, admit: () => string | undefined): Promise<ShardView> {
    const { client, namespace, name, set, requestTimeoutMs } = this.#options;
    const body: KubeObject = {
      apiVersion: API_VERSION,
      kind: SHARD_KIND,
      metadata: { namespace, name, uid: shard.uid, resourceVersion: shard.resourceVersion },
      spec: { set },
      status,
    };
    const written = await this.#bounded(requestTimeoutMs, (signal) =>
      client.send(
        {
          verb: 'update',
          resource: SHARDS,
          subresource: 'status',
          body,
          query: { fieldManager: REPLICA_FIELD_MANAGER },
        },
        { lane: 'lease', timeoutMs: requestTimeoutMs, signal, admit },
      ),
    );
    this.lastStatus = statusOfShard(written);
    this.#reflector.expect(written.metadata.resourceVersion ?? '');
    return shardViewOf(written);
  }

  async peers(request: number, names: readonly string[]): Promise<ReplicaEvent> {
    const peers: Record<string, PeerView | undefined> = {};
    await Promise.all(
      names.map(async (name) => {
        try {
          const object = await this.#get(name, PEER_TIMEOUT_MS, 'read');
          if (object !== undefined) peers[name] = peerViewOf(object);
        } catch (error) {
          this.#options.log.debug('could not read the marks of a replica', { peer: name, error: messageOf(error) });
        }
      }),
    );
    return { type: 'PeersRead', request, peers };
  }

  /** Reports each version of the own shard until the signal is aborted. */
  watch(report: (event: ReplicaEvent) => void): Promise<void> {
    this.#report = report;
    return this.#reflector.run(this.#options.signal);
  }

  /**
   * Slots of the set move. An idle replica writes nothing by which it could tell that its watch is dead, and would not see the
   * hint that comes with many a move: if the watch is silent, the shard is read once. Costs nothing while nothing moves.
   */
  async setMoves(): Promise<void> {
    const { clock, random, log, name, namespace, client, requestTimeoutMs, signal } = this.#options;
    if (!this.#isSilent() || clock.monotonicMs() - this.#lookedMs < SILENT_MS) return;
    this.#lookedMs = clock.monotonicMs();
    await sleep(clock, LOOK_AFTER_MS + random.next() * LOOK_SPREAD_MS, signal);
    if (signal.aborted || !this.#isSilent()) return;
    try {
      const object = await this.#bounded(requestTimeoutMs, (bounded) =>
        client.get(SHARDS, { namespace, name }, { signal: bounded, lane: 'lease', metadataOnly: true }),
      );
      this.#reflector.expect(object.metadata.resourceVersion ?? '');
    } catch (error) {
      if (!isApiError(error)) throw error;
      log.debug('could not look for what the watch of the shard should show', { error: messageOf(error) });
    }
  }

  #isSilent(): boolean {
    const heardMs = this.#reflector.lastActivityMs();
    return heardMs !== undefined && this.#options.clock.monotonicMs() - heardMs >= SILENT_MS;
  }

  async #get(name: string, ms: number, lane: 'read' | 'lease'): Promise<KubeObject | undefined> {
    const { client, namespace } = this.#options;
    try {
      return await this.#bounded(ms, (signal) => client.get(SHARDS, { namespace, name }, { signal, lane }));
    } catch (error) {
      if (isApiError(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  #bounded<T>(ms: number, send: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { clock, signal } = this.#options;
    return withDeadline({ clock, ms, parent: signal }, send);
  }
}
