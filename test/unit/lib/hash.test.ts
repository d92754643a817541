import * as assert from 'uvu/assert';
import { sha1Hex, sha256Hex } from '../../../src/lib/hash.ts';
import { suite } from '../../suite.ts';

const test = suite('hash');

test('sha256Hex is the hash anyone can check on a shell', () => {
  // printf %s default/web | sha256sum
  assert.is(sha256Hex('default/web'), '82b3ade9d00cd1642a4d420e670d6cd98eb4849a2ee0ff66d6689e645c8eb33f');
});

test('sha1Hex of UTF-8 text', () => {
  assert.is(sha1Hex('grün'), 'bbbb29c05fe80b397ad394a3f490cef7f4bba376');
});
