import * as assert from 'uvu/assert';

import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { InFlight } from '../../../../src/replica/work/in-flight.ts';
import { suite } from '../../../suite.ts';

const test = suite('in flight');

test('a slot is free when its last thing ended, and an unanswered write ends with its timeout', () => {
  const clock = new FakeClock();
  const freed: number[] = [];
  const inFlight = new InFlight(clock, (slot) => freed.push(slot));
  inFlight.begin(7);
  inFlight.begin(7);
  inFlight.begin(8);
  inFlight.end(8);
  assert.equal(freed, [8]);
  inFlight.endAt(7, clock.monotonicMs() + 1_000);
  inFlight.end(7);
  assert.not.ok(inFlight.isFree(7));
  clock.advance(999);
  assert.equal(freed, [8]);
  clock.advance(1);
  assert.equal(freed, [8, 7]);
  assert.is(inFlight.total, 0);
});

test('ending what did not begin is a bug', () => {
  assert.throws(() => new InFlight(new FakeClock(), () => {}).end(1), /nothing in flight/);
});
