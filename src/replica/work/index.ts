/**
 * work/: which root is looked at next, by how many at once, and who may.
 *
 * - `queue.ts` is the pure core: per controller a keyed queue with three lanes. A key never runs twice at once; what comes
 *   while it runs makes it run once more. `lanes.ts` says which lane is served next, `timers.ts` holds what is due later,
 *   `retry-delay.ts` says how much later.
 * - `pool.ts` runs reconciles: at most `workers` at once in a replica, fair between controllers. A work token is taken at
 *   dequeue; without one the item is parked (the slot drains) or dropped (the slot is lost).
 * - `host.ts` is the door: it ties queue, caches and writer together behind `SlotRuntime` and `ControllerHost`.
 * - `verify.ts` reads live what vanished from a watch, before the root that it concerns is looked at.
 * - `verify-unknown.ts` finds out how a root's writes without an answer ended, before that root is looked at.
 * - `in-flight.ts` knows, slot by slot, what runs and which writes are unanswered (W4), so that a slow call holds up its own
 *   slot and nothing else.
 * - Never talks to the API server, and never decides what a reconcile does.
 */
export { WorkHost } from './host.ts';
export type { RetryPolicy } from './retry-delay.ts';
