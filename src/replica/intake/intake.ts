/** Starts and stops the intake of each root kind with the ownership of its intake slot. */
import { contains, type RangeSet } from '../../protocol/ranges.ts';
import type { Controller, Unlabelled } from '../ports.ts';
import { ResourceIntake, type IntakeDeps } from './resource-intake.ts';
import { intakeSlotOf, rootKindsOf, type RootKind } from './slot-rule.ts';

export class Intake {
  readonly #deps: IntakeDeps;
  readonly #running = new Map<string, { readonly spec: string; readonly intake: ResourceIntake }>();
  #kinds: readonly RootKind[] = [];
  #active: RangeSet = [];

  constructor(deps: IntakeDeps) {
    this.#deps = deps;
    deps.metrics.onScrape(() => {
      for (const { groupResource } of this.#kinds) {
        const waiting = this.#running.get(groupResource)?.intake.waiting ?? 0;
        deps.metrics.set('shardkeeper_objects_unlabelled', waiting, { set: deps.set, resource: groupResource });
      }
    });
  }

  /** The controllers that run in this replica. */
  controllers(controllers: readonly Controller[]): void {
    this.#kinds = rootKindsOf(controllers);
    this.#update();
  }

  /** The slots in which this replica may begin work. */
  active(slots: RangeSet): void {
    this.#active = slots;
    this.#update();
  }

  /** What waits for its label; undefined when no kind is this replica's duty. */
  unlabelled(): Unlabelled | undefined {
    if (this.#running.size === 0) return undefined;
    let count = 0;
    let oldest = '';
    let sinceMs = Number.POSITIVE_INFINITY;
    for (const [groupResource, { intake }] of this.#running) {
      count += intake.waiting;
      const first = intake.oldest();
      if (first === undefined || first.sinceMs >= sinceMs) continue;
      sinceMs = first.sinceMs;
      oldest = `${groupResource} ${first.key}`;
    }
    const oldestSeconds = oldest === '' ? 0 : Math.floor((this.#deps.clock.monotonicMs() - sinceMs) / 1000);
    return { count, oldestSeconds, oldest };
  }

  close(): void {
    for (const { intake } of this.#running.values()) intake.close();
    this.#running.clear();
  }

  #update(): void {
    const due = new Map(
      this.#kinds
        .filter(({ resource }) => contains(this.#active, intakeSlotOf(resource)))
        .map((kind) => [kind.groupResource, kind]),
    );
    const all = this.#kinds;
    // The kinds around one decide how it is labelled, so any change of them is a change of each.
    const spec = JSON.stringify(all);
    for (const [groupResource, { spec: old, intake }] of this.#running) {
      if (due.has(groupResource) && old === spec) continue;
      intake.close();
      this.#running.delete(groupResource);
    }
    for (const [groupResource, kind] of due) {
      if (this.#running.has(groupResource)) continue;
      const intake = new ResourceIntake(kind, all, this.#deps);
      this.#running.set(groupResource, { spec, intake });
      intake.start();
    }
  }
}
