/** Who made a change that a cache reports: one of our own runs, our intake, or somebody else. */
import type { Controller, RootRef } from '../ports.ts';
import type { Origin } from '../watch/resource-cache.ts';
import type { Run } from './pool-entry.ts';

/** What a run wrote is no newcomer; what our own intake labelled is: a crashed one may have labelled its children. */
export function isRun(origin: Origin): boolean {
  return origin !== undefined && 'item' in origin;
}

/** Whether a change was made by the very run that would be asked to look at it. */
export function isRunOf(origin: Origin, controller: Controller, root: RootRef): boolean {
  if (origin === undefined) return false;
  const run = origin as Partial<Run>;
  return (
    run.controller === controller &&
    run.item?.root.key === root.key &&
    run.item.root.groupResource === root.groupResource
  );
}
