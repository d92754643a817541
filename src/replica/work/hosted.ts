/** The controllers that run on a replica, and what is known of each. */
import { parseTime } from '../../lib/clock.ts';
import { groupResourceOf, type KubeObject, type Resource } from '../../kube/types.ts';
import { contains, EMPTY, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import { mayHaveUnlabelledChildren } from '../intake/slot-rule.ts';
import type { Controller, RootRef } from '../ports.ts';
import type { ResourceCache } from '../watch/resource-cache.ts';

export class Hosted {
  readonly controller: Controller;
  readonly groupResources: readonly string[];
  readonly rootResources: readonly string[];
  readonly childResources: readonly string[];
  /** Called when the caches of all its resources are filled; more than once does no harm. */
  readonly filled: () => void;
  /** Slots in which it may act. */
  open: RangeSet = EMPTY;
  readonly #sinceMs: number | undefined;

  constructor(controller: Controller, filled: () => void) {
    const named = (role: string): readonly string[] =>
      controller.resources.filter((watched) => watched.role === role).map(({ resource }) => groupResourceOf(resource));
    this.controller = controller;
    this.filled = filled;
    this.groupResources = distinctResources(controller).map(groupResourceOf);
    this.rootResources = [...new Set(named('root'))];
    this.childResources = [...new Set(named('child'))];
    this.#sinceMs = parseTime(controller.since ?? '');
  }

  mayAct(slot: Slot): boolean {
    return contains(this.open, slot);
  }

  /** Whether a root that just became visible may own objects that this replica does not see yet. */
  mayBringChildren(root: KubeObject): boolean {
    return this.childResources.length > 0 && mayHaveUnlabelledChildren(root, this.#sinceMs);
  }

  /** The roots in these slots that the caches hold. */
  *rootsIn(
    slots: RangeSet,
    cacheOf: (groupResource: string) => ResourceCache | undefined,
  ): Generator<{ readonly root: RootRef; readonly slot: Slot }> {
    for (const groupResource of this.rootResources) {
      const cache = cacheOf(groupResource);
      if (cache !== undefined) yield* this.#rootsOf(cache, slots);
    }
  }

  *#rootsOf(cache: ResourceCache, slots: RangeSet): Generator<{ readonly root: RootRef; readonly slot: Slot }> {
    for (const slot of cache.occupied(slots)) {
      for (const after of cache.inSlot(slot)) {
        const roots = this.controller.rootsOf({ resource: cache.resource, before: undefined, after });
        for (const root of roots) yield { root, slot };
      }
    }
  }
}

export class HostedControllers {
  readonly #byName = new Map<string, Hosted>();
  readonly #byResource = new Map<string, readonly Hosted[]>();

  add(hosted: Hosted): void {
    this.#byName.set(hosted.controller.name, hosted);
    for (const each of hosted.groupResources) this.#byResource.set(each, [...this.usersOf(each), hosted]);
  }

  delete(name: string): void {
    const hosted = this.#byName.get(name);
    if (hosted === undefined) return;
    this.#byName.delete(name);
    for (const each of hosted.groupResources) {
      const users = this.usersOf(each).filter((user) => user !== hosted);
      if (users.length === 0) this.#byResource.delete(each);
      else this.#byResource.set(each, users);
    }
  }

  has(name: string): boolean {
    return this.#byName.has(name);
  }

  get(name: string): Hosted | undefined {
    return this.#byName.get(name);
  }

  all(): Iterable<Hosted> {
    return this.#byName.values();
  }

  controllers(): readonly Controller[] {
    return Array.from(this.#byName.values(), ({ controller }) => controller);
  }

  /** Those that watch a resource. */
  usersOf(groupResource: string): readonly Hosted[] {
    return this.#byResource.get(groupResource) ?? [];
  }

  /** Root objects in these slots that the caches hold. */
  countRoots(slots: RangeSet, cacheOf: (groupResource: string) => ResourceCache | undefined): number {
    const resources = new Set([...this.#byName.values()].flatMap((hosted) => hosted.rootResources));
    return [...resources].reduce((sum, each) => sum + (cacheOf(each)?.countIn(slots) ?? 0), 0);
  }
}

/** Each group/resource of a controller once, in the version that it names first. */
export function distinctResources(controller: Controller): readonly Resource[] {
  const distinct = new Map<string, Resource>();
  for (const { resource } of controller.resources) {
    const groupResource = groupResourceOf(resource);
    if (!distinct.has(groupResource)) distinct.set(groupResource, resource);
  }
  return [...distinct.values()];
}
