/** What is true of every table, and of every two successive ones. Broken = a programmer's error, before anything is written. */
import { assert } from '../lib/assert.ts';
import { SLOT_COUNT } from './slots.ts';
import { type Row, ROWS_MAX, type Table } from './table.ts';

/** Full cover in order, no overlap, at most 1,024 rows; T4; no row newer than the table. */
export function assertTable(table: Table): void {
  assert(table.uid !== '' && Number.isSafeInteger(table.epoch), 'a table needs a uid and an epoch');
  assert(table.ranges.length <= ROWS_MAX, `${table.ranges.length} rows are more than ${ROWS_MAX}`);
  let next = 0;
  for (const row of table.ranges) {
    assert(row.start === next && row.end >= row.start, `row ${row.start}-${row.end} does not follow slot ${next - 1}`);
    assert(row.generation <= table.generation, `row ${row.start}-${row.end} is newer than its table`);
    assertAwaiting(row);
    next = row.end + 1;
  }
  assert(next === SLOT_COUNT, `rows end at ${next - 1}`);
}

function assertAwaiting(row: Row): void {
  const { awaiting } = row;
  assert(
    awaiting.every((name, i) => name !== '' && (i === 0 || (awaiting[i - 1] ?? '') < name)),
    `awaiting of row ${row.start}-${row.end} is not sorted`,
  );
  assert(
    awaiting.length !== 1 || awaiting[0] !== row.owner,
    `row ${row.start}-${row.end} waits for its own owner only`,
  );
}

/** P8: within one table, generations of a slot never fall and rise with its owner; the counters go forward. */
export function assertSuccessor(before: Table, after: Table): void {
  if (before.uid !== after.uid || before.epoch !== after.epoch) return;
  assert(after.revision > before.revision, 'revision must rise');
  assert(after.generation >= before.generation, 'generation must not fall');
  let i = 0;
  for (const row of after.ranges) {
    while ((before.ranges[i]?.end ?? SLOT_COUNT) < row.start) i++;
    for (let j = i; ; j++) {
      const old = before.ranges[j];
      if (old === undefined || old.start > row.end) break;
      const rises = row.owner !== old.owner ? row.generation > old.generation : row.generation >= old.generation;
      assert(rises, `generation of ${row.start}-${row.end} must not fall, and rise with its owner`);
    }
  }
}
