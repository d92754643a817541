/**
 * Shards as managers keep them: created for Leases that have none, their spec a mirror of the own rows and a hint (M1), deleted
 * when nobody needs them (G1).
 *
 * A mirror waits while anything is handed over: a write in between would make a replica's ack conflict, and what people read
 * must not take time from what objects wait for. Hints do not wait.
 */
import type { ShardSpec } from '../../api/shard.ts';
import { toTime } from '../../lib/clock.ts';
import type { Memory } from './memory.ts';
import type { Standing, Standings } from './standing.ts';
import type { ManagerEffect, Now, Observation } from './view.ts';
import type { Table } from '../table.ts';
import { namesOf } from '../table-rules.ts';

/** A mirror is late by at most this much, whatever moves. */
const MIRROR_LATE_MAX_MS = 2_000;
/** After the last drop the new owners tell what they hold: their status writes go first. */
const MIRROR_REST_MS = 250;

export type MirrorMemory = Pick<Memory, 'mirrorDue' | 'calmSinceMs'>;

export interface Mirrors extends MirrorMemory {
  readonly effects: readonly ManagerEffect[];
}

export interface MirrorContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
  readonly now: Now;
}

export function mirrors(table: Table | undefined, context: MirrorContext): Mirrors {
  const effects: ManagerEffect[] = [];
  const mirrorDue = new Map<string, number>();
  const { memory, now } = context;
  const busy = table?.ranges.some((row) => row.awaiting.length > 0) === true;
  const calmSinceMs = busy ? undefined : (memory.calmSinceMs ?? now.monotonicMs);
  const isCalm = calmSinceMs !== undefined && now.monotonicMs >= calmSinceMs + MIRROR_REST_MS;
  for (const standing of context.standings.values()) {
    const { shard, name } = standing;
    if (shard === undefined) continue;
    const spec = specOf(standing, table, context);
    if (sameSpec(spec, shard.spec)) continue;
    const sinceMs = memory.mirrorDue.get(name) ?? now.monotonicMs;
    const urgent = rangesText(spec.warmUp) !== rangesText(shard.spec.warmUp) && (spec.warmUp?.length ?? 0) > 0;
    if (urgent || isCalm || now.monotonicMs >= sinceMs + MIRROR_LATE_MAX_MS) {
      effects.push({ type: 'WriteShardSpec', name, uid: shard.uid, spec });
    } else mirrorDue.set(name, sinceMs);
  }
  return { effects, mirrorDue, calmSinceMs };
}

/** When the next mirror that waits is due at the latest. */
export function nextMirrorMs({ mirrorDue, calmSinceMs = Infinity }: MirrorMemory): number {
  if (mirrorDue.size === 0) return Infinity;
  return Math.min(calmSinceMs + MIRROR_REST_MS, ...[...mirrorDue.values()].map((ms) => ms + MIRROR_LATE_MAX_MS));
}

function specOf(standing: Standing, table: Table | undefined, { observation, memory, now }: MirrorContext): ShardSpec {
  const { name, shard, note } = standing;
  // For people there is no such thing as a live replica without a Lease.
  const verdict = note.type === 'Absent' ? 'Expired' : standing.verdict;
  const old = shard?.spec.verdict;
  const ranges = (table?.ranges ?? [])
    .filter((row) => row.owner === name)
    .map(({ start, end, generation }) => ({ start, end, generation }));
  return {
    set: observation.set.name,
    ranges,
    warmUp: memory.hints.get(name)?.ranges ?? [],
    verdict: old !== undefined && old.state === verdict ? old : { state: verdict, since: toTime(now.wallMs) },
  };
}

function sameSpec(a: ShardSpec, b: ShardSpec): boolean {
  return (
    a.verdict?.state === b.verdict?.state &&
    rangesText(a.ranges) === rangesText(b.ranges) &&
    rangesText(a.warmUp) === rangesText(b.warmUp)
  );
}

function rangesText(
  ranges: readonly { readonly start: number; readonly end: number; readonly generation?: number }[] | undefined,
): string {
  return (ranges ?? []).map(({ start, end, generation }) => `${start}-${end}/${generation ?? ''}`).join();
}

/** A live Lease without a shard gets one, owned by the set. A shard of another set of this name is in the way: it goes. */
export function creations({ observation, standings }: MirrorContext): readonly ManagerEffect[] {
  return [...standings.values()].flatMap((standing): readonly ManagerEffect[] => {
    if (standing.shard !== undefined) return [];
    const { name } = standing;
    const stray = observation.shards.get(name);
    if (stray !== undefined)
      return [{ type: 'DeleteShard', name, uid: stray.uid, resourceVersion: stray.resourceVersion }];
    if (standing.note.type === 'Absent' || standing.verdict !== 'Live') return [];
    return [{ type: 'CreateShard', name, spec: { set: observation.set.name } }];
  });
}

/** G1: a name that the table mentions nowhere and whose Lease was unchanged for its whole duration. Lease first. */
export function cleanUp(table: Table | undefined, { standings }: MirrorContext): readonly ManagerEffect[] {
  if (table === undefined) return [];
  const used = namesOf(table);
  return [...standings.values()].flatMap((standing): readonly ManagerEffect[] => {
    if (used.has(standing.name) || standing.verdict !== 'Expired') return [];
    return burial(standing);
  });
}

/** Lease, then shard; each by the version that was noted. */
export function burial({ name, note, shard }: Standing): readonly ManagerEffect[] {
  if (note.type === 'Present') {
    const { uid, resourceVersion } = note.lease;
    return [{ type: 'DeleteLease', name, uid, resourceVersion }];
  }
  if (shard === undefined) return [];
  return [{ type: 'DeleteShard', name, uid: shard.uid, resourceVersion: shard.resourceVersion }];
}
