/**
 * schedule/: time and chance of a run. One heap of events, one stream of random numbers from the seed, one clock for each process.
 *
 * Never reads an ambient clock, never draws ambient randomness: equal seeds and equal code give equal runs.
 */
export { SimProcessClock } from './process-clock.ts';
export { seededRandom, type SeededRandom } from './random.ts';
export { SeededScheduler } from './scheduler.ts';
