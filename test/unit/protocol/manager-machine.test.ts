import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { contains, rangeSet } from '../../../src/protocol/ranges.ts';
import { tableOf } from '../../../src/protocol/manager/view.ts';
import { World } from '../../golden/protocol-manager/world.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/manager-machine', { timeoutMs: 120_000 });

type Step =
  | { readonly type: 'Pass'; readonly ms: number }
  | { readonly type: 'Crash' | 'Return' | 'Leave' | 'End' | 'Sync' | 'Warm' | 'Drain'; readonly name: string }
  | { readonly type: 'RestartManager' }
  | { readonly type: 'Play' };

const NAMES = ['w-0', 'w-1', 'w-2', 'w-3'];
const arbName = fc.constantFrom(...NAMES);
const arbStep: fc.Arbitrary<Step> = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({ type: fc.constant('Pass' as const), ms: fc.constantFrom(300, 1000, 2500, 6000) }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constantFrom(
        'Crash' as const,
        'Return' as const,
        'Leave' as const,
        'End' as const,
        'Sync' as const,
        'Warm' as const,
        'Drain' as const,
      ),
      name: arbName,
    }),
  },
  { weight: 2, arbitrary: fc.constantFrom({ type: 'RestartManager' as const }, { type: 'Play' as const }) },
);

/** A world whose replicas obey the protocol; a crash is a process that has stopped acting, and its Lease stands. */
class Game {
  readonly world = new World(4);
  #lives = 1;

  constructor() {
    this.world.settle();
    for (const name of NAMES) this.world.start(name);
    for (const name of NAMES) this.world.register(name);
    this.world.play();
  }

  step(step: Step): void {
    const { world } = this;
    if (step.type === 'Pass') world.pass(step.ms);
    else if (step.type === 'Play') world.play();
    else if (step.type === 'RestartManager') world.restartManager();
    else this.#replica(step.type, step.name);
  }

  #replica(type: 'Crash' | 'Return' | 'Leave' | 'End' | 'Sync' | 'Warm' | 'Drain', name: string): void {
    const { world } = this;
    const lives = world.replicas.get(name)?.renews === true;
    const registered = world.shards.get(name)?.status.incarnation === world.replicas.get(name)?.incarnation;
    if (type === 'Return' && !lives) {
      // S1, S2: it takes the Lease and waits out its predecessor.
      world.start(name, `${name}_${++this.#lives}`).pass(5100);
      if (world.replicas.get(name)?.renews === true && world.shards.has(name)) world.register(name);
    }
    if (!lives || !registered) return;
    if (type === 'Crash') world.crash(name);
    if (type === 'Leave') world.leave(name);
    if (type === 'End' && (world.shards.get(name)?.status.held ?? []).length === 0) world.end(name);
    if (type === 'Sync') world.sync(name);
    if (type === 'Warm') world.warm(name);
    // It holds all that it held a little longer.
    if (type === 'Drain') world.sync(name, rangeSet(world.shards.get(name)?.status.held ?? []));
  }

  /** Section 11: whoever may act is awaited, or is the owner with nobody else awaited; so nobody else may. */
  assertExclusion(): void {
    const table = this.world.set === undefined ? undefined : tableOf(this.world.set);
    if (table === undefined) return;
    for (const [name, { renews, incarnation }] of this.world.replicas) {
      const status = this.world.shards.get(name)?.status;
      if (!renews || status?.incarnation !== incarnation) continue;
      for (const row of table.ranges) {
        for (const slot of [row.start, row.end]) {
          if (!contains(rangeSet(status.held ?? []), slot)) continue;
          const listed = row.awaiting.includes(name) || (row.owner === name && row.awaiting.length === 0);
          assert.ok(listed, `${name} holds slot ${slot} of ${JSON.stringify(row)}\n${this.world.text()}`);
        }
      }
    }
  }
}

test('whatever happens, a replica that holds a slot is listed; and in the end all slots are owned', () => {
  fc.assert(
    fc.property(fc.array(arbStep, { maxLength: 25 }), (steps) => {
      const game = new Game();
      for (const step of steps) {
        game.step(step);
        game.assertExclusion();
      }
      // P2: everybody comes back, and time passes.
      for (const name of NAMES) game.step({ type: 'Return', name });
      const live = NAMES.filter((name) => game.world.shards.get(name)?.status.leaving !== true);
      const atRest = (): boolean =>
        game.world.table().ranges.every((row) => row.awaiting.length === 0 && live.includes(row.owner));
      // Who did not get warm in time, twice, is given nothing for two minutes.
      for (let i = 0; i < 4 || (i < 16 && !atRest()); i++) {
        game.world.pass(16_000).play();
        game.assertExclusion();
      }
      if (live.length === 0) return;
      const table = game.world.table();
      for (const row of table.ranges) {
        assert.equal(row.awaiting, [], game.world.text());
        assert.ok(live.includes(row.owner), `${row.start}-${row.end} is with ${row.owner}\n${game.world.text()}`);
      }
    }),
    { numRuns: 60 },
  );
});

test('a pin is somebody’s wish: it rests for nothing', () => {
  const world = new World(2);
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play().pass(5000);
  const pin = (replica: string): void => {
    world.edit(`slot 7 is pinned to ${replica}`, (set) => ({
      ...set,
      spec: { ...set.spec, overrides: [{ name: 'here', type: 'Pin', replica, range: { start: 7, end: 7 } }] },
    }));
    world.play().pass(2000).play();
  };
  for (const replica of ['w-1', 'w-0', 'w-1', 'w-0']) {
    pin(replica);
    const row = world.tables.at(-1)?.ranges.find(({ start, end }) => start <= 7 && end >= 7);
    assert.equal([row?.owner, row?.awaiting], [replica, []]);
  }
});

test('who follows too old a protocol is named, whether there are others or not', () => {
  const world = new World(2);
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play().pass(5000).play();
  const follow = (name: string, protocol: number): void => {
    const shard = world.shards.get(name);
    if (shard !== undefined) world.shards.set(name, { ...shard, status: { ...shard.status, protocol } });
  };
  const told = (type: string): readonly (string | undefined)[] => {
    const found = world.set?.status.conditions?.find((condition) => condition.type === type);
    return [found?.status, found?.reason, found?.message?.includes('w-1') === true ? 'w-1' : undefined];
  };
  follow('w-0', 2);
  world.edit('minProtocol is raised', (set) => {
    const table = world.table();
    const assignment = { ...table, minProtocol: 2, revision: table.revision + 1 };
    return { ...set, status: { ...set.status, assignment } };
  });
  world.play().pass(5000).play();
  assert.equal(new Set(world.table().ranges.map(({ owner }) => owner)), new Set(['w-0']), world.text());
  assert.equal(told('Ready'), ['False', 'ProtocolTooOld', 'w-1']);
  assert.equal(told('Stalled'), [undefined, undefined, undefined]);
  world.crash('w-0').pass(10_000).play();
  assert.equal(told('Stalled'), ['True', 'ProtocolTooOld', 'w-1'], world.text());
  assert.equal(told('Ready'), ['False', 'ProtocolTooOld', 'w-1']);
});

test('nothing is written while nothing happens', () => {
  const { world } = new Game();
  world.pass(20_000);
  const before = world.lines.length;
  world.pass(120_000);
  assert.equal(world.lines.slice(before), []);
});

test('B3: a name without shard and row does not keep a deleted set for ever', () => {
  const world = new World(2).settle();
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play().pass(1000);
  // It has a Lease and nothing else: the set is deleted before its shard is created.
  world.lost.add('CreateShard');
  world.start('w-2').delete().crash('w-2').end('w-0').end('w-1');
  world.pass(20_000);
  assert.is(world.set, undefined, world.text());
  assert.equal([...world.leases.keys()], []);
});

test('B3: a set that waits for its replicas to stop does not say that its slots are owned; told in one write', () => {
  const { world } = new Game();
  const covered = (): unknown => world.set?.status.conditions?.find(({ type }) => type === 'Covered');
  world.pass(5000);
  assert.match(JSON.stringify(covered()), '"status":"True"');
  const before = world.lines.length;
  // The last one goes on renewing its Lease.
  world.delete().end('w-0').end('w-1').end('w-3').pass(60_000);
  assert.match(JSON.stringify(covered()), '"status":"False","reason":"SetDeleting"');
  const writes = world.lines.slice(before).filter((line) => line.includes('WriteStatus'));
  assert.is(writes.length, 1, world.text());
  world.end('w-2').pass(5000);
  assert.is(world.set, undefined, world.text());
});

test('H7: a replica that rests since it was not warm in time takes over what nobody else can take, at once', () => {
  const world = new World(2).settle();
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play().pass(1000);
  const owners = (): readonly string[] => [...new Set(world.table().ranges.map(({ owner }) => owner))];
  // Nobody warms anything.
  world.leave('w-1').pass(31_000);
  assert.match(world.text(), 'event HandoffTimedOut');
  assert.equal(owners(), ['w-0', 'w-1'], 'H3: its owner goes on');
  const before = world.lines.length;
  world.pass(10_000);
  assert.not.match(world.lines.slice(before).join('\n'), /warm/, 'nothing planned goes to it');
  world.end('w-1').pass(100);
  assert.equal(owners(), ['w-0'], world.text());
  // Its rest ends with that: else nobody else would get a slot before it is over.
  world.start('w-1', 'w-1_2').register('w-1').play().pass(5000).play();
  assert.equal(owners().length, 2, world.text());
});

test('an owner that renews and never registers is no acting owner, and is seen', () => {
  const { world } = new Game();
  const covered = (): { readonly status: string; readonly message?: string } | undefined =>
    world.set?.status.conditions?.find(({ type }) => type === 'Covered');
  world.pass(5000);
  assert.is(covered()?.status, 'True');
  // It may not write its status: S4 fails again and again.
  world.start('w-2', 'w-2_2').pass(5000);
  assert.is(covered()?.status, 'True', 'a restart takes a lease duration (S2)');
  world.pass(6000);
  assert.is(covered()?.status, 'False', world.text());
  assert.match(covered()?.message ?? '', 'w-2');
  // 20 s after it was seen to start: within the 30 s that are promised.
  world.pass(9_500);
  assert.match(world.text(), 'event SlotsUnowned');
  world.register('w-2').play().pass(1000);
  assert.is(covered()?.status, 'True', world.text());
});

test('the only replica dies again and again before it can register: told as if it were dead', () => {
  const world = new World(1);
  world.settle();
  world.start('w-0').register('w-0').play().pass(5000);
  const diedMs = world.nowMs;
  world.crash('w-0');
  for (let life = 2; world.nowMs < diedMs + 27_000; life++) {
    // Long enough to be suspect, and to be seen again.
    world.pass(4000).start('w-0', `w-0_${life}`).pass(2500).crash('w-0');
  }
  const told = world.lines.find((line) => line.includes('event SlotsUnowned'));
  assert.ok(told !== undefined, world.text());
});

test('a set that is scaled to zero scales its workload: there is nobody to empty the replicas into', () => {
  const { world } = new Game();
  world.pass(5000);
  world.edit('spec.replicas is set to 0', (set) => ({ ...set, spec: { ...set.spec, replicas: 0 } }));
  world.play().pass(5000);
  assert.match(world.text(), 'ScaleWorkload 0');
  assert.is(world.set?.status.appliedReplicas, 0, world.text());
});

test('a hundred replicas that start at once: the table never repeats their names for each of them', () => {
  const names = Array.from({ length: 100 }, (_, number) => `w-${number}`);
  const world = new World(names.length).settle();
  const awaited = (): number => world.table().ranges.reduce((sum, row) => sum + row.awaiting.length, 0);
  for (const name of names) world.start(name);
  for (const name of names) world.register(name);
  world.settle();
  assert.is(awaited(), names.length, 'B1: all of them, once');
  let most = 0;
  for (const name of names) {
    world.sync(name).settle();
    most = Math.max(most, awaited());
  }
  assert.ok(most <= names.length * 16, `${most} names in one table`);
  world.play();
  assert.is(awaited(), 0, world.text());
  const owners = new Map<string, number>();
  for (const { owner, start, end } of world.table().ranges)
    owners.set(owner, (owners.get(owner) ?? 0) + end - start + 1);
  assert.is(owners.size, names.length);
  assert.ok(
    [...owners.values()].every((slots) => slots === 40 || slots === 41),
    'evenly',
  );
});

test('what many replicas have in quarantine fits into a condition', () => {
  const names = Array.from({ length: 60 }, (_, number) => `w-${number}`);
  const world = new World(names.length).settle();
  for (const name of names) world.start(name);
  for (const name of names) world.register(name);
  const condition = {
    status: 'True',
    lastTransitionTime: '2026-01-01T00:00:00Z',
    reason: 'ObjectsEndedReplicas',
  } as const;
  for (const [name, shard] of world.shards) {
    const conditions = [{ ...condition, type: 'Quarantined', message: `${name} ${'x'.repeat(1_000)}` }];
    world.shards.set(name, { ...shard, status: { ...shard.status, conditions } });
  }
  world.pass(6_000).play();
  const told = world.set?.status.conditions?.find(({ type }) => type === 'Quarantined')?.message ?? '';
  assert.ok(told.startsWith('w-0 x') && told.endsWith(' More replicas that say so of others: 57.'), told);
  assert.ok(told.length < 4_096, String(told.length));
});

test('a crowd with some dead among them: the living get everything once the dead are expired', () => {
  const names = Array.from({ length: 40 }, (_, number) => `w-${number}`);
  const world = new World(names.length).settle();
  for (const name of names) world.start(name);
  for (const name of names) world.register(name);
  const dead = names.slice(0, 20);
  for (const name of dead) world.crash(name);
  for (let i = 0; i < 8; i++) world.pass(16_000).play();
  for (const row of world.table().ranges) {
    assert.equal(row.awaiting, [], world.text());
    assert.ok(row.owner !== '' && !dead.includes(row.owner), world.text());
  }
});

test('a crowd of which most never acknowledge: nobody acts, and people are told whom it waits for, in few words', () => {
  const names = Array.from({ length: 20 }, (_, number) => `w-${number}`);
  const world = new World(names.length).settle();
  for (const name of names) world.start(name);
  for (const name of names) world.register(name);
  world.settle();
  for (const name of names.slice(0, 3)) world.sync(name).settle();
  world.pass(25_000);
  const covered = world.set?.status.conditions?.find(({ type }) => type === 'Covered');
  assert.equal([covered?.status, covered?.reason], ['False', 'ReplicaNotAcknowledging'], world.text());
  assert.match(covered?.message ?? '', /: w-\d+, w-\d+, w-\d+ and 14 more have not let go of them/);
  const slow = world.lines.filter((line) => line.includes('event HandoffSlow'));
  assert.is(slow.length, 1, slow.join('\n'));
  assert.match(slow[0] ?? '', /17 replicas .w-\d+, w-\d+, w-\d+ and 14 more. have not let go/);
  assert.match(world.text(), /event SlotsUnowned: .*w-\d+, w-\d+, w-\d+ and 14 more have not let go of them/);
  world.play();
  assert.is(world.set?.status.conditions?.find(({ type }) => type === 'Covered')?.status, 'True', world.text());
});

test('who lets go of slot after slot is not slow, however long it takes', () => {
  const world = new World(2).settle();
  world.start('w-0').start('w-1').register('w-0').register('w-1').play();
  world.edit('w-0 is drained', (set) => ({
    ...set,
    spec: { ...set.spec, overrides: [{ name: 'drain', type: 'Drain', replica: 'w-0' }] },
  }));
  const own = world.table().ranges.filter(({ owner }) => owner === 'w-0');
  const first = own[0]?.start ?? 0;
  const last = own.at(-1)?.end ?? 0;
  const awaited = (): boolean => world.table().ranges.some(({ awaiting }) => awaiting.includes('w-0'));
  for (let i = 0; i < 60 && !awaited(); i++) world.warm('w-1').pass(1_000);
  for (let start = first; start < first + 400; start += 100) {
    world.sync('w-0', [{ start, end: last }]).pass(6_000);
    assert.is(world.set?.status.conditions?.find(({ type }) => type === 'Covered')?.status, 'True', world.text());
  }
  assert.ok(awaited(), world.text());
  assert.not.match(world.text(), 'HandoffSlow');
});
