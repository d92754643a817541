import * as assert from 'uvu/assert';

import { rangeSet, type RangeSet } from '../../../../src/protocol/ranges.ts';
import { WrittenMarks } from '../../../../src/replica/write/written-marks.ts';
import { suite } from '../../../suite.ts';

const test = suite('written marks (W5)');

const range = (start: number, end: number): RangeSet => rangeSet([{ start, end }]);

test('a mark is the highest version of its slots, per resource; nothing written is a mark too', () => {
  const marks = new WrittenMarks();
  marks.wrote(1, 'pods', '99');
  marks.wrote(2, 'pods', '100');
  marks.wrote(1, 'pods', '50');
  assert.equal(marks.of(range(0, 1), ['pods', 'services']), { pods: '99', services: '0' });
  assert.equal(marks.of(range(0, 9), ['pods']), { pods: '100' });
  assert.equal(marks.of(range(5, 9), ['pods']), { pods: '0' });
});

test('a write without an answer leaves no mark in its slot and resource', () => {
  const marks = new WrittenMarks();
  marks.wrote(1, 'pods', '99');
  marks.unanswered(1, 'pods', 100);
  assert.equal(marks.of(range(0, 9), ['pods', 'services']), { services: '0' });
  assert.equal(marks.of(range(2, 9), ['pods']), { pods: '0' });
});

test('a deletion has no mark before a watch has shown its version', () => {
  const marks = new WrittenMarks();
  marks.deleted('pods', 'ns/a', { slot: 1, atMs: 0 });
  assert.equal(marks.of(range(0, 9), ['pods']), {});
  marks.deletionSeen('pods', 'ns/other', '5');
  assert.equal(marks.of(range(0, 9), ['pods']), {});
  marks.deletionSeen('pods', 'ns/a', '7');
  assert.equal(marks.of(range(0, 9), ['pods']), { pods: '7' });
});

test('the marks that a slot was taken over with are handed on: A wrote, B wrote nothing, C must not miss what A wrote', () => {
  const marks = new WrittenMarks();
  marks.inherited(range(0, 4), { pods: '70', services: '8' });
  assert.equal(marks.of(range(0, 4), ['pods', 'services']), { pods: '70', services: '8' });
  marks.wrote(2, 'pods', '90');
  marks.inherited(range(0, 9), { pods: '80' });
  assert.equal(marks.of(range(0, 4), ['pods']), { pods: '90' });
  assert.equal(marks.of(range(5, 9), ['pods']), { pods: '80' });
});

test('a list begun after the write was applied or dead makes its slot known again; an earlier one does not', () => {
  const marks = new WrittenMarks();
  marks.unanswered(1, 'pods', 100);
  marks.deleted('pods', 'ns/a', { slot: 2, atMs: 100 });
  marks.listed('pods', range(0, 9), { resourceVersion: '50', begunMs: 99 });
  assert.equal(marks.of(range(1, 1), ['pods']), {});
  assert.equal(marks.of(range(2, 2), ['pods']), {});
  marks.listed('pods', range(2, 9), { resourceVersion: '60', begunMs: 100 });
  assert.equal(marks.of(range(1, 1), ['pods']), {});
  assert.equal(marks.of(range(2, 2), ['pods']), { pods: '60' });
  marks.listed('pods', range(0, 9), { resourceVersion: '70', begunMs: 200 });
  assert.equal(marks.of(range(0, 9), ['pods']), { pods: '70' });
});
