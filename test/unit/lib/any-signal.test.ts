import * as assert from 'uvu/assert';
import { anySignal } from '../../../src/lib/any-signal.ts';
import { suite } from '../../suite.ts';

const test = suite('any-signal');

test('is aborted with the first of its sources, and with its reason', () => {
  const [one, other] = [new AbortController(), new AbortController()];
  const { signal } = anySignal([one.signal, other.signal]);
  let told = 0;
  signal.addEventListener('abort', () => {
    told += 1;
  });
  assert.is(signal.aborted, false);
  other.abort('the other');
  assert.is(signal.reason, 'the other');
  one.abort('too late');
  assert.is(signal.reason, 'the other');
  assert.is(told, 1);
});

test('is aborted at once when a source is', () => {
  const { signal } = anySignal([new AbortController().signal, AbortSignal.abort('before')]);
  assert.is(signal.reason, 'before');
});

test('is aborted no more after its release', () => {
  const source = new AbortController();
  const { signal, release } = anySignal([source.signal]);
  release();
  release();
  source.abort();
  assert.is(signal.aborted, false);
});
