/** A set in numbers, for Prometheus. */
import type { Report } from '../protocol/manager/machine.ts';
import { inForce, type Measure, type Observation } from '../protocol/manager/view.ts';
import { size } from '../protocol/ranges.ts';
import { SLOT_COUNT } from '../protocol/slots.ts';
import type { Metrics } from '../telemetry/metrics.ts';

const PHASES = ['Pending', 'Warming', 'Active', 'Draining', 'Fenced', 'Released'] as const;
const STATUSES = ['True', 'False', 'Unknown'] as const;
const CONDITIONS = ['Ready', 'Covered', 'Labelled', 'Balanced', 'Rebalancing', 'Stalled', 'Paused'] as const;

export class SetGauges {
  readonly #set: string;
  readonly #metrics: Metrics;

  /** `set`: namespace/name. */
  constructor(set: string, metrics: Metrics) {
    this.#set = set;
    this.#metrics = metrics;
  }

  show({ standings, summary, status, pending }: Report, { set: { spec } }: Observation, wallMs: number): void {
    const unowned = size(summary.unowned);
    const moving = Math.min(summary.moving, SLOT_COUNT - unowned);
    this.#slots({ unowned, moving, owned: SLOT_COUNT - unowned - moving });
    const phases = [...standings.values()].map(({ shard }) => shard?.status.phase ?? 'Pending');
    for (const phase of PHASES) {
      this.#gauge('shardkeeper_set_replicas', phases.filter((p) => p === phase).length, { phase });
    }
    for (const type of CONDITIONS) {
      const now = status.conditions?.find((condition) => condition.type === type)?.status;
      for (const value of STATUSES)
        this.#gauge('shardkeeper_set_condition', now === value ? 1 : 0, { type, status: value });
    }
    this.#gauge('shardkeeper_set_imbalance_ratio', summary.peak, { by: 'slots' });
    this.#gauge('shardkeeper_set_moves_pending', Math.max(0, pending));
    this.#gauge('shardkeeper_set_overrides', inForce(spec.overrides, wallMs).length);
  }

  measure(measure: Measure): void {
    const set = this.#set;
    if (measure.type === 'SlotsMoved') {
      this.#metrics.count('shardkeeper_slots_moved_total', { set, cause: measure.cause }, measure.slots);
    } else if (measure.type === 'HandoffsEnded') {
      this.#metrics.count(
        'shardkeeper_handoffs_total',
        { set, cause: measure.cause, result: measure.result },
        measure.count,
      );
    } else this.#metrics.observe('shardkeeper_takeover_seconds', measure.seconds, { set });
  }

  /** The set is gone, or another manager leads: nothing is claimed any more. */
  clear(): void {
    this.#slots({ unowned: 0, moving: 0, owned: 0 });
    for (const phase of PHASES) this.#gauge('shardkeeper_set_replicas', 0, { phase });
  }

  #slots(states: Readonly<Record<'owned' | 'moving' | 'unowned', number>>): void {
    for (const [state, value] of Object.entries(states)) this.#gauge('shardkeeper_set_slots', value, { state });
  }

  #gauge(name: Parameters<Metrics['set']>[0], value: number, labels: Readonly<Record<string, string>> = {}): void {
    this.#metrics.set(name, value, { set: this.#set, ...labels });
  }
}
