import * as assert from 'uvu/assert';

import { Postponed } from '../../../../src/replica/intake/postponed.ts';
import { suite } from '../../../suite.ts';

const test = suite('replica/intake/postponed');

const LATEST = { next: () => 1, id: () => '' };

test('each failure waits longer, up to a minute; success starts anew', () => {
  const postponed = new Postponed(LATEST);
  const waits = Array.from({ length: 9 }, () => {
    postponed.postpone('default/a', 1000);
    return postponed.dueAtMs('default/a') - 1000;
  });
  assert.equal(waits.slice(0, 3), [1500, 3000, 6000]);
  assert.is(waits.at(-1), 60_000);
  postponed.forget('default/a');
  assert.is(postponed.dueAtMs('default/a'), 0);
  postponed.postpone('default/a', 1000);
  assert.is(postponed.dueAtMs('default/a'), 2500);
});

test('what the server asks for counts when it is later', () => {
  const postponed = new Postponed(LATEST);
  postponed.postpone('default/a', 1000, 31_000);
  assert.is(postponed.dueAtMs('default/a'), 31_000);
});

test('what is not shown any more is forgotten', () => {
  const postponed = new Postponed(LATEST);
  postponed.postpone('default/a', 0);
  postponed.postpone('default/b', 0);
  postponed.keepOnly((key) => key === 'default/b');
  assert.is(postponed.size, 1);
});
