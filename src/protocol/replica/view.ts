/** Rules V1-V3, B0 and A1: what this process knows of the table, and what that grants. */
import { intersect, type RangeSet, type SlotRange } from '../ranges.ts';
import type { Row, Table } from '../table.ts';
import type { ReplicaConfig, RowPiece, SetView } from './types.ts';

/** ResourceVersions of one resource as integers (they may exceed 2^53). Negative when `a` is older. */
export function compareVersions(a: string, b: string): number {
  if (a.length !== b.length) return a.length - b.length;
  return a < b ? -1 : a > b ? 1 : 0;
}

/** Negative when `a` is older; an empty table is older than any. */
export function compareTables(a: Table | undefined, b: Table | undefined): number {
  if (a === undefined || b === undefined) return (a === undefined ? 0 : 1) - (b === undefined ? 0 : 1);
  return a.epoch !== b.epoch ? a.epoch - b.epoch : a.revision - b.revision;
}

/** B0: the table of a set counts only when it was born for that set. */
export function tableFor(setUid: string, table: Table | undefined): Table | undefined {
  return table?.uid === setUid ? table : undefined;
}

/** The same rows, whatever else of the set has changed. */
export function sameTable(a: Table | undefined, b: Table | undefined): boolean {
  return compareTables(a, b) === 0;
}

export function ownRows(set: SetView, name: string): readonly Row[] {
  return set.table?.ranges.filter((row) => row.owner === name) ?? [];
}

/** A1, as far as the table decides it: nobody else is awaited. */
export function isGranted(row: Row, name: string): boolean {
  return row.owner === name && row.awaiting.every((awaited) => awaited === name);
}

/** A1 without the window and the mode: rows that `config.name` may hold by this view. */
export function grantedRows(set: SetView, config: ReplicaConfig): readonly Row[] {
  const { table } = set;
  if (table === undefined || set.deleting || table.minProtocol > config.protocol) return [];
  return table.ranges.filter((row) => isGranted(row, config.name));
}

/** The rows of a table that touch `piece`; the rows cover all slots in order, so a binary search finds the first. */
export function rowsTouching(table: Table, piece: SlotRange): readonly Row[] {
  const rows = table.ranges;
  let low = 0;
  let high = rows.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((rows[middle]?.end ?? 0) < piece.start) low = middle + 1;
    else high = middle;
  }
  const out: Row[] = [];
  for (let i = low; i < rows.length; i++) {
    const row = rows[i];
    if (row === undefined || row.start > piece.end) break;
    out.push(row);
  }
  return out;
}

/** The part that both have, or undefined. */
export function overlap(a: SlotRange, b: SlotRange): SlotRange | undefined {
  const start = Math.max(a.start, b.start);
  const end = Math.min(a.end, b.end);
  return start <= end ? { start, end } : undefined;
}

/** `pieces` cut to the slots of `within`; each part inherits everything else of its piece. */
export function cut<T extends SlotRange>(pieces: readonly T[], within: RangeSet): readonly T[] {
  return pieces.flatMap((piece) => intersect([piece], within).map(({ start, end }) => ({ ...piece, start, end })));
}

export function pieceOf(row: Row, table: Table): RowPiece {
  return { start: row.start, end: row.end, epoch: table.epoch, generation: row.generation };
}
