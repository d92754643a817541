import * as assert from 'uvu/assert';

import { gaps, objectsPerSlot, summarizeGaps, type Gap } from '../../../src/testing/audit/gaps.ts';
import { ownershipTimeline, type Kill } from '../../../src/testing/audit/ownership-timeline.ts';
import { suite } from '../../suite.ts';
import { held, log, renewal, SET, slotOf, table, write, type Line, begin } from './audit-log.ts';

const test = suite('audit: gaps');
const WINDOW_MS = 3000;

function judge(lines: readonly Line[], kills: readonly Kill[] = [], withWrites = false): readonly Gap[] {
  const entries = log(...lines);
  const timeline = ownershipTimeline(entries, { set: SET, windowMs: WINDOW_MS, kills });
  return withWrites ? gaps(timeline, entries, slotOf) : gaps(timeline);
}

const short = (gap: Gap): unknown[] => [gap.slot, gap.kind, gap.from, gap.to, gap.startMs, gap.endMs, gap.ms];

test('a planned move: from the answer of the table write to the first status of the new owner', () => {
  const found = judge([
    ...begin,
    table(1000, 2, [
      ['b', 0, 0],
      ['a', 1, 4095],
    ]),
    held(1010, 'a/1', [[1, 4095]]),
    held(1040, 'b/1', [[0, 0]]),
  ]);
  assert.equal(found.map(short), [[0, 'Planned', 'a', 'b', 1002, 1040, 38]]);
});

test('the first object write of the new owner ends it earlier; a last one of the old owner does not', () => {
  const found = judge(
    [
      ...begin,
      table(1000, 2, [
        ['b', 0, 0],
        ['a', 1, 4095],
      ]),
      write(1005, 'a/1', 0),
      held(1010, 'a/1', [[1, 4095]]),
      write(1030, 'b/1', 0),
      held(1040, 'b/1', [[0, 0]]),
    ],
    [],
    true,
  );
  assert.equal(found.map(short), [[0, 'Planned', 'a', 'b', 1002, 1030, 28]]);
});

test('nobody took it: the gap lasts to the end of the log', () => {
  const found = judge([
    ...begin,
    table(1000, 2, [
      ['b', 0, 0],
      ['a', 1, 4095],
    ]),
    held(1010, 'a/1', [[1, 4095]]),
    renewal(2500, 'a/1'),
  ]);
  assert.equal(found.map(short), [[0, 'Planned', 'a', '', 1002, undefined, 1500]]);
});

test('a move by way of nobody is one gap', () => {
  const found = judge([
    ...begin,
    table(1000, 2, [
      ['', 0, 0],
      ['a', 1, 4095],
    ]),
    held(1010, 'a/1', [[1, 4095]]),
    table(1500, 3, [
      ['b', 0, 0],
      ['a', 1, 4095],
    ]),
    held(1540, 'b/1', [[0, 0]]),
  ]);
  assert.equal(found.map(short), [[0, 'Planned', 'a', 'b', 1002, 1540, 538]]);
});

test('a move that is taken back before the owner stopped', () => {
  const found = judge([
    ...begin,
    table(1000, 2, [
      ['b', 0, 0],
      ['a', 1, 4095],
    ]),
    table(1200, 3, [['a', 0, 4095]]),
    renewal(1900, 'a/1'),
  ]);
  const [gap] = found.filter((one) => one.from === 'a');
  assert.equal(gap === undefined ? [] : short(gap), [0, 'Planned', 'a', 'a', 1002, 1200, 198]);
});

const crash: readonly Line[] = [
  ...begin,
  ...[1000, 2000, 3000, 4000, 5000, 6000, 7000, 8000].map((at) => renewal(at, 'b/1')),
  renewal(1000, 'a/1'),
  table(6000, 2, [['b', 0, 4095]]),
  held(6050, 'b/1', [[0, 4095]]),
];

test('a crash: from the last renewal', () => {
  const found = judge(crash);
  assert.is(found.length, 4096);
  assert.equal(short(found[0] as Gap), [0, 'Crash', 'a', 'b', 1000, 6050, 5050]);
});

test('a crash: from the kill, when it is known', () => {
  const found = judge(crash, [{ replica: 'a', atMs: 1700 }]);
  assert.equal(short(found[0] as Gap), [0, 'Crash', 'a', 'b', 1700, 6050, 4350]);
});

test('a restart in place, with no move of the table', () => {
  const found = judge([
    ...begin,
    renewal(1000, 'a/1'),
    renewal(2000, 'a/2'),
    held(2010, 'a/2', []),
    held(3010, 'a/2', [[0, 4095]]),
    renewal(3500, 'a/2'),
  ]);
  assert.is(found.length, 4096);
  assert.equal(short(found[5] as Gap), [5, 'Restart', 'a', 'a', 1000, 3010, 2010]);
});

test('no move, no gap', () => {
  assert.equal(judge([...begin, renewal(1000, 'a/1')]), []);
});

test('quantiles count objects, not slots', () => {
  const gap = (slot: number, ms: number): Gap => ({
    slot,
    ms,
    kind: 'Planned',
    from: 'a',
    to: 'b',
    startMs: 0,
    endMs: ms,
  });
  const list = [gap(1, 10), gap(2, 20), gap(3, 999)];
  const weight = objectsPerSlot([...Array.from({ length: 98 }, () => 1), 2, 2]);
  assert.equal(summarizeGaps(list, weight), { count: 100, open: 0, p50Ms: 10, p99Ms: 20, maxMs: 20 });
  assert.is(summarizeGaps(list).maxMs, 999);
  assert.equal(summarizeGaps([]), { count: 0, open: 0, p50Ms: 0, p99Ms: 0, maxMs: 0 });
});

test('who was killed, was given the slot again and lost it before it began, opens no gap of its own', () => {
  const found = judge(
    [
      ...begin,
      renewal(1000, 'b/1'),
      table(4000, 2, [
        ['b', 0, 0],
        ['a', 1, 4095],
      ]),
      held(4100, 'b/1', [[0, 0]]),
      renewal(4200, 'b/1'),
      table(5000, 3, [['a', 0, 4095]]),
      table(5100, 4, [
        ['b', 0, 0],
        ['a', 1, 4095],
      ]),
    ],
    [{ replica: 'a', atMs: 900 }],
  );
  assert.equal(
    found.filter((gap) => gap.slot === 0).map(({ kind, from, startMs, endMs }) => [kind, from, startMs, endMs]),
    [
      ['Crash', 'a', 900, 4100],
      ['Planned', 'b', 5002, 5100],
    ],
  );
});

test('a frozen owner that was suspected, lost its window and came back later was gone since its last renewal', () => {
  const found = judge([
    ...begin,
    renewal(2000, 'b/1'),
    table(2900, 2, [
      ['b', 0, 0],
      ['a', 1, 4095],
    ]),
    renewal(4000, 'b/1'),
    held(5200, 'b/1', [[0, 0]]),
    renewal(9000, 'a/1'),
    held(9010, 'a/1', [[1, 4095]]),
  ]);
  assert.equal(
    found.filter((gap) => gap.slot === 0).map(({ kind, startMs, endMs }) => [kind, startMs, endMs]),
    [['Crash', 100, 5200]],
  );
});
