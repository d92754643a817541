/** The judge must convict: each test plants one breach, and shows that its absence is no breach. */
import * as assert from 'uvu/assert';
import { ShardkeeperError } from '../../../src/lib/errors.ts';
import { Endings, missing, PROPERTIES, Service } from '../../../src/testing/sim/judge/index.ts';
import { suite } from '../../suite.ts';
import { convicted, court, object, Puppet, request, set, SLOT, type Court } from './court.ts';

const test = suite('the judge of simulations');

test('P1: two processes that act on one slot', () => {
  const { acting, properties } = court();
  const [a, b] = [new Puppet('a').hold(true), new Puppet('b').hold(true)];
  acting.ran(a);
  assert.equal(properties(), []);
  acting.ran(b);
  assert.equal(properties(), ['P1']);
});

test('P1: not when the window of one is over, not when it is dead, but when its window opens again', () => {
  const { acting, properties } = court();
  const [a, b] = [new Puppet('a').hold(true), new Puppet('b').hold(true)];
  acting.ran(a);
  a.window = false;
  acting.ran(b);
  assert.equal(properties(), []);
  a.window = true;
  acting.ran(a);
  assert.equal(properties(), ['P1']);
  const other = court();
  other.acting.ran(a);
  a.alive = false;
  other.acting.ran(b);
  assert.equal(other.properties(), []);
});

test('P1: a stopped process counts, it may go on at any moment', () => {
  const { acting, properties } = court();
  const [a, b] = [new Puppet('a').hold(true), new Puppet('b')];
  acting.ran(a);
  acting.ran(b);
  b.hold(true);
  acting.ran(b);
  assert.equal(properties(), ['P1']);
});

test('F2: a write for a slot that the process does not hold', () => {
  const { acting, properties } = court();
  const a = new Puppet('a').hold(true);
  acting.sends(a, SLOT);
  assert.equal(properties(), []);
  a.hold(false);
  acting.sends(a, SLOT);
  assert.equal(properties(), ['F2']);
});

test('F4: acting without a row that admits it', () => {
  const { acting, table, properties } = court();
  const a = new Puppet('a').hold(true);
  table.stored(set({ owner: 'b', generation: 2, awaiting: ['a'] }));
  acting.ran(a);
  assert.equal(properties(), []);
  table.stored(set({ owner: 'b', generation: 2 }));
  acting.tableStored();
  assert.equal(properties(), ['F4']);
});

test('F4: an owner that does not wait for others', () => {
  const { acting, table, properties } = court();
  table.stored(set({ owner: 'a', generation: 2, awaiting: ['b'] }));
  acting.ran(new Puppet('a').hold(true));
  assert.equal(properties(), ['F4']);
});

test('Cover: a table without a row for a slot', () => {
  const { table, properties } = court();
  table.stored(set({ owner: 'a', generation: 1 }));
  assert.equal(properties(), []);
  table.stored(set({ owner: 'a', generation: 1, start: SLOT + 1 }));
  assert.equal(properties(), ['Cover']);
});

test('P8: a generation that falls, or stays while the owner changes', () => {
  const { table, properties } = court();
  table.stored(set({ owner: 'a', generation: 3 }));
  table.stored(set({ owner: 'b', generation: 4 }));
  table.stored(set({ owner: 'b', generation: 1 }, 2));
  assert.equal(properties(), []);
  table.stored(set({ owner: 'a', generation: 1 }, 2));
  assert.equal(properties(), ['P8']);
  const other = court();
  other.table.stored(set({ owner: 'a', generation: 3 }));
  other.table.stored(set({ owner: 'a', generation: 2 }));
  assert.equal(other.properties(), ['P8']);
});

test("P1': a write of an earlier owner that is applied after one of a later owner", () => {
  const { acting, writes, properties } = court();
  const [a, b] = [new Puppet('a').hold(true), new Puppet('b')];
  const [early, late] = [request('Child'), request('Child')];
  acting.ran(a);
  writes.sent(a, early);
  a.hold(false);
  acting.ran(a);
  b.hold(true);
  acting.ran(b);
  writes.sent(b, late);
  const change = {
    type: 'MODIFIED',
    before: object('Child', 'c'),
    object: object('Child', 'c', { value: 1 }),
  } as const;
  writes.applied(b, late, change);
  assert.equal(properties(), []);
  writes.applied(a, early, change);
  assert.equal(properties(), ["P1'"]);
});

test('Completeness: a hook that is not shown a child that exists', () => {
  const { writes, properties } = court();
  const a = new Puppet('a');
  const child = object('Child', 'c');
  writes.stored({ type: 'ADDED', before: undefined, object: child });
  writes.hook(a, object('Root', 'root'), [child]);
  assert.equal(properties(), []);
  writes.hook(a, object('Root', 'root'), []);
  assert.equal(properties(), ['Completeness']);
  writes.stored({ type: 'DELETED', before: child, object: child });
  const { length } = properties();
  writes.hook(a, object('Root', 'root'), []);
  assert.is(properties().length, length);
});

test('Duplicate: a second child of a kind', () => {
  const { writes, properties } = court();
  writes.stored({ type: 'ADDED', before: undefined, object: object('Child', 'c') });
  assert.equal(properties(), []);
  writes.stored({ type: 'ADDED', before: undefined, object: object('Child', 'd') });
  assert.equal(properties(), ['Duplicate']);
});

test('Rewrite: a write by which nothing changed', () => {
  const { acting, writes, properties } = court();
  const a = new Puppet('a').hold(true);
  acting.ran(a);
  const before = object('Child', 'c', { value: 1 });
  writes.applied(a, request('Child'), { type: 'MODIFIED', before, object: object('Child', 'c', { value: 2 }) });
  assert.equal(properties(), []);
  writes.applied(a, request('Child'), { type: 'MODIFIED', before, object: object('Child', 'c', { value: 1 }) });
  assert.equal(properties(), ['Rewrite']);
});

test('Rewrite: a write that leaves the very same object, which no store ever tells of', () => {
  const { writes, properties } = court();
  // What belongs to the protocol is written again when nobody knows whether it was applied.
  writes.unchanged(new Puppet('a'), request('Lease'));
  assert.equal(properties(), []);
  writes.unchanged(new Puppet('a'), request('Child'));
  assert.equal(properties(), ['Rewrite']);
});

test('Bug: a process that ends by an error, whatever its text', () => {
  const { findings, properties } = court();
  const endings = new Endings(findings);
  endings.restored(['m#1']);
  endings.failed('m#1', new Error('the objects in the API server went back in time'));
  assert.equal(properties(), ['Bug']);
});

test('Bug: StoreWentBack of whoever is no manager that ran when the store went back, or has ended by it before', () => {
  const wentBack = new ShardkeeperError('x', { code: 'StoreWentBack' });
  const verdict = (failed: readonly string[], restores: readonly (readonly string[])[]): readonly string[] => {
    const { findings, properties } = court();
    const endings = new Endings(findings);
    for (const managers of restores) endings.restored(managers);
    for (const process of failed) endings.failed(process, wentBack);
    return properties();
  };
  assert.equal(verdict(['m#1', 'n#1'], [['m#1', 'n#1']]), []);
  assert.equal(verdict(['m#1'], []), ['Bug'], 'nothing was restored');
  assert.equal(verdict(['r#1'], [['m#1']]), ['Bug'], 'a replica');
  assert.equal(verdict(['m#1', 'm#2'], [['m#1']]), ['Bug'], 'one that came later has nothing in mind');
  assert.equal(verdict(['m#1', 'm#1'], [['m#1']]), ['Bug'], 'once');
  assert.equal(verdict(['m#2'], [['m#1'], ['m#2']]), [], 'the second restore');
});

const COVERED = { conditions: [{ type: 'Covered', status: 'True' }] };

function service(here: Court): Service {
  const { findings, acting, table } = here;
  const nowMs = (): number => here.nowMs;
  return new Service({ findings, acting, table, slots: [SLOT], nowMs, managedForMs: nowMs });
}

test('Coverage: a slot without anybody, and a condition that says that all is well', () => {
  const here = court();
  const watched = service(here);
  here.table.stored(set({ owner: 'a', generation: 1 }, 1, COVERED));
  for (here.nowMs = 0; here.nowMs <= 30_000; here.nowMs += 250) watched.look();
  assert.equal(here.properties(), []);
  here.nowMs = 30_500;
  watched.look();
  assert.equal(here.properties(), ['Coverage']);
});

test('Coverage: not while somebody acts, not while the condition says it', () => {
  const here = court();
  const watched = service(here);
  here.table.stored(set({ owner: 'a', generation: 1 }, 1, { conditions: [{ type: 'Covered', status: 'False' }] }));
  for (here.nowMs = 0; here.nowMs <= 60_000; here.nowMs += 250) watched.look();
  here.table.stored(set({ owner: 'a', generation: 1 }, 1, COVERED));
  here.acting.ran(new Puppet('a').hold(true));
  for (; here.nowMs <= 120_000; here.nowMs += 250) watched.look();
  assert.equal(here.properties(), []);
});

test('Coverage: two gaps with a moment of service between them, which no look saw, are not one', () => {
  const here = court();
  const watched = service(here);
  here.table.stored(set({ owner: 'a', generation: 1 }, 1, COVERED));
  for (here.nowMs = 0; here.nowMs <= 20_000; here.nowMs += 250) watched.look();
  const a = new Puppet('a').hold(true);
  here.nowMs = 20_100;
  here.acting.ran(a);
  a.hold(false);
  here.nowMs = 20_144;
  here.acting.ran(a);
  for (here.nowMs = 20_250; here.nowMs <= 50_000; here.nowMs += 250) watched.look();
  assert.equal(here.properties(), []);
  for (; here.nowMs <= 51_000; here.nowMs += 250) watched.look();
  assert.equal(here.properties(), ['Coverage']);
});

test('Coverage, Graceful: a slot that somebody takes and loses again at once, over and over, is without service', () => {
  const flapping = (heldMs: number): readonly string[] => {
    const here = court();
    const watched = service(here);
    watched.expect({ property: 'Graceful', what: 'x', fromMs: 0, untilMs: 120_000, gapMaxMs: 1_000 });
    here.table.stored(set({ owner: 'a', generation: 1 }, 1, COVERED));
    const a = new Puppet('a');
    for (let atMs = 0; atMs <= 100_000; atMs += 250) {
      here.nowMs = atMs;
      if (atMs % 750 === 0) {
        a.acquisition += 1;
        here.acting.ran(a.hold(true));
        // A look falls in every other one of them.
        if (atMs % 1_500 === 0) watched.look();
        here.nowMs += heldMs;
        here.acting.ran(a.hold(false));
      }
      watched.look();
    }
    return here.properties();
  };
  assert.equal(flapping(0), ['Graceful', 'Coverage']);
  assert.equal(flapping(3), ['Graceful', 'Coverage']);
  assert.equal(flapping(44), [], 'long enough for work');
});

test('Crash, Graceful: service that comes back too late, unless another fault disturbed it', () => {
  const run = (property: 'Crash' | 'Graceful', disturbed: boolean): readonly string[] => {
    const expectation = { property, what: 'x', fromMs: 0, untilMs: 20_000, gapMaxMs: 7_000 };
    const here = court();
    const watched = service(here);
    watched.expect(expectation);
    if (disturbed) watched.disturbed();
    for (here.nowMs = 0; here.nowMs <= 8_000; here.nowMs += 250) watched.look();
    return here.properties();
  };
  for (const property of ['Crash', 'Graceful'] as const) {
    assert.equal(run(property, false), [property]);
    assert.equal(run(property, true), []);
  }
});

test('P2: says what is missing', () => {
  const here = court();
  const root = { name: 'r', slot: SLOT, value: 3, gadgets: [3], tickets: 1 };
  const facts = { roots: [root], replicas: new Set(['a']), podsSettled: true, strangers: [], watches: 29, timers: 45 };
  const lacks = (change: object): string | undefined => missing({ ...facts, ...change }, here.acting, here.table);
  assert.match(lacks({}) ?? '', 'table');
  here.table.stored(set({ owner: 'a', generation: 1 }, 1, COVERED));
  assert.match(lacks({}) ?? '', 'nobody acts');
  here.acting.ran(new Puppet('a').hold(true));
  assert.is(lacks({}), undefined);
  assert.match(lacks({ podsSettled: false }) ?? '', 'pods');
  assert.match(lacks({ replicas: new Set() }) ?? '', 'not there');
  assert.match(lacks({ roots: [{ ...root, gadgets: [2] }] }) ?? '', 'lost edit');
  assert.match(lacks({ roots: [{ ...root, tickets: 2 }] }) ?? '', 'tickets');
  assert.match(lacks({ watches: 30 }) ?? '', 'watches');
  assert.match(lacks({ timers: 46 }) ?? '', 'timers');
  here.table.stored(set({ owner: 'a', generation: 1, awaiting: ['b'] }, 1, COVERED));
  assert.match(lacks({}) ?? '', 'awaits');
});

test('each property has been broken by hand here; P2 is what is said of rest', () => {
  assert.equal(
    PROPERTIES.filter((property) => property !== 'P2' && !convicted.has(property)),
    [],
  );
});
