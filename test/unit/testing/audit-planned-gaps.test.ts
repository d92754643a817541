import * as assert from 'uvu/assert';

import { gaps } from '../../../src/testing/audit/gaps.ts';
import type { HookCall } from '../../../src/testing/audit/hook-calls.ts';
import { ownershipTimeline } from '../../../src/testing/audit/ownership-timeline.ts';
import { plannedGaps, type PlannedGap } from '../../../src/testing/audit/planned-gaps.ts';
import { suite } from '../../suite.ts';
import { held, log, renewal, SET, slotOf, table, write, type Line } from './audit-log.ts';

const test = suite('audit: planned gaps of objects');

function judge(lines: readonly Line[], calls: readonly HookCall[] = []): readonly PlannedGap[] {
  const entries = log(...lines);
  const timeline = ownershipTimeline(entries, { set: SET, windowMs: 3000 });
  return plannedGaps(gaps(timeline, entries, slotOf), entries, {
    calls,
    parents: ['o-0', 'twin-0', 'o-1', 'o-9'],
    slotOfParent: (parent) => Number(parent.split('-')[1]),
    parentOf: ({ resource, name }) => (resource === 'things' ? name : undefined),
    logEndMs: timeline.endMs,
  });
}

function call(parent: string, by: string, [startMs, endMs]: readonly [number, number | undefined]): HookCall {
  const [replica = '', incarnation = ''] = by.split('/');
  const process = { replica, incarnation };
  return { parent, process, startMs, endMs, generation: 1, children: 1, answered: true };
}

const short = (gap: PlannedGap): unknown[] => [gap.parent, gap.startMs, gap.endMs, gap.ms, gap.inFlightMs];
/** Slots 0 and 1 go from a to b: revoked at 1002, acting from 1040. */
const lines: readonly Line[] = [
  table(100, 1, [['a', 0, 4095]]),
  renewal(100, 'a/1'),
  held(110, 'a/1', [[0, 4095]]),
  renewal(100, 'b/1'),
  held(110, 'b/1', []),
  table(1000, 2, [
    ['b', 0, 1],
    ['a', 2, 4095],
  ]),
  held(1010, 'a/1', [[2, 4095]]),
  held(1040, 'b/1', [[0, 1]]),
];

test('one sample for each object in a moved slot, none for slots without objects', () => {
  assert.equal(judge(lines).map(short), [
    ['o-0', 1002, 1040, 38, 0],
    ['twin-0', 1002, 1040, 38, 0],
    ['o-1', 1002, 1040, 38, 0],
  ]);
});

test("the old owner's hook call in flight on the very object puts the beginning off", () => {
  const found = judge(lines, [call('o-0', 'a/1', [900, 1030])]);
  assert.equal(found.map(short), [
    ['o-0', 1030, 1040, 10, 28],
    ['twin-0', 1002, 1040, 38, 0],
    ['o-1', 1002, 1040, 38, 0],
  ]);
});

test('so does a request in flight on it', () => {
  assert.equal(judge([...lines, write(990, 'a/1', 1, { took: 30 })]).map(short)[2], ['o-1', 1020, 1040, 20, 18]);
});

test('others do not: ended before, begun after, of another replica', () => {
  const calls = [call('o-0', 'a/1', [900, 1000]), call('o-0', 'a/1', [1005, 1030]), call('o-0', 'b/1', [990, 1030])];
  assert.equal(judge(lines, calls).map(short)[0], ['o-0', 1002, 1040, 38, 0]);
});

test('a call that outlasts the new beginning leaves no gap, and never a negative one', () => {
  assert.equal(judge(lines, [call('o-0', 'a/1', [900, 1200])]).map(short)[0], ['o-0', 1200, 1040, 0, 198]);
});

test('a gap that is open when the log ends counts up to there', () => {
  const open = judge([...lines.slice(0, -1), renewal(2000, 'b/1')]);
  assert.equal(open.map(short)[0], ['o-0', 1002, undefined, 1000, 0]);
});
