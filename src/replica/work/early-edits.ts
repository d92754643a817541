/**
 * Edits of roots that arrive while their slot changes hands: after the old owner stopped looking and before this replica
 * may. They are looked at as soon as it may; without this they would wait for the first look at everything, which is not
 * urgent.
 */
import { keyOf } from '../../kube/types.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { ObjectChange, RootRef } from '../ports.ts';
import { rootId } from './root-id.ts';
import type { Hosted } from './hosted.ts';

export interface Edited {
  readonly hosted: Hosted;
  readonly root: RootRef;
  readonly slot: Slot;
}

/** What was seen longer ago than this, the old owner has served. */
const FRESH_MS = 2_000;

export class EarlyEdits {
  /** In the order in which they were seen. */
  readonly #seen = new Map<string, Edited & { readonly atMs: number }>();
  readonly #taken = new Map<string, Slot>();

  /** Keeps what changes the spec of the root itself. Bounded by the edits of two seconds. */
  note(edited: Edited, { before, after }: ObjectChange, nowMs: number): void {
    if (before === undefined || after === undefined || keyOf(after.metadata) !== edited.root.key) return;
    if (before.metadata.generation === after.metadata.generation) return;
    const id = idOf(edited);
    this.#seen.delete(id);
    this.#seen.set(id, { ...edited, atMs: nowMs });
    for (const [old, { atMs }] of this.#seen) {
      if (nowMs - atMs <= FRESH_MS) break;
      this.#seen.delete(old);
    }
  }

  /** Those of a controller in slots in which it may act now. */
  take(hosted: Hosted, slots: RangeSet, nowMs: number): readonly Edited[] {
    const taken: Edited[] = [];
    for (const [id, edited] of this.#seen) {
      if (edited.hosted !== hosted || !contains(slots, edited.slot)) continue;
      this.#seen.delete(id);
      if (nowMs - edited.atMs > FRESH_MS) continue;
      this.#taken.set(id, edited.slot);
      taken.push(edited);
    }
    return taken;
  }

  /** Whether the first look at everything may leave it out. */
  wasTaken(hosted: Hosted, root: RootRef): boolean {
    return this.#taken.has(rootId(hosted.controller, root));
  }

  /** The first look has been taken, or the slots are lost. */
  forget(slots: RangeSet): void {
    for (const [id, slot] of this.#taken) if (contains(slots, slot)) this.#taken.delete(id);
  }
}

function idOf({ hosted, root }: Edited): string {
  return rootId(hosted.controller, root);
}
