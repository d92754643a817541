/**
 * Roots that just got their label and may own objects that this replica does not see yet.
 *
 * Intake labels a parent last, but labels travel by one watch per resource: the parent may arrive before its children. So
 * such a root is held back until its child resources were listed in its slot, once for all that arrive together. (A root
 * that is younger than its controller has no such children, see `Controller.since`.)
 */
import { keyOf } from '../../kube/types.ts';
import { ofSlots, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { ObjectChange, RootRef } from '../ports.ts';
import type { Hosted } from './hosted.ts';
import { rootId } from './root-id.ts';

export interface Newcomer {
  readonly hosted: Hosted;
  readonly root: RootRef;
  readonly slot: Slot;
}

/** Whether a change shows a root for the first time, in a slot where the controller acts already. */
export function isNewcomer(
  hosted: Hosted,
  { root, slot }: { readonly root: RootRef; readonly slot: Slot },
  { before, after }: ObjectChange,
): boolean {
  if (before !== undefined || after === undefined || keyOf(after.metadata) !== root.key) return false;
  return hosted.mayAct(slot) && hosted.mayBringChildren(after);
}

export class Newcomers {
  readonly #held = new Map<string, { readonly newcomer: Newcomer; checked: boolean }>();
  #checkIsDue = false;

  /** Returns true when it is the first since `unchecked` was last asked. */
  add(newcomer: Newcomer): boolean {
    this.#held.set(rootId(newcomer.hosted.controller, newcomer.root), { newcomer, checked: false });
    const isFirst = !this.#checkIsDue;
    this.#checkIsDue = true;
    return isFirst;
  }

  has(hosted: Hosted, root: RootRef): boolean {
    return this.#held.size > 0 && this.#held.has(rootId(hosted.controller, root));
  }

  /** Per child resource the slots that have to be listed; they count as checked from now on. */
  unchecked(): ReadonlyMap<string, RangeSet> {
    this.#checkIsDue = false;
    const slots = new Map<string, Set<Slot>>();
    for (const entry of this.#held.values()) {
      if (entry.checked) continue;
      entry.checked = true;
      for (const groupResource of entry.newcomer.hosted.childResources) {
        const known = slots.get(groupResource) ?? new Set();
        slots.set(groupResource, known.add(entry.newcomer.slot));
      }
    }
    return new Map(Array.from(slots, ([groupResource, each]) => [groupResource, ofSlots(each)]));
  }

  /** Takes out those whose child resources are complete in their slot. */
  release(isComplete: (groupResource: string, slot: Slot) => boolean): readonly Newcomer[] {
    const released: Newcomer[] = [];
    for (const [id, { newcomer, checked }] of this.#held) {
      const { hosted, slot } = newcomer;
      if (!checked || !hosted.childResources.every((groupResource) => isComplete(groupResource, slot))) continue;
      this.#held.delete(id);
      released.push(newcomer);
    }
    return released;
  }

  forget(isGone: (newcomer: Newcomer) => boolean): void {
    for (const [id, { newcomer }] of this.#held) if (isGone(newcomer)) this.#held.delete(id);
  }
}
