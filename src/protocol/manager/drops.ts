/** Which names may leave `awaiting` now: by an ack (T5), expired (X2-X4) or final (X5); and which proofs are still wanted. */
import { expiryWaitMs, isVersion, type LeaseTiming } from '../lease.ts';
import { braked, type Standing, type Standings } from './standing.ts';
import { keyOfTable, type ManagerEffect, type Now, type Observation } from './view.ts';
import type { Table } from '../table.ts';
import { type Ack, awaitedOf, dropAcked, dropName } from '../table-rules.ts';

export interface Drops {
  readonly table: Table;
  /** Checks that would allow more. */
  readonly wanted: readonly ManagerEffect[];
  /** Names that were dropped because they are gone. */
  readonly buried: readonly Standing[];
}

export interface DropContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly now: Now;
  readonly timing: LeaseTiming;
  readonly brake: boolean;
}

/** `table` is the one that stands in the store: the proofs rest on it. */
export function drop(table: Table, context: DropContext): Drops {
  const { observation, standings } = context;
  const awaited = [...awaitedOf(table)].toSorted();
  const acks = awaited.flatMap((name): readonly Ack[] => {
    const status = observation.shards.get(name)?.status;
    return status?.observed === undefined ? [] : [{ name, observed: status.observed, held: status.held ?? [] }];
  });
  let next = dropAcked(table, acks);
  const wanted: ManagerEffect[] = [];
  const buried: Standing[] = [];
  const still = awaitedOf(next);
  for (const name of awaited) {
    const standing = standings.get(name);
    if (standing === undefined || !still.has(name)) continue;
    const proof = proofOf(table, standing, context);
    if (proof === 'Proved') {
      next = dropName(next, name);
      buried.push(standing);
    } else if (proof !== 'None') wanted.push({ type: proof, name, table: keyOfTable(table) });
  }
  return { table: next, wanted, buried };
}

type Proof = 'Proved' | 'None' | 'CheckLease' | 'CheckShard';

function proofOf(table: Table, standing: Standing, context: DropContext): Proof {
  const { observation } = context;
  const key = keyOfTable(table);
  if (standing.type === 'Released') {
    const proof = observation.proofs.shards.get(standing.name);
    if (proof?.table !== key) return 'CheckShard';
    return proof.final ? 'Proved' : 'None';
  }
  if (standing.type !== 'Expired' || braked(standing, context.now, context)) return 'None';
  return leaseProofOf(standing, key, context);
}

/** X3: after the wait, and after this table version was known, a fresh GET must show the version of the note. */
function leaseProofOf(standing: Standing, key: string, { observation, timing }: DropContext): Proof {
  const proof = observation.proofs.leases.get(standing.name);
  const dueMs = standing.note.firstSeenMonotonicMs + expiryWaitMs(standing.note, timing);
  if (proof === undefined || proof.table !== key || proof.askedMs < dueMs) return 'CheckLease';
  return isVersion(standing.note, proof.lease) ? 'Proved' : 'None';
}
