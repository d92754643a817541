import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { AssertionError } from '../../../src/lib/assert.ts';
import { backoffMs } from '../../../src/lib/backoff.ts';
import type { Random } from '../../../src/lib/random.ts';
import { suite } from '../../suite.ts';

const test = suite('backoff');

const drawing = (value: number): Random => ({ next: () => value, id: () => '0' });

test('the bound doubles up to the maximum', () => {
  const waits = [0, 1, 2, 3, 4, 5000].map((n) => backoffMs({ baseMs: 100, maxMs: 1000 }, n, drawing(0.5)));
  assert.equal(waits, [50, 100, 200, 400, 500, 500]);
});

test('every wait is within its bounds, whatever is drawn', () => {
  const unit = fc.double({ min: 0, max: 1, maxExcluded: true, noNaN: true });
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 10_000 }), fc.nat(100_000), fc.nat(10_000), fc.nat(2000), unit, (...args) => {
      const [baseMs, extraMs, floorMs, attempt, drawn] = args;
      const backoff = { baseMs, maxMs: baseMs + extraMs, minMs: Math.min(baseMs, floorMs) };
      const waitMs = backoffMs(backoff, attempt, drawing(drawn));
      assert.ok(waitMs >= backoff.minMs && waitMs <= backoff.maxMs, `${waitMs}`);
    }),
  );
});

test('nonsense is a programmer error', () => {
  for (const [options, attempt] of [
    [{ baseMs: 0, maxMs: 1 }, 0],
    [{ baseMs: 2, maxMs: 1 }, 0],
    [{ baseMs: 2, maxMs: 4, minMs: 3 }, 0],
    [{ baseMs: 2, maxMs: 4 }, -1],
    [{ baseMs: 2, maxMs: 4 }, 0.5],
  ] as const) {
    assert.throws(
      () => backoffMs(options, attempt, drawing(0)),
      (e: unknown) => e instanceof AssertionError,
    );
  }
});
