/** When time alone would change a decision. */
import { parseTime } from '../../lib/clock.ts';
import { ackCheckDueMs } from './ack-checks.ts';
import { nextVerdictInMs } from '../lease.ts';
import { lateToRegisterMs, type Memory, slowAfterMs, stuckAfterMs } from './memory.ts';
import { gatheredAtMs } from './moves.ts';
import { nextMirrorMs } from './mirror.ts';
import { UNOWNED_TOLD_AFTER_MS } from './news.ts';
import type { Standings } from './standing.ts';
import type { Now, Observation } from './view.ts';

export interface WakeContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
  readonly now: Now;
}

/** Monotonic milliseconds; Infinity when only events matter. */
export function wakeAtMs({ observation, standings, memory, now }: WakeContext): number {
  const { timing } = memory;
  const times: number[] = [nextMirrorMs(memory), memory.statusDueMs ?? Infinity];
  for (const { note, type } of standings.values()) {
    const next = nextVerdictInMs(note, now.monotonicMs, timing);
    if (next !== undefined) times.push(now.monotonicMs + next);
    // X6: the brake's extra lease duration.
    if (type === 'Suspect' || type === 'Expired') times.push(note.firstSeenMonotonicMs + 2 * timing.leaseDurationMs);
  }
  times.push(...gatheredAtMs(memory.hints));
  for (const { sinceMs } of memory.hints.values()) times.push(sinceMs + timing.handoffTimeoutMs);
  for (const { untilMs } of memory.resting.values()) times.push(untilMs);
  for (const sinceMs of memory.goneSince.values()) times.push(sinceMs + timing.restartGraceMs);
  for (const sinceMs of memory.startingSince.values()) times.push(sinceMs + lateToRegisterMs(timing));
  for (const [name, sinceMs] of memory.awaitedSince)
    times.push(
      sinceMs + slowAfterMs(timing),
      sinceMs + stuckAfterMs(timing),
      ackCheckDueMs(name, { memory, observation }),
    );
  if (memory.lastBalanceMs !== undefined)
    times.push(memory.lastBalanceMs + observation.set.spec.rebalance.cooldownSeconds * 1000);
  if (memory.unowned !== undefined && !memory.unowned.told) times.push(memory.unowned.sinceMs + UNOWNED_TOLD_AFTER_MS);
  for (const { until } of observation.set.spec.overrides ?? []) {
    const wallMs = until === undefined ? undefined : parseTime(until);
    if (wallMs !== undefined) times.push(now.monotonicMs + wallMs - now.wallMs + 1);
  }
  return Math.min(Infinity, ...times.filter((time) => time > now.monotonicMs));
}
