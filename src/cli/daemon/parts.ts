/** What a daemon is, and what every daemon is given. */
import type { KubeClient } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { PrometheusMetrics } from '../../telemetry/prometheus.ts';
import type { Health } from '../../telemetry/server.ts';
import type { Value } from '../config/compile.ts';

export type DaemonName = 'manager' | 'metacontroller';

export type Settings = Readonly<Record<string, Value | undefined>>;

/** What every daemon is given. */
export interface DaemonParts {
  readonly settings: Settings;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly metrics: PrometheusMetrics;
  /** A client under this process's name and incarnation; closed at the end. */
  readonly client: (requestTimeoutMs: number) => KubeClient;
  readonly incarnation: string;
  /** That of the client, for whatever else it calls. */
  readonly userAgent: string;
  readonly version: string;
  /** Call it when there is something to ask; until then the process lives and is not ready. */
  readonly setHealth: (health: Health) => void;
  /** Aborted by SIGTERM or SIGINT. */
  readonly leaving: AbortSignal;
}

/** A daemon: runs until it must end; resolves to the exit code. */
export type Daemon = (parts: DaemonParts) => Promise<number>;

export function textOf(settings: Settings, key: string): string {
  const value = settings[key];
  return typeof value === 'string' ? value : '';
}

export function numberOf(settings: Settings, key: string): number {
  const value = settings[key];
  return typeof value === 'number' ? value : 0;
}
