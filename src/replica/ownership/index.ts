/**
 * ownership/: which slots this process may act on, at any moment.
 *
 * - `create-ownership.ts` is the door: `createOwnership` gives the `Ownership` that work asks and the `SlotEvents` that work
 *   reports to. `driver.ts` runs the replica machine of protocol/ against membership/ and the slot runtime; it decides nothing.
 * - `slot-index.ts` answers `token` and `check` in constant time, from typed arrays and the monotonic clock alone.
 * - `status-body.ts`, `handoff-book.ts`, `notices.ts` tell people what happened: status, conditions, events, log, metrics.
 * - Guarantees: a token is given and confirmed only inside the lease window of its own acquisition; an idle replica writes
 *   nothing but lease renewals.
 */
export {
  createOwnership,
  type OwnershipHandle,
  type OwnershipOptions,
  type ReplicaIdentity,
} from './create-ownership.ts';
export type { ReplicaEnd } from './driver.ts';
