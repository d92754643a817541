/** What the two halves of the fixed runs have in common: each seed is done twice. */
import * as assert from 'uvu/assert';
import { doTwice, inWorkers, type Finding } from '../../../src/testing/sim/crowd.ts';

/** Fails with the breaches, and how to replay them. */
export async function holdsFor(seed: number): Promise<void> {
  const finding = await doTwice(seed);
  tell(finding === undefined ? [] : [finding]);
}

/** Many, in a process whose heap is made for it. */
export async function holdForAll(seeds: Iterable<number>): Promise<void> {
  tell(await inWorkers([...seeds], { workers: 1 }));
}

function tell(findings: readonly Finding[]): void {
  const told = findings
    .slice(0, 5)
    .map(({ seed, texts }) => `make sim SEED=${seed}\n  ${texts.slice(0, 5).join('\n  ')}`);
  assert.is(findings.length, 0, `${findings.length} seeds with breaches; replay:\n${told.join('\n')}`);
}

/** The half of `count` seeds from `first` that begins `offset` after it. */
export function* everySecond(first: number, count: number, offset: 0 | 1): Generator<number> {
  for (let seed = first + offset; seed < first + count; seed += 2) yield seed;
}
