import fc from 'fast-check';
import * as assert from 'uvu/assert';

import type { Lane, RootRef } from '../../../../src/replica/ports.ts';
import { KeyedQueue, LANES, type Item } from '../../../../src/replica/work/queue.ts';
import { suite } from '../../../suite.ts';

const test = suite('keyed queue');

const root = (name: string): RootRef => ({ groupResource: 'webapps.example.com', key: `ns/${name}` });

test('a key waits once, in the better lane', () => {
  const queue = new KeyedQueue();
  const item = queue.item(root('a'), 1);
  assert.is(queue.add(item, 'resync', 0), true);
  assert.is(queue.add(item, 'event', 1), false);
  assert.is(queue.add(item, 'retry', 2), false);
  assert.equal(
    LANES.map((lane) => queue.waiting(lane)),
    [1, 0, 0],
  );
  assert.is(queue.take('event'), item);
  assert.is(queue.depth, 0);
});

test('what comes while a key runs makes it run once more, and not at once', () => {
  const queue = new KeyedQueue();
  const item = queue.item(root('a'), 1);
  queue.add(item, 'event', 0);
  queue.take('event');
  queue.add(item, 'resync', 1);
  queue.add(item, 'event', 2);
  assert.is(queue.depth, 0);
  queue.done(item);
  assert.is(queue.waiting('event'), 1);
  assert.is(queue.oldestMs(), 1);
});

test('parked items wait until their slot is opened again; dropped ones are gone', () => {
  const queue = new KeyedQueue();
  const [a, b] = [queue.item(root('a'), 1), queue.item(root('b'), 2)];
  for (const item of [a, b]) {
    queue.add(item, 'event', 0);
    queue.take('event');
    queue.park(item);
  }
  queue.add(a, 'event', 1);
  assert.is(queue.depth, 0);
  queue.unpark(1);
  assert.is(queue.take('event'), a);
  queue.drop(2);
  queue.unpark(2);
  assert.is(queue.depth, 0);
});

test('an item of which nothing is remembered leaves no trace', () => {
  const queue = new KeyedQueue();
  const item = queue.item(root('a'), 1);
  queue.add(item, 'event', 0);
  queue.take('event');
  queue.forget(item);
  assert.is(queue.size, 1, 'a running item stays');
  queue.done(item);
  queue.forget(item);
  assert.is(queue.size, 0);
});

test('an item that is done without having run is a bug', () => {
  const queue = new KeyedQueue();
  const item = queue.item(root('a'), 1);
  assert.throws(() => queue.done(item), /was not running/);
});

/* ── Against a dumb oracle ── */

type Command =
  | { readonly type: 'add'; readonly key: number; readonly lane: Lane }
  | { readonly type: 'take'; readonly lane: Lane }
  | { readonly type: 'done'; readonly nth: number }
  | { readonly type: 'park'; readonly nth: number }
  | { readonly type: 'unpark' | 'drop'; readonly slot: number };

const SLOTS = 3;
const lane = fc.constantFrom<Lane>(...LANES);
const nth = fc.nat(5);
const slot = fc.nat(SLOTS - 1);
const command: fc.Arbitrary<Command> = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('add' as const), key: fc.nat(7), lane }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('take' as const), lane }) },
  { weight: 2, arbitrary: fc.record({ type: fc.constant('done' as const), nth }) },
  fc.record({ type: fc.constant('park' as const), nth }),
  fc.record({ type: fc.constantFrom('unpark' as const, 'drop' as const), slot }),
);

/** Arrays, searched from end to end. */
class Oracle {
  readonly lanes: Record<Lane, number[]> = { event: [], retry: [], resync: [] };
  running: number[] = [];
  dirty = new Map<number, Lane>();
  parked: { key: number; lane: Lane }[] = [];

  add(key: number, wish: Lane): void {
    const better = (a: Lane, b: Lane): Lane => (LANES.indexOf(a) < LANES.indexOf(b) ? a : b);
    const where = LANES.find((each) => this.lanes[each].includes(key));
    const parked = this.parked.find((each) => each.key === key);
    if (this.running.includes(key)) this.dirty.set(key, better(wish, this.dirty.get(key) ?? wish));
    else if (parked !== undefined) parked.lane = better(wish, parked.lane);
    else if (where === undefined) this.lanes[wish].push(key);
    else if (better(wish, where) !== where) {
      this.lanes[where] = this.lanes[where].filter((each) => each !== key);
      this.lanes[wish].push(key);
    }
  }

  take(from: Lane): number | undefined {
    const key = this.lanes[from].shift();
    if (key !== undefined) this.running.push(key);
    return key;
  }

  done(key: number): void {
    this.running = this.running.filter((each) => each !== key);
    const again = this.dirty.get(key);
    this.dirty.delete(key);
    if (again !== undefined) this.lanes[again].push(key);
  }
}

test('behaves as arrays would, whatever happens in whatever order', () => {
  fc.assert(
    fc.property(fc.array(command, { maxLength: 80 }), (commands) => {
      const queue = new KeyedQueue();
      const oracle = new Oracle();
      const items = Array.from({ length: 8 }, (_, key) => queue.item(root(String(key)), key % SLOTS));
      const keyOf = (item: Item | undefined): number | undefined =>
        item === undefined ? undefined : items.indexOf(item);
      for (const each of commands) {
        const running = 'nth' in each ? oracle.running[each.nth] : undefined;
        switch (each.type) {
          case 'add':
            queue.add(items[each.key] as Item, each.lane, 0);
            oracle.add(each.key, each.lane);
            break;
          case 'take':
            assert.is(keyOf(queue.take(each.lane)), oracle.take(each.lane));
            break;
          case 'done':
            if (running === undefined) break;
            queue.done(items[running] as Item);
            oracle.done(running);
            break;
          case 'park': {
            // Only what was just taken, and not asked for again since, is ever parked.
            if (running === undefined || oracle.dirty.has(running)) break;
            const item = items[running] as Item;
            queue.park(item);
            oracle.running = oracle.running.filter((key) => key !== running);
            oracle.parked.push({ key: running, lane: item.lane });
            break;
          }
          case 'unpark':
            queue.unpark(each.slot);
            for (const parked of oracle.parked
              .filter(({ key }) => key % SLOTS === each.slot)
              .toSorted((a, b) => a.key - b.key)) {
              oracle.lanes[parked.lane].push(parked.key);
            }
            oracle.parked = oracle.parked.filter(({ key }) => key % SLOTS !== each.slot);
            break;
          case 'drop':
            queue.drop(each.slot);
            for (const from of LANES)
              oracle.lanes[from] = oracle.lanes[from].filter((key) => key % SLOTS !== each.slot);
            oracle.parked = oracle.parked.filter(({ key }) => key % SLOTS !== each.slot);
            for (const key of oracle.dirty.keys()) if (key % SLOTS === each.slot) oracle.dirty.delete(key);
            break;
        }
        assert.equal(
          LANES.map((from) => queue.waiting(from)),
          LANES.map((from) => oracle.lanes[from].length),
        );
        assert.is(queue.running, oracle.running.length);
      }
      for (const from of LANES) {
        for (let key = oracle.take(from); key !== undefined; key = oracle.take(from)) {
          assert.is(keyOf(queue.take(from)), key, 'the order within a lane is that of arrival');
        }
      }
    }),
    { numRuns: 500 },
  );
});
