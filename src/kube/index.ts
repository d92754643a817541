/**
 * kube/: the Kubernetes API server, as this project talks to it.
 *
 * - The only importer of @kubernetes/client-node (its KubeConfig, nothing else) and of undici for the API server.
 * - `client.ts` sends requests over three pools that never starve each other: writes, reads and watches, leases.
 * - `list-watch.ts` is a pure machine (paging, bookmarks, 410, idle deadline, back-off, Retry-After); `reflector.ts` is
 *   its shell; `store.ts` is a cache that never goes back in resourceVersion.
 * - Knows nothing of slots, replicas or hooks.
 */
export type * from './types.ts';
