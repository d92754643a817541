/**
 * write/: the only way to the API server for writes to objects.
 *
 * - `object-writer.ts`: checks the token in the turn in which the request is handed to a connection, demands preconditions,
 *   puts the slot label on what is created, puts each answer into the cache, and counts unanswered writes as in flight (W4).
 * - `preconditions.ts` (pure): a write without the resourceVersion (delete: and uid) to hold it to is a programmer's error (W2).
 * - `fence-retry.ts` (pure): whether a server-side fence refused only because it lags behind a grant.
 * - `metadata-patch.ts`: the write that labels; `field-managers.ts`: whom to suspect when a label is taken away.
 * - `written-marks.ts`: per slot and resource the highest resourceVersion that this process wrote (W5).
 * - `unknown-writes.ts`: writes that ended without an answer, and what makes them known again, root by root.
 */
export { ObjectWriter } from './object-writer.ts';
