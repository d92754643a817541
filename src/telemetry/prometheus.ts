/** The `Metrics` of a real process: a prom-client registry of its own, filled from the catalogue. */
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client';
import { assert } from '../lib/assert.ts';
import { CATALOGUE, type MetricName, type MetricSpec } from './catalogue.ts';
import type { Metrics } from './metrics.ts';

export interface PrometheusMetrics extends Metrics {
  /** The text exposition of everything, computed now. */
  readonly scrape: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

export interface PrometheusOptions {
  readonly version: string;
  readonly revision: string;
  readonly component: string;
  readonly protocol: number;
}

/**
 * Every metric without labels exists from the start with 0; one with labels from its first use. Process and Node.js
 * metrics are included.
 */
export function createPrometheusMetrics(options: PrometheusOptions): PrometheusMetrics {
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const counters = new Map<MetricName, Counter>();
  const gauges = new Map<MetricName, Gauge>();
  const histograms = new Map<MetricName, Histogram>();
  const fillers: (() => void)[] = [];
  for (const [key, spec] of Object.entries(CATALOGUE) as [MetricName, MetricSpec][]) {
    const base = { name: key, help: spec.help, labelNames: [...spec.labels], registers: [registry] };
    if (spec.type === 'counter') counters.set(key, new Counter(base));
    else if (spec.type === 'gauge') gauges.set(key, new Gauge(base));
    else histograms.set(key, new Histogram({ ...base, buckets: [...(spec.buckets ?? [])] }));
  }
  const metrics: PrometheusMetrics = {
    count: (name, labels = {}, by = 1) => of(counters, name).inc(labels, by),
    set: (name, value, labels = {}) => of(gauges, name).set(labels, value),
    observe: (name, value, labels = {}) => of(histograms, name).observe(labels, value),
    onScrape: (fill) => {
      fillers.push(fill);
    },
    scrape: async () => {
      for (const fill of fillers) fill();
      return { contentType: registry.contentType, body: await registry.metrics() };
    },
  };
  const { version, revision, component, protocol } = options;
  metrics.set('shardkeeper_build_info', 1, { version, revision, component, protocol: String(protocol) });
  return metrics;
}

function of<T>(map: ReadonlyMap<MetricName, T>, name: MetricName): T {
  const metric = map.get(name);
  assert(metric !== undefined, `metric ${name} is of another type in the catalogue`);
  return metric;
}
