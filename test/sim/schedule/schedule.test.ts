import * as assert from 'uvu/assert';
import { seededRandom, SeededScheduler, SimProcessClock } from '../../../src/testing/sim/schedule/index.ts';
import { suite } from '../../suite.ts';

const test = suite('simulated time');

function scheduler(seed = 1): SeededScheduler {
  return new SeededScheduler(seededRandom(seed), { settled: () => {} });
}

function clockOf(time: SeededScheduler, rate = 1): SimProcessClock {
  return new SimProcessClock({ scheduler: time, rate, wallMs: 0, runs: () => {} });
}

test('events run in the order of their times', async () => {
  const time = scheduler();
  const seen: string[] = [];
  for (const ms of [30, 10, 20, 10.5, 0, 29]) time.at(ms, () => seen.push(`${ms}@${time.nowMs()}`));
  time.at(15, () => seen.push('never')).cancel();
  await time.run(29.5);
  assert.equal(seen, ['0@0', '10@10', '10.5@10.5', '20@20', '29@29']);
  assert.is(time.nowMs(), 29.5);
});

test('a thousand events come out sorted', async () => {
  const time = scheduler();
  const random = seededRandom(7);
  const seen: number[] = [];
  for (let i = 0; i < 1_000; i++) time.at(random.integer(0, 500), () => seen.push(time.nowMs()));
  await time.run(1_000);
  assert.is(seen.length, 1_000);
  assert.equal(
    seen,
    seen.toSorted((a, b) => a - b),
  );
});

test('what is due at once runs in an order that the seed decides', async () => {
  const orderOf = async (seed: number): Promise<string> => {
    const time = scheduler(seed);
    let text = '';
    for (const name of 'abcdefgh') time.at(5, () => (text += name));
    await time.run(10);
    return text;
  };
  assert.is(await orderOf(1), await orderOf(1));
  assert.is.not(await orderOf(1), await orderOf(2));
});

test('all promise callbacks of an event run before the next', async () => {
  const time = scheduler();
  const seen: string[] = [];
  time.at(1, () => {
    void (async () => {
      for (let i = 0; i < 50; i++) await Promise.resolve();
      seen.push('callback');
    })();
  });
  time.at(1.001, () => seen.push('next'));
  await time.run(2);
  assert.equal(seen, ['callback', 'next']);
});

test('an event that throws ends the run', async () => {
  const time = scheduler();
  time.at(1, () => {
    throw new Error('planned');
  });
  let message = '';
  await time.run(2).catch((error: unknown) => (message = String(error)));
  assert.is(message, 'Error: planned');
});

test('a clock runs at its own rate, and its timers by it', async () => {
  const time = scheduler();
  const clock = clockOf(time, 1.01);
  const from = clock.monotonicMs();
  let fired = 0;
  clock.setTimer(1_010, () => (fired = time.nowMs()));
  await time.run(2_000);
  assert.ok(Math.abs(fired - 1_000) < 0.001, `${fired}`);
  assert.ok(Math.abs(clock.monotonicMs() - from - 2_020) < 0.001);
});

test('a stopped process runs nothing, and then everything in order, while its clock went on', async () => {
  const time = scheduler();
  const clock = clockOf(time);
  const from = clock.monotonicMs();
  const seen: string[] = [];
  clock.setTimer(10, () => seen.push('timer 10'));
  clock.setTimer(20, () => seen.push('timer 20'));
  for (const ms of [11, 12]) time.at(ms, () => clock.deliver(() => seen.push(`arrival ${ms}`)));
  time.at(5, () => clock.pause());
  await time.run(100);
  assert.equal(seen, []);
  clock.resume();
  await time.run(101);
  assert.equal(
    seen.filter((text) => text.startsWith('timer')),
    ['timer 10', 'timer 20'],
  );
  assert.equal(
    seen.filter((text) => text.startsWith('arrival')),
    ['arrival 11', 'arrival 12'],
  );
  assert.is(clock.monotonicMs() - from, 101);
});

test('nothing of a killed process runs any more', async () => {
  const time = scheduler();
  const clock = clockOf(time);
  let ran = 0;
  clock.setTimer(10, () => (ran += 1));
  clock.pause();
  time.at(20, () => clock.kill());
  time.at(21, () => clock.resume());
  time.at(22, () => clock.deliver(() => (ran += 1)));
  await time.run(30);
  assert.is(ran, 0);
});

test('wall time may jump, monotonic time does not notice', async () => {
  const time = scheduler();
  const clock = clockOf(time);
  const before = clock.monotonicMs();
  clock.jumpWall(-3_600_000);
  assert.is(clock.wallMs(), -3_600_000);
  assert.is(clock.monotonicMs(), before);
});

test('equal seeds draw equally, others do not, a fork goes its own way', () => {
  const draw = (seed: number): string => {
    const random = seededRandom(seed);
    return `${random.id()} ${random.fork().id()} ${random.integer(1, 1_000_000)}`;
  };
  assert.is(draw(3), draw(3));
  assert.is.not(draw(3), draw(4));
  const random = seededRandom(5);
  for (let i = 0; i < 1_000; i++) {
    const drawn = random.integer(3, 5);
    assert.ok(drawn >= 3 && drawn <= 5);
  }
});

test('a clock knows how many of its timers wait', async () => {
  const time = scheduler();
  const clock = clockOf(time);
  const [first, second] = [clock.setTimer(10, () => {}), clock.setTimer(20, () => {})];
  clock.setTimer(30, () => clock.setTimer(5, () => {}));
  assert.is(clock.timers, 3);
  second.cancel();
  second.cancel();
  assert.is(clock.timers, 2);
  await time.run(15);
  first.cancel();
  assert.is(clock.timers, 1);
  await time.run(31);
  assert.is(clock.timers, 1);
  await time.run(50);
  assert.is(clock.timers, 0);
});
