/**
 * What Shardkeeper relies on at an API server, as one table of cases that knows nothing but the client port.
 *
 * Each case runs against the real API server (`real-server.test.ts`) and against the simulation's model of it
 * (`test/unit/testing/sim-server-contract.test.ts`). Where the two differ, the model is wrong.
 */
import * as assert from 'uvu/assert';

import { isApiError, type ApiErrorCode } from '../../../src/kube/api-error.ts';
import { messageOf } from '../../../src/lib/errors.ts';
import { apiVersionOf, compareResourceVersions } from '../../../src/kube/types.ts';
import type {
  KubeClient,
  KubeObject,
  ObjectMeta,
  ObjectRef,
  Query,
  Resource,
  WatchEvent,
  WatchOptions,
  WriteRequest,
} from '../../../src/kube/types.ts';

/** One of the two servers, in a namespace that is the case's own. */
export interface Side {
  readonly client: KubeClient;
  readonly namespace: string;
  /** Resolves when `done` holds after the garbage collector was at work. */
  readonly collected: (done: () => Promise<boolean>) => Promise<void>;
}

export interface Case {
  readonly name: string;
  readonly run: (side: Side) => Promise<void>;
}

/** A custom resource with a status subresource and no schema. */
export const WIDGETS = sample('widgets', 'Widget', true);
/** A custom resource without subresources. */
export const NOTES = sample('notes', 'Note', false);

function sample(plural: string, kind: string, hasStatus: boolean): Resource {
  return { group: 'contract.example.com', version: 'v1', plural, kind, namespaced: true, hasStatus };
}

type Fields = Readonly<Record<string, unknown>>;

export interface Draft extends Fields {
  readonly name?: string;
  readonly metadata?: Fields;
}

/** What a case does, without the noise. All of it in the namespace of the side. */
export class Desk {
  readonly client: KubeClient;
  readonly namespace: string;

  constructor({ client, namespace }: Pick<Side, 'client' | 'namespace'>) {
    this.client = client;
    this.namespace = namespace;
  }

  ref(name = 'a'): ObjectRef {
    return { namespace: this.namespace, name };
  }

  body(resource: Resource, { name = 'a', metadata, ...fields }: Draft = {}): KubeObject {
    const { kind } = resource;
    const meta = { namespace: this.namespace, name, ...metadata };
    return { apiVersion: apiVersionOf(resource), kind, metadata: meta, ...fields };
  }

  create(resource: Resource, draft: Draft = {}): Promise<KubeObject> {
    return this.client.send({ verb: 'create', resource, body: this.body(resource, draft) });
  }

  get(resource: Resource, name = 'a'): Promise<KubeObject> {
    return this.client.get(resource, this.ref(name));
  }

  update(resource: Resource, body: KubeObject, subresource?: 'status'): Promise<KubeObject> {
    return this.client.send({ verb: 'update', resource, body, ...(subresource === undefined ? {} : { subresource }) });
  }

  merge(resource: Resource, patch: Fields, options: PatchOptions = {}): Promise<KubeObject> {
    return this.#patch(resource, 'merge', { patch, options });
  }

  json(resource: Resource, patch: readonly Fields[], options: PatchOptions = {}): Promise<KubeObject> {
    return this.#patch(resource, 'json', { patch, options });
  }

  /** Server-side apply of `draft` by `manager`. */
  apply(resource: Resource, manager: string, draft: Draft & { readonly force?: boolean }): Promise<KubeObject> {
    const { force, ...rest } = draft;
    const query: Query = { fieldManager: manager, ...(force === true ? { force: 'true' } : {}) };
    const patch = this.body(resource, rest);
    return this.#patch(resource, 'apply', { patch, options: { name: rest.name ?? 'a', query } });
  }

  #patch(
    resource: Resource,
    patchType: 'merge' | 'json' | 'apply',
    { patch, options }: { readonly patch: unknown; readonly options: PatchOptions },
  ): Promise<KubeObject> {
    const { name, subresource, query } = options;
    return this.client.send({
      verb: 'patch',
      resource,
      ref: this.ref(name),
      patchType,
      patch,
      ...(subresource === undefined ? {} : { subresource }),
      ...(query === undefined ? {} : { query }),
    });
  }

  delete(resource: Resource, options: DeleteOptions = {}): Promise<KubeObject> {
    const { name, ...rest } = options;
    return this.client.send({ verb: 'delete', resource, ref: this.ref(name), ...rest });
  }

  async names(resource: Resource, options: Fields = {}): Promise<string[]> {
    const { items } = await this.client.list(resource, { namespace: this.namespace, ...options });
    return items.map(({ metadata }) => metadata.name);
  }

  /** The version of the whole collection now. */
  async now(resource: Resource): Promise<string> {
    return (await this.client.list(resource, { namespace: this.namespace })).resourceVersion;
  }

  /** Watches from `resourceVersion`; the stream is ended by `Watching.end`. */
  watch(resource: Resource, options: Pick<WatchOptions, 'resourceVersion'> & Partial<WatchOptions>): Watching {
    return new Watching(this.client, resource, { namespace: this.namespace, ...options });
  }
}

interface PatchOptions {
  readonly name?: string;
  readonly subresource?: 'status' | 'scale';
  readonly query?: Query;
}

type DeleteOptions = { readonly name?: string } & Pick<
  WriteRequest & { readonly verb: 'delete' },
  'preconditions' | 'propagation' | 'gracePeriodSeconds'
>;

/** A watch that a case reads event by event. Bookmarks are left out: nobody knows when they come. */
export class Watching {
  readonly #controller = new AbortController();
  readonly #events: AsyncIterator<WatchEvent>;

  constructor(client: KubeClient, resource: Resource, options: Omit<WatchOptions, 'idleTimeoutMs' | 'signal'>) {
    const { signal } = this.#controller;
    this.#events = client.watch(resource, { ...options, idleTimeoutMs: 80_000, signal })[Symbol.asyncIterator]();
  }

  /** The next event; 'END' when the stream ended. Rejects as the stream does. */
  async next(): Promise<Exclude<WatchEvent, { readonly type: 'BOOKMARK' }> | 'END'> {
    for (;;) {
      const result = await this.#events.next();
      if (result.done === true) return 'END';
      if (result.value.type !== 'BOOKMARK') return result.value;
    }
  }

  /** The next `count` events as `TYPE name`. */
  async told(count: number): Promise<string[]> {
    const events: string[] = [];
    while (events.length < count) {
      const event = await this.next();
      events.push(event === 'END' || event.type === 'ERROR' ? 'END' : `${event.type} ${event.object.metadata.name}`);
    }
    return events;
  }

  async object(): Promise<KubeObject> {
    const event = await this.next();
    assert.ok(event !== 'END' && event.type !== 'ERROR', 'an event with an object');
    return event.object;
  }

  async end(): Promise<void> {
    this.#controller.abort();
    await this.#events.return?.();
  }
}

/** The call fails with this code, and the server is known to have answered. */
export async function fails(promise: Promise<unknown>, code: ApiErrorCode, status?: number): Promise<void> {
  const error: unknown = await promise.then(
    () => undefined,
    (reason: unknown) => reason,
  );
  assert.ok(isApiError(error, code), `${code} expected, got ${error === undefined ? 'success' : messageOf(error)}`);
  if (status !== undefined) assert.is(error.status, status);
}

export function versionOf({ metadata }: { readonly metadata: ObjectMeta }): string {
  return metadata.resourceVersion ?? '';
}

export function isNewer(a: KubeObject, b: KubeObject): boolean {
  return compareResourceVersions(versionOf(a), versionOf(b)) > 0;
}

/** With the metadata changed. */
export function having(object: KubeObject, metadata: Fields, fields: Fields = {}): KubeObject {
  return { ...object, ...fields, metadata: { ...object.metadata, ...metadata } as ObjectMeta };
}

export function contractCase(name: string, run: (desk: Desk, side: Side) => Promise<void>): Case {
  return { name, run: (side) => run(new Desk(side), side) };
}
