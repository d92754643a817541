import * as assert from 'uvu/assert';
import fc from 'fast-check';

import { NEW_READER, readRequests, type RequestReader } from '../../../src/testing/faults/requests.ts';
import { suite } from '../../suite.ts';

const test = suite('faults: where requests begin and end');

interface Told {
  readonly heads: readonly string[];
  readonly ends: number;
  readonly bytes: string;
}

/** What a reader tells of a text that comes in pieces which end at `cuts`. */
function read(text: string, cuts: readonly number[]): Told {
  const heads: string[] = [];
  let ends = 0;
  let bytes = '';
  let reader: RequestReader = NEW_READER;
  const at = [...new Set([0, ...cuts.map((cut) => cut % text.length), text.length])].toSorted((a, b) => a - b);
  for (const [index, from] of at.slice(0, -1).entries()) {
    const step = readRequests(reader, Buffer.from(text.slice(from, at[index + 1]), 'latin1'));
    reader = step.reader;
    for (const piece of step.pieces) {
      if (piece.head !== undefined) heads.push(`${piece.head.method} ${piece.head.path}`);
      if (piece.last) ends++;
      bytes += piece.bytes.toString('latin1');
    }
  }
  return { heads, ends, bytes };
}

const request = fc
  .record({
    method: fc.constantFrom('GET', 'PUT', 'PATCH'),
    name: fc.nat(999),
    body: fc.string({ unit: 'binary-ascii' }),
  })
  .map(({ method, name, body }) => ({
    line: `${method} /api/v1/pods/${name}`,
    text: `${method} /api/v1/pods/${name} HTTP/1.1\r\nHost: x\r\ncontent-length: ${body.length}\r\n\r\n${body}`,
  }));

test('whatever the pieces are, each request begins and ends once, and no byte is lost', () => {
  fc.assert(
    fc.property(fc.array(request, { minLength: 1, maxLength: 4 }), fc.array(fc.nat(2_000)), (requests, cuts) => {
      const text = requests.map((one) => one.text).join('');
      assert.equal(read(text, cuts), { heads: requests.map(({ line }) => line), ends: requests.length, bytes: text });
    }),
  );
});

test('a request without a body ends with its head', () => {
  assert.equal(read('GET /a HTTP/1.1\r\nHost: x\r\n\r\n', []).ends, 1);
});

test('what cannot be followed is an error, not a guess', () => {
  const chunked = Buffer.from('PUT /a HTTP/1.1\r\nTransfer-Encoding: chunked\r\n\r\n');
  assert.throws(
    () => readRequests(NEW_READER, chunked),
    (error: { readonly code?: string }) => error.code === 'Malformed',
  );
});
