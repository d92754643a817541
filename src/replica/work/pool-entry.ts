/** What the work pool keeps of one controller. */
import type { WriteRequest } from '../../kube/types.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';
import type { Metrics } from '../../telemetry/metrics.ts';
import type { Controller, Lane, WorkToken } from '../ports.ts';
import { KeyedQueue, type Item } from './queue.ts';
import { WorkMetrics } from './work-metrics.ts';

/** One run of one root, as the machinery around the reconcile sees it. */
export interface Run {
  readonly controller: Controller;
  readonly item: Item;
  readonly lane: Lane;
  readonly token: WorkToken;
  readonly abort: AbortController;
  readonly startedMs: number;
  /** Of the root when the run began; undefined when its kind has none. */
  readonly generation: number | undefined;
  /** The last write of this run that was applied; set by the writer. */
  wrote: WriteRequest | undefined;
}

type Gate = 'Closed' | 'Open' | 'Draining';
const GATES: readonly Gate[] = ['Closed', 'Open', 'Draining'];

/** A controller in the pool: its queue, its runs, and in which slots it may act. */
export class PoolEntry {
  readonly controller: Controller;
  readonly queue = new KeyedQueue();
  readonly runs = new Set<Run>();
  readonly metrics: WorkMetrics;
  /** Per slot: index into GATES. */
  readonly gates = new Uint8Array(SLOT_COUNT);
  removed: (() => void) | undefined = undefined;
  closing = false;

  constructor(controller: Controller, metrics: Metrics) {
    this.controller = controller;
    this.metrics = new WorkMetrics(metrics, controller.name);
  }

  gate(slot: Slot): Gate {
    return GATES[this.gates[slot] ?? 0] ?? 'Closed';
  }

  setGate(slot: Slot, gate: Gate): void {
    this.gates[slot] = GATES.indexOf(gate);
  }

  mayTake(lane: Lane): boolean {
    return this.queue.waiting(lane) > 0 && this.queue.running < (this.controller.concurrencyMax ?? Infinity);
  }
}
