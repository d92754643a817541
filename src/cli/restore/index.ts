/**
 * cli/restore/: `shardkeeper restore SET`, for the operator who has put etcd back to a snapshot (R4).
 *
 * - `declare.ts` looks, refuses what must not be done, and makes one compare-and-swap: a new epoch, so that nothing that a
 *   replica said about the lost versions counts for the restored table. It moves no slot and takes none away.
 * - `manager-lease.ts` knows whether a manager runs by watching its Lease, never by the times written in it.
 * - `print.ts` says what was done and what to do next.
 */
export { runRestore } from './run.ts';
