/** B3: what the status and the metrics of a set say while its deletion waits for replicas. */
import * as assert from 'uvu/assert';
import { size } from '../../../src/protocol/ranges.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import { World } from '../../golden/protocol-manager/world.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/manager-end');

/** Deleted while slots are on their way: `w-2` has just come, and nobody has let go of anything yet. */
function deletedOnTheMove(): World {
  const world = new World(2).settle();
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play().pass(1000);
  world.workload = { type: 'Found', resourceVersion: '2', replicas: 3, selector: 'app=w', firstOrdinal: 0 };
  world.settle().start('w-2').register('w-2').pass(2000);
  assert.ok((world.set?.status.moving ?? 0) > 0, world.text());
  return world.delete();
}

test('the status counts every slot as unowned and none as moving, and so do the metrics', () => {
  const world = deletedOnTheMove();
  const status = world.set?.status;
  assert.is(status?.unowned, SLOT_COUNT);
  assert.is(status?.moving, 0);
  const summary = world.minds[0]?.report?.summary;
  assert.is(size(summary?.unowned ?? []), SLOT_COUNT);
  assert.is(summary?.moving, 0);
});

test('no condition says that slots are owned or move, or is of an earlier generation', () => {
  const { set } = deletedOnTheMove();
  const conditions = set?.status.conditions ?? [];
  const reasons = conditions.filter(({ status }) => status === 'False').map(({ type, reason }) => `${type} ${reason}`);
  for (const type of ['Ready', 'Covered', 'Rebalancing']) assert.ok(reasons.includes(`${type} SetDeleting`), type);
  assert.ok(conditions.length > 3, 'others are kept');
  const generations = new Set(conditions.map(({ observedGeneration }) => observedGeneration));
  assert.equal([...generations], [set?.generation], 'of the deletion, which counts as a change');
});
