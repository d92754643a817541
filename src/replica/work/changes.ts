/** From what the caches report to the roots that are to be looked at. */
import { groupResourceOf, keyOf, type KubeObject } from '../../kube/types.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import { slotOf, type Slot } from '../../protocol/slots.ts';
import type { Controller, ObjectChange, RootRef } from '../ports.ts';
import type { Origin, ResourceCache } from '../watch/resource-cache.ts';
import { vanishedOf, type VanishedObjects } from '../watch/vanished.ts';
import { isRun, isRunOf } from './change-origin.ts';
import type { Edited } from './early-edits.ts';
import type { Hosted, HostedControllers } from './hosted.ts';
import { isNewcomer, Newcomers, type Newcomer } from './newcomers.ts';
import { rootId } from './root-id.ts';

export interface ChangesOptions {
  readonly hosted: HostedControllers;
  readonly vanished: VanishedObjects;
  readonly cacheOf: (groupResource: string) => ResourceCache | undefined;
  readonly isStarted: (slot: Slot) => boolean;
  readonly look: (controller: Controller, target: { readonly root: RootRef; readonly slot: Slot }) => void;
  /** A change in a slot in which the controller may not act, or not yet. */
  readonly early: (edited: Edited, change: ObjectChange) => void;
  /** Lists these slots once more. */
  readonly recheck: (groupResource: string, slots: RangeSet) => void;
}

export class Changes {
  readonly #options: ChangesOptions;
  /** Roots that just became visible and may have children that are not yet: not looked at before those are listed. */
  readonly #newcomers = new Newcomers();

  constructor(options: ChangesOptions) {
    this.#options = options;
  }

  changed(change: ObjectChange, how: { readonly origin: Origin; readonly vanished: boolean }): void {
    const object = change.after ?? change.before;
    if (object === undefined) return;
    const groupResource = groupResourceOf(change.resource);
    for (const hosted of this.#options.hosted.usersOf(groupResource)) {
      for (const root of hosted.controller.rootsOf(change)) {
        const isOwnWrite = isRunOf(how.origin, hosted.controller, root);
        if (isOwnWrite) continue;
        const slot = root.groupResource === groupResource ? this.#slotOfSeen(root, object) : this.slotOfRoot(root);
        if (!hosted.mayAct(slot)) this.#options.early({ hosted, root, slot }, change);
        if (!this.#options.isStarted(slot)) continue;
        if (how.vanished) this.#suspect({ hosted, root, slot }, change);
        if (!isRun(how.origin) && isNewcomer(hosted, { root, slot }, change)) this.#meet({ hosted, root, slot });
        if (this.mustWait(hosted, root)) continue;
        this.#options.look(hosted.controller, { root, slot });
      }
    }
  }

  /** Whether a root is not to be looked at yet. */
  mustWait(hosted: Hosted, root: RootRef): boolean {
    return this.#newcomers.has(hosted, root);
  }

  /** Looks at those that waited for what is complete now. */
  completed(isComplete: (groupResource: string, slot: Slot) => boolean): void {
    for (const { hosted, root, slot } of this.#newcomers.release(isComplete)) {
      this.#options.look(hosted.controller, { root, slot });
    }
  }

  forget(which: { readonly slots: RangeSet } | { readonly hosted: Hosted }): void {
    this.#newcomers.forget(({ slot, hosted }) =>
      'slots' in which ? contains(which.slots, slot) : hosted === which.hosted,
    );
  }

  /** The label is authoritative; a root that is not in the cache hashes its name. */
  slotOfRoot(root: RootRef): Slot {
    const cache = this.#options.cacheOf(root.groupResource);
    const known = cache?.get(root.key);
    return (known === undefined ? undefined : cache?.slotOf(known)) ?? slotOf(root.key);
  }

  #slotOfSeen(root: RootRef, object: KubeObject): Slot {
    const slot =
      keyOf(object.metadata) === root.key ? this.#options.cacheOf(root.groupResource)?.slotOf(object) : undefined;
    return slot ?? this.slotOfRoot(root);
  }

  #suspect(
    { hosted, root, slot }: { readonly hosted: Hosted; readonly root: RootRef; readonly slot: Slot },
    { resource, before }: ObjectChange,
  ): void {
    if (before === undefined) return;
    this.#options.vanished.note(rootId(hosted.controller, root), vanishedOf(resource, before, slot));
  }

  /** Its children got their labels before it, in other watches: they are listed before it is looked at. */
  #meet(newcomer: Newcomer): void {
    if (!this.#newcomers.add(newcomer)) return;
    queueMicrotask(() => {
      for (const [groupResource, slots] of this.#newcomers.unchecked()) this.#options.recheck(groupResource, slots);
    });
  }
}
