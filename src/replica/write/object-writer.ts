/**
 * Sends the writes of a run. See FencedWriter in ports.ts for what callers may rely on.
 *
 * Order of things around one write: events of its key are held → the token is checked in the turn of the hand-over → the
 * answer is put into the cache and its version into the marks → held events are told → the promise resolves.
 */
import { assert } from '../../lib/assert.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import { isApiError } from '../../kube/api-error.ts';
import {
  groupResourceOf,
  keyOf,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
  type ObjectRef,
  type Resource,
  type WriteRequest,
} from '../../kube/types.ts';
import type { RangeSet } from '../../protocol/ranges.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { FencedWriter, Ownership, Refusal, WorkToken } from '../ports.ts';
import type { ResourceCache } from '../watch/resource-cache.ts';
import type { InFlight } from '../work/in-flight.ts';
import { fenceRetryMs, Grants } from './fence-retry.ts';
import { missingPrecondition } from './preconditions.ts';
import type { UnknownWrite } from './unknown-writes.ts';
import type { WrittenMarks } from './written-marks.ts';

export interface ObjectWriterOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly metrics: Metrics;
  readonly ownership: Pick<Ownership, 'check'>;
  readonly inFlight: InFlight;
  readonly marks: WrittenMarks;
  readonly cacheOf: (groupResource: string) => ResourceCache | undefined;
  readonly requestTimeoutMs: number;
  readonly slotLabel: string;
  readonly set: string;
}

/** On whose behalf a write is sent. */
export interface WriteScope {
  readonly token: WorkToken;
  readonly signal: AbortSignal;
  /** Changes that come from this write are told with this origin. */
  readonly origin: object;
  /** The write was applied. */
  readonly onWrote: (request: WriteRequest) => void;
  /** The write may have been applied or may be still, and the cache of its resource does not show it. */
  readonly onUnknown: (write: UnknownWrite) => void;
  /** The token was no good any more. */
  readonly onRefused: () => void;
}

export class ObjectWriter {
  readonly #options: ObjectWriterOptions;
  readonly #grants = new Grants();

  constructor(options: ObjectWriterOptions) {
    this.#options = options;
    for (const reason of ['token', 'deadline', 'precondition']) this.#countRefused(reason, 0);
    this.#countFenceRetries(0);
  }

  /** These slots are this process's from now on: for a moment a server-side fence may not know it yet. */
  granted(slots: RangeSet): void {
    this.#grants.granted(slots, this.#options.clock.monotonicMs());
  }

  /** A writer for one run. */
  scoped(scope: WriteScope): FencedWriter {
    return {
      send: (request) => this.#send(request, scope),
      getLive: (resource, ref) => this.getLive(resource, ref),
    };
  }

  async getLive(resource: Resource, ref: ObjectRef): Promise<KubeObject | undefined> {
    const { client, cacheOf, requestTimeoutMs } = this.#options;
    try {
      const object = await client.get(resource, ref, { timeoutMs: requestTimeoutMs });
      cacheOf(groupResourceOf(resource))?.put(object, undefined);
      return object;
    } catch (error) {
      if (isApiError(error, 'NotFound')) return undefined;
      throw error;
    }
  }

  async #send(request: WriteRequest, scope: WriteScope): Promise<KubeObject> {
    const missing = missingPrecondition(request);
    if (missing !== undefined) this.#countRefused('precondition', 1);
    assert(missing === undefined, `${request.verb} of ${groupResourceOf(request.resource)} lacks ${missing}`);
    const { inFlight, cacheOf, ownership } = this.#options;
    // Also checked at the hand-over; here it spares the wait for a connection, and tells a loss from an abort.
    const refusal = ownership.check(scope.token);
    if (refusal !== undefined) {
      this.#refused(refusal, scope);
      throw refusedError(refusal, 'write');
    }
    const groupResource = groupResourceOf(request.resource);
    const cache = cacheOf(groupResource);
    const key = keyOfRequest(request);
    const before = key === undefined ? undefined : cache?.get(key)?.metadata;
    const sending: Sending = { groupResource, key, cache, before, scope, sentAtMs: undefined };
    inFlight.begin(scope.token.slot);
    if (key !== undefined) cache?.beginWrite(key);
    try {
      const answer = await this.#handOverAgain(this.#labelled(request, scope.token), sending);
      this.#applied(request, answer, sending);
      inFlight.end(scope.token.slot);
      return answer;
    } catch (error) {
      this.#failed(request, error, sending);
      throw error;
    } finally {
      if (key !== undefined) cache?.endWrite(key);
    }
  }

  /** As often as a server-side fence that lags behind the grant refuses it. Each time the token is checked anew. */
  async #handOverAgain(request: WriteRequest, sending: Sending): Promise<KubeObject> {
    const { clock, random } = this.#options;
    const { token, signal } = sending.scope;
    for (let attempt = 0; ; attempt++) {
      try {
        return await this.#handOver(request, sending);
      } catch (error) {
        const sinceGrantMs = this.#grants.sinceMs(token.slot, clock.monotonicMs());
        const delayMs = fenceRetryMs(error, { sinceGrantMs, attempt, random });
        if (delayMs === undefined || signal.aborted) throw error;
        this.#countFenceRetries(1);
        sending.sentAtMs = undefined;
        await sleep(clock, delayMs, signal);
      }
    }
  }

  #handOver(request: WriteRequest, sending: Sending): Promise<KubeObject> {
    const { client, ownership, requestTimeoutMs } = this.#options;
    const { scope } = sending;
    return client.send(request, {
      admit: () => {
        const refusal = ownership.check(scope.token);
        if (refusal !== undefined) this.#refused(refusal, scope);
        return refusal;
      },
      timeoutMs: requestTimeoutMs,
      signal: scope.signal,
      onSent: (monotonicMs) => {
        sending.sentAtMs = monotonicMs;
      },
    });
  }

  #applied(request: WriteRequest, answer: KubeObject, { groupResource, key, cache, scope }: Sending): void {
    const { marks } = this.#options;
    const { slot } = scope.token;
    const { resourceVersion } = answer.metadata ?? {};
    const known = key === undefined ? undefined : cache?.get(key)?.metadata.resourceVersion;
    // A patch that changed nothing is answered with the version that we know.
    if (resourceVersion === undefined || resourceVersion !== known) scope.onWrote(request);
    if (request.verb === 'delete' && (answer.kind === 'Status' || resourceVersion === undefined)) {
      if (key === undefined) return;
      marks.deleted(groupResource, key, { slot, atMs: this.#options.clock.monotonicMs() });
      cache?.deleted(key, scope.origin);
      return;
    }
    if (resourceVersion !== undefined) marks.wrote(slot, groupResource, resourceVersion);
    cache?.put(answer, scope.origin);
  }

  /** W4: what was sent and not answered stays in flight until it can have no effect any more. */
  #failed(request: WriteRequest, error: unknown, sending: Sending): void {
    const { inFlight, marks, clock, requestTimeoutMs } = this.#options;
    const { groupResource, key, cache, before, scope, sentAtMs } = sending;
    const { slot } = scope.token;
    if (sentAtMs === undefined || isRefusal(error)) {
      inFlight.end(slot);
      return;
    }
    // Answered, but the answer is lost or unreadable: applied already, as far as it ever will be.
    const isOver = isApiError(error) && error.answered;
    const deadAtMs = isOver ? clock.monotonicMs() : sentAtMs + requestTimeoutMs;
    marks.unanswered(slot, groupResource, deadAtMs);
    const { resource, verb } = request;
    if (cache !== undefined) scope.onUnknown({ resource, key, creates: verb === 'create', slot, before, deadAtMs });
    if (isOver) inFlight.end(slot);
    else inFlight.endAt(slot, deadAtMs);
  }

  #refused(refusal: Refusal, scope: WriteScope): void {
    this.#countRefused(refusal === 'Window' ? 'deadline' : 'token', 1);
    scope.onRefused();
  }

  #countRefused(reason: string, by: number): void {
    this.#options.metrics.count('shardkeeper_writes_refused_total', { set: this.#options.set, reason }, by);
  }

  #countFenceRetries(by: number): void {
    this.#options.metrics.count('shardkeeper_fence_retries_total', { set: this.#options.set }, by);
  }

  /** What we create, and what we replace as a whole, carries the slot under which it is written. */
  #labelled(request: WriteRequest, token: WorkToken): WriteRequest {
    const isWhole = request.verb === 'create' || (request.verb === 'update' && request.subresource === undefined);
    if (!isWhole) return request;
    const { body } = request;
    const { slotLabel } = this.#options;
    const known = body.metadata.labels?.[slotLabel];
    if (known !== undefined && request.verb === 'update') return request;
    const labels = { ...body.metadata.labels, [slotLabel]: String(token.slot) };
    return { ...request, body: { ...body, metadata: { ...body.metadata, labels } } };
  }
}

interface Sending {
  readonly groupResource: string;
  /** Undefined for a create that leaves the name to the server. */
  readonly key: ObjectKey | undefined;
  readonly cache: ResourceCache | undefined;
  /** What the cache showed when the write was begun. */
  readonly before: ObjectMeta | undefined;
  readonly scope: WriteScope;
  sentAtMs: number | undefined;
}

/** The server, or our own admission check, said no: nothing was changed. */
function isRefusal(error: unknown): boolean {
  return isApiError(error) && error.answered && (error.status !== 0 || error.code === 'Refused');
}

function keyOfRequest(request: WriteRequest): ObjectKey | undefined {
  switch (request.verb) {
    case 'create':
    case 'update':
      return request.body.metadata.name === undefined || request.body.metadata.name === ''
        ? undefined
        : keyOf(request.body.metadata);
    case 'patch':
    case 'delete':
      return keyOf(request.ref);
  }
}

/** Thrown where a token is found to be no good any more before anything was sent. */
export function refusedError(refusal: Refusal, point: string): ShardkeeperError {
  return new ShardkeeperError(`ownership was lost before the ${point}: ${refusal}`, { code: 'Refused' });
}
