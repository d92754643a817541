/** Many runs, spread over worker processes; each is done twice, and the two logs are compared. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunResult } from './ports.ts';
import { simulate } from './world/simulate.ts';

export interface Finding {
  readonly seed: number;
  readonly texts: readonly string[];
}

export interface Runs {
  readonly from: number;
  readonly runs: number;
}

const WORKERS = 2;
/** A worker asks for seeds in pieces, so that a slow one does not hold up the end. */
const PIECE = 10;

/** Does a seed twice; undefined when nothing is wrong with it. */
export async function doTwice(seed: number): Promise<Finding | undefined> {
  const [first, second] = [await simulate(seed), await simulate(seed)];
  const texts = first.breaches.map(
    ({ property, atMs, text }) => `${property} at ${(atMs / 1000).toFixed(3)} s: ${text}`,
  );
  if (first.logHash !== second.logHash) texts.push(`not the same twice: ${difference(first, second)}`);
  return texts.length === 0 ? undefined : { seed, texts };
}

function difference(first: RunResult, second: RunResult): string {
  return `log ${first.logHash} and ${second.logHash}, ${first.breaches.length} and ${second.breaches.length} breaches`;
}

/** Errors: a worker that ends before it has answered for all its seeds. */
export async function inWorkers(
  { from, runs }: Runs,
  on: { readonly done: (count: number) => void },
): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let next = from;
  let done = 0;
  const work = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const child = fork(fileURLToPath(import.meta.url), [], { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] });
    /** A piece was sent and not answered. */
    let owes = false;
    const feed = (): void => {
      const seeds: number[] = [];
      for (; seeds.length < PIECE && next < from + runs; next++) seeds.push(next);
      owes = seeds.length > 0;
      if (owes) child.send(seeds);
      else child.disconnect();
    };
    child.on('message', (found: readonly Finding[]) => {
      findings.push(...found);
      done = Math.min(runs, done + PIECE);
      on.done(done);
      feed();
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 && !owes ? resolve() : reject(new Error(`a worker ended too early, with code ${code}`)),
    );
    feed();
    return promise;
  };
  await Promise.all(Array.from({ length: WORKERS }, work));
  return findings.toSorted((a, b) => a.seed - b.seed);
}

/** The worker. */
if (process.argv[1] === fileURLToPath(import.meta.url) && process.send !== undefined) {
  process.on('message', (seeds: readonly number[]) => {
    void (async () => {
      const found: Finding[] = [];
      for (const seed of seeds) {
        const finding = await doTwice(seed);
        if (finding !== undefined) found.push(finding);
      }
      process.send?.(found);
    })();
  });
}
