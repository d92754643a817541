/** The own ControllerShard: read, registered in, acked in; and, for W5, the status of those who left. */
import { API_VERSION, REPLICA_FIELD_MANAGER, SHARD_KIND } from '../../api/names.ts';
import type { ShardStatus } from '../../api/shard.ts';
import { isApiError } from '../../kube/api-error.ts';
import { createReflector } from '../../kube/reflector.ts';
import { SHARDS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
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

export class ShardPort {
  readonly #options: ShardPortOptions;
  /** Conditions keep their transition times across writes, and across incarnations. */
  lastStatus: ShardStatus | undefined;

  constructor(options: ShardPortOptions) {
    this.#options = options;
  }

  /** Fresh; undefined when there is none. Errors: ApiError. */
  async read(): Promise<ShardView | undefined> {
    const object = await this.#get(this.#options.name, this.#options.requestTimeoutMs, 'lease');
    if (object === undefined) return undefined;
    this.lastStatus = statusOfShard(object);
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
    const { client, namespace, name, signal } = this.#options;
    const seen = (object: KubeObject | undefined): void => {
      report({ type: 'ShardSeen', shard: object === undefined ? undefined : shardViewOf(object) });
    };
    const reflector = createReflector(
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
      this.#options,
    );
    return reflector.run(signal);
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
