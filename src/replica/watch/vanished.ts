/**
 * What disappeared from a watch without our own DELETE, by the roots that it concerns.
 *
 * A filtered watch says DELETED also when an object merely lost its label. So before the next hook call of a concerned
 * root the object is read live (work/verify.ts). Bounded by the number of objects that were in the caches.
 */
import {
  controllerOf,
  groupResourceOf,
  keyOf,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from '../../kube/types.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';

export interface Vanished {
  readonly resource: Resource;
  readonly key: ObjectKey;
  readonly uid: string | undefined;
  /** uid of its controller owner when it was seen last. */
  readonly owner: string | undefined;
  /** Of the root that it concerns. */
  readonly slot: Slot;
}

/** `slot`: of the root that it concerns. */
export function vanishedOf(resource: Resource, { metadata }: KubeObject, slot: Slot): Vanished {
  return { resource, key: keyOf(metadata), uid: metadata.uid, owner: controllerOf(metadata)?.uid, slot };
}

export class VanishedObjects {
  readonly #byRoot = new Map<string, Map<string, Vanished>>();

  /** `root` names a root of one controller. */
  note(root: string, vanished: Vanished): void {
    const id = `${groupResourceOf(vanished.resource)} ${vanished.key}`;
    const known = this.#byRoot.get(root);
    if (known === undefined) this.#byRoot.set(root, new Map([[id, vanished]]));
    else known.set(id, vanished);
  }

  get isEmpty(): boolean {
    return this.#byRoot.size === 0;
  }

  /** What has to be verified before this root is looked at. */
  of(root: string): readonly Vanished[] {
    return [...(this.#byRoot.get(root)?.values() ?? [])];
  }

  /** Verified. Something that vanished again meanwhile stays. */
  settle(root: string, vanished: readonly Vanished[]): void {
    const known = this.#byRoot.get(root);
    if (known === undefined) return;
    for (const [id, entry] of known) if (vanished.includes(entry)) known.delete(id);
    if (known.size === 0) this.#byRoot.delete(root);
  }

  /** The roots in these slots are not ours any more. */
  forget(slots: RangeSet): void {
    for (const [root, known] of this.#byRoot) {
      for (const [id, { slot }] of known) if (contains(slots, slot)) known.delete(id);
      if (known.size === 0) this.#byRoot.delete(root);
    }
  }
}
