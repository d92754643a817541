/**
 * lib/: the domain-free floor of the house. Assertions, time, randomness, errors, lossless JSON, back-off, hashing.
 *
 * - Imports nothing of the project and knows nothing of Kubernetes or of slots.
 * - `clock.ts` and `random.ts` are the only rooms that touch ambient time and randomness; everybody else is handed a
 *   `Clock` and a `Random`.
 * - Import the file you need (`../lib/clock.ts`): this index only says what the room is.
 */
export {};
