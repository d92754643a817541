/**
 * watch/: caches of exactly the slots that are wanted, and the knowledge of how complete they are.
 *
 * - `watch-plan.ts` (pure) decides which watches a resource has; `resource-watch.ts` opens and closes them.
 * - `resource-cache.ts` is the store of one group/resource as this replica sees it: events of a key with a write in flight
 *   are held until the answer is in, so that the echo of an own write changes nothing.
 * - `completeness.ts` (pure) is rule W5; `watch-hub.ts` keeps all resources and says which slots are warm and complete.
 * - `vanished.ts` remembers what disappeared from a watch without our own DELETE: "no longer visible" is not "deleted", and a
 *   live read says which, before the next hook call.
 * - Never acts: nothing here writes to the API server.
 */
export { WatchHub } from './watch-hub.ts';
