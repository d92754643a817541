/** The dumb oracle of table tests: one record per slot, every rule written out for a single slot. */
import { contains, type RangeSet } from '../../../src/protocol/ranges.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import type { Row, Table } from '../../../src/protocol/table.ts';

export interface SlotState {
  readonly owner: string;
  readonly generation: number;
  readonly awaiting: readonly string[];
}

export function perSlot(table: Table): readonly SlotState[] {
  const out: SlotState[] = [];
  for (const row of table.ranges) for (let slot = row.start; slot <= row.end; slot++) out.push(stateOf(row));
  return out;
}

function stateOf({ owner, generation, awaiting }: Row): SlotState {
  return { owner, generation, awaiting };
}

export function moveSlots(
  slots: readonly SlotState[],
  { ranges, to }: { readonly ranges: RangeSet; readonly to: string },
  generation: number,
): readonly SlotState[] {
  return slots.map((s, slot) => {
    if (!contains(ranges, slot) || s.owner === to) return s;
    const others = s.awaiting.filter((name) => name !== s.owner);
    const awaiting = new Set(s.awaiting);
    if (others.length === 0 && s.owner !== '') awaiting.add(s.owner);
    return { owner: to, generation, awaiting: t4(to, [...awaiting].toSorted()) };
  });
}

export function dropSlots(
  slots: readonly SlotState[],
  name: string,
  which: (s: SlotState, slot: number) => boolean,
): readonly SlotState[] {
  return slots.map((s, slot) => {
    if (!s.awaiting.includes(name) || !which(s, slot)) return s;
    return {
      ...s,
      awaiting: t4(
        s.owner,
        s.awaiting.filter((other) => other !== name),
      ),
    };
  });
}

function t4(owner: string, awaiting: readonly string[]): readonly string[] {
  return awaiting.length === 1 && awaiting[0] === owner ? [] : awaiting;
}

/** Equal but for generations, which a merge may raise (T8): those must not be lower than the oracle's. */
export function agree(table: Table, oracle: readonly SlotState[]): string | undefined {
  const slots = perSlot(table);
  if (slots.length !== SLOT_COUNT) return `covers ${slots.length} slots`;
  for (const [slot, mine] of slots.entries()) {
    const want = oracle[slot];
    if (want === undefined || mine.owner !== want.owner) return `owner of ${slot}: ${mine.owner}, not ${want?.owner}`;
    if (mine.awaiting.join() !== want.awaiting.join())
      return `awaiting of ${slot}: ${mine.awaiting.join()}, not ${want.awaiting.join()}`;
    if (mine.generation < want.generation) return `generation of ${slot} fell to ${mine.generation}`;
  }
  return undefined;
}
