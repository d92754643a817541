/** Many runs, spread over worker processes; each is done twice, and the two logs are compared. */
import { fork } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { RunResult } from './ports.ts';
import { simulate } from './world/simulate.ts';

export interface Finding {
  readonly seed: number;
  readonly texts: readonly string[];
}

export interface Crowd {
  readonly workers: number;
  /** So many seeds have been done. */
  readonly done?: (count: number) => void;
}

/** A worker asks for seeds in pieces, so that a slow one does not hold up the end. */
const PIECE = 10;
/** A run leaves little behind: room for the young, and no helpers that the other worker would have to make way for. */
const HEAP = ['--single-threaded-gc', '--min-semi-space-size=64', '--max-semi-space-size=64'];

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
export async function inWorkers(seeds: readonly number[], { workers, done: tell }: Crowd): Promise<readonly Finding[]> {
  const findings: Finding[] = [];
  let next = 0;
  let done = 0;
  const work = (): Promise<void> => {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    const child = fork(fileURLToPath(import.meta.url), [], {
      execArgv: ['--disable-warning=ExperimentalWarning', ...HEAP],
      stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
    });
    /** Seeds that were sent and not answered. */
    let owes = 0;
    const feed = (): void => {
      const piece = seeds.slice(next, next + PIECE);
      next += piece.length;
      owes = piece.length;
      if (owes > 0) child.send(piece);
      else child.disconnect();
    };
    child.on('message', (found: readonly Finding[]) => {
      findings.push(...found);
      done += owes;
      tell?.(done);
      feed();
    });
    child.on('error', reject);
    child.on('exit', (code) =>
      code === 0 && owes === 0 ? resolve() : reject(new Error(`a worker ended too early, with code ${code}`)),
    );
    feed();
    return promise;
  };
  await Promise.all(Array.from({ length: workers }, work));
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
