/** The ControllerShardSet: fresh reads of the table, and the watch that continues from each (V1). */
import { isApiError } from '../../kube/api-error.ts';
import { createReflector } from '../../kube/reflector.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject } from '../../kube/types.ts';
import { anySignal } from '../../lib/any-signal.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import type { ReplicaEvent, SetView } from '../../protocol/replica/types.ts';
import { sameTable } from '../../protocol/replica/view.ts';
import type { Table } from '../../protocol/table.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import { withDeadline } from './deadline.ts';
import { isMoving, setViewOf } from './views.ts';

export interface SetPortOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly namespace: string;
  readonly name: string;
  readonly requestTimeoutMs: number;
  readonly signal: AbortSignal;
}

export class SetPort {
  readonly #options: SetPortOptions;
  #watching: AbortController | undefined;
  #table: Table | undefined;

  constructor(options: SetPortOptions) {
    this.#options = options;
  }

  /** A consistent read; undefined when there is no set. Errors: ApiError, `Malformed`. */
  async read(): Promise<SetView | undefined> {
    const object = await this.#get(false);
    const set = object === undefined ? undefined : setViewOf(object);
    this.#table = set?.table;
    return set;
  }

  /** L4: only which version there is. A set that is gone has none: '' is never the view's. */
  async confirm(): Promise<ReplicaEvent> {
    const sentMs = this.#options.clock.monotonicMs();
    try {
      const object = await this.#get(true);
      return { type: 'ViewConfirmed', resourceVersion: object?.metadata.resourceVersion ?? '', sentMs };
    } catch (error) {
      this.#options.log.warn('could not confirm the view of the table', { error: messageOf(error) });
      return { type: 'ViewConfirmFailed' };
    }
  }

  /**
   * V1: ends the present watch and begins one after `resourceVersion`. Resolves when that watch has ended. `moving` is called
   * after an event that shows another table, or slots on their way: not for what people alone read.
   */
  async watchFrom(resourceVersion: string, report: (event: ReplicaEvent) => void, moving: () => void): Promise<void> {
    const { client, namespace, name, signal } = this.#options;
    this.#watching?.abort();
    const watching = new AbortController();
    this.#watching = watching;
    const tell = (event: ReplicaEvent): void => {
      if (!watching.signal.aborted) report(event);
    };
    const seen = (object: KubeObject | undefined): void => {
      const set = object === undefined ? undefined : this.#viewOf(object);
      if (set === 'Malformed') return;
      tell({ type: 'SetSeen', set });
      const isOther = !sameTable(set?.table, this.#table);
      this.#table = set?.table;
      if (!watching.signal.aborted && (isOther || (object !== undefined && isMoving(object)))) moving();
    };
    const reflector = createReflector(
      {
        client,
        resource: SHARD_SETS,
        namespace,
        fieldSelector: `metadata.name=${name}`,
        startFrom: resourceVersion,
        sink: {
          replace: (items) => seen(items[0]),
          apply: (type, object) => seen(type === 'DELETED' ? undefined : object),
          progress: () => tell({ type: 'SetProgress' }),
        },
      },
      this.#options,
    );
    const either = anySignal([watching.signal, signal]);
    try {
      await reflector.run(either.signal);
    } finally {
      either.release();
    }
  }

  /** A table that cannot be read is no news: the view grows old, and the process is fenced before that is unsafe. */
  #viewOf(object: KubeObject): SetView | 'Malformed' {
    try {
      return setViewOf(object);
    } catch (error) {
      this.#options.log.error('the ControllerShardSet cannot be understood', { error: messageOf(error) });
      return 'Malformed';
    }
  }

  close(): void {
    this.#watching?.abort();
  }

  async #get(metadataOnly: boolean): Promise<KubeObject | undefined> {
    const { client, clock, namespace, name, requestTimeoutMs, signal } = this.#options;
    try {
      return await withDeadline({ clock, ms: requestTimeoutMs, parent: signal }, (bounded) =>
        client.get(SHARD_SETS, { namespace, name }, { metadataOnly, signal: bounded, lane: 'lease' }),
      );
    } catch (error) {
      if (isApiError(error, 'NotFound')) return undefined;
      throw error;
    }
  }
}
