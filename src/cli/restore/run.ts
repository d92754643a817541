/** `shardkeeper restore`: flags in, one line of facts out. */
import { createKubeClient } from '../../kube/client.ts';
import { loadClusterAccess } from '../../kube/config.ts';
import { systemClock } from '../../lib/clock.ts';
import { silentMetrics } from '../../telemetry/metrics.ts';
import { version } from '../version.ts';
import { declareRestored } from './declare.ts';
import { describe, type Output } from './print.ts';

export interface RestoreFlags {
  readonly namespace?: string;
  readonly kubeconfig?: string;
  readonly context?: string;
  readonly output: Output;
  readonly force?: boolean;
  readonly dryRun?: boolean;
}

const REQUEST_TIMEOUT_MS = 10_000;

/** Errors: those of `declareRestored` and of finding the cluster. */
export async function runRestore(name: string, flags: RestoreFlags): Promise<void> {
  const clock = systemClock;
  const { kubeconfig, context } = flags;
  const access = await loadClusterAccess({
    clock,
    env: process.env,
    ...(kubeconfig === undefined ? {} : { kubeconfig }),
    ...(context === undefined ? {} : { context }),
  });
  const userAgent = `shardkeeper/${version().version} (restore)`;
  const client = createKubeClient({
    access,
    clock,
    metrics: silentMetrics,
    userAgent,
    requestTimeoutMs: REQUEST_TIMEOUT_MS,
    readTimeoutMs: REQUEST_TIMEOUT_MS,
  });
  try {
    const declared = await declareRestored({
      client,
      clock,
      name,
      namespace: flags.namespace ?? access.namespace,
      force: flags.force === true,
      dryRun: flags.dryRun === true,
      tell: (text) => void process.stderr.write(`${text}\n`),
    });
    process.stdout.write(describe(declared, flags.output));
  } finally {
    await client.close();
  }
}
