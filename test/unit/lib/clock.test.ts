import * as assert from 'uvu/assert';
import { inTurns, parseTime, sleep, systemClock, toMicroTime, toTime, toTimestamp } from '../../../src/lib/clock.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import { suite } from '../../suite.ts';

const test = suite('clock');
const MS = Date.UTC(2026, 0, 2, 3, 4, 5, 678);

test('the three time formats', () => {
  assert.is(toTimestamp(MS), '2026-01-02T03:04:05.678Z');
  assert.is(toTime(MS), '2026-01-02T03:04:05Z');
  assert.is(toMicroTime(MS), '2026-01-02T03:04:05.678000Z');
});

test('parseTime reads all three and nothing else', () => {
  assert.is(parseTime(toTimestamp(MS)), MS);
  assert.is(parseTime(toTime(MS)), MS - 678);
  assert.is(parseTime(toMicroTime(MS)), MS);
  assert.is(parseTime(''), undefined);
  assert.is(parseTime('soon'), undefined);
});

test('sleep ends when its time has come', async () => {
  const clock = new FakeClock();
  let woke = false;
  const done = sleep(clock, 100).then(() => {
    woke = true;
  });
  await clock.advanceAsync(99);
  assert.not.ok(woke);
  await clock.advanceAsync(1);
  await done;
  assert.is(clock.pendingTimers, 0);
});

test('sleep ends at once when aborted, before or during, and leaves no timer', async () => {
  const clock = new FakeClock();
  await sleep(clock, 100, AbortSignal.abort());
  const controller = new AbortController();
  const done = sleep(clock, 100, controller.signal);
  controller.abort();
  await done;
  assert.is(clock.pendingTimers, 0);
});

test('the system clock fires once, and not after a cancel', async () => {
  const before = systemClock.monotonicMs();
  const cancelled = systemClock.setTimer(0, () => {
    throw new Error('cancelled timers do not fire');
  });
  cancelled.cancel();
  await new Promise<void>((resolve) => {
    systemClock.setTimer(1, resolve);
  });
  assert.ok(systemClock.monotonicMs() > before);
  const far = systemClock.setTimer(1e15, () => {
    throw new Error('a delay beyond the range of Node fires at once');
  });
  await sleep(systemClock, 2);
  far.cancel();
  far.cancel();
});

test('between two turns all promise callbacks run, those of promise callbacks too', async () => {
  const told: string[] = [];
  const { promise, resolve } = Promise.withResolvers<void>();
  let turns = 0;
  inTurns(() => {
    turns += 1;
    told.push(`turn ${turns}`);
    void Promise.resolve()
      .then(() => {})
      .then(() => process.nextTick(() => void Promise.resolve().then(() => told.push(`callback ${turns}`))));
    if (turns === 200) resolve();
    return turns < 200;
  });
  assert.equal(told, [], 'the first turn is one of its own, too');
  await promise;
  await new Promise((over) => {
    setImmediate(over);
  });
  assert.equal(told, Array.from({ length: 200 }, (_, i) => [`turn ${i + 1}`, `callback ${i + 1}`]).flat());
});
