import fc from 'fast-check';
import * as assert from 'uvu/assert';

import { covers, EMPTY, equal, intersect, rangeSet, union, type RangeSet } from '../../../../src/protocol/ranges.ts';
import {
  foldWatches,
  layout,
  listedSlots,
  planWatches,
  RANGE_WATCHES_MAX,
  selectorOf,
  WATCHES_MAX,
  type PlannedWatch,
  type WatchChange,
} from '../../../../src/replica/watch/watch-plan.ts';
import { suite } from '../../../suite.ts';

const test = suite('watch plan');

const range = (start: number, end: number): RangeSet => rangeSet([{ start, end }]);
const watch = (id: number, slots: RangeSet, filled = true): PlannedWatch => ({ id, slots, filled });

test('the first slots are filled by one list', () => {
  const wanted = rangeSet([
    { start: 0, end: 9 },
    { start: 100, end: 109 },
  ]);
  assert.equal(planWatches([], wanted), { close: [], reopen: [], fill: wanted });
});

test('a gain leaves what is there alone; a loss is narrowed without a list', () => {
  const present = [watch(1, range(0, 999))];
  assert.equal(planWatches(present, range(0, 1499)), { close: [], reopen: [], fill: range(1000, 1499) });
  assert.equal(planWatches(present, range(0, 499)), {
    close: [1],
    reopen: [{ slots: range(0, 499), from: [1] }],
    fill: EMPTY,
  });
});

test('a watch that is still being filled is not narrowed but begun anew', () => {
  assert.equal(planWatches([watch(1, range(0, 999), false)], range(0, 499)), {
    close: [1],
    reopen: [],
    fill: range(0, 499),
  });
});

test('nothing changes when nothing changes', () => {
  assert.equal(planWatches([watch(1, range(0, 999))], range(0, 999)), { close: [], reopen: [], fill: EMPTY });
  assert.equal(foldWatches([watch(1, range(0, 999))]), { close: [], reopen: [], fill: EMPTY });
});

test('folding merges neighbours and splits a watch of few ranges', () => {
  assert.equal(foldWatches([watch(1, range(0, 99)), watch(2, range(100, 199))]), {
    close: [1, 2],
    reopen: [{ slots: range(0, 199), from: [1, 2] }],
    fill: EMPTY,
  });
  const two = rangeSet([
    { start: 0, end: 9 },
    { start: 20, end: 29 },
  ]);
  assert.equal(foldWatches([watch(1, two)]).reopen, [
    { slots: range(0, 9), from: [1] },
    { slots: range(20, 29), from: [1] },
  ]);
});

test('selectors select exactly the slots', () => {
  assert.is(selectorOf('slot', range(0, 0)), 'slot<1');
  assert.is(selectorOf('slot', range(5, 9)), 'slot>4,slot<10');
  assert.is(selectorOf('slot', range(0, 4095)), 'slot<4096');
  assert.is(
    selectorOf(
      'slot',
      rangeSet([
        { start: 1, end: 2 },
        { start: 7, end: 7 },
      ]),
    ),
    'slot in (1,2,7)',
  );
});

test('a list uses the hull when most of it is wanted', () => {
  const dense = rangeSet([
    { start: 0, end: 9 },
    { start: 15, end: 29 },
  ]);
  const sparse = rangeSet([
    { start: 0, end: 9 },
    { start: 1000, end: 1009 },
  ]);
  assert.equal(listedSlots(dense), range(0, 29));
  assert.equal(listedSlots(sparse), sparse);
});

const slots = fc
  .array(fc.tuple(fc.nat(4095), fc.nat(300)), { maxLength: 12 })
  .map((pairs) => rangeSet(pairs.map(([start, length]) => ({ start, end: Math.min(4095, start + length) }))));

/** The dumb shell: an array of watches. */
function apply(present: readonly PlannedWatch[], change: WatchChange, nextId: () => number): PlannedWatch[] {
  const left = present.filter(({ id }) => !change.close.includes(id));
  const reopened = change.reopen.map((each) => watch(nextId(), each.slots));
  return [...left, ...reopened, ...(change.fill.length > 0 ? [watch(nextId(), change.fill, false)] : [])];
}

test('whatever is wanted in whatever order: covered once, within the bounds, never listed twice', () => {
  const steps = fc.array(fc.record({ wanted: slots, filled: fc.boolean(), fold: fc.boolean() }), { maxLength: 12 });
  fc.assert(
    fc.property(steps, (all) => {
      let id = 0;
      let present: PlannedWatch[] = [];
      for (const { wanted, filled, fold } of all) {
        const before = present;
        const change = planWatches(before, wanted);
        present = apply(before, change, () => ++id);
        const filledBefore = before.filter((each) => each.filled).reduce((sum, each) => union(sum, each.slots), EMPTY);
        assert.is(intersect(change.fill, filledBefore).length, 0, 'what is in the cache is not listed');
        if (filled) present = present.map((each) => ({ ...each, filled: true }));
        if (fold) present = apply(present, foldWatches(present), () => ++id);
        if (fold && filled) assert.is(present.length, layout(wanted).length);
        const covered = present.reduce((sum, each) => union(sum, each.slots), EMPTY);
        assert.ok(equal(covered, wanted), 'exactly what is wanted is covered');
        for (const [i, a] of present.entries()) {
          for (const b of present.slice(i + 1)) assert.is(intersect(a.slots, b.slots).length, 0, 'by one watch each');
        }
        assert.ok(present.length <= WATCHES_MAX);
        for (const { from, slots: target } of change.reopen) {
          const sources = before
            .filter((each) => from.includes(each.id))
            .reduce((sum, each) => union(sum, each.slots), EMPTY);
          assert.ok(covers(sources, target), 'a reopened watch continues watches that covered it');
        }
      }
    }),
    { numRuns: 500 },
  );
});

test('up to four ranges have a watch each, more share one', () => {
  const ranges = (count: number): RangeSet =>
    rangeSet(Array.from({ length: count }, (_, i) => ({ start: i * 10, end: i * 10 + 1 })));
  assert.is(layout(ranges(RANGE_WATCHES_MAX)).length, RANGE_WATCHES_MAX);
  assert.is(layout(ranges(RANGE_WATCHES_MAX + 1)).length, 1);
});
