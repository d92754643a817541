/** What the work pool is built from. */
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Outcome, Ownership, RootRef } from '../ports.ts';
import type { InFlight } from './in-flight.ts';
import type { Run } from './pool-entry.ts';
import type { RetryPolicy } from './retry-delay.ts';

export interface WorkPoolOptions {
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly ownership: Pick<Ownership, 'token' | 'check'>;
  readonly inFlight: InFlight;
  /** Most reconciles at once. */
  readonly workers: number;
  readonly retry?: RetryPolicy;
  /** `namespace/name` of the set: a label of metrics. */
  readonly set: string;
  /** `metadata.generation` of a root as it is known now. */
  readonly generationOf: (root: RootRef) => number | undefined;
  /** A root has written every time it was looked at, for a while. */
  readonly onWriteLoop: (run: Run) => void;
  /** Does the work of a run: what must be verified first, then `controller.reconcile`. */
  readonly perform: (run: Run) => Promise<Outcome>;
}
