/** What the machinery of a replica is built from. */
import type { EventRecorder } from '../../kube/events.ts';
import type { KubeClient } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { CrashJournal, Ownership, SlotEvents } from '../ports.ts';
import type { RetryPolicy } from './retry-delay.ts';

export interface WorkHostOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: Metrics;
  readonly ownership: Pick<Ownership, 'token' | 'check' | 'replicaName'>;
  readonly events: SlotEvents;
  readonly objectEvents?: Pick<EventRecorder, 'record'>;
  readonly journal?: CrashJournal;
  /** Most reconciles at once. */
  readonly workers: number;
  readonly retry?: RetryPolicy;
  readonly requestTimeoutMs: number;
  readonly slotLabel: string;
  /** `namespace/name` of the set. */
  readonly set: string;
}
