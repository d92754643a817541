/**
 * W5: per slot and resource the highest resourceVersion that this process wrote, or that an owner before it may have
 * written, for whoever gets the slot next: who takes over from us never sees the marks that we took over with.
 *
 * A mark is unknown while a write without an answer, or a deletion whose version was not seen yet, is among them: an
 * unknown mark makes the next owner list, a wrong one would make it miss a child. A LIST that was begun after such a write
 * was applied or dead makes its slot known again.
 */
import { compareResourceVersions, type ObjectKey } from '../../kube/types.ts';
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';

/** Older than every resourceVersion: nothing was written. */
const NOTHING_WRITTEN = '0';

interface ResourceMarks {
  /** By slot. */
  readonly highest: string[];
  /** Slots in which a write ended without an answer, and when (monotonic) the last of them is applied or dead. */
  readonly unanswered: Map<Slot, number>;
  /** Own deletions that no watch has shown yet, and when they were confirmed. */
  readonly deleting: Map<ObjectKey, { readonly slot: Slot; readonly atMs: number }>;
}

export class WrittenMarks {
  readonly #resources = new Map<string, ResourceMarks>();

  wrote(slot: Slot, groupResource: string, resourceVersion: string): void {
    raise(this.#of(groupResource).highest, slot, resourceVersion);
  }

  /** An owner before this process wrote nothing later than this. */
  inherited(slots: RangeSet, written: Readonly<Record<string, string>>): void {
    for (const [groupResource, resourceVersion] of Object.entries(written)) {
      const { highest } = this.#of(groupResource);
      for (const { start, end } of slots)
        for (let slot = start; slot <= end; slot++) raise(highest, slot, resourceVersion);
    }
  }

  unanswered(slot: Slot, groupResource: string, deadAtMs: number): void {
    const { unanswered } = this.#of(groupResource);
    unanswered.set(slot, Math.max(deadAtMs, unanswered.get(slot) ?? 0));
  }

  /** A LIST of these slots, begun at `begunMs`, is in the cache: it shows all that was written before it was begun. */
  listed(
    groupResource: string,
    slots: RangeSet,
    list: { readonly resourceVersion: string; readonly begunMs: number },
  ): void {
    const { unanswered, deleting } = this.#of(groupResource);
    for (const [slot, deadAtMs] of unanswered) {
      if (deadAtMs <= list.begunMs && contains(slots, slot)) unanswered.delete(slot);
    }
    for (const [key, { slot, atMs }] of deleting) {
      if (atMs <= list.begunMs && contains(slots, slot)) deleting.delete(key);
    }
    this.inherited(slots, { [groupResource]: list.resourceVersion });
  }

  /** A deletion was confirmed; its version becomes known when a watch shows it. */
  deleted(groupResource: string, key: ObjectKey, by: { readonly slot: Slot; readonly atMs: number }): void {
    this.#of(groupResource).deleting.set(key, by);
  }

  deletionSeen(groupResource: string, key: ObjectKey, resourceVersion: string): void {
    const marks = this.#resources.get(groupResource);
    const slot = marks?.deleting.get(key)?.slot;
    if (marks === undefined || slot === undefined) return;
    marks.deleting.delete(key);
    this.wrote(slot, groupResource, resourceVersion);
  }

  /** Of each of `groupResources` the mark in `slots`; one that is unknown is left out. */
  of(slots: RangeSet, groupResources: readonly string[]): Readonly<Record<string, string>> {
    const written: Record<string, string> = {};
    for (const groupResource of groupResources) {
      const mark = this.#mark(slots, this.#resources.get(groupResource));
      if (mark !== undefined) written[groupResource] = mark;
    }
    return written;
  }

  #mark(slots: RangeSet, marks: ResourceMarks | undefined): string | undefined {
    if (marks === undefined) return NOTHING_WRITTEN;
    for (const slot of marks.unanswered.keys()) if (contains(slots, slot)) return undefined;
    for (const { slot } of marks.deleting.values()) if (contains(slots, slot)) return undefined;
    let highest = NOTHING_WRITTEN;
    for (const { start, end } of slots) {
      for (let slot = start; slot <= end; slot++) {
        const mark = marks.highest[slot] ?? NOTHING_WRITTEN;
        if (mark !== highest && compareResourceVersions(mark, highest) > 0) highest = mark;
      }
    }
    return highest;
  }

  #of(groupResource: string): ResourceMarks {
    const known = this.#resources.get(groupResource);
    if (known !== undefined) return known;
    const highest = Array<string>(SLOT_COUNT).fill(NOTHING_WRITTEN);
    const marks: ResourceMarks = { highest, unanswered: new Map(), deleting: new Map() };
    this.#resources.set(groupResource, marks);
    return marks;
  }
}

function raise(highest: string[], slot: Slot, resourceVersion: string): void {
  const known = highest[slot] ?? NOTHING_WRITTEN;
  if (known !== resourceVersion && compareResourceVersions(resourceVersion, known) > 0) highest[slot] = resourceVersion;
}
