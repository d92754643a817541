import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { deepEqual } from '../../../src/lib/deep-equal.ts';
import { canonicalJson } from '../../../src/lib/json.ts';
import { suite } from '../../suite.ts';

const test = suite('deep-equal');

test('the same JSON', () => {
  const same: [unknown, unknown][] = [
    [null, null],
    [1, 1n],
    [2n ** 64n, 2n ** 64n],
    [
      [1, [2]],
      [1, [2]],
    ],
    [
      { a: 1, b: [{}] },
      { b: [{}], a: 1 },
    ],
    [{ a: 1, b: undefined }, { a: 1 }],
    [{ a: 1 }, { a: 1, b: undefined }],
    [{ a: undefined }, { b: undefined }],
  ];
  for (const [a, b] of same) {
    assert.ok(deepEqual(a, b), `${canonicalJson(a)} = ${canonicalJson(b)}`);
    assert.ok(deepEqual(b, a), `${canonicalJson(b)} = ${canonicalJson(a)}`);
  }
});

test('different JSON', () => {
  const different: [unknown, unknown][] = [
    [null, {}],
    [null, 0],
    [0, false],
    ['1', 1],
    ['1', 1n],
    [true, 1n],
    [2n ** 53n + 1n, 2 ** 53],
    [[], {}],
    [[1], [1, 2]],
    [[1, 2], { 0: 1, 1: 2 }],
    [{ a: 1 }, { b: 1 }],
    [{ a: 1 }, { a: 1, b: null }],
    [
      { a: 1, b: undefined },
      { b: undefined, c: 1 },
    ],
    [{ constructor: 1 }, {}],
    [JSON.parse('{"__proto__":{"a":1}}'), {}],
  ];
  for (const [a, b] of different) {
    assert.not.ok(deepEqual(a, b), `${canonicalJson(a)} ≠ ${canonicalJson(b)}`);
    assert.not.ok(deepEqual(b, a), `${canonicalJson(b)} ≠ ${canonicalJson(a)}`);
  }
});

test('agrees with comparing canonical texts', () => {
  const small = fc.jsonValue({ maxDepth: 2, stringUnit: fc.constantFrom('a', 'b') });
  fc.assert(
    fc.property(small, small, (a, b) => {
      assert.is(deepEqual(a, b), canonicalJson(a) === canonicalJson(b));
      assert.ok(deepEqual(a, JSON.parse(JSON.stringify(a))));
    }),
    { numRuns: 300 },
  );
});
