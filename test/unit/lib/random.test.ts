import * as assert from 'uvu/assert';
import { systemRandom } from '../../../src/lib/random.ts';
import { suite } from '../../suite.ts';

const test = suite('random');

test('next is in [0, 1)', () => {
  for (let i = 0; i < 1000; i += 1) {
    const value = systemRandom.next();
    assert.ok(value >= 0 && value < 1);
  }
});

test('ids are 16 hex digits and do not repeat', () => {
  const ids = Array.from({ length: 1000 }, () => systemRandom.id());
  for (const id of ids) assert.match(id, /^[0-9a-f]{16}$/);
  assert.is(new Set(ids).size, ids.length);
});
