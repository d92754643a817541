import * as assert from 'uvu/assert';

import { lateWrites, type LateWrite } from '../../../src/testing/audit/late-writes.ts';
import { ownershipTimeline } from '../../../src/testing/audit/ownership-timeline.ts';
import { suite } from '../../suite.ts';
import { held, log, renewal, SET, slotOf, table, write, type Line, begin } from './audit-log.ts';

const test = suite('audit: late writes');
const WINDOW_MS = 3000;

function judge(lines: readonly Line[], transitMs = 0): readonly LateWrite[] {
  const entries = log(...lines);
  const timeline = ownershipTimeline(entries, { set: SET, windowMs: WINDOW_MS });
  return lateWrites(entries, { timeline, slotOf, transitMs, windowMs: WINDOW_MS });
}

const short = ({ type, slot, atMs, lateMs, writer }: LateWrite): unknown[] => [
  type,
  slot,
  atMs,
  lateMs,
  `${writer.replica}/${writer.incarnation}`,
];
const move: readonly Line[] = [
  table(1000, 2, [
    ['b', 0, 0],
    ['a', 1, 4095],
  ]),
  held(1010, 'a/1', [[1, 4095]]),
  held(1040, 'b/1', [[0, 0]]),
];

test('innocent: writes in the window, up to its last moment', () => {
  assert.equal(judge([...begin, write(200, 'a/1', 7), write(3100, 'a/1', 7)]), []);
});

test('guilty: a write after the window, although nobody else holds the slot', () => {
  const found = judge([...begin, write(3101, 'a/1', 7)]);
  assert.equal(found.map(short), [['WindowOver', 7, 3101, 1, 'a/1']]);
});

test('guilty: frozen for three windows, then a write before it renews; innocent after', () => {
  const found = judge([...begin, write(9000, 'a/1', 7), renewal(9010, 'a/1'), write(9020, 'a/1', 7)]);
  assert.equal(found.map(short), [['WindowOver', 7, 9000, 5900, 'a/1']]);
});

test('a renewal that the server refused opens no window', () => {
  const refused: Line = { ...renewal(3050, 'a/1'), code: 409 };
  assert.equal(judge([...begin, refused, write(3200, 'a/1', 7)]).length, 1);
});

test('a renewal without an answer may have been applied: it proves nothing', () => {
  const cutOff: Line = { ...renewal(3050, 'a/1'), code: 504 };
  assert.equal(judge([...begin, cutOff, write(3200, 'a/1', 7)]), []);
  assert.is(judge([...begin, cutOff, write(6100, 'a/1', 7)]).length, 1);
});

test('what was sent in time and was long on its way is innocent when that may be; not longer', () => {
  assert.equal(judge([...begin, write(4000, 'a/1', 7)], 1000), []);
  assert.is(judge([...begin, write(4200, 'a/1', 7)], 1000).length, 1);
});

test('guilty: a write in a slot that it had given up', () => {
  const found = judge([...begin, ...move, write(1030, 'a/1', 0)]);
  assert.equal(found.map(short), [['SlotGivenUp', 0, 1030, 20, 'a/1']]);
});

test('innocent: the last writes of a drain, and writes in the slots that it keeps', () => {
  assert.equal(judge([...begin, ...move, write(1008, 'a/1', 0), write(1030, 'a/1', 1)]), []);
});

test('innocent: a slot that came back, written before the report that says so', () => {
  const back = table(1100, 3, [['a', 0, 4095]]);
  assert.equal(judge([...begin, ...move, held(1110, 'b/1', []), back, write(1120, 'a/1', 0)]), []);
});

test('guilty: a process whose successor has registered', () => {
  const found = judge([...begin, renewal(500, 'a/2'), held(510, 'a/2', []), write(600, 'a/1', 7)]);
  assert.equal(found.map(short), [['Succeeded', 7, 600, 90, 'a/1']]);
});

test('a write that was refused did not get through', () => {
  assert.equal(judge([...begin, write(9000, 'a/1', 7, { code: 409 })]), []);
});
