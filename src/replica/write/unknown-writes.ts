/**
 * What nobody knows the end of: writes that were sent and not answered, by the root on whose behalf they were sent.
 *
 * Such a write may have been applied, and the caches do not show it: a hook that is called now may be shown children older than
 * what this process wrote, and would have a child made once more that it names anew each time. So its root is not looked at
 * before the write is known again (`work/verify-unknown.ts`):
 * - the cache shows its object in another state than before (whatever is there by then contains the write or excludes it, W2);
 * - or a live read of its object, or a LIST of its resource in its slot, was begun when the write was applied or dead (W4).
 *
 * Kept when a slot is lost: who gets it back at once goes on with the same caches. Bounded by the number of such writes whose
 * roots were not looked at since.
 */
import {
  compareResourceVersions,
  groupResourceOf,
  type KubeObject,
  type ObjectKey,
  type ObjectMeta,
  type Resource,
} from '../../kube/types.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { Controller, RootRef } from '../ports.ts';
import { rootId } from '../work/root-id.ts';

export interface UnknownWrite {
  readonly resource: Resource;
  /** Undefined for a create that left the name to the server. */
  readonly key: ObjectKey | undefined;
  readonly creates: boolean;
  /** Under which it was written. */
  readonly slot: Slot;
  /** The object as the cache showed it before. */
  readonly before: Pick<ObjectMeta, 'uid' | 'resourceVersion'> | undefined;
  /** Monotonic: from then on it is applied, or never will be. */
  readonly deadAtMs: number;
}

export interface WrittenFor {
  readonly controller: Controller;
  readonly root: RootRef;
}

/** Whether the cache, which has `now` for the object of this write, knows how it ended. Pure. */
export function isShown({ key, creates, before }: UnknownWrite, now: KubeObject | undefined): boolean {
  if (key === undefined) return false;
  if (before === undefined) return now !== undefined;
  // What it was computed from is gone, and the write with it; but a create may follow a deletion.
  if (now === undefined) return !creates;
  if (now.metadata.uid !== before.uid) return true;
  return !creates && compareResourceVersions(now.metadata.resourceVersion ?? '', before.resourceVersion ?? '') > 0;
}

export class UnknownWrites {
  readonly #byRoot = new Map<string, { readonly of: WrittenFor; writes: readonly UnknownWrite[] }>();

  note(of: WrittenFor, write: UnknownWrite): void {
    const id = rootId(of.controller, of.root);
    this.#byRoot.set(id, { of, writes: [...(this.#byRoot.get(id)?.writes ?? []), write] });
  }

  get isEmpty(): boolean {
    return this.#byRoot.size === 0;
  }

  of({ controller, root }: WrittenFor): readonly UnknownWrite[] {
    return this.isEmpty ? [] : (this.#byRoot.get(rootId(controller, root))?.writes ?? []);
  }

  settle({ controller, root }: WrittenFor, known: readonly UnknownWrite[]): void {
    this.#drop(rootId(controller, root), (write) => known.includes(write));
  }

  /** A LIST of these slots, begun at `begunMs`, is in the cache. Returns those of which nothing is unknown any more. */
  listed(
    groupResource: string,
    { slots, begunMs }: { readonly slots: RangeSet; readonly begunMs: number },
  ): readonly WrittenFor[] {
    return this.#dropWhere(
      ({ resource, slot, deadAtMs }) =>
        deadAtMs <= begunMs && groupResourceOf(resource) === groupResource && contains(slots, slot),
    );
  }

  /** The caches cover only these slots: any other is listed before it counts again, after what is dead by now. */
  keepOnly(covered: RangeSet, nowMs: number): void {
    this.#dropWhere(({ slot, deadAtMs }) => deadAtMs <= nowMs && !contains(covered, slot));
  }

  #dropWhere(isKnown: (write: UnknownWrite) => boolean): readonly WrittenFor[] {
    const free: WrittenFor[] = [];
    for (const [id, { of }] of this.#byRoot) {
      this.#drop(id, isKnown);
      if (!this.#byRoot.has(id)) free.push(of);
    }
    return free;
  }

  #drop(id: string, isKnown: (write: UnknownWrite) => boolean): void {
    const entry = this.#byRoot.get(id);
    if (entry === undefined) return;
    entry.writes = entry.writes.filter((write) => !isKnown(write));
    if (entry.writes.length === 0) this.#byRoot.delete(id);
  }
}
