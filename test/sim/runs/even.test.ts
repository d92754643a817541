/** One half of the fixed runs; the other file has the other, so that both cores work. */
import { suite } from '../../suite.ts';
import { everySecond, holdForAll } from './batch.ts';
import { FIRST_SEED, RUNS } from './seeds.ts';

const test = suite('simulated runs, even seeds', { timeoutMs: 600_000 });

test('every run keeps the promises, and is the same twice', () => holdForAll(everySecond(FIRST_SEED, RUNS, 0)));
