import fc from 'fast-check';
import * as assert from 'uvu/assert';

import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { Item } from '../../../../src/replica/work/queue.ts';
import { DueTimers } from '../../../../src/replica/work/timers.ts';
import { suite } from '../../../suite.ts';

const test = suite('due timers');

const itemNamed = (id: number): Item => new Item(String(id), { groupResource: 'x', key: `/${id}` }, 0);

test('items come when they are due, the earliest wish wins, and cancelled ones never', () => {
  const wishes = fc.array(
    fc.record({ item: fc.nat(9), atMs: fc.integer({ min: 1, max: 500 }), cancel: fc.boolean() }),
    {
      maxLength: 60,
    },
  );
  fc.assert(
    fc.property(wishes, (all) => {
      const clock = new FakeClock();
      const fired: { id: string; atMs: number }[] = [];
      const timers = new DueTimers(clock, (item) => fired.push({ id: item.id, atMs: clock.monotonicMs() }));
      const items = Array.from({ length: 10 }, (_, id) => itemNamed(id));
      const expected = new Map<string, number>();
      for (const { item: index, atMs, cancel } of all) {
        const item = items[index] as Item;
        if (cancel) {
          timers.cancel(item);
          expected.delete(item.id);
        } else {
          timers.schedule(item, atMs, 'retry');
          expected.set(item.id, Math.min(atMs, expected.get(item.id) ?? Infinity));
        }
      }
      assert.is(timers.size, expected.size);
      clock.advance(600);
      assert.is(fired.length, expected.size);
      for (const { id, atMs } of fired) {
        const due = expected.get(id) ?? Number.NaN;
        assert.ok(atMs <= due && atMs >= due - 1, `${id} was due at ${due}, came at ${atMs}`);
      }
      assert.is(clock.pendingTimers, 0);
    }),
  );
});

test('closing leaves no timer behind', () => {
  const clock = new FakeClock();
  const timers = new DueTimers(clock, () => assert.unreachable());
  timers.schedule(itemNamed(1), 10, 'retry');
  timers.close();
  clock.advance(100);
  assert.is(clock.pendingTimers, 0);
});
