/**
 * The client: typed requests over lanes that never starve each other.
 *
 * | lane   | connections | for |
 * |--------|-------------|-----|
 * | bulk   | 32          | writes |
 * | read   | 8           | GET and LIST |
 * | lease  | 4           | renewals, acks, and the reads that a lease depends on |
 * | watch  | one each    | watches, at most `watchesMax` |
 */
import { assert } from '../lib/assert.ts';
import type { Clock } from '../lib/clock.ts';
import { parseJson, stringifyJson } from '../lib/json.ts';
import type { Metrics } from '../telemetry/metrics.ts';
import type { ClusterAccess, Headers } from './access.ts';
import { ApiError, isApiError } from './api-error.ts';
import { malformed, toItem, toObject, underOwnKind } from './api-object.ts';
import { apiErrorOf, type HttpAnswer } from './api-status.ts';
import { exchange } from './exchange.ts';
import { Lane } from './lane.ts';
import { startPaging, stepPaging, type PagingEvent } from './paging.ts';
import { collectionPath, listQuery, objectPath, withQuery } from './paths.ts';
import { isRecord, stringOf } from './record.ts';
import { RequestMeter } from './request-meter.ts';
import { groupResourceOf, keyOf } from './types.ts';
import type {
  GetOptions,
  KubeClient,
  KubeObject,
  ListOptions,
  ListResult,
  Resource,
  SendOptions,
  WatchEvent,
  WatchOptions,
  WriteRequest,
} from './types.ts';
import { parseWatchEvent } from './watch-event.ts';
import { watchLines } from './watch-stream.ts';
import { compileWrite } from './write-request.ts';

export interface KubeClientOptions {
  readonly access: ClusterAccess;
  readonly clock: Clock;
  readonly metrics: Metrics;
  /** Names the process and its incarnation to the server's audit log, e.g. `shardkeeper/0.1.0 web-0/5f2c…`. */
  readonly userAgent: string;
  /** For writes: client abort and server `timeout`. */
  readonly requestTimeoutMs: number;
  /** For GET and each page of a LIST. Default 30 s. */
  readonly readTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  readonly writeConnections?: number;
  readonly readConnections?: number;
  readonly leaseConnections?: number;
  readonly watchesMax?: number;
  /** Longest answer, in bytes; a page of 500 large objects fits. Default 256 MiB. */
  readonly answerBytesMax?: number;
  /** Longest watch event, in bytes. Default 16 MiB. */
  readonly eventBytesMax?: number;
}

const PAGE_LIMIT = 500;
const METADATA = 'application/json;as=PartialObjectMetadata;v=v1;g=meta.k8s.io';
const METADATA_LIST = 'application/json;as=PartialObjectMetadataList;v=v1;g=meta.k8s.io';
const JSON_TYPE = 'application/json';
/** Until the API server has begun to answer a watch: it may have to fill its cache first. */
const WATCH_ANSWER_TIMEOUT_MS = 30_000;

/** Nothing is connected before the first request. */
export function createKubeClient(options: KubeClientOptions): KubeClient {
  return new UndiciKubeClient(options);
}

interface Request {
  readonly lane: Lane;
  readonly what: string;
  readonly verb: string;
  readonly method: 'GET' | 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  /** Without the server's path prefix. */
  readonly path: string;
  readonly accept: string;
  readonly contentType?: string;
  readonly body?: string | undefined;
  readonly timeoutMs: number;
  readonly signal?: AbortSignal | undefined;
  readonly admit?: (() => string | undefined) | undefined;
  readonly onSent?: ((monotonicMs: number) => void) | undefined;
}

class UndiciKubeClient implements KubeClient {
  readonly #options: KubeClientOptions;
  readonly #prefix: string;
  readonly #lanes: { readonly bulk: Lane; readonly read: Lane; readonly lease: Lane; readonly watch: Lane };
  readonly #meter: RequestMeter;

  constructor(options: KubeClientOptions) {
    assert(options.requestTimeoutMs > 0, 'requestTimeoutMs is positive');
    this.#options = options;
    const url = new URL(options.access.server);
    this.#prefix = url.pathname.replace(/\/+$/, '');
    this.#meter = new RequestMeter(options.metrics, url.host);
    const lane = (connectionsMax: number): Lane =>
      new Lane({ access: options.access, connectionsMax, connectTimeoutMs: options.connectTimeoutMs ?? 3_000 });
    this.#lanes = {
      bulk: lane(options.writeConnections ?? 32),
      read: lane(options.readConnections ?? 8),
      lease: lane(options.leaseConnections ?? 4),
      watch: lane(options.watchesMax ?? 1_000),
    };
    options.metrics.onScrape(() => this.#showBounds());
  }

  readonly get = async (resource: Resource, ref: KubeRef, options: GetOptions = {}): Promise<KubeObject> => {
    const what = describe('get', resource, ref);
    const path = withQuery(objectPath(resource, ref), { resourceVersion: options.resourceVersion });
    const body = await this.#read(path, {
      ...options,
      what,
      accept: options.metadataOnly === true ? METADATA : JSON_TYPE,
    });
    return underOwnKind(toObject(body, what), resource);
  };

  readonly getPath = (path: string, options: GetOptions & { readonly accept?: string } = {}): Promise<unknown> =>
    this.#read(path, { ...options, what: `get ${path}`, accept: options.accept ?? JSON_TYPE });

  readonly list = async (resource: Resource, options: ListOptions = {}): Promise<ListResult> => {
    let paging = startPaging(options.limit ?? PAGE_LIMIT);
    for (;;) {
      const page = await this.#page(resource, options, paging);
      if (options.firstPageOnly === true && page.type === 'Page') return page;
      const next = stepPaging(paging, page);
      if (next.type === 'Complete') return next;
      paging = next;
    }
  };

  async #page(
    resource: Resource,
    options: ListOptions,
    page: { readonly limit: number; readonly token: string | undefined },
  ): Promise<PagingEvent> {
    const { limit, token } = page;
    const what = `list ${groupResourceOf(resource)}`;
    const query = listQuery(options, token === undefined ? { limit } : { limit, token });
    const path = withQuery(collectionPath(resource, options.namespace), query);
    const accept = options.metadataOnly === true ? METADATA_LIST : JSON_TYPE;
    let body: unknown;
    try {
      body = await this.#read(path, {
        what,
        accept,
        ...(options.signal ? { signal: options.signal } : {}),
        verb: 'list',
      });
    } catch (error) {
      if (token !== undefined && isApiError(error, 'Gone')) return { type: 'Expired' };
      throw error;
    }
    if (!isRecord(body) || !isRecord(body['metadata'])) throw malformed(what, 'the answer is no list');
    const resourceVersion = stringOf(body['metadata']['resourceVersion']);
    if (resourceVersion === undefined) throw malformed(what, 'the list has no resourceVersion');
    const items = Array.isArray(body['items']) ? (body['items'] as readonly unknown[]) : [];
    return {
      type: 'Page',
      items: items.map((item) => underOwnKind(toItem(item, resource, what), resource)),
      resourceVersion,
      token: stringOf(body['metadata']['continue']),
    };
  }

  async #read(
    path: string,
    options: GetOptions & { readonly what: string; readonly accept: string; readonly verb?: string },
  ): Promise<unknown> {
    const { what, accept, signal, verb = 'get' } = options;
    const timeoutMs = options.timeoutMs ?? this.#options.readTimeoutMs ?? 30_000;
    const answer = await this.#request({
      lane: options.lane === 'lease' ? this.#lanes.lease : this.#lanes.read,
      what,
      verb,
      method: 'GET',
      path,
      accept,
      timeoutMs,
      signal,
    });
    return parseBody(answer, what);
  }

  readonly send = async (request: WriteRequest, options: SendOptions = {}): Promise<KubeObject> => {
    const timeoutMs = options.timeoutMs ?? this.#options.requestTimeoutMs;
    const write = compileWrite(request, timeoutMs);
    const answer = await this.#request({
      ...write,
      lane: options.lane === 'lease' ? this.#lanes.lease : this.#lanes.bulk,
      accept: JSON_TYPE,
      body: write.body === undefined ? undefined : stringifyJson(write.body),
      timeoutMs,
      signal: options.signal,
      admit: options.admit,
      onSent: options.onSent,
    });
    return toObject(parseBody(answer, write.what), write.what);
  };

  readonly watch = (resource: Resource, options: WatchOptions): AsyncIterable<WatchEvent> =>
    this.#watch(resource, options);

  async *#watch(resource: Resource, options: WatchOptions): AsyncGenerator<WatchEvent> {
    const what = `watch ${groupResourceOf(resource)}`;
    const path = withQuery(collectionPath(resource, options.namespace), {
      watch: '1',
      allowWatchBookmarks: 'true',
      resourceVersion: options.resourceVersion,
      labelSelector: options.labelSelector,
      fieldSelector: options.fieldSelector,
    });
    const credentials = await this.#credentials();
    const lane = this.#lanes.watch;
    const connection = lane.tryAcquire();
    if (connection === undefined) {
      this.#options.metrics.count('shardkeeper_bound_hits_total', { bound: 'api_watch_connections' });
      const why = `${lane.connectionsMax} watches are open, no more are allowed`;
      throw new ApiError(`${what}: ${why}`, { code: 'Unavailable', answered: true });
    }
    const sentMs = this.#options.clock.monotonicMs();
    const lines = watchLines(connection, {
      what,
      path: this.#prefix + path,
      headers: this.#headers(credentials, options.metadataOnly === true ? METADATA : JSON_TYPE),
      answerTimeoutMs: WATCH_ANSWER_TIMEOUT_MS,
      idleTimeoutMs: options.idleTimeoutMs,
      lineBytesMax: this.#options.eventBytesMax ?? 16 * 1024 * 1024,
      signal: options.signal,
      onStatus: (status) => this.#meter.answered('watch', String(status), this.#options.clock.monotonicMs() - sentMs),
      onDone: () => queueMicrotask(() => lane.release(connection)),
    });
    const context = { parse: parseJson, resource, what };
    try {
      for await (const batch of lines) for (const line of batch) yield parseWatchEvent(line, context);
    } catch (error) {
      // The next attempt shall find new credentials.
      if (isApiError(error, 'Unauthorized')) await this.#options.access.refresh(credentials);
      throw error;
    }
  }

  /** One repetition after a 401 with credentials that have changed meanwhile. */
  async #request(request: Request): Promise<HttpAnswer> {
    const credentials = await this.#credentials();
    const answer = await this.#exchange(request, credentials);
    if (answer.status !== 401) return this.#checked(request, answer);
    if (!(await this.#options.access.refresh(credentials))) return this.#checked(request, answer);
    return this.#checked(request, await this.#exchange(request, await this.#credentials()));
  }

  #checked(request: Request, answer: HttpAnswer): HttpAnswer {
    if (answer.status >= 200 && answer.status < 300) return answer;
    throw apiErrorOf(request.what, answer);
  }

  async #exchange(request: Request, credentials: Headers): Promise<HttpAnswer> {
    const { lane, what, method, body, timeoutMs, signal, admit } = request;
    const { clock } = this.#options;
    const connection = lane.tryAcquire() ?? (await lane.acquire(signal));
    let sentMs = clock.monotonicMs();
    const onSent = (ms: number): void => {
      sentMs = ms;
      request.onSent?.(ms);
    };
    try {
      const answer = await exchange(connection, {
        what,
        method,
        body,
        timeoutMs,
        signal,
        admit,
        onSent,
        clock,
        path: this.#prefix + request.path,
        headers: this.#headers(credentials, request.accept, request.contentType),
        onCutOff: () => lane.reset(connection),
        answerBytesMax: this.#options.answerBytesMax ?? 256 * 1024 * 1024,
        // undici counts the request as running until its handler has returned.
        onDone: () => queueMicrotask(() => lane.release(connection)),
      });
      this.#meter.answered(request.verb, String(answer.status), clock.monotonicMs() - sentMs);
      return answer;
    } catch (error) {
      this.#meter.failed(request.verb, error);
      throw error;
    }
  }

  async #credentials(): Promise<Headers> {
    const { access } = this.#options;
    return access.cachedHeaders() ?? (await access.headers());
  }

  #headers(credentials: Headers, accept: string, contentType?: string): string[] {
    const headers = ['user-agent', this.#options.userAgent, 'accept', accept];
    if (contentType !== undefined) headers.push('content-type', contentType);
    for (const name in credentials) headers.push(name, credentials[name] ?? '');
    return headers;
  }

  readonly inFlight = (): { readonly writes: number; readonly writesMax: number } => ({
    writes: this.#lanes.bulk.busy,
    writesMax: this.#lanes.bulk.connectionsMax,
  });

  #showBounds(): void {
    const { metrics } = this.#options;
    for (const [name, lane] of Object.entries(this.#lanes)) {
      const bound = `api_${name}_connections`;
      metrics.set('shardkeeper_bound_used', lane.busy, { bound });
      metrics.set('shardkeeper_bound_limit', lane.connectionsMax, { bound });
    }
  }

  readonly close = async (): Promise<void> => {
    const { bulk, read, lease, watch } = this.#lanes;
    await Promise.all([bulk.close(), read.close(), lease.close(), watch.close()]);
  };
}

type KubeRef = { readonly namespace?: string; readonly name: string };

function describe(verb: string, resource: Resource, ref: KubeRef): string {
  return `${verb} ${groupResourceOf(resource)} ${keyOf(ref)}`;
}

function parseBody(answer: HttpAnswer, what: string): unknown {
  try {
    return parseJson(answer.text);
  } catch (error) {
    throw malformed(what, 'the answer is no JSON', error);
  }
}
