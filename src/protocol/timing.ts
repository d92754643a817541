/** The parameters of the protocol and the inequalities I1-I5 between them. Whoever breaks one is not safe, so refuses to run. */
import { ShardkeeperError } from '../lib/errors.ts';
import { DEFAULT_TIMING, type Timing } from './table.ts';

/** For tests and development: a crash is noticed after 5 s. */
export const FIVE_SECOND_TIMING: Timing = {
  ...DEFAULT_TIMING,
  leaseDurationMs: 5_000,
  renewIntervalMs: 1_000,
  requestTimeoutMs: 1_000,
  fenceMarginMs: 1_750,
  viewMaxAgeMs: 3_000,
};

/** What a drain, its last write and the exit of the process take beyond the drain timeout and one request. */
const STOP_SLACK_MS = 2_000;

/** How long a process may act after the start of its last confirmed renewal. */
export function windowMs(timing: Timing): number {
  return timing.leaseDurationMs - timing.fenceMarginMs;
}

/** How long after SIGTERM the stop itself (S6) begins at the latest, so that drain and last write fit the grace period. */
export function stopAfterMs(timing: Timing): number {
  return timing.gracePeriodMs - timing.drainTimeoutMs - timing.requestTimeoutMs - STOP_SLACK_MS;
}

/** How long a slot may still be busy after its work was aborted; then the process exits (H4). */
export function abortPatienceMs(timing: Timing): number {
  return timing.requestTimeoutMs + STOP_SLACK_MS;
}

/** The inequality that does not hold, named by its parameter and with the remedy; undefined when all hold. */
export function timingProblem(timing: Timing): string | undefined {
  const t = timing;
  for (const [name, value] of Object.entries(t)) {
    if (!Number.isFinite(value) || value < 0) return `${name} is ${value}; it must be a number of at least 0`;
  }
  const marginMs = t.requestTimeoutMs + t.stallMaxMs + 2 * t.epsilon * t.leaseDurationMs;
  if (t.fenceMarginMs < marginMs) {
    return (
      `fenceMarginMs is ${t.fenceMarginMs}; it must be at least ${marginMs} (requestTimeoutMs + stallMaxMs + ` +
      `2 x epsilon x leaseDurationMs), or a write could arrive after another replica took over. Raise it or lower requestTimeoutMs`
    );
  }
  if (t.renewIntervalMs + t.requestTimeoutMs >= windowMs(t)) {
    return (
      `renewIntervalMs is ${t.renewIntervalMs}; with requestTimeoutMs it must stay below ${windowMs(t)} (leaseDurationMs - ` +
      `fenceMarginMs), or one slow renewal fences a healthy replica. Lower it or raise leaseDurationMs`
    );
  }
  if (t.viewMaxAgeMs + t.requestTimeoutMs >= t.leaseDurationMs) {
    return (
      `viewMaxAgeMs is ${t.viewMaxAgeMs}; with requestTimeoutMs it must stay below leaseDurationMs (${t.leaseDurationMs}), ` +
      `or a replica that cannot read the table keeps its lease. Lower it`
    );
  }
  if (t.gracePeriodMs <= t.drainTimeoutMs + t.requestTimeoutMs + STOP_SLACK_MS) {
    return (
      `gracePeriodMs is ${t.gracePeriodMs}; it must be above ${t.drainTimeoutMs + t.requestTimeoutMs + STOP_SLACK_MS} ` +
      `(drainTimeoutMs + requestTimeoutMs + ${STOP_SLACK_MS}), or a stopping replica is killed while it drains. Raise ` +
      `terminationGracePeriodSeconds of the pod or lower drainTimeoutSeconds of the set`
    );
  }
  return undefined;
}

/** Errors: code `InvalidTiming`, terminal, with the text of `timingProblem`. */
export function assertTiming(timing: Timing): void {
  const problem = timingProblem(timing);
  if (problem !== undefined) throw new ShardkeeperError(problem, { code: 'InvalidTiming', terminal: true });
}

/** `spec.lease` and `spec.handoff` of a ControllerShardSet; absent fields have their defaults. */
export interface TimingSpec {
  readonly lease?: {
    readonly durationSeconds?: number;
    readonly renewIntervalMilliseconds?: number;
    readonly requestTimeoutMilliseconds?: number;
    readonly fenceMarginMilliseconds?: number;
    readonly viewMaxAgeMilliseconds?: number;
    readonly stallMaxMilliseconds?: number;
    readonly clockErrorPerMille?: number;
  };
  readonly handoff?: {
    readonly timeoutSeconds?: number;
    readonly drainTimeoutSeconds?: number;
    readonly restartGraceSeconds?: number;
  };
}

/** The parameters of a set. The grace period is the pod's, so it comes from the process (default: 60 s). */
export function timingOf(spec: TimingSpec, gracePeriodMs: number = DEFAULT_TIMING.gracePeriodMs): Timing {
  const { lease = {}, handoff = {} } = spec;
  const seconds = (value: number | undefined, defaultMs: number): number =>
    value === undefined ? defaultMs : value * 1_000;
  return {
    leaseDurationMs: seconds(lease.durationSeconds, DEFAULT_TIMING.leaseDurationMs),
    renewIntervalMs: lease.renewIntervalMilliseconds ?? DEFAULT_TIMING.renewIntervalMs,
    requestTimeoutMs: lease.requestTimeoutMilliseconds ?? DEFAULT_TIMING.requestTimeoutMs,
    fenceMarginMs: lease.fenceMarginMilliseconds ?? DEFAULT_TIMING.fenceMarginMs,
    viewMaxAgeMs: lease.viewMaxAgeMilliseconds ?? DEFAULT_TIMING.viewMaxAgeMs,
    stallMaxMs: lease.stallMaxMilliseconds ?? DEFAULT_TIMING.stallMaxMs,
    epsilon: lease.clockErrorPerMille === undefined ? DEFAULT_TIMING.epsilon : lease.clockErrorPerMille / 1_000,
    handoffTimeoutMs: seconds(handoff.timeoutSeconds, DEFAULT_TIMING.handoffTimeoutMs),
    drainTimeoutMs: seconds(handoff.drainTimeoutSeconds, DEFAULT_TIMING.drainTimeoutMs),
    restartGraceMs: seconds(handoff.restartGraceSeconds, DEFAULT_TIMING.restartGraceMs),
    gracePeriodMs,
  };
}
