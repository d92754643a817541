/** One replica: real ownership on a real API server, with work that consists of slots being busy or not. */
import type { EventInput } from '../../../src/kube/event-body.ts';
import type { KubeClient } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { EMPTY, ofSlots, slotsOf, subtract, type RangeSet } from '../../../src/protocol/ranges.ts';
import { waitForSet } from '../../../src/replica/membership/index.ts';
import { createOwnership, type OwnershipHandle, type ReplicaEnd } from '../../../src/replica/ownership/index.ts';
import type { Completeness, SlotEvents, SlotRuntime } from '../../../src/replica/ports.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { clientFor, NAMESPACE, type World } from './world.ts';

/** A slot that is busy is idle when the test says so, or when it is aborted. */
export class BusySlots implements SlotRuntime {
  events: SlotEvents | undefined;
  readonly busy = new Set<number>();
  wanted: RangeSet = EMPTY;
  readonly starts: { readonly slots: RangeSet; readonly completeness: Completeness }[] = [];
  readonly completions: Completeness[] = [];
  #draining = new Set<number>();

  readonly want = (slots: RangeSet): void => {
    this.wanted = slots;
    this.events?.warm(slots);
  };

  readonly start = (slots: RangeSet, completeness: Completeness): void => {
    this.starts.push({ slots, completeness });
  };

  readonly complete = (_slots: RangeSet, completeness: Completeness): void => {
    this.completions.push(completeness);
  };

  readonly drain = (slots: RangeSet): void => {
    for (const slot of slotsOf(slots)) this.#draining.add(slot);
    this.events?.idle(subtract(slots, ofSlots(this.busy)));
  };

  readonly resume = (slots: RangeSet): void => {
    for (const slot of slotsOf(slots)) this.#draining.delete(slot);
  };

  readonly abort = (slots: RangeSet): void => {
    for (const slot of slotsOf(slots)) this.finish(slot);
  };

  readonly stop = (slots: RangeSet): void => {
    for (const slot of slotsOf(slots)) this.#draining.delete(slot);
  };

  readonly giveWay = (): void => {};
  readonly written = (): Readonly<Record<string, string>> => ({ configmaps: '42' });
  readonly counts = (): { objects: number; inFlight: number; queued: number; oldestDueSeconds: number } => ({
    objects: 7,
    inFlight: this.busy.size,
    queued: 0,
    oldestDueSeconds: 0,
  });

  readonly quarantined = (): undefined => undefined;
  readonly unlabelled = (): undefined => undefined;

  finish(slot: number): void {
    if (!this.busy.delete(slot)) return;
    if (this.#draining.has(slot)) this.events?.idle([{ start: slot, end: slot }]);
  }
}

export interface RunningReplica {
  readonly handle: OwnershipHandle;
  readonly slots: BusySlots;
  readonly recorded: EventInput[];
  readonly ended: Promise<ReplicaEnd>;
  /** A crash: nothing is written any more. */
  readonly kill: () => Promise<void>;
}

export async function startReplica(world: World, setName: string, name: string): Promise<RunningReplica> {
  const stop = new AbortController();
  const client = clientFor(world.controlPlane, `replica ${name}`);
  const shared = { client, clock: systemClock, log: silentLogger };
  const set = await waitForSet({ ...shared, namespace: NAMESPACE, name: setName, signal: stop.signal });
  if (set === undefined) throw new Error('the set was not found');
  const recorded: EventInput[] = [];
  const handle = createOwnership({
    ...shared,
    random: systemRandom,
    metrics: silentMetrics,
    events: { record: (event) => recorded.push(event) },
    identity: { name, podUID: '', nodeName: 'node-a', version: '0.1.0', restartInPlace: false },
    set,
  });
  const slots = new BusySlots();
  slots.events = handle.events;
  const ended = runAndClose(handle.run(slots, stop.signal), client);
  const kill = async (): Promise<void> => {
    stop.abort();
    await ended;
  };
  return { handle, slots, recorded, ended, kill };
}

async function runAndClose(run: Promise<ReplicaEnd>, client: KubeClient): Promise<ReplicaEnd> {
  try {
    return await run;
  } finally {
    await client.close();
  }
}
