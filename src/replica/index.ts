/**
 * replica/: what a controller embeds to run as one of many. The public SDK.
 *
 * - membership/ keeps the Lease and the registration; ownership/ runs the protocol's replica machine and knows, at any
 *   moment, which slots this process may act on. watch/ keeps stores of exactly those slots; intake/ labels roots that have
 *   no slot yet; work/ queues and runs reconciles; write/ is the only way to the API server for object writes.
 * - Every reconcile carries a work token; it is checked at dequeue, before every hook call and, in the same turn, before
 *   every write.
 * - The public surface is `ports.ts` (types) and `runtime.ts` (`createReplica`).
 */
export type * from './ports.ts';
export { createReplica, type Replica, type ReplicaOptions } from './runtime.ts';
