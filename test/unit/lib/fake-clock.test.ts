import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { AssertionError } from '../../../src/lib/assert.ts';
import { sleep, toTimestamp } from '../../../src/lib/clock.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import { suite } from '../../suite.ts';

const test = suite('fake clock');

test('starts where it is told and moves both times together', () => {
  const clock = new FakeClock({ monotonicMs: 500, wallMs: Date.UTC(2030, 0, 1) });
  clock.advance(1500);
  assert.is(clock.monotonicMs(), 2000);
  assert.is(toTimestamp(clock.wallMs()), '2030-01-01T00:00:01.500Z');
  assert.throws(
    () => clock.advance(-1),
    (e: unknown) => e instanceof AssertionError,
  );
});

test('a timer that sets another is followed within the same advance', () => {
  const clock = new FakeClock();
  const seen: number[] = [];
  const tick = (): void => {
    seen.push(clock.monotonicMs());
    clock.setTimer(10, tick);
  };
  clock.setTimer(10, tick);
  clock.advance(35);
  assert.equal(seen, [10, 20, 30]);
  assert.is(clock.nextDueMs, 40);
  assert.is(clock.pendingTimers, 1);
});

test('a cancelled timer does not run, not even when cancelled by one due at the same time', () => {
  const clock = new FakeClock();
  const ran: string[] = [];
  clock.setTimer(5, () => {
    ran.push('first');
    second.cancel();
  });
  const second = clock.setTimer(5, () => ran.push('second'));
  clock.advance(5);
  second.cancel();
  assert.equal(ran, ['first']);
});

test('advanceAsync lets code that awaits go on between timers', async () => {
  const clock = new FakeClock();
  const seen: number[] = [];
  const loop = async (): Promise<void> => {
    for (let i = 0; i < 3; i += 1) {
      await sleep(clock, 10);
      seen.push(clock.monotonicMs());
    }
  };
  const done = loop();
  await clock.advanceAsync(30);
  await done;
  assert.equal(seen, [10, 20, 30]);
});

test('timers run in the order of due time, then of arrival', () => {
  fc.assert(
    fc.property(fc.array(fc.integer({ min: -3, max: 8 })), (delays) => {
      const clock = new FakeClock();
      const ran: number[] = [];
      for (const [i, delay] of delays.entries()) clock.setTimer(delay, () => ran.push(i));
      clock.advance(8);
      const due = (i: number): number => Math.max(0, delays[i] ?? 0);
      const expected = [...delays.keys()].sort((a, b) => due(a) - due(b) || a - b);
      assert.equal(ran, expected);
    }),
  );
});
