/** The metrics of a replica's machinery that are computed when they are scraped. */
import type { RangeSet } from '../../protocol/ranges.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Ownership } from '../ports.ts';
import { WATCHES_MAX } from '../watch/watch-plan.ts';
import type { WatchHub } from '../watch/index.ts';
import type { WorkPool } from './pool.ts';

interface HostMetricsOptions {
  readonly metrics: Metrics;
  readonly ownership: Pick<Ownership, 'replicaName'>;
  readonly workers: number;
  readonly set: string;
}

interface Sources {
  readonly hub: WatchHub;
  readonly pool: WorkPool;
  readonly started: () => RangeSet;
}

export function registerHostMetrics(options: HostMetricsOptions, { hub, pool, started }: Sources): void {
  const { metrics, ownership, workers, set } = options;
  for (const point of ['dequeue', 'hook', 'write']) metrics.count('shardkeeper_work_dropped_total', { set, point }, 0);
  metrics.onScrape(() => {
    const labels = { set, shard: ownership.replicaName };
    metrics.set('shardkeeper_sync_capacity', workers, labels);
    metrics.set('shardkeeper_sync_demand', pool.running + pool.queued, labels);
    metrics.set('shardkeeper_bound_used', hub.watches(), { bound: 'watches' });
    metrics.set('shardkeeper_bound_limit', WATCHES_MAX * hub.groupResources().length, { bound: 'watches' });
    for (const resource of hub.groupResources()) {
      const count = hub.cache(resource)?.countIn(started()) ?? 0;
      metrics.set('shardkeeper_shard_objects', count, { ...labels, resource });
    }
    for (const { name, seconds } of pool.oldestByController()) {
      metrics.set('shardkeeper_oldest_due_seconds', seconds, { ...labels, controller: name });
    }
  });
}
