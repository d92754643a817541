/** The model server: requests in, answers out. */
import { assertNever } from '../../../lib/assert.ts';
import { toTime } from '../../../lib/clock.ts';
import type { Random } from '../../../lib/random.ts';
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject, ListOptions, ObjectRef, Resource, WriteRequest } from '../../../kube/types.ts';
import type { ModelAnswer, ModelBackup, ModelFailure, ModelServer, ModelWatch, ModelWatchEvent } from '../ports.ts';
import { apply, NO_OWNERS, ownersAfterUpdate, sameOwners } from './apply.ts';
import { keyIn, type Collection, type Stored } from './collection.ts';
import { deletionOf, isFinished } from './deletion.ts';
import { collectGarbage } from './garbage.ts';
import { kindOf } from './kinds.ts';
import { newObject, updatedObject, type Update } from './next-object.ts';
import { jsonPatch, mergePatch } from './patches.ts';
import { plain } from './plain.ts';
import { alreadyExists, badRequest, expired, notFound, Refusal, tooLarge } from './refusal.ts';
import { scaledObject, scaleOf } from './scale.ts';
import { compileSelection } from './selection.ts';
import { Store, type StoredChange } from './store.ts';

export interface ModelServerOptions {
  /** The server's wall clock; never goes back. For timestamps, and to know how old a cached read is. */
  readonly wallMs: () => number;
  /** For generated names and uids. */
  readonly random: Random;
}

export function createModelServer(options: ModelServerOptions): ModelServer {
  return new InMemoryServer(options);
}

type Selection = Pick<ListOptions, 'namespace' | 'labelSelector' | 'fieldSelector'> & {
  readonly resourceVersion: string;
};
type Of<Verb extends WriteRequest['verb']> = WriteRequest & { readonly verb: Verb };

class InMemoryServer implements ModelServer {
  readonly #options: ModelServerOptions;
  readonly #store: Store;
  #births = 0;

  constructor(options: ModelServerOptions) {
    this.#options = options;
    this.#store = new Store(options.wallMs);
  }

  readonly get: ModelServer['get'] = (resource, ref, options = {}) =>
    answer(() => {
      this.#mustHave(options.resourceVersion);
      return objectIn(this.#store.of(resource), ref);
    });

  readonly list: ModelServer['list'] = (resource, options = {}) => this.#list(resource, options, this.#store.revision);

  #list(resource: Resource, options: ListOptions, revision: number): ModelAnswer {
    try {
      const { resourceVersion, resourceVersionMatch } = options;
      this.#mustHave(resourceVersion);
      const matches = compileSelection(resource, options);
      const isExact = resourceVersionMatch === 'Exact' && resourceVersion !== undefined;
      if (isExact && Number(resourceVersion) < this.#store.floor) {
        throw expired(`The provided resource version is too old: ${resourceVersion}`);
      }
      const at = isExact ? Number(resourceVersion) : revision;
      const items = this.#store.of(resource).at(at).list(matches);
      return { type: 'List', list: { items, resourceVersion: String(at) } };
    } catch (error) {
      return failureOf(error);
    }
  }

  readonly asOf: ModelServer['asOf'] = (ageMs) => ({
    get: (resource, ref, options = {}) =>
      answer(() => {
        this.#mustHave(options.resourceVersion);
        const revision = this.#cachedRevision(resource, ageMs, options.resourceVersion);
        return objectIn(this.#store.of(resource).at(revision), ref);
      }),
    list: (resource, options = {}) =>
      this.#list(resource, options, this.#cachedRevision(resource, ageMs, options.resourceVersion)),
  });

  /** A cache is never older than what the reader asks for, and a consistent read waits until it is fresh. */
  #cachedRevision(resource: Resource, ageMs: number, resourceVersion: string | undefined): number {
    if (resourceVersion === undefined) return this.#store.revision;
    const seen = this.#store.of(resource).revisionAt(this.#options.wallMs() - ageMs);
    return Math.min(this.#store.revision, Math.max(seen, Number(resourceVersion), this.#store.floor));
  }

  #mustHave(resourceVersion: string | undefined): void {
    if (resourceVersion === undefined) return;
    if (!/^\d*$/.test(resourceVersion)) throw badRequest(`Invalid resource version: ${resourceVersion}`);
    if (Number(resourceVersion) > this.#store.revision) throw tooLarge(resourceVersion);
  }

  readonly watch: ModelServer['watch'] = (resource, selection, sink) => this.#watch(resource, selection, sink);

  #watch(resource: Resource, selection: Selection, sink: (event: ModelWatchEvent) => void): ModelWatch | ModelFailure {
    try {
      const { resourceVersion } = selection;
      if (!/^\d*$/.test(resourceVersion)) throw badRequest(`Invalid resource version: ${resourceVersion}`);
      const from = resourceVersion === '' || resourceVersion === '0' ? 'Any' : Number(resourceVersion);
      const matches = compileSelection(resource, selection);
      return this.#store.watch(this.#store.of(resource), { from, matches }, sink);
    } catch (error) {
      return failureOf(error);
    }
  }

  readonly write: ModelServer['write'] = (request) =>
    answer(() => {
      switch (request.verb) {
        case 'create':
          return this.#create(request.resource, plain(request.body));
        case 'update':
          return this.#update(request);
        case 'patch':
          return this.#patch(request);
        case 'delete':
          return this.#delete(request);
        default:
          return assertNever(request);
      }
    });

  #create(resource: Resource, body: KubeObject, owners: Stored['owners'] = NO_OWNERS): KubeObject {
    const { name, generateName, resourceVersion } = body.metadata;
    if (resourceVersion !== undefined && resourceVersion !== '') {
      throw new Refusal(500, 'InternalError', 'resourceVersion should not be set on objects to be created');
    }
    const isNamed = name !== undefined && name !== '';
    if (!isNamed && (generateName === undefined || generateName === '')) {
      throw new Refusal(422, 'Invalid', 'metadata.name: Required value: name or generateName is required');
    }
    const named = isNamed
      ? body
      : { ...body, metadata: { ...body.metadata, name: `${generateName}${this.#suffix()}` } };
    const time = toTime(this.#options.wallMs());
    const object = newObject(resource, named, { uid: this.#nextUid(), time });
    const collection = this.#store.of(resource);
    const key = keyIn(resource, object.metadata);
    if (collection.stored.has(key)) throw alreadyExists(resource, object.metadata.name);
    return this.#store.commit(collection, key, { object, owners });
  }

  #update({ resource, body, subresource }: Of<'update'>): KubeObject {
    const collection = this.#store.of(resource);
    const key = keyIn(resource, body.metadata);
    const known = collection.stored.get(key);
    if (subresource === 'status') mustServeStatus(resource, body.metadata.name);
    if (known === undefined) return this.#updateOfNothing(resource, body);
    const update: Update = { body: plain(body, known.object), subresource, isPatch: false };
    return this.#replace(collection, known, updatedObject(resource, known.object, update));
  }

  /** A Lease is created by an update, unless the writer had one in mind. */
  #updateOfNothing(resource: Resource, body: KubeObject): KubeObject {
    const { name, uid, resourceVersion } = body.metadata;
    if (!kindOf(resource).createOnUpdate) throw notFound(resource, name);
    if ((uid ?? '') !== '' || (resourceVersion ?? '') !== '') throw notFound(resource, name);
    return this.#create(resource, plain(body));
  }

  /** Stores the next version, unless nothing changed; the last finalizer takes the object with it. */
  #replace(collection: Collection, known: Stored, next: KubeObject): KubeObject {
    if (next === known.object) return next;
    const owners = ownersAfterUpdate(known.owners, known.object, next);
    return this.#put(collection, { object: next, owners });
  }

  #put(collection: Collection, next: Stored): KubeObject {
    const key = keyIn(collection.resource, next.object.metadata);
    if (!isFinished(next.object)) return this.#store.commit(collection, key, next);
    this.#store.commit(collection, key, undefined);
    return next.object;
  }

  #patch(request: Of<'patch'>): KubeObject {
    const { resource, ref, patchType } = request;
    const collection = this.#store.of(resource);
    const known = collection.stored.get(keyIn(resource, ref));
    if (request.subresource === 'scale') return this.#scale(request, collection, known);
    if (request.subresource === 'status') mustServeStatus(resource, ref.name);
    if (patchType === 'apply') return this.#apply(request, collection, known);
    if (known === undefined) throw notFound(resource, ref.name);
    const patch = plain(request.patch);
    const patched = patchType === 'merge' ? mergePatch(known.object, patch) : jsonPatch(known.object, patch);
    const body = objectOf(patched);
    if (body === known.object) return body;
    const update: Update = { body, subresource: request.subresource, isPatch: true };
    return this.#replace(collection, known, updatedObject(resource, known.object, update));
  }

  #scale(request: Of<'patch'>, collection: Collection, known: Stored | undefined): KubeObject {
    const { resource, ref, patchType } = request;
    if (known === undefined || !kindOf(resource).hasScale) throw notFound(resource, ref.name);
    const scale = scaleOf(known.object);
    const patch = plain(request.patch);
    const changed = objectOf(patchType === 'json' ? jsonPatch(scale, patch) : mergePatch(scale, patch));
    const update: Update = { body: scaledObject(known.object, changed), subresource: undefined, isPatch: false };
    return scaleOf(this.#replace(collection, known, updatedObject(resource, known.object, update)));
  }

  #apply(request: Of<'patch'>, collection: Collection, known: Stored | undefined): KubeObject {
    const { resource, ref, query, subresource } = request;
    const manager = query?.['fieldManager'];
    if (manager === undefined)
      throw new Refusal(422, 'Invalid', 'fieldManager: Required value: is required for apply patch');
    const patch = objectOf(plain(request.patch));
    const { uid, resourceVersion } = patch.metadata;
    if (known === undefined) {
      if (subresource !== undefined) throw notFound(resource, ref.name);
      // A version alone is no precondition here: it is not even looked at.
      if (uid !== undefined) throw notPresent(resource, ref.name);
      const body = { ...patch, metadata: { ...patch.metadata, ...ref, resourceVersion: '' } };
      return this.#create(resource, body, apply(undefined, { patch: body, manager, force: true }).owners);
    }
    const applied = apply(known, { patch, manager, force: query?.['force'] === 'true' });
    const held = {
      ...(uid === undefined ? {} : { uid }),
      resourceVersion: resourceVersion ?? known.object.metadata.resourceVersion,
    };
    const body = { ...applied.object, metadata: { ...applied.object.metadata, ...held } as KubeObject['metadata'] };
    const update: Update = { body, subresource: subresource === 'status' ? 'status' : undefined, isPatch: true };
    const object = updatedObject(resource, known.object, update);
    if (object === known.object && sameOwners(applied.owners, known.owners)) return object;
    return this.#put(collection, { object, owners: applied.owners });
  }

  #delete(request: Of<'delete'>): KubeObject {
    const { resource, ref } = request;
    const collection = this.#store.of(resource);
    const key = keyIn(resource, ref);
    const known = collection.stored.get(key);
    if (known === undefined) throw notFound(resource, ref.name);
    const deletion = deletionOf(resource, known.object, { request, wallMs: this.#options.wallMs() });
    if (deletion.type === 'Marked') return this.#replace(collection, known, deletion.object);
    const { metadata } = this.#store.commit(collection, key, undefined);
    const details = { name: ref.name, uid: metadata.uid, group: resource.group, kind: resource.plural };
    return { apiVersion: 'v1', kind: 'Status', metadata: {} as KubeObject['metadata'], status: 'Success', details };
  }

  readonly collect = (): boolean =>
    this.#store.takeLittered() &&
    collectGarbage({
      all: () => this.#store.all(),
      remove: (collection, key) => {
        const known = collection.stored.get(key);
        if (known === undefined) return;
        const { resource } = collection;
        const { name, namespace } = known.object.metadata;
        const ref: ObjectRef = { name, ...(namespace === undefined ? {} : { namespace }) };
        this.write({ verb: 'delete', resource, ref, propagation: 'Background' });
      },
      replace: (collection, key, next) => {
        const known = collection.stored.get(key);
        if (known !== undefined) this.#replace(collection, known, next);
      },
    });

  readonly bookmark = (): void => this.#store.bookmark();
  readonly compact = (): void => this.#store.forget();
  readonly restart = (): void => {
    this.#store.forget();
    this.#store.endWatches();
  };
  readonly backup = (): ModelBackup => this.#store.backup();
  readonly restore: ModelServer['restore'] = (backup, options) => this.#store.restore(backup, options);
  readonly onStored = (listener: (change: StoredChange) => void): void => this.#store.onStored(listener);

  /** Never repeats, not even after a restore. */
  #nextUid(): string {
    this.#births += 1;
    return `00000000-0000-4000-8000-${this.#births.toString(16).padStart(12, '0')}`;
  }

  #suffix(): string {
    let text = '';
    for (let i = 0; i < 5; i += 1) text += SUFFIX[Math.floor(this.#options.random.next() * SUFFIX.length)] ?? '';
    return text;
  }
}

/** Without vowels and what looks alike, as Kubernetes has it. */
const SUFFIX = 'bcdfghjklmnpqrstvwxz2456789';

function answer(run: () => KubeObject): ModelAnswer {
  try {
    return { type: 'Object', object: run() };
  } catch (error) {
    return failureOf(error);
  }
}

function failureOf(error: unknown): ModelFailure {
  if (error instanceof Refusal) return error.failure;
  throw error;
}

function objectIn(collection: Collection, ref: ObjectRef): KubeObject {
  const object = collection.get(keyIn(collection.resource, ref));
  if (object === undefined) throw notFound(collection.resource, ref.name);
  return object;
}

function mustServeStatus(resource: Resource, name: string): void {
  if (!resource.hasStatus) throw notFound(resource, name);
}

function objectOf(value: unknown): KubeObject {
  if (!isRecord(value) || !isRecord(value['metadata'])) throw badRequest('the patch makes no object of it');
  return value as unknown as KubeObject;
}

function notPresent(resource: Resource, name: string): Refusal {
  return new Refusal(
    409,
    'Conflict',
    `${resource.kind} "${name}": uid or resourceVersion given, but there is no object`,
  );
}
