/**
 * kube/: the Kubernetes API server, as this project talks to it.
 *
 * - The only importer of @kubernetes/client-node (its KubeConfig, nothing else) and of undici for the API server.
 * - `config.ts` finds the cluster and keeps the credentials fresh; `client.ts` sends requests over lanes that never starve
 *   each other: writes, reads, leases, and a connection for each watch. The admission check of a write runs when its first
 *   byte is about to be written, not when it is asked for.
 * - `list-watch.ts` is a pure machine (bookmarks, 410, idle deadline, back-off, Retry-After), `paging.ts` another;
 *   `reflector.ts` is the shell; `expectation.ts` finds watches that died without a word by what the server is known to have;
 *   `store.ts` is a cache that never goes back in resourceVersion.
 * - `leases.ts`, `leader-election.ts` (pure) with `leader-elector.ts`, `events.ts`, `discovery.ts`, `selector.ts`.
 * - Knows nothing of slots, replicas or hooks. Never lists what nobody asked for, never logs a body or a credential.
 * - Import the file you need (`../kube/client.ts`): this index only says what the room is, and names its vocabulary.
 */
export type * from './types.ts';
