/** B1: the first table of a set. */
import type { Memory } from './memory.ts';
import { hasRenewed, type Standings } from './standing.ts';
import type { ManagerEffect, Now, Observation } from './view.ts';
import { plan } from '../planner/planner.ts';
import { birth as bear, NOBODY, SPLIT_AWAITING_MAX } from '../table-rules.ts';
import type { Table } from '../table.ts';

/** Owners are chosen this long after the first name was ready, if not all are. */
export const BIRTH_WAIT_MS = 5_000;

export type Birth =
  | { readonly type: 'Waiting'; readonly untilMs: number }
  | { readonly type: 'Asking'; readonly effect: ManagerEffect }
  | { readonly type: 'Born'; readonly table: Table };

export interface BirthContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
  readonly now: Now;
  /** Nothing else is to be written to the set first. */
  readonly quiet: boolean;
}

/** Born only on the very set version that the lists were made after. */
export function birthOf({ observation, standings, memory, now, quiet }: BirthContext): Birth {
  const { set, workload, proofs } = observation;
  const ready = [...standings.values()].filter((s) => s.type === 'Ready' && hasRenewed(s)).map(({ name }) => name);
  const wanted = workload.type === 'Found' ? workload.replicas : Infinity;
  const untilMs = (memory.firstReadyMs ?? Infinity) + BIRTH_WAIT_MS;
  const complete = ready.length > 0 && ready.length >= wanted;
  if (!quiet || ready.length === 0 || (!complete && now.monotonicMs < untilMs)) return { type: 'Waiting', untilMs };
  const list = proofs.names;
  if (list === undefined || list.setUid !== set.uid || list.setResourceVersion !== set.resourceVersion) {
    return { type: 'Asking', effect: { type: 'ListNames', setUid: set.uid, setResourceVersion: set.resourceVersion } };
  }
  const names = new Set([...list.names, ...ready]);
  const owners =
    names.size > SPLIT_AWAITING_MAX
      ? NOBODY
      : plan({ current: NOBODY, replicas: ready, maxImbalance: set.spec.rebalance.maxImbalance });
  return { type: 'Born', table: bear({ uid: set.uid, epoch: Number(set.resourceVersion) }, names, owners) };
}
