import * as assert from 'uvu/assert';
import { assert as invariant, AssertionError, assertNever } from '../../../src/lib/assert.ts';
import { hasCode, isShardkeeperError, messageOf, ShardkeeperError } from '../../../src/lib/errors.ts';
import { suite } from '../../suite.ts';

const test = suite('errors');

test('an error carries code, cause and whether repeating helps', () => {
  const cause = new Error('inner');
  const error = new ShardkeeperError('outer', { code: 'Conflict', cause });
  assert.is(error.code, 'Conflict');
  assert.is(error.cause, cause);
  assert.is(error.terminal, false);
  assert.ok(hasCode(error, 'Conflict'));
  assert.not.ok(hasCode(error, 'NotFound'));
  assert.ok(new ShardkeeperError('x', { code: 'X', terminal: true }).terminal);
});

test('others are not ours', () => {
  for (const value of [undefined, null, 'Conflict', new Error('x'), { code: 'Conflict' }]) {
    assert.not.ok(isShardkeeperError(value));
    assert.not.ok(hasCode(value, 'Conflict'));
  }
});

test('the brand does not show up in JSON', () => {
  assert.equal(Object.keys(new ShardkeeperError('x', { code: 'X' })).includes('brand'), false);
  assert.not.match(JSON.stringify(new ShardkeeperError('x', { code: 'X' })), 'brand');
});

test('messageOf takes whatever was thrown, within a bound', () => {
  assert.is(messageOf(new Error('short')), 'short');
  assert.is(messageOf('text'), 'text');
  assert.is(messageOf(undefined), 'undefined');
  assert.is(messageOf(new Error('abcdef'), 4), 'abc…');
});

test('failed invariants throw AssertionError', () => {
  invariant(true, 'fine');
  assert.throws(
    () => invariant(false, 'broken'),
    (e: unknown) => e instanceof AssertionError && e.message === 'broken',
  );
  assert.throws(
    () => assertNever('surprise' as never),
    (e: unknown) => e instanceof AssertionError && e.message.includes('surprise'),
  );
});
