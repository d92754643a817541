/**
 * `suite`: what every test file is written with.
 *
 * A thin coat over uvu that takes away the ways in which a file can be green without testing: suites register and run
 * themselves, hooks that throw are failures, there is no `.only`, `.skip` or `.run`. Nothing else imports `uvu` (asserts
 * come from `uvu/assert`).
 */
import { suite as uvuSuite } from 'uvu';

export interface SuiteOptions {
  /**
   * How long the whole file may take; the largest value among a file's suites counts, at least the runner's default of
   * 60 s. For files that start real processes.
   */
  readonly timeoutMs?: number;
}

export type Body = () => void | Promise<void>;

export interface Hook {
  /** Runs once per suite. */
  (body: Body): void;
  /** Runs around every test. */
  readonly each: (body: Body) => void;
}

export interface Suite {
  /** Adds a test; names are unique within a suite. */
  (name: string, body: Body): void;
  readonly before: Hook;
  readonly after: Hook;
}

/** What the runner sees of a suite. */
export interface RegisteredSuite {
  readonly name: string;
  /** Hands the suite's tests to uvu's queue. */
  readonly enqueue: () => void;
}

/** The runner's ears. Replaced by the process that runs the file. */
export interface Listener {
  readonly timeout: (timeoutMs: number) => void;
  readonly start: (suite: string, step: string) => void;
  readonly failure: (suite: string, step: string, error: unknown) => void;
}

const registered: RegisteredSuite[] = [];
let listener: Listener | undefined;

/** Connects the runner; returns the suites that files register from now on. */
export function listen(to: Listener): readonly RegisteredSuite[] {
  listener = to;
  return registered;
}

/** A new suite. Throws when the file is run by anything but `test/run.ts`: it would be green without running. */
export function suite(name: string, options: SuiteOptions = {}): Suite {
  const ears = listener;
  if (ears === undefined) throw new Error('run test files with: node test/run.ts FILE');
  if (name === '') throw new Error('a suite needs a name');
  if (options.timeoutMs !== undefined) ears.timeout(options.timeoutMs);

  const inner = uvuSuite(name);
  const names = new Set<string>();
  const observed = (step: string, body: Body) => async (): Promise<void> => {
    ears.start(name, step);
    try {
      await body();
    } catch (error) {
      ears.failure(name, step, error);
      throw error;
    }
  };
  const add = (testName: string, body: Body): void => {
    if (names.has(testName)) throw new Error(`suite "${name}" has two tests named "${testName}"`);
    names.add(testName);
    inner(testName, observed(testName, body));
  };
  const hook = (step: 'before' | 'after'): Hook =>
    Object.assign((body: Body) => inner[step](observed(`${step} hook`, body)), {
      each: (body: Body) => inner[step].each(observed(`${step}.each hook`, body)),
    });
  registered.push({ name, enqueue: () => inner.run() });
  return Object.assign(add, {
    before: hook('before'),
    after: hook('after'),
    only: refuse('only'),
    skip: refuse('skip'),
    run: refuse('run'),
  });
}

function refuse(what: string): () => never {
  return () => {
    throw new Error(`.${what}() is not allowed in test files: every test of a file always runs`);
  };
}
