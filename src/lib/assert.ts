/**
 * Invariants, checked in production. A failed one is a programmer's error: it is thrown as AssertionError and is never
 * caught to carry on.
 */

export class AssertionError extends Error {
  override readonly name = 'AssertionError';
}

export function assert(condition: boolean, message: string): asserts condition {
  if (!condition) throw new AssertionError(message);
}

/** For the default branch of an exhaustive switch: a compile error when a variant was forgotten. */
export function assertNever(value: never): never {
  throw new AssertionError(`unexpected variant: ${JSON.stringify(value)}`);
}
