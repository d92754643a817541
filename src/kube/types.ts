/** The vocabulary of kube/: objects, resources, requests, and the ports that other rooms depend on. */

/** One JSON object of the API server. Frozen by convention: never mutated after it was parsed. */
export interface KubeObject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
  readonly [field: string]: unknown;
}

export interface ObjectMeta {
  readonly name: string;
  readonly namespace?: string;
  readonly generateName?: string;
  readonly uid?: string;
  readonly resourceVersion?: string;
  readonly generation?: number;
  readonly creationTimestamp?: string;
  readonly deletionTimestamp?: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly ownerReferences?: readonly OwnerReference[];
  readonly [field: string]: unknown;
}

export interface OwnerReference {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly uid: string;
  readonly controller?: boolean;
  readonly blockOwnerDeletion?: boolean;
}

/** A served resource: how it is addressed and what it can do. From discovery, or written down for our own kinds. */
export interface Resource {
  /** '' for the core group. */
  readonly group: string;
  readonly version: string;
  /** Lower-case plural, e.g. `deployments`. */
  readonly plural: string;
  readonly kind: string;
  readonly namespaced: boolean;
  /** True when the `status` subresource is served. */
  readonly hasStatus: boolean;
}

/** `namespace/name`, or `/name` for cluster-scoped objects: the key of an object in its resource. */
export type ObjectKey = string;

export interface ObjectRef {
  readonly namespace?: string;
  readonly name: string;
}

export interface ListOptions {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  /** Absent = consistent (quorum) read. */
  readonly resourceVersion?: string;
  readonly resourceVersionMatch?: 'NotOlderThan' | 'Exact';
  /** Objects per page; default 500. */
  readonly limit?: number;
  /** No further pages: for who only wants to know the version. */
  readonly firstPageOnly?: true;
  /** PartialObjectMetadata only. */
  readonly metadataOnly?: boolean;
  readonly signal?: AbortSignal;
}

export interface ListResult {
  readonly items: readonly KubeObject[];
  /** Of the whole list (that of its first page): watch from here. */
  readonly resourceVersion: string;
}

export interface WatchOptions {
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly resourceVersion: string;
  readonly metadataOnly?: boolean;
  /** The stream is ended with code `Idle` when nothing, not even a bookmark, came for this long. */
  readonly idleTimeoutMs: number;
  readonly signal: AbortSignal;
}

export type WatchEvent =
  | { readonly type: 'ADDED' | 'MODIFIED' | 'DELETED'; readonly object: KubeObject }
  | { readonly type: 'BOOKMARK'; readonly resourceVersion: string }
  | { readonly type: 'ERROR'; readonly status: number; readonly reason: string; readonly message: string };

export type WriteRequest =
  | { readonly verb: 'create'; readonly resource: Resource; readonly body: KubeObject; readonly query?: Query }
  | {
      readonly verb: 'update';
      readonly resource: Resource;
      readonly body: KubeObject;
      readonly subresource?: 'status';
      readonly query?: Query;
    }
  | {
      readonly verb: 'patch';
      readonly resource: Resource;
      readonly ref: ObjectRef;
      readonly patchType: 'merge' | 'json' | 'apply';
      /** A merge or apply patch is an object, a JSON patch an array. Preconditions go inside (metadata.resourceVersion, test). */
      readonly patch: unknown;
      readonly subresource?: 'status' | 'scale';
      readonly query?: Query;
    }
  | {
      readonly verb: 'delete';
      readonly resource: Resource;
      readonly ref: ObjectRef;
      readonly preconditions?: { readonly uid?: string; readonly resourceVersion?: string };
      readonly propagation?: 'Background' | 'Foreground' | 'Orphan';
      /** Of pods: 0 removes the object at once, which only its kubelet may ask for. Absent = the object's own. */
      readonly gracePeriodSeconds?: number;
    };

export type Query = Readonly<Record<string, string>>;

export interface SendOptions {
  /**
   * Called synchronously, in the same turn in which the request is handed to a free connection. A text refuses the
   * write: nothing is sent and the call rejects with code `Refused` and that text.
   */
  readonly admit?: () => string | undefined;
  /** Client abort and server `timeout` parameter; counts from the hand-over. Default: the client's `requestTimeoutMs`. */
  readonly timeoutMs?: number;
  /** Gives up the wait for a connection; a request that was handed over is aborted too. */
  readonly signal?: AbortSignal;
  /** Which connections: `bulk` (default) or `lease` (renewals and acks never wait behind bulk). */
  readonly lane?: 'bulk' | 'lease';
  /**
   * Called with the monotonic time of the hand-over, before anything is awaited; again when a 401 is repeated with new
   * credentials. The last one tells until when the write may still be applied.
   */
  readonly onSent?: (monotonicMs: number) => void;
}

/**
 * The API server.
 *
 * Errors: every call rejects with an `ApiError` (api-error.ts). `answered` on it tells whether the server is known to have
 * answered: an unanswered write may still be applied until its timeout has passed.
 */
export interface KubeClient {
  /** Consistent read unless `resourceVersion` is given ('0' = any cached version). */
  readonly get: (resource: Resource, ref: ObjectRef, options?: GetOptions) => Promise<KubeObject>;
  /** Pages through everything; the items of a typed list get their apiVersion and kind back. */
  readonly list: (resource: Resource, options?: ListOptions) => Promise<ListResult>;
  /** Ends when the server ends the stream; throws ApiError when it breaks. Bookmarks are requested. */
  readonly watch: (resource: Resource, options: WatchOptions) => AsyncIterable<WatchEvent>;
  /** Resolves to the object in the answer (a `Status` for most deletions). */
  readonly send: (request: WriteRequest, options?: SendOptions) => Promise<KubeObject>;
  /** GET of any path, parsed JSON: discovery, /version. */
  readonly getPath: (path: string, options?: GetOptions & { readonly accept?: string }) => Promise<unknown>;
  /** Writes that were handed over and not answered yet, and the limit of the bulk lane. */
  readonly inFlight: () => { readonly writes: number; readonly writesMax: number };
  readonly close: () => Promise<void>;
}

export interface GetOptions {
  readonly resourceVersion?: string;
  readonly metadataOnly?: boolean;
  readonly timeoutMs?: number;
  /** Which connections: `read` (default), or `lease` for what a lease depends on: never behind a long LIST. */
  readonly lane?: 'read' | 'lease';
  readonly signal?: AbortSignal;
}

/** What a reflector tells its consumer. All calls are synchronous and come in the order of the stream. */
export interface WatchSink {
  /** The whole content of the selection at `resourceVersion`: what is not in it is not visible any more. */
  readonly replace: (items: readonly KubeObject[], resourceVersion: string) => void;
  /** One change. For `DELETED` in a filtered watch: no longer visible (deleted, or left the selection). */
  readonly apply: (type: 'ADDED' | 'MODIFIED' | 'DELETED', object: KubeObject) => void;
  /** Everything up to `resourceVersion` was delivered. */
  readonly progress: (resourceVersion: string) => void;
  /** The state changed: for conditions, metrics and logs. */
  readonly state?: (state: ReflectorState) => void;
}

export type ReflectorState =
  | { readonly type: 'Listing' }
  | { readonly type: 'Watching' }
  | { readonly type: 'BackingOff'; readonly delayMs: number; readonly code: string; readonly message: string };

export interface ReflectorOptions {
  readonly client: KubeClient;
  readonly resource: Resource;
  readonly namespace?: string;
  readonly labelSelector?: string;
  readonly fieldSelector?: string;
  readonly metadataOnly?: boolean;
  /** Start watching from here instead of listing first (somebody else has the list). */
  readonly startFrom?: string;
  readonly sink: WatchSink;
}

/** Keeps a selection of one resource in a sink, for ever, until `signal` aborts. Constructed inert. */
export interface Reflector {
  readonly run: (signal: AbortSignal) => Promise<void>;
  /** Monotonic time of the last sign of life of the stream (event, bookmark, list), or undefined before the first. */
  readonly lastActivityMs: () => number | undefined;
  /**
   * The server has an object of the selection in this version: a watch that does not show as much within some seconds is
   * dead, and is opened anew.
   */
  readonly expect: (resourceVersion: string) => void;
  /** What should have come did not: a watch that is open now is opened anew. */
  readonly doubt: () => void;
}

/** Compares resourceVersions of one resource as integers (they may exceed 2^53). Negative when a is older. */
export function compareResourceVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

export function keyOf(meta: { readonly namespace?: string; readonly name: string }): ObjectKey {
  return `${meta.namespace ?? ''}/${meta.name}`;
}

export function refOf(key: ObjectKey): ObjectRef {
  const slash = key.indexOf('/');
  const name = key.slice(slash + 1);
  return slash === 0 ? { name } : { namespace: key.slice(0, slash), name };
}

/** `apps/v1`, or `v1` for the core group. */
export function apiVersionOf(resource: { readonly group: string; readonly version: string }): string {
  return resource.group === '' ? resource.version : `${resource.group}/${resource.version}`;
}

/** The group of an apiVersion; '' for the core group. */
export function groupOf(apiVersion: string): string {
  const slash = apiVersion.indexOf('/');
  return slash < 0 ? '' : apiVersion.slice(0, slash);
}

/** `deployments.apps`, or `pods` for the core group: the name of a store, whatever the version. */
export function groupResourceOf(resource: { readonly group: string; readonly plural: string }): string {
  return resource.group === '' ? resource.plural : `${resource.plural}.${resource.group}`;
}

/** The owner that controls an object, if any. */
export function controllerOf(meta: ObjectMeta): OwnerReference | undefined {
  return meta.ownerReferences?.find((reference) => reference.controller === true);
}
