/** How many slots changed their owner, against the least that had to; and how even the shares are. */
import type { TableVersion } from './tables.ts';

export interface Movement {
  /** Changes of owner, each one counted; a way through "nobody" is one change. */
  readonly moved: number;
  /** Sum over the owners of max(0, slots before - fair share after). */
  readonly least: number;
  /** Slots whose owner is another one at the end than at the beginning. */
  readonly net: number;
}

/**
 * From the first to the last of `tables` (at least one; see `tablesBetween`). `membersAfter`: the replicas that are there
 * afterwards; default those that own slots in the last version.
 */
export function movement(tables: readonly TableVersion[], membersAfter?: readonly string[]): Movement {
  const [first] = tables;
  const last = tables.at(-1);
  if (first === undefined || last === undefined) return { moved: 0, least: 0, net: 0 };
  const members = new Set(membersAfter ?? [...slotCounts(last).keys()]);
  const fair = members.size === 0 ? 0 : first.owners.length / members.size;
  let least = 0;
  for (const [owner, slots] of slotCounts(first)) least += Math.max(0, slots - (members.has(owner) ? fair : 0));
  const current = [...first.owners];
  let moved = 0;
  for (const table of tables) {
    table.owners.forEach((owner, slot) => {
      if (owner === '' || owner === current[slot]) return;
      if (current[slot] !== '') moved += 1;
      current[slot] = owner;
    });
  }
  const net = first.owners.filter((owner, slot) => owner !== '' && owner !== last.owners[slot]).length;
  return { moved, least, net };
}

/** The version in force at `fromMs` and all that were written up to `toMs`. */
export function tablesBetween(tables: readonly TableVersion[], fromMs: number, toMs: number): readonly TableVersion[] {
  const first = Math.max(
    0,
    tables.findLastIndex((table) => table.endMs <= fromMs),
  );
  return tables.slice(first).filter((table) => table.startMs <= toMs);
}

/** Slots of each owner; those of nobody are left out. */
export function slotCounts(table: TableVersion): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const owner of table.owners) if (owner !== '') counts.set(owner, (counts.get(owner) ?? 0) + 1);
  return counts;
}

/** Largest share over the mean share of `members` replicas, also of those that own nothing. Slots of nobody do not count. */
export function peakOverMean(table: TableVersion, members: number): number {
  const counts = [...slotCounts(table).values()];
  const sum = counts.reduce((total, count) => total + count, 0);
  return Math.max(...counts) / (sum / members);
}
