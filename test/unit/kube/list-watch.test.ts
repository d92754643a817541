import fc from 'fast-check';
import * as assert from 'uvu/assert';

import { BACKOFF_BASE_MS, BACKOFF_CAP_MS, initialListWatch, stepListWatch } from '../../../src/kube/list-watch.ts';
import type {
  Failure,
  ListWatchEffect,
  ListWatchEvent,
  ListWatchState,
  ListWatchWork,
} from '../../../src/kube/list-watch.ts';
import { createObjectStore } from '../../../src/kube/store.ts';
import { keyOf } from '../../../src/kube/types.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { thing } from './objects.ts';

const test = suite('list-watch');

/** What happens, in the world or on the way. */
type Action =
  | { readonly type: 'Write'; readonly name: string; readonly deleted: boolean }
  /** The server forgets its history. */
  | { readonly type: 'Compact' }
  /** What is under way makes one step. */
  | { readonly type: 'Go' }
  | { readonly type: 'Bookmark' }
  | { readonly type: 'EndWatch' }
  | { readonly type: 'Backup' }
  /** The server comes back as it was backed up; its versions go on above all that were, or come again. */
  | { readonly type: 'Restore'; readonly bumped: boolean }
  | { readonly type: 'Fail'; readonly status: number };

interface LogEntry {
  readonly version: number;
  readonly type: 'ADDED' | 'MODIFIED' | 'DELETED';
  readonly object: KubeObject;
}

/** The dumbest server there is: a map, and a log of events. */
class ModelServer {
  version = 100;
  #compactedTo = 100;
  objects = new Map<string, KubeObject>();
  #log: LogEntry[] = [];
  #backup = { version: 100, objects: new Map<string, KubeObject>() };

  backup(): void {
    this.#backup = { version: this.version, objects: new Map(this.objects) };
  }

  restore(bumped: boolean): void {
    this.objects = new Map(this.#backup.objects);
    this.version = bumped ? this.version + 1_000 : this.#backup.version;
    this.#compactedTo = this.version;
    this.#log = [];
  }

  write(name: string, deleted: boolean): void {
    const known = this.objects.has(name);
    if (deleted && !known) return;
    this.version += 1;
    const object = thing({ name, version: this.version });
    if (deleted) this.objects.delete(name);
    else this.objects.set(name, object);
    this.#log.push({ version: this.version, type: deleted ? 'DELETED' : known ? 'MODIFIED' : 'ADDED', object });
  }

  compact(): void {
    this.#compactedTo = this.version;
  }

  /** The next event after `version`, `gone` when that is forgotten, undefined when there is none. */
  after(version: number): LogEntry | 'gone' | undefined {
    if (version < this.#compactedTo) return 'gone';
    return this.#log.find((entry) => entry.version > version);
  }
}

class World {
  readonly server = new ModelServer();
  readonly store = createObjectStore({ indexes: {} });
  readonly delays: { readonly delayMs: number; readonly failures: number }[] = [];
  state: ListWatchState = initialListWatch;
  #work: ListWatchWork = { type: 'List' };
  #nowMs = 0;
  #highest = '';
  #knownAtBegin = '';
  readonly #random: () => number;

  constructor(random: () => number) {
    this.#random = random;
    this.#step({ type: 'Started', startFrom: undefined });
  }

  do(action: Action): void {
    switch (action.type) {
      case 'Write':
        return this.server.write(action.name, action.deleted);
      case 'Compact':
        return this.server.compact();
      case 'Go':
        return this.go();
      case 'Bookmark':
        return this.#bookmark();
      case 'EndWatch':
        if (this.state.type === 'Watching') this.#step({ type: 'WatchEnded', random: this.#random() });
        return;
      case 'Fail':
        return this.#fail({ status: action.status, code: 'X', message: '', retryAfterMs: undefined });
      case 'Backup':
        return this.server.backup();
      case 'Restore':
        return this.#restore(action.bumped);
    }
  }

  /** Versions that come again must be seen before they have caught up: nobody can tell them apart afterwards. */
  #restore(bumped: boolean): void {
    this.server.restore(bumped);
    this.#fail({ status: 0, code: 'X', message: '', retryAfterMs: undefined });
    if (!bumped) for (let i = 0; i < 4; i++) this.go();
  }

  go(): void {
    switch (this.#work.type) {
      case 'List': {
        const items = [...this.server.objects.values()];
        return this.#step({ type: 'Listed', items, resourceVersion: String(this.server.version) });
      }
      case 'Watch':
        return this.#deliver();
      case 'Probe':
        return this.#step({ type: 'Probed', resourceVersion: String(this.server.version) });
      case 'Wait':
        this.#nowMs += this.#work.delayMs;
        return this.#step({ type: 'TimerFired' });
    }
  }

  get settled(): boolean {
    return this.state.type === 'Watching' && this.server.after(Number(this.state.resourceVersion)) === undefined;
  }

  #deliver(): void {
    if (this.state.type !== 'Watching') throw new Error('no watch');
    const next = this.server.after(Number(this.state.resourceVersion));
    const random = this.#random();
    if (next === 'gone') {
      const event = { type: 'ERROR', status: 410, reason: 'Expired', message: '' } as const;
      this.#step({ type: 'Received', event, random });
    } else if (next !== undefined) {
      this.#step({ type: 'Received', event: { type: next.type, object: next.object }, random });
    }
  }

  /** A bookmark is honest: everything up to its version was delivered. */
  #bookmark(): void {
    if (!this.settled) return;
    const event = { type: 'BOOKMARK', resourceVersion: String(this.server.version) } as const;
    this.#step({ type: 'Received', event, random: this.#random() });
  }

  #fail(failure: Failure): void {
    const random = this.#random();
    if (this.state.type === 'Listing') this.#step({ type: 'ListFailed', failure, random });
    else if (this.state.type === 'Watching') this.#step({ type: 'WatchFailed', failure, random });
    else if (this.state.type === 'Probing') this.#step({ type: 'ProbeFailed', failure, random });
  }

  #step(event: ListWatchEvent): void {
    const before = this.state;
    const { state, effects } = stepListWatch(before, event, this.#nowMs);
    this.state = state;
    const work = effects.filter(isWork);
    const stayed = event.type === 'Received' && state.type === 'Watching' && before.type === 'Watching';
    assert.is(work.length, stayed ? 0 : 1, `exactly one thing is under way after ${event.type}`);
    this.#work = work[0] ?? this.#work;
    for (const effect of effects) this.#perform(effect);
  }

  #perform(effect: ListWatchEffect): void {
    if (effect.type === 'Report' && effect.state.type === 'Listing') this.#knownAtBegin = this.#highest;
    if (effect.type === 'Replace') {
      const { items, resourceVersion } = effect;
      this.store.replaceWhere(() => true, { items, resourceVersion, knownAtBegin: this.#knownAtBegin });
      this.#highest = resourceVersion;
    }
    if (effect.type === 'Progress') this.#highest = effect.resourceVersion;
    if (effect.type === 'Wait' && this.state.type === 'BackingOff') {
      this.delays.push({ delayMs: effect.delayMs, failures: this.state.failures });
    }
    if (effect.type !== 'Apply') return;
    const { name, namespace = '', resourceVersion = '' } = effect.object.metadata;
    this.#highest = resourceVersion;
    if (effect.change === 'DELETED') this.store.remove(keyOf({ namespace, name }), resourceVersion);
    else this.store.upsert(effect.object);
  }
}

function isWork(effect: ListWatchEffect): effect is ListWatchWork {
  return ['List', 'Watch', 'Probe', 'Wait'].includes(effect.type);
}

const action: fc.Arbitrary<Action> = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      type: fc.constant('Write' as const),
      name: fc.constantFrom('a', 'b', 'c', 'd'),
      deleted: fc.boolean(),
    }),
  },
  { weight: 6, arbitrary: fc.constant<Action>({ type: 'Go' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ type: 'Compact' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ type: 'Bookmark' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ type: 'EndWatch' }) },
  { weight: 1, arbitrary: fc.constant<Action>({ type: 'Backup' }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('Restore' as const), bumped: fc.boolean() }) },
  {
    weight: 2,
    arbitrary: fc.record({
      type: fc.constant('Fail' as const),
      status: fc.constantFrom(0, 403, 404, 410, 429, 500, 504),
    }),
  },
);

test('property: after any faults the store equals the server, and soon', () => {
  const unit = fc.infiniteStream(fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true }));
  fc.assert(
    fc.property(fc.array(action, { maxLength: 80 }), unit, (actions, random) => {
      const world = new World(() => random.next().value as number);
      for (const each of actions) world.do(each);
      let steps = 0;
      while (!world.settled) {
        world.go();
        steps += 1;
        assert.ok(steps < 200, 'it settles');
      }
      const state = (objects: Iterable<KubeObject>): string[] =>
        [...objects].map(({ metadata }) => `${metadata.name}@${metadata.resourceVersion}`).toSorted();
      assert.equal(state(world.store.values()), state(world.server.objects.values()));
      for (const { delayMs, failures } of world.delays) {
        assert.ok(delayMs >= 0 && delayMs <= Math.min(BACKOFF_CAP_MS, BACKOFF_BASE_MS * 2 ** (failures - 1)));
      }
    }),
    { numRuns: 500 },
  );
});

test('a watch that was cut goes on only when the server has its version: else it would hear nothing for ever', () => {
  let { state } = stepListWatch(initialListWatch, { type: 'Started', startFrom: '200' }, 0);
  const failure: Failure = { status: 0, code: 'Unavailable', message: '', retryAfterMs: undefined };
  ({ state } = stepListWatch(state, { type: 'WatchFailed', failure, random: 0.5 }, 0));
  const probing = stepListWatch(state, { type: 'TimerFired' }, 1);
  assert.equal(probing.effects, [{ type: 'Probe' }]);
  const behind = stepListWatch(probing.state, { type: 'Probed', resourceVersion: '199' }, 2);
  assert.is(behind.state.type, 'Listing');
  const same = stepListWatch(probing.state, { type: 'Probed', resourceVersion: '200' }, 2);
  assert.equal(same.effects.at(-1), { type: 'Watch', resourceVersion: '200' });
});

test('the first answer after a long outage costs no long wait', () => {
  let step = stepListWatch(initialListWatch, { type: 'Started', startFrom: '200' }, 0);
  const failed = (status: number): Failure => ({ status, code: 'X', message: '', retryAfterMs: undefined });
  step = stepListWatch(step.state, { type: 'WatchFailed', failure: failed(0), random: 1 }, 0);
  for (let i = 0; i < 30; i++) {
    step = stepListWatch(step.state, { type: 'TimerFired' }, 0);
    step = stepListWatch(step.state, { type: 'ProbeFailed', failure: failed(0), random: 1 }, 0);
  }
  assert.equal(step.effects.at(-1), { type: 'Wait', delayMs: 4_000 });
  step = stepListWatch(step.state, { type: 'TimerFired' }, 0);
  step = stepListWatch(step.state, { type: 'ProbeFailed', failure: failed(429), random: 1 }, 0);
  assert.equal(step.effects.at(-1), { type: 'Wait', delayMs: 8_000 });
});

test('a watch that ended without having shown anything is probed; one that was heard goes on at once', () => {
  const { state } = stepListWatch(initialListWatch, { type: 'Started', startFrom: '200' }, 0);
  const silent = stepListWatch(state, { type: 'WatchEnded', random: 0.5 }, 60_000);
  assert.equal(silent.effects.at(-1), { type: 'Probe' });
  const bookmark = { type: 'BOOKMARK', resourceVersion: '201' } as const;
  const heard = stepListWatch(state, { type: 'Received', event: bookmark, random: 0.5 }, 100);
  const ended = stepListWatch(heard.state, { type: 'WatchEnded', random: 0.5 }, 200);
  assert.equal(ended.effects.at(-1), { type: 'Watch', resourceVersion: '201' });
});

test('events that do not fit the state are a programmer error', () => {
  assert.throws(() => stepListWatch(initialListWatch, { type: 'TimerFired' }, 0), /TimerFired while Idle/);
  const { state } = stepListWatch(initialListWatch, { type: 'Started', startFrom: '3' }, 0);
  assert.throws(() => stepListWatch(state, { type: 'Listed', items: [], resourceVersion: '1' }, 0), /Listed while/);
});
