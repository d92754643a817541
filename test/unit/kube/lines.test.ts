import fc from 'fast-check';
import * as assert from 'uvu/assert';

import { LineSplitter } from '../../../src/kube/lines.ts';
import { suite } from '../../suite.ts';

const test = suite('kube lines');

test('property: lines come out whole, however the bytes are cut', () => {
  const text = fc.array(
    fc.string({ unit: 'grapheme', minLength: 1 }).filter((line) => !/[\n\r]/.test(line)),
    { maxLength: 8 },
  );
  fc.assert(
    fc.property(text, fc.integer({ min: 1, max: 7 }), (written, step) => {
      const bytes = Buffer.from(written.map((line) => `${line}\n`).join(''));
      const splitter = new LineSplitter(10_000);
      const read: string[] = [];
      for (let at = 0; at < bytes.length; at += step)
        read.push(...(splitter.push(bytes.subarray(at, at + step)) ?? []));
      assert.equal(read, written);
    }),
  );
});

test('a line without an end is refused before it fills the memory', () => {
  const splitter = new LineSplitter(10);
  assert.equal(splitter.push(Buffer.from('12345')), []);
  assert.is(splitter.push(Buffer.from('1234567')), undefined);
});
