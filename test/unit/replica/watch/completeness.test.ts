import * as assert from 'uvu/assert';

import { EMPTY, rangeSet, type RangeSet } from '../../../../src/protocol/ranges.ts';
import {
  MARK_WAIT_MS,
  NOTHING_STARTED,
  stepCompleteness,
  wishesOf,
  type CompletenessEvent,
  type CompletenessState,
} from '../../../../src/replica/watch/completeness.ts';
import { suite } from '../../../suite.ts';

const test = suite('completeness (W5)');

const range = (start: number, end: number): RangeSet => rangeSet([{ start, end }]);
const after = (nowMs: number, ...events: CompletenessEvent[]): CompletenessState =>
  events.reduce((state, event) => stepCompleteness(state, event, { groupResource: 'pods', nowMs }), NOTHING_STARTED);
const marks = (slots: RangeSet, written: Record<string, string>): CompletenessEvent => ({
  type: 'Started',
  slots,
  completeness: { type: 'Marks', written },
});
const fresh = (slots: RangeSet): CompletenessEvent => ({ type: 'Started', slots, completeness: { type: 'FreshList' } });
const reached = (slots: RangeSet, resourceVersion: string): CompletenessEvent => ({
  type: 'Reached',
  slots,
  resourceVersion,
});

test('a mark is waited for, and only in the slots whose watch has reached it', () => {
  const state = after(0, marks(range(0, 9), { pods: '100' }), reached(range(0, 4), '100'), reached(range(5, 9), '99'));
  assert.equal(state.complete, range(0, 4));
  assert.equal(wishesOf(state), { list: EMPTY, wakeAtMs: MARK_WAIT_MS });
  const next = stepCompleteness(state, reached(range(0, 9), '1000'), { groupResource: 'pods', nowMs: 1 });
  assert.equal(next.complete, range(0, 9));
  assert.equal(wishesOf(next), { list: EMPTY, wakeAtMs: undefined });
});

test('versions are compared as numbers', () => {
  assert.equal(after(0, marks(range(0, 0), { pods: '99' }), reached(range(0, 0), '100')).complete, range(0, 0));
});

test('without a mark for the resource it has to be listed', () => {
  const state = after(0, marks(range(0, 9), { services: '100' }));
  assert.equal(wishesOf(state).list, range(0, 9));
});

test('a mark that is not reached in a second has to be listed, and any list begun after the gain will do', () => {
  const waiting = after(5, marks(range(0, 9), { pods: '100' }));
  const early = stepCompleteness(waiting, { type: 'Tick' }, { groupResource: 'pods', nowMs: 5 + MARK_WAIT_MS - 1 });
  assert.equal(wishesOf(early).list, EMPTY);
  const late = stepCompleteness(waiting, { type: 'Tick' }, { groupResource: 'pods', nowMs: 5 + MARK_WAIT_MS });
  assert.equal(wishesOf(late).list, range(0, 9));
  const listed: CompletenessEvent = { type: 'Listed', slots: range(0, 9), begunMs: 5, resourceVersion: '50' };
  assert.equal(stepCompleteness(late, listed, { groupResource: 'pods', nowMs: 2000 }).complete, range(0, 9));
});

test('after a crash only a list begun after the gain counts, whatever the watches have reached', () => {
  const begun = (begunMs: number): CompletenessEvent => ({
    type: 'Listed',
    slots: range(0, 9),
    begunMs,
    resourceVersion: '7',
  });
  assert.equal(after(10, fresh(range(0, 9)), reached(range(0, 9), '999'), begun(9)).complete, EMPTY);
  assert.equal(after(10, fresh(range(0, 9)), begun(10)).complete, range(0, 9));
});

test('what this process held last under the same row is complete when it is filled', () => {
  const continuous: CompletenessEvent = { type: 'Started', slots: range(0, 9), completeness: { type: 'Continuous' } };
  assert.equal(after(0, continuous).complete, EMPTY);
  assert.equal(wishesOf(after(0, continuous)).list, EMPTY);
  assert.equal(after(0, continuous, reached(range(0, 9), '1')).complete, range(0, 9));
});

test('a loss forgets, and a later gain starts anew', () => {
  const listed: CompletenessEvent = { type: 'Listed', slots: range(0, 9), begunMs: 0, resourceVersion: '7' };
  const state = after(0, fresh(range(0, 9)), listed, { type: 'Stopped', slots: range(3, 9) }, fresh(range(3, 4)));
  assert.equal(state.complete, range(0, 2));
  assert.equal(wishesOf(state).list, range(3, 4));
});
