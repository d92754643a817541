import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { deepEqual } from '../../../../src/lib/deep-equal.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { forEachBounded } from '../../../../src/metacontroller/kernel/bounded.ts';
import { finalizerChange, isFinalizing } from '../../../../src/metacontroller/kernel/finalizer.ts';
import { mergePatch } from '../../../../src/metacontroller/kernel/merge-patch.ts';
import { startResync } from '../../../../src/metacontroller/kernel/resync.ts';
import type { RootRef } from '../../../../src/replica/ports.ts';
import { suite } from '../../../suite.ts';
import { FINALIZER, parent, parentRule, setup } from '../fixtures.ts';

const test = suite('parts of the kernel');

type Json = null | boolean | number | string | readonly Json[] | { readonly [field: string]: Json };

/** RFC 7386, letter by letter. */
function applyMergePatch(target: Json | undefined, patch: Json): Json {
  if (typeof patch !== 'object' || patch === null || Array.isArray(patch)) return patch;
  const isMap = typeof target === 'object' && target !== null && !Array.isArray(target);
  const result: Record<string, Json> = isMap ? { ...(target as Record<string, Json>) } : {};
  for (const [field, value] of Object.entries(patch as Record<string, Json>)) {
    if (value === null) delete result[field];
    else result[field] = applyMergePatch(result[field], value);
  }
  return result;
}

const json = fc.letrec<{ readonly value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    fc.constantFrom<Json>(0, 1, 'x', true),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(fc.constantFrom('a', 'b', 'c'), tie('value')),
  ),
})).value;

test('a merge patch leads where it should, and is nothing exactly for equal values', () => {
  fc.assert(
    fc.property(json, json, (from, to) => {
      const patch = mergePatch(from, to);
      if (patch === undefined) return deepEqual(from, to);
      return !deepEqual(from, to) && deepEqual(applyMergePatch(from, patch as Json), to);
    }),
  );
});

test('a period of resync enqueues every root once, spread, and no more after the stop', () => {
  const clock = new FakeClock();
  const roots = Array.from({ length: 600 }, (_, index): RootRef => ({
    groupResource: 'r.g',
    key: `n/${String(index)}`,
  }));
  const perTick: number[] = [];
  const seen = new Map<string, number>();
  const host = {
    roots: () => roots,
    enqueue: (_controller: string, root: RootRef, lane: string) => {
      assert.is(lane, 'resync');
      seen.set(root.key, (seen.get(root.key) ?? 0) + 1);
      perTick[perTick.length - 1] = (perTick.at(-1) ?? 0) + 1;
    },
  };
  const stop = startResync({ clock, host, controller: 'c', periodMs: 60_000 });
  for (let second = 0; second < 60; second += 1) {
    perTick.push(0);
    clock.advance(1000);
  }
  assert.is(seen.size, 600);
  assert.ok([...seen.values()].every((times) => times === 1));
  assert.ok(Math.max(...perTick) <= 40, `most in one second: ${String(Math.max(...perTick))}`);
  stop();
  clock.advance(60_000);
  assert.is(
    [...seen.values()].reduce((sum, times) => sum + times, 0),
    600,
  );
});

test('the finalizer: put on, kept, taken away', () => {
  const dying = { deletionTimestamp: '2026-01-01T00:00:00Z' };
  const has = { finalizers: [FINALIZER, 'x'] };
  const withHook = setup({ finalize: true });
  assert.equal(finalizerChange(withHook, parent({ finalizers: ['x'] }), true), {
    type: 'Set',
    finalizers: ['x', FINALIZER],
  });
  assert.is(finalizerChange(withHook, parent(has), true).type, 'None');
  assert.is(finalizerChange(withHook, parent(), false).type, 'None');
  assert.is(finalizerChange(withHook, parent(dying), true).type, 'None');
  assert.equal(finalizerChange(setup(), parent(has), true), { type: 'Set', finalizers: ['x'] });
  assert.is(finalizerChange(setup(), parent(), true).type, 'None');
});

test('the finalize hook is asked for parents that go or leave the selection', () => {
  const withHook = setup({ finalize: true });
  assert.is(isFinalizing(withHook, parent(), parentRule), false);
  assert.is(isFinalizing(withHook, parent({ deletionTimestamp: 'x' }), parentRule), true);
  assert.is(isFinalizing(withHook, parent({ labels: { optout: '' } }), parentRule), true);
  assert.is(isFinalizing(setup(), parent({ deletionTimestamp: 'x' }), parentRule), false);
});

test('a few at a time, in order; after a failure nothing more is begun', async () => {
  let running = 0;
  let most = 0;
  const begun: number[] = [];
  const act = async (item: number): Promise<void> => {
    begun.push(item);
    running += 1;
    most = Math.max(most, running);
    await Promise.resolve();
    running -= 1;
    if (item === 5) throw new Error('five');
  };
  await forEachBounded([0, 1, 2, 3], 2, act);
  assert.equal([begun, most], [[0, 1, 2, 3], 2]);
  const more = Array.from({ length: 50 }, (_, index) => index);
  begun.length = 0;
  try {
    await forEachBounded(more, 3, act);
    assert.unreachable();
  } catch (error) {
    assert.match(String(error), 'five');
  }
  assert.ok(begun.length < 10);
});
