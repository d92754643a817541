/**
 * cli/migrate/: `shardkeeper migrate`, from Metacontroller to Shardkeeper and back.
 *
 * - `--check` (`check.ts`) reads and changes nothing: what is served, what would be labelled, what stands in the way. Whether a
 *   controller is served is asked of the engine's own code (`refusals.ts`); counting (`census.ts`) and judging
 *   (`verdicts.ts`) are pure.
 * - `--back` (`back.ts`) takes away exactly what Shardkeeper added (`ours.ts`, pure), each write held to the version that was
 *   read. It can be stopped and repeated.
 * - Kinds are read page by page, metadata only: memory does not grow with the number of objects.
 * - Never: writes to fields that others own, to ControllerRevisions' contents, to anything of Metacontroller's.
 */
export { runMigrate } from './run.ts';
