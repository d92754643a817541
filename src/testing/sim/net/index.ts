/**
 * testing/sim/net/: the way between one process and the API server, with everything that can go wrong on it.
 *
 * - `createLinkedClient` is the production's `KubeClient` on a simulated network: hand-over, lanes, timeouts, aborts and
 *   errors are those of `kube/client.ts`; delays, losses, failures and old reads are turned on its `link`.
 * - Answers and events arrive through `ProcessClock.deliver`: never at a process that is stopped, never at a dead one. What
 *   was handed over goes its way whatever becomes of the process.
 * - The events of one watch arrive in order and without a gap, or the watch ends: the network may lose connections, not
 *   parts of a stream.
 * - No ambient time, no ambient randomness, no real timers.
 */
export { createLinkedClient, type LinkedClientOptions } from './linked-client.ts';
