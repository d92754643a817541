/** Tokens: given for acting slots inside the window, good only for the acquisition that they were given for. */
import * as assert from 'uvu/assert';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import type { Hold } from '../../../../src/protocol/replica/types.ts';
import { SlotIndex } from '../../../../src/replica/ownership/slot-index.ts';
import type { WorkToken } from '../../../../src/replica/ports.ts';
import { suite } from '../../../suite.ts';
import { runningWith } from './running.ts';

const index = suite('slot index');

const ACTIVE: Hold = { start: 0, end: 9, acquisition: 1, epoch: 5, generation: 3, state: { type: 'Active' } };
const DRAINING: Hold = { ...ACTIVE, start: 10, end: 19, state: { type: 'Draining', sinceMs: 0, abortAtMs: 1 } };
const ABORTING: Hold = { ...ACTIVE, start: 20, end: 4095, state: { type: 'Aborting', sinceMs: 0, exitAtMs: 1 } };

function given(subject: SlotIndex, slot: number): WorkToken {
  const token = subject.token(slot);
  if (typeof token === 'string') throw new Error(token);
  return token;
}

index('a token names slot, acquisition and row', () => {
  const subject = new SlotIndex(new FakeClock(), 'me');
  subject.update(runningWith([ACTIVE, DRAINING], 1_000));
  assert.equal(subject.token(9), { slot: 9, incarnation: 'me', acquisition: 1, fencing: '5.3' });
  assert.is(subject.token(10), 'Draining');
  assert.is(subject.token(20), 'NotHeld');
  assert.equal(subject.active(), [{ start: 0, end: 9 }]);
});

index('work goes on while its slot drains, not when it is aborted', () => {
  const subject = new SlotIndex(new FakeClock(), 'me');
  subject.update(runningWith([{ ...ACTIVE, end: 29 }], 1_000));
  const [token, drained, aborted] = [given(subject, 5), given(subject, 15), given(subject, 25)];
  subject.update(runningWith([ACTIVE, DRAINING, ABORTING], 1_000));
  assert.is(subject.check(token), undefined);
  assert.is(subject.check(drained), undefined);
  assert.is(subject.check(aborted), 'Lost');
  assert.is(subject.token(25), 'Draining');
});

index('lost and regained: the old token is void, a new one is good', () => {
  const subject = new SlotIndex(new FakeClock(), 'me');
  subject.update(runningWith([ACTIVE], 1_000));
  const token = given(subject, 5);
  subject.update(runningWith([], 1_000));
  assert.is(subject.check(token), 'Lost');
  subject.update(runningWith([{ ...ACTIVE, acquisition: 2 }], 1_000));
  assert.is(subject.check(token), 'Lost');
  assert.is(subject.check(given(subject, 5)), undefined);
  assert.is(subject.check({ ...given(subject, 5), incarnation: 'somebody' }), 'Lost');
});

index('the clock alone ends the window', () => {
  const clock = new FakeClock();
  const subject = new SlotIndex(clock, 'me');
  subject.update(runningWith([ACTIVE], 1_000));
  const token = given(subject, 5);
  clock.advance(999);
  assert.is(subject.check(token), undefined);
  clock.advance(1);
  assert.is(subject.check(token), 'Window');
  assert.is(subject.token(5), 'Window');
  assert.equal(subject.active(), []);
});

index('before anything is known nothing may be done', () => {
  assert.is(new SlotIndex(new FakeClock(), 'me').token(0), 'Window');
});
