/**
 * W5: per slot and resource the highest resourceVersion that this process wrote, or that an owner before it may have
 * written, for whoever gets the slot next: who takes over from us never sees the marks that we took over with.
 *
 * A mark is unknown while a write without an answer, or a deletion whose version was not seen yet, is among them: an
 * unknown mark makes the next owner list, a wrong one would make it miss a child.
 */
import { compareResourceVersions, type ObjectKey } from '../../kube/types.ts';
import { slotsOf, type RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';

/** Older than every resourceVersion: nothing was written. */
const NOTHING_WRITTEN = '0';

interface ResourceMarks {
  readonly highest: Map<Slot, string>;
  /** Slots in which a write ended without an answer. */
  readonly unanswered: Set<Slot>;
  /** Own deletions that no watch has shown yet. */
  readonly deleting: Map<ObjectKey, Slot>;
}

export class WrittenMarks {
  readonly #resources = new Map<string, ResourceMarks>();

  wrote(slot: Slot, groupResource: string, resourceVersion: string): void {
    const { highest } = this.#of(groupResource);
    const known = highest.get(slot);
    if (known === undefined || compareResourceVersions(resourceVersion, known) > 0) highest.set(slot, resourceVersion);
  }

  /** An owner before this process wrote nothing later than this. */
  inherited(slots: RangeSet, written: Readonly<Record<string, string>>): void {
    for (const [groupResource, resourceVersion] of Object.entries(written)) {
      for (const slot of slotsOf(slots)) this.wrote(slot, groupResource, resourceVersion);
    }
  }

  unanswered(slot: Slot, groupResource: string): void {
    this.#of(groupResource).unanswered.add(slot);
  }

  /** A deletion was confirmed; its version becomes known when a watch shows it. */
  deleted(slot: Slot, groupResource: string, key: ObjectKey): void {
    this.#of(groupResource).deleting.set(key, slot);
  }

  deletionSeen(groupResource: string, key: ObjectKey, resourceVersion: string): void {
    const marks = this.#resources.get(groupResource);
    const slot = marks?.deleting.get(key);
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
    const deleting = new Set(marks.deleting.values());
    let highest = NOTHING_WRITTEN;
    for (const slot of slotsOf(slots)) {
      if (marks.unanswered.has(slot) || deleting.has(slot)) return undefined;
      const mark = marks.highest.get(slot);
      if (mark !== undefined && compareResourceVersions(mark, highest) > 0) highest = mark;
    }
    return highest;
  }

  #of(groupResource: string): ResourceMarks {
    const known = this.#resources.get(groupResource);
    if (known !== undefined) return known;
    const marks: ResourceMarks = { highest: new Map(), unanswered: new Set(), deleting: new Map() };
    this.#resources.set(groupResource, marks);
    return marks;
  }
}
