/**
 * membership/: what a replica is known by - its set, its Lease, its ControllerShard - as the API server sees it.
 *
 * - Turns objects into the views of the replica machine (`views.ts`), and the machine's requests into calls: `lease-port.ts`,
 *   `shard-port.ts`, `set-port.ts`. `wait-for-set.ts` finds the set and its timing before anything else.
 * - Each call reports one answer, within `requestTimeoutMs`. Nothing is retried here and nothing is decided.
 * - Never creates a ControllerShard, never deletes anything, never writes an object of another process.
 */
export { waitForSet, type FoundSet } from './wait-for-set.ts';
