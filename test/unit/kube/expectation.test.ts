import * as assert from 'uvu/assert';

import { Expectation } from '../../../src/kube/expectation.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import { suite } from '../../suite.ts';

const test = suite('what a watch must show soon');

interface Bench {
  readonly clock: FakeClock;
  readonly expectation: Expectation;
  seen: string | undefined;
  overdue: number;
}

function bench(): Bench {
  const clock = new FakeClock();
  const it: Bench = {
    clock,
    seen: '10',
    overdue: 0,
    expectation: new Expectation({ clock, graceMs: 5_000, seen: () => it.seen, onOverdue: () => it.overdue++ }),
  };
  return it;
}

test('what is shown in time, or is known already, raises no doubt and leaves no timer', () => {
  const it = bench();
  it.expectation.expect('10');
  assert.is(it.clock.pendingTimers, 0);
  it.expectation.expect('11');
  it.clock.advance(4_999);
  it.seen = '11';
  it.clock.advance(10_000);
  assert.is(it.overdue, 0);
  assert.is(it.clock.pendingTimers, 0);
});

test('what is not shown in time is overdue, once', () => {
  const it = bench();
  it.expectation.expect('11');
  it.expectation.expect('12');
  it.clock.advance(4_999);
  assert.is(it.overdue, 0);
  it.clock.advance(1);
  assert.is(it.overdue, 1);
  it.clock.advance(60_000);
  assert.is(it.overdue, 1);
});

test('versions are integers, and one that came after the first gets its own time', () => {
  const it = bench();
  it.seen = '99';
  it.expectation.expect('100');
  it.clock.advance(4_000);
  it.expectation.expect('101');
  it.seen = '100';
  it.clock.advance(5_999);
  assert.is(it.overdue, 0);
  it.clock.advance(1);
  assert.is(it.overdue, 1);
});

test('without a watch that is open nothing is overdue; a new one begins without debts', () => {
  const it = bench();
  it.seen = undefined;
  it.expectation.expect('11');
  assert.is(it.clock.pendingTimers, 0);
  it.seen = '10';
  it.expectation.expect('11');
  it.expectation.close();
  it.clock.advance(60_000);
  assert.is(it.overdue, 0);
});
