/** Seeds that found something once, one that nobody has tried, and what a run is at the least. */
import * as assert from 'uvu/assert';
import { simulate } from '../../../src/testing/sim/index.ts';
import { suite } from '../../suite.ts';
import { holdsFor } from './batch.ts';
import { FIRST_SEED, REGRESSION_SEEDS } from './seeds.ts';

/** Some twenty runs in a process that is still warming up: on a busy machine that takes longer than a file may as a rule. */
const test = suite('seeds of simulated runs', { timeoutMs: 300_000 });

for (const { seed, why } of REGRESSION_SEEDS) test(`seed ${seed}: ${why}`, () => holdsFor(seed));

const FRESH_SEED = Math.floor(performance.timeOrigin) % 1_000_000_000;
test(`a fresh seed: ${FRESH_SEED}`, () => {
  process.stdout.write(`fresh seed ${FRESH_SEED}\n`);
  return holdsFor(FRESH_SEED);
});

test('a run lasts 120 simulated seconds at least, with 5 faults at least', async () => {
  for (let seed = FIRST_SEED; seed < FIRST_SEED + 5; seed++) {
    const { ms, faults } = await simulate(seed);
    assert.ok(ms >= 120_000, `seed ${seed}: ${ms} ms`);
    assert.ok(faults >= 5, `seed ${seed}: ${faults} faults`);
  }
});

test('another seed is another run, and the whole log of a run can be had', async () => {
  const [one, other] = [await simulate(1, { wholeLog: true }), await simulate(2)];
  assert.is.not(one.logHash, other.logHash);
  assert.ok(one.log.length > 200 && one.log.length > other.log.length);
});
