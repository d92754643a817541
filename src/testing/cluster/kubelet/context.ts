/** What all pods of one kubelet share. */
import type { Clock } from '../../../lib/clock.ts';
import type { KubeClient } from '../../../kube/types.ts';
import type { Logger } from '../../../telemetry/logger.ts';
import type { ProcessGuard } from '../processes/guard.ts';
import type { Isolation } from './mount-namespace.ts';
import type { PodAddresses } from './pod-addresses.ts';

export interface PodApiServer {
  readonly server: string;
  readonly caPem: string;
  /** Where the pod of this name finds it, when not at `server`. */
  readonly serverFor?: ((podName: string) => Promise<string>) | undefined;
}

export interface KubeletContext {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly guard: ProcessGuard;
  readonly addresses: PodAddresses;
  readonly isolation: Isolation;
  readonly directory: string;
  readonly logPath: (namespace: string, name: string) => string;
  readonly apiServer: PodApiServer;
  /** Of every pod; the manifest can override it. */
  readonly env: Readonly<Record<string, string>>;
  readonly tokenSeconds: number;
  readonly backOffBaseMs: number;
  readonly backOffMaxMs: number;
}
