/** PROTOCOL parameters from the spec of a set. */
import type { ShardSetSpec } from '../api/shard-set.ts';
import { DEFAULT_TIMING, type Timing } from './table.ts';

/** In the units of the machines. The grace period is the pod's and is not in the spec. */
export function timingOf({ lease, handoff }: Pick<ShardSetSpec, 'lease' | 'handoff'>): Timing {
  return {
    leaseDurationMs: lease.durationSeconds * 1000,
    renewIntervalMs: lease.renewIntervalMilliseconds,
    requestTimeoutMs: lease.requestTimeoutMilliseconds,
    fenceMarginMs: lease.fenceMarginMilliseconds,
    viewMaxAgeMs: lease.viewMaxAgeMilliseconds,
    stallMaxMs: lease.stallMaxMilliseconds,
    epsilon: lease.clockErrorPerMille / 1000,
    handoffTimeoutMs: handoff.timeoutSeconds * 1000,
    drainTimeoutMs: handoff.drainTimeoutSeconds * 1000,
    restartGraceMs: handoff.restartGraceSeconds * 1000,
    gracePeriodMs: DEFAULT_TIMING.gracePeriodMs,
  };
}
