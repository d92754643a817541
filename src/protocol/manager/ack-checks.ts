/** Who is awaited for longer is read: its ack may be there, and only the watch does not show it. */
import type { Memory } from './memory.ts';
import { keyOfTable, type ManagerEffect, type Now, type Observation } from './view.ts';
import type { Table } from '../table.ts';

/** A drain without a slow call takes milliseconds. */
export const ACK_LATE_MS = 2_000;
/** Who is slow is asked no more often than this. */
export const ACK_CHECK_INTERVAL_MS = 5_000;

export interface AckContext {
  readonly observation: Observation;
  readonly memory: Memory;
  readonly now: Now;
}

/** `table`: the one that stands. */
export function ackChecks(table: Table, context: AckContext): readonly ManagerEffect[] {
  return [...context.memory.awaitedSince.keys()]
    .filter((name) => ackCheckDueMs(name, context) <= context.now.monotonicMs)
    .map((name) => ({ type: 'CheckShard', name, table: keyOfTable(table) }));
}

/** When this awaited name is to be read, monotonic. */
export function ackCheckDueMs(name: string, { memory, observation }: Omit<AckContext, 'now'>): number {
  const sinceMs = memory.awaitedSince.get(name);
  if (sinceMs === undefined) return Infinity;
  const askedMs = observation.proofs.shards.get(name)?.askedMs ?? -Infinity;
  return Math.max(sinceMs + ACK_LATE_MS, askedMs + ACK_CHECK_INTERVAL_MS);
}
