/** What benchmarks need of a cluster besides starting it. */
import type { ClusterAccess } from '../../src/kube/access.ts';
import { createKubeClient } from '../../src/kube/client.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../../src/kube/resources.ts';
import type { KubeClient, KubeObject } from '../../src/kube/types.ts';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { silentMetrics } from '../../src/telemetry/metrics.ts';

export function adminClient(access: ClusterAccess): KubeClient {
  return createKubeClient({
    access,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'shardkeeper-bench',
    requestTimeoutMs: 30_000,
  });
}

/** Creates a CRD and waits until it is served. */
export async function established(client: KubeClient, crd: KubeObject): Promise<void> {
  await client.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body: crd });
  for (;;) {
    const { status } = await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name: crd.metadata.name });
    const { conditions } = status as { readonly conditions?: readonly Readonly<Record<string, string>>[] | null };
    if (conditions?.some((it) => it['type'] === 'Established' && it['status'] === 'True') === true) return;
    await sleep(systemClock, 50);
  }
}
