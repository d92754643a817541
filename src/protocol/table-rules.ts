/**
 * Every change that a manager may make to a table, each a pure function that names its rule.
 *
 * The functions change rows and `generation` only; `seal` makes one write of any number of them (T10): it merges, raises
 * `revision` and checks the result against the version that the write replaces. A function that has nothing to do returns the
 * table it was given.
 */
import { assert } from '../lib/assert.ts';
import { intersect, type RangeSet, subtract } from './ranges.ts';
import { SLOT_COUNT } from './slots.ts';
import { type Observed, PROTOCOL, type Row, ROWS_MAX, type Table, type TableId } from './table.ts';
import { assertSuccessor, assertTable } from './table-invariants.ts';

/** Slots that shall belong to `to`; '' takes them from their owner without a successor. */
export interface Move {
  readonly ranges: RangeSet;
  readonly to: string;
}

/** Who owns a range; a list of them covers all slots in order. */
export interface OwnedRange {
  readonly start: number;
  readonly end: number;
  readonly owner: string;
}

/** What a status of a replica proves (T5). */
export interface Ack {
  readonly name: string;
  readonly observed: Observed | undefined;
  readonly held: RangeSet;
}

/**
 * A row that awaits more names than this is not split among owners yet: each part would repeat them all, and a table of N replicas
 * would hold N² names. They let go within moments, all of the one row; then it is given in a single write.
 */
export const SPLIT_AWAITING_MAX = 16;

/** Of the rows of a new table. Every change of an owner takes a higher one. */
export const BIRTH_GENERATION = 1;

/**
 * B1: the first table. `names` are those of a fresh LIST of Leases and one of shards, both started after the set version
 * `epoch` (which showed no table) was read; all of them, the owner too (T4), are awaited everywhere.
 */
export function birth(id: TableId, names: Iterable<string>, owners: readonly OwnedRange[]): Table {
  const awaiting = [...new Set(names)].toSorted();
  const ranges = owners.map(({ start, end, owner }): Row => ({
    start,
    end,
    owner,
    generation: BIRTH_GENERATION,
    awaiting: settle(owner, awaiting),
  }));
  const table: Table = {
    ...id,
    revision: 1,
    generation: BIRTH_GENERATION,
    protocol: PROTOCOL,
    minProtocol: 1,
    ranges: merge(ranges),
  };
  assertTable(table);
  return table;
}

/**
 * T2, T3: gives slots to new owners. One value above all others becomes the generation of every row that changes owner. The
 * old owner is awaited unless it was not activatable, that is, unless others are awaited. Cancelling a move is a move back (T7).
 * A move that would need more than 1,024 rows waits: it is left out.
 */
export function move(table: Table, moves: readonly Move[]): Table {
  const generation = table.generation + 1;
  let rows = table.ranges;
  for (const { ranges, to } of moves) {
    const next = change(rows, ranges, (row) => {
      if (row.owner === to) return row;
      return { ...row, owner: to, generation, awaiting: settle(to, awaitingAfterMove(row)) };
    });
    if (next.length <= ROWS_MAX) rows = next;
  }
  const moved = rows.some((row) => row.generation === generation);
  return moved ? { ...table, generation, ranges: rows } : table;
}

/** T3. */
function awaitingAfterMove(row: Row): readonly string[] {
  const activatable = row.awaiting.every((name) => name === row.owner);
  if (!activatable || row.owner === '' || row.awaiting.includes(row.owner)) return row.awaiting;
  return [...row.awaiting, row.owner].toSorted();
}

/** T4: an owner never waits for itself alone; beside others it stays listed. */
function settle(owner: string, awaiting: readonly string[]): readonly string[] {
  return awaiting.length === 1 && awaiting[0] === owner ? [] : awaiting;
}

/**
 * T5: drops names for exactly the slots that their status shows free. A part of a row is split off (T8); a split that would
 * make more than 1,024 rows waits.
 */
export function dropAcked(table: Table, acks: readonly Ack[]): Table {
  let rows = table.ranges;
  for (const ack of acks) {
    const free = freeBy(table, rows, ack);
    if (free.length === 0) continue;
    rows = dropFrom(rows, ack.name, free);
  }
  return rows === table.ranges ? table : { ...table, ranges: rows };
}

/** The slots for which `ack` lets go of a row that awaits it. */
function freeBy(table: Table, rows: readonly Row[], { name, observed, held }: Ack): RangeSet {
  if (observed === undefined || observed.uid !== table.uid || observed.epoch !== table.epoch) return [];
  return rows
    .filter((row) => row.awaiting.includes(name) && observed.generation >= row.generation)
    .flatMap((row) => subtract([{ start: row.start, end: row.end }], held));
}

/** Row by row, so that a split beyond the bound does not keep others from being dropped. */
function dropFrom(rows: readonly Row[], name: string, free: RangeSet): readonly Row[] {
  const out: Row[] = [];
  let left = rows.length;
  for (const row of rows) {
    left -= 1;
    const parts = change([row], free, (part) => without(part, name));
    const fits = out.length + parts.length + left <= ROWS_MAX;
    out.push(...(fits ? parts : [row]));
  }
  return out.length === rows.length && out.every((row, i) => row === rows[i]) ? rows : out;
}

/** T6: drops a name everywhere. Only on the proofs of X2 and X3 (expired) or X5 (final), tied to this very table. */
export function dropName(table: Table, name: string): Table {
  if (!table.ranges.some((row) => row.awaiting.includes(name))) return table;
  return { ...table, ranges: table.ranges.map((row) => without(row, name)) };
}

function without(row: Row, name: string): Row {
  if (!row.awaiting.includes(name)) return row;
  return {
    ...row,
    awaiting: settle(
      row.owner,
      row.awaiting.filter((other) => other !== name),
    ),
  };
}

/** R4: an operator declares that the store was restored. `epoch` is the resourceVersion of the set that the write replaces. */
export function declareRestore(table: Table, epoch: number): Table {
  assert(epoch > table.epoch, `epoch ${epoch} of a restore is not later than ${table.epoch}`);
  return { ...table, epoch, revision: table.revision + 1 };
}

/**
 * One write: merges (T8), raises `revision`, checks. Undefined when `after` says the same as `before`: merging alone is
 * never worth a write.
 */
export function seal(before: Table, after: Table): Table | undefined {
  if (after === before) return undefined;
  const sealed: Table = { ...after, revision: before.revision + 1, ranges: merge(after.ranges) };
  assertTable(sealed);
  assertSuccessor(before, sealed);
  return sealed;
}

/** T8: joins neighbours with one owner that await nobody; the larger generation stays. */
export function merge(rows: readonly Row[]): readonly Row[] {
  const out: Row[] = [];
  for (const row of rows) {
    const last = out.at(-1);
    if (last !== undefined && last.owner === row.owner && last.awaiting.length === 0 && row.awaiting.length === 0) {
      out[out.length - 1] = { ...last, end: row.end, generation: Math.max(last.generation, row.generation) };
    } else out.push(row);
  }
  return out;
}

/** Applies `fn` to the slots in `ranges`, splitting rows where needed (T8: parts inherit everything). */
function change(rows: readonly Row[], ranges: RangeSet, fn: (row: Row) => Row): readonly Row[] {
  return rows.flatMap((row) => {
    const whole = [{ start: row.start, end: row.end }];
    const inside = intersect(whole, ranges);
    if (inside.length === 0 || fn(row) === row) return [row];
    const changed = inside.map((range) => fn({ ...row, ...range }));
    const kept = subtract(whole, inside).map((range) => ({ ...row, ...range }));
    return [...changed, ...kept].toSorted((a, b) => a.start - b.start);
  });
}

/* ── Questions about a table ────────────────────────────────────────────────────────────────────────────────────── */

/** All names that the table mentions. */
export function namesOf(table: Table): ReadonlySet<string> {
  const names = new Set<string>();
  for (const row of table.ranges) {
    if (row.owner !== '') names.add(row.owner);
    for (const name of row.awaiting) names.add(name);
  }
  return names;
}

/** The names that some row awaits. */
export function awaitedOf(table: Table): ReadonlySet<string> {
  return new Set(table.ranges.flatMap((row) => row.awaiting));
}

/** Neighbours with one owner joined; generations and `awaiting` do not count. */
export function joinOwners(ranges: readonly OwnedRange[]): readonly OwnedRange[] {
  const out: OwnedRange[] = [];
  for (const { start, end, owner } of ranges) {
    const last = out.at(-1);
    if (last !== undefined && last.owner === owner && last.end + 1 === start) out[out.length - 1] = { ...last, end };
    else out.push({ start, end, owner });
  }
  return out;
}

/** Nobody owns anything. */
export const NOBODY: readonly OwnedRange[] = [{ start: 0, end: SLOT_COUNT - 1, owner: '' }];
