/**
 * Which events are worth a write: series and budgets. Pure but for its own bounded memory; time is a parameter.
 *
 * A repetition (same object, type, reason, action and note) joins the series of the first. Both new events and updates of
 * a series draw on the budget of their object and reason; what is over budget is only counted, and the count is written
 * with the next update that gets through.
 */
export interface EventBudget {
  /** So many at once … */
  readonly burst: number;
  /** … then one per so many milliseconds. */
  readonly refillMs: number;
}

export type EventDecision =
  | { readonly type: 'Create' }
  /** `count` repetitions in all, the first included. */
  | { readonly type: 'Repeat'; readonly name: string; readonly count: number }
  | { readonly type: 'Suppress' };

export interface EventIdentity {
  /** Object and reason: who pays. */
  readonly budgetKey: string;
  /** All that makes it the same event. */
  readonly seriesKey: string;
  /** Name for the Event object, if it becomes a new one. */
  readonly name: string;
  readonly budget: EventBudget;
}

interface Series {
  readonly name: string;
  count: number;
  lastMs: number;
}

interface Bucket {
  tokens: number;
  atMs: number;
}

/** A series that was silent for so long has ended; the server forgets events after an hour. */
const SERIES_END_MS = 6 * 60_000;

export class EventCorrelator {
  readonly #entriesMax: number;
  readonly #series = new Map<string, Series>();
  readonly #buckets = new Map<string, Bucket>();

  /** At most `entriesMax` series and budgets are remembered; the least recently used are forgotten. */
  constructor(entriesMax = 4_096) {
    this.#entriesMax = entriesMax;
  }

  decide(event: EventIdentity, nowMs: number): EventDecision {
    const allowed = this.#spend(event, nowMs);
    const series = this.#series.get(event.seriesKey);
    if (series !== undefined && nowMs - series.lastMs < SERIES_END_MS) {
      series.count += 1;
      series.lastMs = nowMs;
      this.#remember(this.#series, event.seriesKey, series);
      return allowed ? { type: 'Repeat', name: series.name, count: series.count } : { type: 'Suppress' };
    }
    if (!allowed) return { type: 'Suppress' };
    this.#remember(this.#series, event.seriesKey, { name: event.name, count: 1, lastMs: nowMs });
    return { type: 'Create' };
  }

  /** The Event object is gone (an hour has passed): the next one starts anew. */
  forget(seriesKey: string): void {
    this.#series.delete(seriesKey);
  }

  #spend({ budgetKey, budget }: EventIdentity, nowMs: number): boolean {
    const bucket = this.#buckets.get(budgetKey) ?? { tokens: budget.burst, atMs: nowMs };
    bucket.tokens = Math.min(budget.burst, bucket.tokens + (nowMs - bucket.atMs) / budget.refillMs);
    bucket.atMs = nowMs;
    this.#remember(this.#buckets, budgetKey, bucket);
    if (bucket.tokens < 1) return false;
    bucket.tokens -= 1;
    return true;
  }

  #remember<V>(map: Map<string, V>, key: string, value: V): void {
    map.delete(key);
    map.set(key, value);
    if (map.size <= this.#entriesMax) return;
    for (const oldest of map.keys()) {
      map.delete(oldest);
      break;
    }
  }
}
