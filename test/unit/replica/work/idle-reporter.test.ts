import * as assert from 'uvu/assert';

import { rangeSet, type RangeSet } from '../../../../src/protocol/ranges.ts';
import { IdleReporter } from '../../../../src/replica/work/idle-reporter.ts';
import { suite } from '../../../suite.ts';

const test = suite('idle reporter');

test('what becomes idle in one turn is reported at once, without what is busy again', async () => {
  const idle = new Set([1, 2, 3, 9]);
  const reports: RangeSet[] = [];
  const reporter = new IdleReporter(
    (slot) => idle.has(slot),
    (slots) => reports.push(slots),
  );
  for (const slot of [1, 2, 3, 7, 9]) reporter.mayBeIdle(slot);
  assert.equal(reports, [], 'never in the turn of the caller');
  idle.delete(9);
  await Promise.resolve();
  assert.equal(reports, [rangeSet([{ start: 1, end: 3 }])]);
  reporter.mayBeIdle(1);
  await Promise.resolve();
  assert.is(reports.length, 2);
});
