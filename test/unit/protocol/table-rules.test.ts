import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { type RangeSet, rangeSet, subtract, ALL } from '../../../src/protocol/ranges.ts';
import { ROWS_MAX, type Table } from '../../../src/protocol/table.ts';
import { assertTable } from '../../../src/protocol/table-invariants.ts';
import { birth, declareRestore, dropAcked, dropName, move, NOBODY, seal } from '../../../src/protocol/table-rules.ts';
import { suite } from '../../suite.ts';
import { agree, dropSlots, moveSlots, perSlot } from './table-oracle.ts';

const test = suite('protocol/table-rules');
const ID = { uid: 'u', epoch: 7 };
const NAMES = ['a', 'b', 'c'];

const arbRanges: fc.Arbitrary<RangeSet> = fc
  .array(fc.tuple(fc.nat(4095), fc.nat(700)), { maxLength: 4 })
  .map((parts) => rangeSet(parts.map(([start, length]) => ({ start, end: Math.min(4095, start + length) }))));

type Step =
  | { readonly type: 'Move'; readonly ranges: RangeSet; readonly to: string }
  | { readonly type: 'Ack'; readonly name: string; readonly age: number; readonly held: RangeSet }
  | { readonly type: 'Drop'; readonly name: string };

const arbName = fc.constantFrom(...NAMES);
const arbStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ type: fc.constant('Move' as const), ranges: arbRanges, to: fc.constantFrom(...NAMES, '') }),
  fc.record({ type: fc.constant('Ack' as const), name: arbName, age: fc.nat(3), held: arbRanges }),
  fc.record({ type: fc.constant('Drop' as const), name: arbName }),
);

function born(): Table {
  return birth(ID, NAMES, [
    { start: 0, end: 1999, owner: 'a' },
    { start: 2000, end: 4095, owner: 'b' },
  ]);
}

test('B1: a birth awaits every name in every row, the owner too', () => {
  const table = born();
  assert.equal(
    table.ranges.map((row) => [row.start, row.end, row.owner, row.awaiting]),
    [
      [0, 1999, 'a', ['a', 'b', 'c']],
      [2000, 4095, 'b', ['a', 'b', 'c']],
    ],
  );
  assert.equal([table.epoch, table.revision, table.generation], [7, 1, 1]);
});

test('B1, T4: alone, an owner waits for nobody', () => {
  assert.equal(birth(ID, ['a'], [{ start: 0, end: 4095, owner: 'a' }]).ranges[0]?.awaiting, []);
});

test('every sequence of writes agrees with the oracle, slot by slot', () => {
  fc.assert(
    fc.property(fc.array(arbStep, { maxLength: 12 }), (steps) => {
      let table = born();
      let oracle = perSlot(table);
      for (const step of steps) {
        const before = table;
        let after: Table;
        if (step.type === 'Move') {
          after = move(table, [step]);
          oracle = moveSlots(oracle, step, table.generation + 1);
        } else if (step.type === 'Drop') {
          after = dropName(table, step.name);
          oracle = dropSlots(oracle, step.name, () => true);
        } else {
          const generation = Math.max(0, table.generation - step.age);
          const rows = perSlot(table);
          const free = subtract(ALL, step.held);
          after = dropAcked(table, [{ name: step.name, observed: { ...ID, generation }, held: step.held }]);
          const isFree = (slot: number): boolean => free.some((r) => r.start <= slot && slot <= r.end);
          oracle = dropSlots(
            oracle,
            step.name,
            (_, slot) => (rows[slot]?.generation ?? 0) <= generation && isFree(slot),
          );
        }
        table = seal(before, after) ?? before;
        assertTable(table);
        assert.is(agree(table, oracle), undefined);
        // P8, and the counters.
        const was = perSlot(before);
        for (const [slot, now] of perSlot(table).entries()) {
          const old = was[slot];
          if (old === undefined) continue;
          assert.ok(old.owner === now.owner ? now.generation >= old.generation : now.generation > old.generation);
        }
        assert.is(table.revision, before.revision + (table === before ? 0 : 1));
      }
    }),
    { numRuns: 150 },
  );
});

test('section 11: whoever might act is awaited, or is the owner with nobody else awaited', () => {
  // The actors: a name holds a slot when it saw itself owner with nobody else awaited; it gives up only by the ack it sends.
  fc.assert(
    fc.property(fc.array(arbStep, { maxLength: 14 }), (steps) => {
      let table = birth(ID, NAMES, [{ start: 0, end: 4095, owner: 'a' }]);
      const holds = new Map(NAMES.map((name) => [name, new Set<number>()]));
      for (const step of steps) {
        let next: Table = table;
        if (step.type === 'Move') next = move(table, [step]);
        if (step.type === 'Ack') {
          const mine = holds.get(step.name) ?? new Set<number>();
          const rows = perSlot(table);
          const kept = new Set([...mine].filter((slot) => rows[slot]?.owner === step.name));
          holds.set(step.name, kept);
          const held = rangeSet([...kept].map((slot) => ({ start: slot, end: slot })));
          next = dropAcked(table, [{ name: step.name, observed: { ...ID, generation: table.generation }, held }]);
        }
        table = seal(table, next) ?? table;
        for (const [slot, row] of perSlot(table).entries()) {
          if (row.owner !== '' && row.awaiting.length === 0) holds.get(row.owner)?.add(slot);
          const actors = NAMES.filter((name) => holds.get(name)?.has(slot));
          assert.ok(actors.length <= 1, `slot ${slot} is held by ${actors.join()}`);
          for (const name of actors)
            assert.ok(row.awaiting.includes(name) || (row.owner === name && row.awaiting.length === 0));
        }
      }
    }),
    { numRuns: 40 },
  );
});

test('T3: an owner that could not act yet is not added; one that could is', () => {
  const table = born();
  const moved = seal(table, move(table, [{ ranges: [{ start: 0, end: 99 }], to: 'c' }]));
  assert.equal(moved?.ranges[0]?.awaiting, ['a', 'b', 'c']);
  const settled = ['a', 'b', 'c'].reduce((t, name) => dropName(t, name), table);
  const again = seal(table, move(settled, [{ ranges: [{ start: 0, end: 99 }], to: 'c' }]));
  assert.equal(again?.ranges[0], { start: 0, end: 99, owner: 'c', generation: 2, awaiting: ['a'] });
});

test('T7: a move back to an owner that still drains leaves nothing to wait for', () => {
  const start = { ...born(), ranges: [{ start: 0, end: 4095, owner: 'a', generation: 1, awaiting: [] }] };
  const there = move(start, [{ ranges: ALL, to: 'b' }]);
  const back = move(there, [{ ranges: ALL, to: 'a' }]);
  assert.equal(back.ranges, [{ start: 0, end: 4095, owner: 'a', generation: 3, awaiting: [] }]);
});

test('T5: evidence about another table never counts, nor does an older one', () => {
  const table = born();
  for (const observed of [
    undefined,
    { uid: 'other', epoch: 7, generation: 9 },
    { uid: 'u', epoch: 6, generation: 9 },
    { ...ID, generation: 0 },
  ]) {
    assert.is(dropAcked(table, [{ name: 'a', observed, held: [] }]), table);
  }
});

test('T5: a split that would exceed 1,024 rows waits; a whole row does not', () => {
  const rows = Array.from({ length: ROWS_MAX }, (_, i) => ({
    start: i * 4,
    end: i * 4 + 3,
    owner: i % 2 === 0 ? 'a' : 'b',
    generation: 1,
    awaiting: ['c'],
  }));
  const table: Table = { ...born(), ranges: rows };
  const held = [{ start: 1, end: 1 }];
  const after = dropAcked(table, [{ name: 'c', observed: { ...ID, generation: 1 }, held }]);
  assert.is(after.ranges.length, ROWS_MAX);
  assert.equal(
    after.ranges.filter((row) => row.awaiting.length > 0).map((row) => row.start),
    [0],
  );
  assert.is(move(table, [{ ranges: [{ start: 1, end: 1 }], to: 'c' }]), table);
});

test('T8: only rows with one owner that await nobody are merged, and the larger generation stays', () => {
  const table: Table = {
    ...born(),
    generation: 9,
    ranges: [
      { start: 0, end: 9, owner: 'a', generation: 9, awaiting: [] },
      { start: 10, end: 19, owner: 'a', generation: 3, awaiting: [] },
      { start: 20, end: 29, owner: 'a', generation: 4, awaiting: ['b'] },
      { start: 30, end: 4095, owner: 'a', generation: 4, awaiting: ['b', 'c'] },
    ],
  };
  const after = seal(table, dropName(table, 'c'));
  assert.equal(
    after?.ranges.map((row) => [row.start, row.end, row.generation]),
    [
      [0, 19, 9],
      [20, 29, 4],
      [30, 4095, 4],
    ],
  );
});

test('R4: a restore is a later epoch, and nothing else changes', () => {
  const table = born();
  const restored = declareRestore(table, 99);
  assert.equal({ ...restored, epoch: 7, revision: 1 }, table);
  assert.throws(() => declareRestore(table, 7));
});

test('a table that is not one is refused', () => {
  const [row] = birth(ID, [], NOBODY).ranges;
  if (row === undefined) throw new Error('no row');
  const bad = [
    [{ ...row, end: 4094 }],
    [
      { ...row, end: 10 },
      { ...row, start: 12 },
    ],
    [
      { ...row, end: 10 },
      { ...row, start: 10 },
    ],
    [{ ...row, owner: 'a', awaiting: ['a'] }],
    [{ ...row, awaiting: ['b', 'a'] }],
    [{ ...row, generation: 2 }],
  ];
  for (const ranges of bad) assert.throws(() => assertTable({ ...born(), ranges }));
});
