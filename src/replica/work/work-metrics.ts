/** The metrics of one controller's queue and runs, under the names that controller-runtime's dashboards use. */
import type { Labels, Metrics } from '../../telemetry/metrics.ts';
import { LANES } from './queue.ts';

export type RunResult = 'success' | 'error' | 'requeue' | 'requeue_after';

/** controller-runtime shows priorities as numbers, higher first. */
const PRIORITIES = ['0', '-50', '-100'] as const;

export class WorkMetrics {
  readonly #metrics: Metrics;
  readonly #controller: Labels;
  readonly #queue: Labels;
  readonly #results: Readonly<Record<RunResult, Labels>>;
  readonly #depths: readonly Labels[];

  constructor(metrics: Metrics, controller: string) {
    this.#metrics = metrics;
    this.#controller = { controller };
    this.#queue = { name: controller, controller };
    const result = (name: RunResult): Labels => ({ controller, result: name });
    this.#results = {
      success: result('success'),
      error: result('error'),
      requeue: result('requeue'),
      requeue_after: result('requeue_after'),
    };
    this.#depths = LANES.map((_, i) => ({ name: controller, controller, priority: PRIORITIES[i] ?? '0' }));
    for (const labels of Object.values(this.#results)) metrics.count('controller_runtime_reconcile_total', labels, 0);
    metrics.count('controller_runtime_reconcile_errors_total', this.#controller, 0);
    metrics.count('workqueue_adds_total', this.#queue, 0);
    metrics.count('workqueue_retries_total', this.#queue, 0);
  }

  maxConcurrent(value: number): void {
    this.#metrics.set('controller_runtime_max_concurrent_reconciles', value, this.#controller);
  }

  added(): void {
    this.#metrics.count('workqueue_adds_total', this.#queue);
  }

  retried(): void {
    this.#metrics.count('workqueue_retries_total', this.#queue);
  }

  started(waitedSeconds: number): void {
    this.#metrics.observe('workqueue_queue_duration_seconds', waitedSeconds, this.#queue);
  }

  finished(result: RunResult, seconds: number): void {
    this.#metrics.count('controller_runtime_reconcile_total', this.#results[result]);
    if (result === 'error') this.#metrics.count('controller_runtime_reconcile_errors_total', this.#controller);
    this.#metrics.observe('controller_runtime_reconcile_time_seconds', seconds, this.#controller);
    this.#metrics.observe('workqueue_work_duration_seconds', seconds, this.#queue);
  }

  scraped(now: {
    readonly active: number;
    readonly ages: readonly number[];
    readonly depths: readonly number[];
  }): void {
    this.#metrics.set('controller_runtime_active_workers', now.active, this.#controller);
    this.#metrics.set(
      'workqueue_unfinished_work_seconds',
      now.ages.reduce((a, b) => a + b, 0),
      this.#queue,
    );
    this.#metrics.set('workqueue_longest_running_processor_seconds', Math.max(0, ...now.ages), this.#queue);
    this.#depths.forEach((labels, i) => this.#metrics.set('workqueue_depth', now.depths[i] ?? 0, labels));
  }
}
