import * as assert from 'uvu/assert';

import type { Lane } from '../../../../src/replica/ports.ts';
import { chooseLane, resyncWorkersMax, type LaneTurns } from '../../../../src/replica/work/lanes.ts';
import { suite } from '../../../suite.ts';

const test = suite('lanes');

function choices(waiting: readonly Lane[], count: number, busy: { resyncRunning: number; workers: number }): Lane[] {
  const turns: LaneTurns = { retry: 0, resync: 0 };
  const view = { waiting: (lane: Lane) => waiting.includes(lane), ...busy };
  return Array.from({ length: count }, () => chooseLane(view, turns) ?? 'event');
}

test('events go first, and every fifth dequeue is a resync', () => {
  const chosen = choices(['event', 'resync'], 20, { resyncRunning: 0, workers: 32 });
  assert.is(chosen.filter((lane) => lane === 'resync').length, 4);
  assert.is(chosen[0], 'event');
});

test('while events wait resync never has more than a fifth of the workers, at least one', () => {
  assert.equal([1, 4, 5, 10, 32].map(resyncWorkersMax), [1, 1, 1, 2, 6]);
  const full = choices(['event', 'resync'], 20, { resyncRunning: 6, workers: 32 });
  assert.not.ok(full.includes('resync'));
});

test('a single worker serves all lanes', () => {
  const chosen = choices(['event', 'retry', 'resync'], 50, { resyncRunning: 0, workers: 1 });
  for (const lane of ['event', 'retry', 'resync'] as const) assert.ok(chosen.includes(lane), lane);
});

test('when nothing else waits resync may have every worker', () => {
  assert.equal(choices(['resync'], 3, { resyncRunning: 31, workers: 32 }), ['resync', 'resync', 'resync']);
});

test('nothing waits: nothing is chosen', () => {
  const view = { waiting: () => false, resyncRunning: 0, workers: 1 };
  assert.is(chooseLane(view, { retry: 0, resync: 0 }), undefined);
});
