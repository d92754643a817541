/** What the process that runs one test file tells the runner. */

export interface Failure {
  readonly suite: string;
  /** The test, or the hook. */
  readonly test: string;
  readonly message: string;
  /** Expected against actual, when the assertion knows it. */
  readonly diff: string;
  readonly stack: string;
}

export type Message =
  /** The file asks for more time in all. */
  | { readonly type: 'timeout'; readonly timeoutMs: number }
  /** A test or hook begins. */
  | { readonly type: 'start'; readonly suite: string; readonly test: string }
  /** Everything has run. `failed` may exceed `failures.length`: tests behind a broken hook never ran. */
  | {
      readonly type: 'result';
      readonly passed: number;
      readonly failed: number;
      readonly failures: readonly Failure[];
    };
