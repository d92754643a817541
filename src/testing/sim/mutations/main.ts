/**
 * `node src/testing/sim/mutations/main.ts [--search N] [--jobs N] [NAME …]`: which mutations are caught, by what, and when.
 *
 * `--search N` tries seeds 1 … N (with the story, if there is one) and prints those that catch the mutation.
 */
import { parseArgs } from 'node:util';
import { CATALOGUE } from './catalogue.ts';
import type { Mutation } from './mutation.ts';
import { prover, type Proved } from './prove.ts';
import { caughtBy } from './trial.ts';
import { Workers } from './workers.ts';

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: { search: { type: 'string' }, jobs: { type: 'string', default: '2' }, drawn: { type: 'boolean' } },
});
const chosen = CATALOGUE.filter(({ name }) => positionals.length === 0 || positionals.includes(name));
const workers = new Workers(Number(values.jobs));
const print = (text: string): void => void process.stdout.write(`${text}\n`);

if (values.search === undefined) {
  const prove = prover(workers.run);
  await Promise.all(chosen.map(async (mutation) => print(lineOf(await prove(mutation)))));
} else {
  for (const mutation of chosen) await search(mutation, Number(values.search));
}
workers.close();

async function search(mutation: Mutation, seeds: number): Promise<void> {
  const { story } = values.drawn === true ? {} : mutation.shown;
  const found: string[] = [];
  const others = new Set<string>();
  const trial = async (seed: number): Promise<void> => {
    const verdict = await workers.run({ seed, story, mutation });
    const breach = caughtBy(verdict, mutation);
    if (breach !== undefined) found.push(`${seed}:${breach.property}@${Math.round(verdict.simulatedMs / 1000)}s`);
    else for (const { property } of verdict.breaches) others.add(property);
    if (verdict.error !== undefined) others.add(verdict.error);
  };
  await Promise.all(Array.from({ length: seeds }, (_, i) => trial(i + 1)));
  const rest = others.size === 0 ? '' : `; others: ${[...others].join(', ').slice(0, 200)}`;
  print(`${mutation.name.padEnd(22)} ${found.length}/${seeds} ${found.slice(0, 12).join(' ')}${rest}`);
}

function lineOf({ mutation, seed, caught, verdict, clean }: Proved): string {
  const what = caught === undefined ? 'NOT CAUGHT' : `${caught.property} at ${(caught.atMs / 1000).toFixed(1)} s`;
  const said = verdict.error ?? caught?.text ?? verdict.breaches.map(({ property }) => property).join(', ');
  const first = clean.breaches[0];
  const dirty = first === undefined ? (clean.error ?? '') : `UNMUTATED: ${first.property}: ${first.text}`;
  return `${mutation.name.padEnd(22)} ${what.padEnd(22)} seed ${seed}, ${Math.round(verdict.wallMs)} ms: ${said} ${dirty}`;
}
