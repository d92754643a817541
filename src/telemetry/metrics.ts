/**
 * What a room needs of metrics: counters, gauges and histograms by catalogue name.
 *
 * The catalogue (`catalogue.ts`) lists every metric with its help text, type, labels and buckets; a name or a label that
 * is not in it does not compile. Rooms are handed a `Metrics`; only the composition root builds the Prometheus one.
 */
import type { MetricName } from './catalogue.ts';

export type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  /** Adds `by` (>= 0, default 1) to a counter. */
  readonly count: (name: MetricName, labels?: Labels, by?: number) => void;
  /** Sets a gauge. */
  readonly set: (name: MetricName, value: number, labels?: Labels) => void;
  /** Records an observation (base units: seconds, bytes) in a histogram. */
  readonly observe: (name: MetricName, value: number, labels?: Labels) => void;
  /** Computes gauges when they are scraped: `fill` is called before each scrape. */
  readonly onScrape: (fill: () => void) => void;
}

const nothing = (): void => {};

/** For tests and tools that want silence. */
export const silentMetrics: Metrics = { count: nothing, set: nothing, observe: nothing, onScrape: nothing };
