/** What a manager thinks of each name, from Lease notes and status alone: no Pod is read. */
import { isVersion, suspicionWaitMs, verdictOf, type LeaseNote, type LeaseTiming, type Verdict } from '../lease.ts';
import type { Now, Observation, ShardView } from './view.ts';
import { tableOf } from './view.ts';
import { PROTOCOL } from '../table.ts';
import { namesOf } from '../table-rules.ts';

/**
 * - `Ready`: registered under the present set, follows the protocol, renews, does not leave: may be given slots;
 * - `Leaving`: renews and acts, wants to be emptied;
 * - `Outdated`: renews, follows too old a protocol: is emptied;
 * - `Starting`: renews and has not registered (a new incarnation waits, S2): keeps what it has, gets nothing;
 * - `Suspect`, `Expired`: does not renew (X8, X2);
 * - `Released`: ended by itself (`final`).
 */
export type StandingType = 'Ready' | 'Leaving' | 'Outdated' | 'Starting' | 'Suspect' | 'Expired' | 'Released';

export interface Standing {
  readonly name: string;
  readonly type: StandingType;
  readonly verdict: Verdict;
  readonly note: LeaseNote;
  readonly shard: ShardView | undefined;
}

export type Standings = ReadonlyMap<string, Standing>;

/** Of every name that a Lease, a shard or the table mentions and that has a note; at the end of a set also those of B3's lists. */
export function standingsOf(observation: Observation, now: Now, timing: LeaseTiming): Standings {
  const { set, shards, book } = observation;
  const table = tableOf(set);
  const names = new Set([...shards.keys(), ...(table === undefined ? [] : namesOf(table))]);
  for (const [name, note] of book) if (note.type === 'Present') names.add(name);
  // Each of them has to be proved to have stopped, also when its Lease and shard are gone by now.
  if (set.deleting) for (const name of observation.proofs.names?.names ?? []) names.add(name);
  const minProtocol = table?.minProtocol ?? PROTOCOL;
  const out = new Map<string, Standing>();
  for (const name of [...names].toSorted()) {
    const note = book.get(name);
    if (note === undefined) continue;
    const found = shards.get(name);
    const shard = found?.ownerUid === set.uid ? found : undefined;
    const verdict = verdictOf(note, now.monotonicMs, timing);
    out.set(name, { name, verdict, note, shard, type: typeOf({ note, shard, verdict, minProtocol }) });
  }
  return out;
}

function typeOf({
  note,
  shard,
  verdict,
  minProtocol,
}: {
  readonly note: LeaseNote;
  readonly shard: ShardView | undefined;
  readonly verdict: Verdict;
  readonly minProtocol: number;
}): StandingType {
  const status = shard?.status;
  const holder = note.type === 'Present' ? note.lease.holder : undefined;
  const same = status?.incarnation !== undefined && status.incarnation === holder;
  if (status?.final === true && (same || holder === undefined)) return 'Released';
  if (verdict !== 'Live') return verdict;
  if (!same || note.type === 'Absent') return 'Starting';
  if ((status?.protocol ?? 1) < minProtocol) return 'Outdated';
  return status?.leaving === true ? 'Leaving' : 'Ready';
}

/** We saw its Lease come or change: it lives, as far as that can be known. */
export function hasRenewed({ note }: Standing): boolean {
  return note.type === 'Present' && note.moved;
}

/** Does not act any more, as far as we know, and will not come back under this incarnation. */
export function isGone(standing: Standing | undefined): boolean {
  return (
    standing !== undefined &&
    (standing.type === 'Suspect' || standing.type === 'Expired' || standing.type === 'Released')
  );
}

/**
 * The brake of X8 and X6: more than one and more than a third of the names (those that have ended by themselves aside) do not
 * renew at once. Then it is rather us who do not see.
 */
export function brakes(standings: Standings): boolean {
  const counted = [...standings.values()].filter(({ type }) => type !== 'Released');
  const silent = counted.filter(({ type }) => type === 'Suspect' || type === 'Expired').length;
  return silent > 1 && silent * 3 > counted.length;
}

/** X6: with the brake on, one more lease duration; then even many are believed to be dead. */
export function braked(
  standing: Standing,
  now: Now,
  options: { readonly brake: boolean; readonly timing: LeaseTiming },
): boolean {
  if (!options.brake) return false;
  const unchangedMs = now.monotonicMs - standing.note.firstSeenMonotonicMs;
  return standing.type === 'Suspect' || unchangedMs < 2 * options.timing.leaseDurationMs;
}

/** A fresh GET after the suspicion showed the same Lease: it is not our watch that is silent. */
export function confirmedSilent(standing: Standing, observation: Observation, timing: LeaseTiming): boolean {
  const proof = observation.proofs.leases.get(standing.name);
  const dueMs = standing.note.firstSeenMonotonicMs + suspicionWaitMs(standing.note, timing);
  return proof !== undefined && proof.askedMs >= dueMs && isVersion(standing.note, proof.lease);
}
