import * as assert from 'uvu/assert';
import {
  discardWaits,
  type LeaseBook,
  type LeaseSeen,
  nextVerdictInMs,
  noteLease,
  verdictOf,
} from '../../../src/protocol/lease.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/lease');
const TIMING = { leaseDurationMs: 15_000, renewIntervalMs: 2_000 };

function lease(resourceVersion: string, durationMs = 15_000, uid = 'u'): LeaseSeen {
  return { uid, resourceVersion, holder: 'h', durationMs };
}

function seen(...sights: readonly (readonly [number, LeaseSeen | undefined])[]): LeaseBook {
  return sights.reduce((book: LeaseBook, [nowMs, what]) => noteLease(book, 'a', { lease: what, nowMs }), new Map());
}

function verdict(book: LeaseBook, nowMs: number): string | undefined {
  const note = book.get('a');
  return note === undefined ? undefined : verdictOf(note, nowMs, TIMING);
}

for (const { why, book, at, is } of [
  { why: 'just seen', book: seen([0, lease('1')]), at: 0, is: 'Live' },
  { why: 'X8: before three renewals are missed', book: seen([0, lease('1')]), at: 5_999, is: 'Live' },
  { why: 'X8: after three', book: seen([0, lease('1')]), at: 6_000, is: 'Suspect' },
  { why: 'X2: a whole duration', book: seen([0, lease('1')]), at: 15_000, is: 'Expired' },
  {
    why: 'the same version again does not shorten or renew the wait',
    book: seen([0, lease('1')], [9_000, lease('1')]),
    at: 15_000,
    is: 'Expired',
  },
  { why: 'any other version starts it anew', book: seen([0, lease('1')], [9_000, lease('2')]), at: 14_999, is: 'Live' },
  {
    why: 'the same version of another object is another',
    book: seen([0, lease('1')], [9_000, lease('1', 15_000, 'v')]),
    at: 14_999,
    is: 'Live',
  },
  { why: 'I4: the longer duration counts', book: seen([0, lease('1', 20_000)]), at: 19_999, is: 'Suspect' },
  { why: 'I4: ours, if it is the longer', book: seen([0, lease('1', 5_000)]), at: 14_999, is: 'Suspect' },
  { why: 'absence is a version', book: seen([0, lease('1')], [14_000, undefined]), at: 28_999, is: 'Suspect' },
  { why: 'absence lasts as long', book: seen([0, lease('1')], [14_000, undefined]), at: 29_000, is: 'Expired' },
  { why: 'X6: discarded notes', book: discardWaits(seen([0, lease('1')]), 14_000), at: 19_999, is: 'Live' },
]) {
  test(why, () => assert.is(verdict(book, at), is));
}

test('the next change of a verdict is foretold', () => {
  const note = seen([0, lease('1')]).get('a');
  if (note === undefined) throw new Error('no note');
  const next = [0, 5_999, 6_000, 14_999, 15_000].map((nowMs) => nextVerdictInMs(note, nowMs, TIMING));
  assert.equal(next, [6_000, 1, 9_000, 1, undefined]);
});

test('a version counts as a sign of life only when it was seen to come', () => {
  const stood = noteLease(new Map(), 'a', { lease: lease('1'), nowMs: 0 });
  const came = noteLease(new Map(), 'a', { lease: lease('1'), nowMs: 0, event: true });
  const changed = noteLease(stood, 'a', { lease: lease('2'), nowMs: 1 });
  assert.equal(
    [stood, came, changed].map((book) => (book.get('a') as { readonly moved: boolean }).moved),
    [false, true, true],
  );
});
