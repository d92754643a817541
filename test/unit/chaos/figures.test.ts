import * as assert from 'uvu/assert';

import { quantile } from '../../../src/lib/quantile.ts';
import { atLeast, atMost, never, pooled, rowsOf, told } from '../../chaos/figures.ts';
import type { Figure } from '../../chaos/scenario.ts';
import { asJsonLines, asTable } from '../../chaos/table.ts';
import { suite } from '../../suite.ts';

const test = suite('chaos: figures');

const judged = (...figures: readonly Figure[]): unknown[] =>
  rowsOf(
    'it',
    figures.map((figure) => [figure]),
  ).map(({ value, ok }) => [value, ok]);

test('of a promise the worst run counts', () => {
  assert.equal(judged(never('late', 0), never('late', 1), never('late', 0)), [[1, false]]);
  assert.equal(judged(atLeast('judged', 5, { goal: 4 }), atLeast('judged', 3, { goal: 4 })), [[3, false]]);
  assert.equal(judged(never('late', 0), never('late', 0)), [[0, true]]);
});

test('of a speed and of what is told, the median', () => {
  const speed = (value: number): Figure => atMost('p99', value, { goal: 100, unit: 'ms', speed: true });
  assert.equal(judged(speed(50), speed(400), speed(90)), [[90, true]]);
  assert.equal(judged(speed(50), speed(400), speed(110), speed(130)), [[120, false]]);
  assert.equal(judged(told('edits', 1), told('edits', 9), told('edits', 2)), [[2, true]]);
});

test('samples of all runs are pooled', () => {
  const limit = { share: 0.5, goal: 2 };
  assert.equal(judged(pooled('p50', [1, 1, 1], limit), pooled('p50', [2, 9], limit)), [[1, true]]);
  assert.equal(judged(pooled('p50', [1], limit), pooled('p50', [3, 9], limit)), [[3, false]]);
});

test('what was not measured meets no goal', () => {
  assert.equal(judged(pooled('p99', [], { share: 0.99, goal: 100 })), [[Number.NaN, false]]);
  assert.equal(judged(never('late', Number.NaN), never('late', 0)), [[Number.NaN, false]]);
});

test('a quantile is one of the values', () => {
  const hundred = Array.from({ length: 100 }, (_, i) => 100 - i);
  assert.is(quantile(hundred, 0.99), 99);
  assert.is(quantile(hundred, 1), 100);
  assert.is(quantile([7], 0.5), 7);
});

test('rows as a table and as lines', () => {
  const rows = rowsOf('it', [[never('late', 2), atMost('p99', 123.456, { goal: 100, unit: 'ms', speed: true })]]);
  assert.equal(asTable(rows).split('\n').slice(0, 3), [
    'SCENARIO   FIGURE   VALUE      GOAL        OK',
    'it         late     2          <= 0        BROKEN',
    'it         p99      123.5 ms   <= 100 ms   slow',
  ]);
  assert.equal(
    asJsonLines(rows)
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
    [
      { name: 'it', metric: 'late', value: 2, unit: '', goal: 0, ok: false },
      { name: 'it', metric: 'p99', value: 123.5, unit: 'ms', goal: 100, ok: false },
    ],
  );
});
