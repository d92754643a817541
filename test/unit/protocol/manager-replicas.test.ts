import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { carriedAfter, replicasStep, type Carried } from '../../../src/protocol/manager/replicas.ts';
import type { SetView, WorkloadView } from '../../../src/protocol/manager/view.ts';
import { SPEC } from '../../golden/protocol-manager/mind.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/manager/replicas');

interface Version {
  readonly version: number;
  readonly replicas: number;
}

/** Set and workload in a store; what the manager sees of either may be any number of versions old. */
class World {
  readonly #set: (Version & { readonly applied: number })[] = [{ version: 1, replicas: 3, applied: 3 }];
  readonly #workload: Version[] = [{ version: 1, replicas: 3 }];
  #setSeen = 0;
  #workloadSeen = 0;
  #carried: Carried | undefined;
  #version = 1;

  editSet(replicas: number): void {
    this.#set.push({ ...last(this.#set), version: ++this.#version, replicas });
  }

  editWorkload(replicas: number): void {
    this.#workload.push({ version: ++this.#version, replicas });
  }

  /** A status of the workload changes: a new version, the same count. */
  touchWorkload(): void {
    this.editWorkload(last(this.#workload).replicas);
  }

  seeSet(): void {
    this.#setSeen = Math.min(this.#setSeen + 1, this.#set.length - 1);
  }

  seeWorkload(): void {
    this.#workloadSeen = Math.min(this.#workloadSeen + 1, this.#workload.length - 1);
  }

  /** The manager decides on what it sees, and writes by CAS. */
  decide(): boolean {
    const set = viewOfSet(at(this.#set, this.#setSeen));
    const workload = viewOfWorkload(at(this.#workload, this.#workloadSeen));
    const step = replicasStep(set, workload, { used: new Set(), carried: this.#carried });
    this.#carried = carriedAfter(step, this.#carried, { set, workload });
    const isSetSeen = this.#setSeen === this.#set.length - 1;
    const known = last(this.#set);
    if (step.type === 'ScaleWorkload') {
      if (this.#workloadSeen === this.#workload.length - 1) this.editWorkload(step.replicas);
    } else if (step.type === 'SetReplicas') {
      if (isSetSeen) this.#writeSet({ ...known, replicas: step.replicas });
    } else if (step.type === 'Agreed' && step.applied !== known.applied) {
      if (isSetSeen) this.#writeSet({ ...known, applied: step.applied ?? 0 });
    } else return false;
    return true;
  }

  /** Its answer is known at once. */
  #writeSet(next: Version & { readonly applied: number }): void {
    this.#set.push({ ...next, version: ++this.#version });
    this.#setSeen = this.#set.length - 1;
  }

  settle(): readonly [number, number] {
    for (let i = 0; i < 50; i++) {
      for (let j = 0; j < 50; j++) {
        this.seeSet();
        this.seeWorkload();
      }
      if (!this.decide()) break;
    }
    return [last(this.#set).replicas, last(this.#workload).replicas];
  }
}

function at<T>(items: readonly T[], index: number): T {
  const item = items[index];
  if (item === undefined) throw new Error('no such version');
  return item;
}

function last<T>(items: readonly T[]): T {
  return at(items, items.length - 1);
}

function viewOfSet({ version, replicas, applied }: Version & { readonly applied: number }): SetView {
  return {
    name: 'w',
    uid: 'set-1',
    resourceVersion: String(version),
    generation: 1,
    deleting: false,
    guarded: true,
    spec: { ...SPEC, replicas },
    status: { appliedReplicas: applied },
  };
}

function viewOfWorkload({ version, replicas }: Version): WorkloadView {
  return { type: 'Found', resourceVersion: String(version), replicas, selector: 'app=w', firstOrdinal: 0 };
}

type Action = 'Decide' | 'SeeSet' | 'SeeWorkload' | 'Touch' | { readonly edit: number };

const actions = fc.array(
  fc.oneof(
    { weight: 6, arbitrary: fc.constantFrom<Action>('Decide', 'SeeSet', 'SeeWorkload', 'Touch') },
    { weight: 2, arbitrary: fc.record({ edit: fc.integer({ min: 3, max: 6 }) }) },
  ),
  { maxLength: 40 },
);

for (const side of ['Set', 'Workload'] as const) {
  test(`property: who edits only the ${side} gets what was asked for last, whatever the manager has seen`, () => {
    fc.assert(
      fc.property(actions, (script) => {
        const world = new World();
        let asked = 3;
        for (const action of script) {
          if (action === 'Decide') world.decide();
          else if (action === 'SeeSet') world.seeSet();
          else if (action === 'SeeWorkload') world.seeWorkload();
          else if (action === 'Touch') world.touchWorkload();
          else {
            asked = action.edit;
            if (side === 'Set') world.editSet(asked);
            else world.editWorkload(asked);
          }
        }
        assert.equal(world.settle(), [asked, asked]);
      }),
      { numRuns: 3_000 },
    );
  });
}

test('a change that follows the own scaling before that is seen is not undone', () => {
  const world = new World();
  world.editSet(4);
  world.seeSet();
  world.decide();
  world.editSet(3);
  world.seeSet();
  world.decide();
  assert.equal(world.settle(), [3, 3]);
});
