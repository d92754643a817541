import fc from 'fast-check';
import * as assert from 'uvu/assert';

import {
  DEFAULT_ELECTION_TIMING as TIMING,
  initialElection,
  isLeading,
  stepElection,
} from '../../../src/kube/leader-election.ts';
import type { ElectionEffect, ElectionEvent, ElectionState } from '../../../src/kube/leader-election.ts';
import type { Lease } from '../../../src/kube/leases.ts';
import { suite } from '../../suite.ts';

const test = suite('leader election');

const lease = (holder: string, version: number): Lease => ({
  namespace: 'n',
  name: 'l',
  uid: 'u',
  resourceVersion: String(version),
  holder,
  durationSeconds: 5,
  transitions: 0,
  labels: {},
  object: { apiVersion: 'coordination.k8s.io/v1', kind: 'Lease', metadata: { name: 'l' } },
});

const types = (effects: readonly ElectionEffect[]): string[] => effects.map((effect) => effect.type);

/** Steps through `events`, each at its time; returns the last step. */
function play(...events: readonly (readonly [number, ElectionEvent])[]): ReturnType<typeof stepElection> {
  let step: ReturnType<typeof stepElection> = { state: initialElection, effects: [] };
  for (const [nowMs, event] of events)
    step = stepElection(step.state, event, { nowMs, identity: 'me', timing: TIMING });
  return step;
}

test('an absent, a free and an own lease are taken at once', () => {
  for (const found of [undefined, lease('', 3), lease('me', 3)]) {
    const { state, effects } = play([0, { type: 'Due' }], [10, { type: 'Read', lease: found }]);
    assert.equal([state.type, effects], ['Acquiring', [{ type: 'Write', lease: found }]]);
  }
});

test('the lease of one who has ended is taken at once', () => {
  const context = { nowMs: 10, identity: 'me', timing: TIMING, hasEnded: (holder: string) => holder === 'old me' };
  const read = (holder: string): string[] =>
    types(stepElection(initialElection, { type: 'Read', lease: lease(holder, 3) }, context).effects);
  assert.equal(read('old me'), ['Write']);
  assert.equal(read('another'), ['Wait']);
});

test("another's lease is taken when we have seen it unchanged for its duration", () => {
  const other = { type: 'Read', lease: lease('other', 3) } as const;
  assert.equal(play([0, other]).effects, [{ type: 'Wait', delayMs: 1000 }]);
  assert.equal(play([0, other], [4500, other]).effects, [{ type: 'Wait', delayMs: 500 }]);
  assert.equal(types(play([0, other], [5000, other]).effects), ['Write']);
  const renewed = { type: 'Read', lease: lease('other', 4) } as const;
  assert.equal(play([0, other], [4900, renewed], [9800, renewed]).effects, [{ type: 'Wait', delayMs: 100 }]);
});

test('the longer of both durations counts', () => {
  const long = { type: 'Read', lease: { ...lease('other', 3), durationSeconds: 15 } } as const;
  assert.equal(types(play([0, long], [14_999, long]).effects), ['Wait']);
  assert.equal(types(play([0, long], [15_000, long]).effects), ['Write']);
});

const won = [
  [0, { type: 'Read', lease: undefined }],
  [50, { type: 'Written', lease: lease('me', 5), sentMs: 10 }],
] as const satisfies readonly (readonly [number, ElectionEvent])[];

test('leadership counts from when the renewal was sent and lapses by itself', () => {
  const { state, effects } = play(...won);
  assert.equal(types(effects), ['Lead', 'Wait']);
  assert.is(isLeading(state, 3509), true);
  assert.is(isLeading(state, 3510), false);
  assert.equal(types(play(...won, [3510, { type: 'Due' }]).effects), ['Yield', 'Read']);
});

test('a failed renewal is followed by a read: a lost answer is continued, another holder obeyed', () => {
  const failed = [...won, [1100, { type: 'WriteFailed' }]] as const;
  assert.equal(play(...failed).effects, [{ type: 'Read' }]);
  assert.equal(types(play(...failed, [1150, { type: 'Read', lease: lease('me', 6) }]).effects), ['Write']);
  const lost = play(...failed, [1150, { type: 'Read', lease: lease('other', 6) }]);
  assert.equal([lost.state.type, types(lost.effects)], ['Standby', ['Yield', 'Read']]);
});

test('an acquisition whose answer comes too late is none', () => {
  const late = play(
    [0, { type: 'Read', lease: undefined }],
    [4000, { type: 'Written', lease: lease('me', 5), sentMs: 10 }],
  );
  assert.equal([late.state.type, types(late.effects)], ['Standby', ['Read']]);
});

/** What the API server holds: one Lease, changed by compare-and-swap only. */
class ModelLease {
  #lease: Lease | undefined;
  #version = 0;

  read(): Lease | undefined {
    return this.#lease;
  }

  write(seen: Lease | undefined, holder: string): Lease | undefined {
    if (seen?.resourceVersion !== this.#lease?.resourceVersion) return undefined;
    this.#version += 1;
    this.#lease = lease(holder, this.#version);
    return this.#lease;
  }
}

class Candidate {
  state: ElectionState = initialElection;
  #work: ElectionEffect = { type: 'Wait', delayMs: 0 };
  #dueMs = 0;
  readonly name: string;

  constructor(name: string) {
    this.name = name;
  }

  /** Does what is due; `fate` says what becomes of a request. */
  tick(nowMs: number, server: ModelLease, fate: 'ok' | 'lost' | 'answerLost'): void {
    if (nowMs < this.#dueMs) return;
    const work = this.#work;
    if (work.type === 'Wait') return this.#step({ type: 'Due' }, nowMs);
    if (work.type === 'Read') {
      return this.#step(fate === 'ok' ? { type: 'Read', lease: server.read() } : { type: 'ReadFailed' }, nowMs);
    }
    if (work.type !== 'Write') throw new Error(`no work: ${work.type}`);
    const written = fate === 'lost' ? undefined : server.write(work.lease, this.name);
    const good = written !== undefined && fate === 'ok';
    this.#step(good ? { type: 'Written', lease: written, sentMs: nowMs } : { type: 'WriteFailed' }, nowMs);
  }

  #step(event: ElectionEvent, nowMs: number): void {
    const { state, effects } = stepElection(this.state, event, { nowMs, identity: this.name, timing: TIMING });
    this.state = state;
    const work = effects.at(-1);
    if (work === undefined) throw new Error(`nothing to do after ${event.type}`);
    this.#work = work;
    // Every request takes a moment.
    this.#dueMs = nowMs + (work.type === 'Wait' ? work.delayMs : 40);
  }
}

test('property: never two leaders, and one again soon after the faults', () => {
  const turn = fc.record({
    passMs: fc.integer({ min: 1, max: 700 }),
    awake: fc.tuple(fc.boolean(), fc.boolean(), fc.boolean()),
    fate: fc.constantFrom('ok', 'ok', 'ok', 'lost', 'answerLost'),
  });
  fc.assert(
    fc.property(fc.array(turn, { maxLength: 150 }), (turns) => {
      const server = new ModelLease();
      const candidates = ['a', 'b', 'c'].map((name) => new Candidate(name));
      let nowMs = 0;
      const leaders = (): number => candidates.filter(({ state }) => isLeading(state, nowMs)).length;
      for (const { passMs, awake, fate } of turns) {
        nowMs += passMs;
        // One that sleeps is a process that stands still: its leadership must lapse all the same.
        for (const [at, candidate] of candidates.entries()) if (awake[at] === true) candidate.tick(nowMs, server, fate);
        assert.ok(leaders() <= 1, `${leaders()} leaders at ${nowMs}`);
      }
      for (const endMs = nowMs + TIMING.leaseDurationMs + 3_000; nowMs < endMs; nowMs += 50) {
        for (const candidate of candidates) candidate.tick(nowMs, server, 'ok');
        assert.ok(leaders() <= 1, `${leaders()} leaders at ${nowMs}`);
      }
      assert.is(leaders(), 1);
    }),
    { numRuns: 300 },
  );
});
