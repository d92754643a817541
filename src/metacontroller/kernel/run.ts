/** A setup as a controller of the replica. */
import type { Controller, WatchedResource } from '../../replica/ports.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { HookClient } from '../hook/client.ts';
import type { EtagCaches } from '../hook/etag-cache.ts';
import type { References } from '../hook/references.ts';
import { createHookCaller } from './call-hook.ts';
import type { ControllerEvents } from './controller-events.ts';
import type { Orphans } from './orphans.ts';
import type { Setup } from './policy.ts';
import { createReconcile } from './reconcile.ts';
import { rootsOf } from './routing.ts';

export interface Run {
  readonly controller: Controller;
  /** To be called when the controller has stopped: lets go of connections and remembered answers. */
  readonly close: () => void;
}

export interface RunDeps {
  readonly hookClient: HookClient;
  readonly references: References;
  readonly etags: EtagCaches;
  readonly metrics: Metrics;
  readonly events: ControllerEvents;
  readonly orphans: Orphans;
}

export function createRun(setup: Setup, deps: RunDeps): Run {
  const { events, orphans } = deps;
  const hooks = createHookCaller({ ...deps, setup, client: deps.hookClient });
  return {
    controller: {
      name: `${setup.policy.kind}-${setup.name}`,
      resources: resourcesOf(setup),
      rootsOf: (change) => rootsOf(setup, change),
      // No `since`: nothing in the cluster tells for certain from when on only we served this controller. Our annotation stays
      // while Metacontroller itself is run again for a week, and what that makes has no labels. The price is a LIST of
      // unlabelled children for each batch of new parents.
      reconcile: createReconcile({ setup, hooks, events, orphans }),
    },
    close: hooks.close,
  };
}

function resourcesOf(setup: Setup): readonly WatchedResource[] {
  const roots = setup.parents.map(({ resource, selectorText }): WatchedResource => {
    const narrowed = selectorText === undefined || selectorText === '' ? {} : { labelSelector: selectorText };
    return { resource, role: 'root', ...narrowed };
  });
  return [...roots, ...setup.children.map(({ resource }): WatchedResource => ({ resource, role: 'child' }))];
}
