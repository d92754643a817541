/**
 * manager/: the ShardManager. Observe → protocol → write, for every ControllerShardSet of one namespace.
 *
 * - `manager.ts` starts and stops it: election, watches, one `SetWorker` per set. `observer.ts` keeps what is seen,
 *   `set-worker.ts` turns it into decisions of protocol/manager/, `effects.ts` performs them.
 * - Only the leader writes; a standby observes, so that its own notes on Leases are ready when it leads.
 * - Every write is a CAS on the version that was seen. A conflict, a restart or a second manager only means: look again.
 * - It reads and writes sets, shards, Leases and the workload's replica count. Never pods, never objects: its cost grows with
 *   replicas, not with objects. Nothing stops when it is away.
 */
export { createManager, MANAGER_LEASE, type Manager, type ManagerOptions } from './manager.ts';
