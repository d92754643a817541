/** The production's client port on a simulated network. */
import { ApiError } from '../../../kube/api-error.ts';
import { LEASES } from '../../../kube/resources.ts';
import {
  groupResourceOf,
  keyOf,
  type KubeClient,
  type KubeObject,
  type ListResult,
  type Resource,
  type SendOptions,
  type WatchEvent,
  type WatchOptions,
  type WriteRequest,
} from '../../../kube/types.ts';
import type { Random } from '../../../lib/random.ts';
import type {
  Link,
  LinkedClient,
  ModelAnswer,
  ModelServer,
  ModelWatchEvent,
  ProcessClock,
  Scheduler,
  SentWrite,
} from '../ports.ts';
import { SimLane } from './lanes.ts';
import { drawn, LiveLink } from './link.ts';
import { simExchange, type Journey, type SimRequest, type Success } from './sim-exchange.ts';
import { SimWatchStream } from './watch-stream.ts';

export interface LinkedClientOptions {
  /** Names the process in `SentWrite`. */
  readonly process: string;
  readonly server: ModelServer;
  readonly clock: ProcessClock;
  readonly scheduler: Scheduler;
  /** Default: the scheduler's. */
  readonly random?: Random;
  /** Of writes: the client gives up, and the server drops what comes later than this after its hand-over. */
  readonly requestTimeoutMs: number;
  /** Default 30 s. */
  readonly readTimeoutMs?: number;
  /** How the link begins. Default: no delay, no fault. */
  readonly link?: Partial<Link>;
  /** In the turn of each hand-over of a write. */
  readonly onSent?: (write: SentWrite) => void;
  /** `Applied` breaks the promise that no write is applied after its timeout: for mutations only. Default `Dropped`. */
  readonly lateWrites?: 'Dropped' | 'Applied';
  /** Answers of `getPath`, by path. */
  readonly paths?: Readonly<Record<string, unknown>>;
}

/** `close` ends its watches: whoever kills a process closes its client, as the kernel closes its sockets. */
export function createLinkedClient(options: LinkedClientOptions): LinkedClient {
  return new SimClient(options);
}

const WRITES_MAX = 32;
const READS_MAX = 8;
const LEASE_MAX = 4;

class SimClient implements LinkedClient {
  readonly #options: LinkedClientOptions;
  readonly #random: Random;
  readonly #lanes = { bulk: new SimLane(WRITES_MAX), read: new SimLane(READS_MAX), lease: new SimLane(LEASE_MAX) };
  readonly #streams = new Set<SimWatchStream>();
  readonly link: Link;

  constructor(options: LinkedClientOptions) {
    this.#options = options;
    this.#random = options.random ?? options.scheduler.random;
    this.link = new LiveLink(options.link ?? {}, () => {
      for (const stream of this.#streams) stream.healed();
    });
  }

  readonly get: KubeClient['get'] = async (resource, ref, options = {}) => {
    const what = `get ${groupResourceOf(resource)} ${keyOf(ref)}`;
    const { resourceVersion } = options;
    const given = resourceVersion === undefined ? {} : { resourceVersion };
    const answer = await this.#read(what, { ...options, about: resource }, () =>
      this.#reader(resourceVersion).get(resource, ref, given),
    );
    const object = objectOf(answer, what);
    return options.metadataOnly === true ? metadataOnly(object) : object;
  };

  readonly list: KubeClient['list'] = async (resource, options = {}) => {
    const what = `list ${groupResourceOf(resource)}`;
    const answer = await this.#read(what, { ...options, about: resource }, () =>
      this.#reader(options.resourceVersion).list(resource, options),
    );
    const list = listOf(answer, what);
    return options.metadataOnly === true ? { ...list, items: list.items.map(metadataOnly) } : list;
  };

  readonly getPath: KubeClient['getPath'] = async (path, options = {}) => {
    const what = `get ${path}`;
    const body = this.#options.paths?.[path];
    const failure: ModelAnswer = { type: 'Failure', status: 404, reason: 'NotFound', message: 'no such path' };
    const object: ModelAnswer = { type: 'Object', object: body as KubeObject };
    return objectOf(await this.#read(what, options, () => (body === undefined ? failure : object)), what);
  };

  #reader(resourceVersion: string | undefined): Pick<ModelServer, 'get' | 'list'> {
    const { server } = this.#options;
    return resourceVersion === undefined || this.link.staleMs === 0 ? server : server.asOf(this.link.staleMs);
  }

  #read(
    what: string,
    options: {
      readonly timeoutMs?: number;
      readonly lane?: 'read' | 'lease';
      readonly signal?: AbortSignal;
      readonly about?: Resource;
    },
    serve: () => ModelAnswer,
  ): Promise<Success> {
    const timeoutMs = options.timeoutMs ?? this.#options.readTimeoutMs ?? 30_000;
    return simExchange({
      what,
      timeoutMs,
      lane: options.lane === 'lease' ? this.#lanes.lease : this.#lanes.read,
      signal: options.signal,
      admit: undefined,
      onHandOver: undefined,
      clock: this.#options.clock,
      carry: (journey) => this.#carry({ serve, journey, timeoutMs, isLease: options.about?.plural === LEASES.plural }),
    });
  }

  readonly send: KubeClient['send'] = async (request, options = {}) => {
    const what = describe(request);
    const timeoutMs = options.timeoutMs ?? this.#options.requestTimeoutMs;
    const answer = await simExchange(this.#write(request, options, { what, timeoutMs }));
    return objectOf(answer, what);
  };

  #write(
    request: WriteRequest,
    options: SendOptions,
    { what, timeoutMs }: { readonly what: string; readonly timeoutMs: number },
  ): SimRequest {
    const { clock, scheduler, server, process, onSent, lateWrites } = this.#options;
    let sentMs = 0;
    return {
      what,
      timeoutMs,
      lane: options.lane === 'lease' ? this.#lanes.lease : this.#lanes.bulk,
      signal: options.signal,
      admit: options.admit,
      onHandOver: () => {
        sentMs = scheduler.nowMs();
        options.onSent?.(clock.monotonicMs());
        onSent?.({ process, request, sentMs });
      },
      clock,
      carry: (journey) => {
        const serve = (): ModelAnswer | undefined => {
          const isLate = scheduler.nowMs() - sentMs > timeoutMs;
          return isLate && lateWrites !== 'Applied' ? undefined : server.write(request);
        };
        this.#carry({ serve, journey, timeoutMs, isLease: request.resource.plural === LEASES.plural });
      },
    };
  }

  #carry({ serve, journey, timeoutMs, isLease }: Trip): void {
    const { scheduler, clock } = this.#options;
    const { link } = this;
    const wayMs = drawn(link.delayMs, this.#random);
    if (link.requests === 'Lose' || wayMs * 1.2 >= timeoutMs) journey.delayed();
    if (link.requests === 'Lose') return;
    scheduler.aside(wayMs, () => {
      const answer = link.requests === 'Lose' ? undefined : this.#served(serve, isLease);
      const backMs = drawn(link.delayMs, this.#random);
      // With a margin for clocks that run at another rate than the network's.
      if (answer === undefined || link.answers === 'Lose' || (wayMs + backMs) * 1.2 >= timeoutMs) journey.delayed();
      if (answer === undefined || link.answers === 'Lose') return;
      scheduler.at(backMs, () => {
        if (link.answers === 'Pass') clock.deliver(() => journey.arrived(answer));
        else journey.delayed();
      });
    });
  }

  /** Behind a 5xx the request may have been served or not. */
  #served(serve: () => ModelAnswer | undefined, isLease: boolean): ModelAnswer | undefined {
    const { failure } = this.link;
    if (failure === undefined || (failure.only === 'Leases' && !isLease)) return serve();
    if (this.#random.next() >= failure.chance) return serve();
    if (failure.answer.status >= 500 && this.#random.next() < 0.5) serve();
    return failure.answer;
  }

  readonly watch = (resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent> => {
    const { namespace, labelSelector, fieldSelector, resourceVersion, idleTimeoutMs, signal } = options;
    const { clock, scheduler, server } = this.#options;
    const selection = {
      resourceVersion,
      ...(namespace === undefined ? {} : { namespace }),
      ...(labelSelector === undefined ? {} : { labelSelector }),
      ...(fieldSelector === undefined ? {} : { fieldSelector }),
    };
    const stream = new SimWatchStream({
      what: `watch ${groupResourceOf(resource)}`,
      clock,
      scheduler,
      random: this.#random,
      link: this.link,
      idleTimeoutMs,
      signal,
      open: (sink) => server.watch(resource, selection, options.metadataOnly === true ? partial(sink) : sink),
      onEnd: (ended) => void this.#streams.delete(ended),
    });
    this.#streams.add(stream);
    return stream;
  };

  readonly cutWatches = (): void => {
    for (const stream of [...this.#streams]) stream.cut();
  };

  readonly inFlight = (): { readonly writes: number; readonly writesMax: number } => ({
    writes: this.#lanes.bulk.busy,
    writesMax: this.#lanes.bulk.max,
  });

  readonly close = async (): Promise<void> => {
    for (const stream of [...this.#streams]) await stream.return();
  };
}

interface Trip {
  /** At the server; undefined when it drops the request. */
  readonly serve: () => ModelAnswer | undefined;
  readonly journey: Journey;
  readonly timeoutMs: number;
  readonly isLease: boolean;
}

function describe(request: WriteRequest): string {
  const { verb, resource } = request;
  const ref = verb === 'patch' || verb === 'delete' ? request.ref : request.body.metadata;
  return `${verb} ${groupResourceOf(resource)} ${keyOf(ref)}`;
}

function objectOf(answer: Success, what: string): KubeObject {
  if (answer.type === 'Object') return answer.object;
  throw new ApiError(`${what}: the answer is no Kubernetes object`, { code: 'Malformed', answered: true });
}

function listOf(answer: Success, what: string): ListResult {
  if (answer.type === 'List') return answer.list;
  throw new ApiError(`${what}: the answer is no list`, { code: 'Malformed', answered: true });
}

function metadataOnly({ apiVersion, kind, metadata }: KubeObject): KubeObject {
  return { apiVersion, kind, metadata };
}

function partial(sink: (event: ModelWatchEvent) => void): (event: ModelWatchEvent) => void {
  return (event) => sink('object' in event ? { ...event, object: metadataOnly(event.object) } : event);
}
