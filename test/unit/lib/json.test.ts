import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { deepEqual } from '../../../src/lib/deep-equal.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import { canonicalJson, parseJson, stringifyJson } from '../../../src/lib/json.ts';
import { suite } from '../../suite.ts';

const test = suite('json');

const roundTrip = (text: string): string => stringifyJson(parseJson(text));
const keys = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.constantFrom('10', '9', '__proto__', 'constructor', 'a', 'A', ''),
);
/** An integer beyond 2^53 in a double was rounded before we saw it; and JSON has no minus zero. */
const withinDoubles = (x: number): number =>
  Object.is(x, -0) || (Number.isInteger(x) && !Number.isSafeInteger(x)) ? 0.25 : x;
const anyJson = fc.letrec<{ value: unknown }>((tie) => ({
  value: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    fc.constantFrom(null, true, false, 0, 1, -1, 1.5, 1e21, 1e-7),
    fc.double({ noNaN: true, noDefaultInfinity: true }).map(withinDoubles),
    fc.bigInt({ min: 2n ** 53n, max: 2n ** 70n }),
    fc.bigInt({ min: -(2n ** 70n), max: -(2n ** 53n) }),
    fc.string({ unit: 'binary' }),
    fc.array(tie('value')),
    fc.array(fc.tuple(keys, tie('value'))).map((entries) => Object.fromEntries(entries)),
  ),
})).value;

test('integers that a double cannot hold survive, wherever they stand', () => {
  for (const text of [
    '9007199254740993',
    '-9007199254740993',
    '9223372036854775807',
    '18446744073709551615',
    '[9007199254740993,1]',
    '{"a":{"b":[1,-9223372036854775808]}}',
    '123456789012345678901234567890123456789012345678901234567890',
  ]) {
    assert.is(roundTrip(text), text);
  }
  assert.is(parseJson('9007199254740993'), 9007199254740993n);
  assert.equal(parseJson('{ "a" :\n\t9007199254740993 }'), { a: 9007199254740993n });
});

test('integers that a double holds stay numbers', () => {
  assert.is(parseJson('9007199254740991'), Number.MAX_SAFE_INTEGER);
  assert.is(parseJson('-9007199254740991'), Number.MIN_SAFE_INTEGER);
  assert.is(typeof parseJson('1e300'), 'number');
  assert.is(parseJson('0.1000000000000000055511'), 0.1);
});

test('digits inside strings are left alone', () => {
  const text = '{"a":"x, 9007199254740993","b":": 12345678901234567 1e400"}';
  assert.equal(parseJson(text), JSON.parse(text));
});

test('a number beyond the doubles is refused, not turned into null', () => {
  for (const text of ['1e400', '{"a": -1.5E+999}', `[${'9'.repeat(400)}.5]`]) {
    assert.throws(
      () => parseJson(text),
      (e: unknown) => hasCode(e, 'InvalidJson'),
    );
  }
});

test('what is not JSON is a terminal InvalidJson', () => {
  for (const text of ['', '{', '{"a":01}', 'undefined', '{"a":9007199254740993,}']) {
    assert.throws(
      () => parseJson(text),
      (e: unknown) => hasCode(e, 'InvalidJson') && e.terminal,
    );
  }
});

test('undefined members are left out; undefined and cycles have no text', () => {
  const cycle: Record<string, unknown> = { big: 1n };
  cycle['self'] = cycle;
  assert.is(stringifyJson({ a: undefined, b: 2n ** 64n }), '{"b":18446744073709551616}');
  assert.throws(() => stringifyJson(undefined), TypeError);
  assert.throws(() => stringifyJson(cycle), TypeError);
});

test('indented text holds bigints too', () => {
  assert.is(stringifyJson({ a: [2n ** 53n] }, 2), '{\n  "a": [\n    9007199254740992\n  ]\n}');
});

test('canonicalJson is what Go writes', () => {
  assert.is(canonicalJson({ b: 1, a: [true, null, undefined], c: undefined }), '{"a":[true,null,null],"b":1}');
  assert.is(canonicalJson({ x: '<a>&\u2028\u2029' }), '{"x":"\\u003ca\\u003e\\u0026\\u2028\\u2029"}');
  assert.is(canonicalJson({ '<': '"\\\n\t' }), '{"\\u003c":"\\"\\\\\\n\\t"}');
  assert.is(canonicalJson({ '9': 1, '10': 2, a: 3, B: 4 }), '{"10":2,"9":1,"B":4,"a":3}');
  assert.is(
    canonicalJson({ big: 9223372036854775807n, f: 1e21, s: 1e-7 }),
    '{"big":9223372036854775807,"f":1e+21,"s":1e-7}',
  );
});

test('canonical keys are in the order of their UTF-8 bytes', () => {
  fc.assert(
    fc.property(fc.uniqueArray(fc.string({ unit: 'binary' }), { maxLength: 8 }), (names) => {
      const text = canonicalJson(Object.fromEntries(names.map((name) => [name, 0])));
      const inOrder = names.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)));
      const expected = `{${inOrder.map((name) => `${canonicalJson(name)}:0`).join(',')}}`;
      assert.is(text, expected);
    }),
  );
});

test('parse undoes stringify and canonicalJson', () => {
  fc.assert(
    fc.property(anyJson, (value) => {
      assert.ok(deepEqual(parseJson(stringifyJson(value)), value));
      assert.ok(deepEqual(parseJson(canonicalJson(value)), value));
      assert.is(canonicalJson(parseJson(canonicalJson(value))), canonicalJson(value));
    }),
  );
});

test('without big integers it is plain JSON', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const text = JSON.stringify(value);
      assert.is(stringifyJson(value), text);
      assert.is(stringifyJson(parseJson(text)), JSON.stringify(JSON.parse(text)));
    }),
  );
});
