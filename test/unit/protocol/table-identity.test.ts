/** B0: a table is known by uid and epoch. */
import * as assert from 'uvu/assert';
import { tableOf } from '../../../src/protocol/manager/view.ts';
import { tableFor } from '../../../src/protocol/replica/view.ts';
import type { Table } from '../../../src/protocol/table.ts';
import { World } from '../../golden/protocol-manager/world.ts';
import { suite } from '../../suite.ts';

const test = suite('protocol/table-identity');

function born(): { readonly world: World; readonly table: Table } {
  const world = new World(2).settle();
  for (const name of ['w-0', 'w-1']) world.start(name);
  for (const name of ['w-0', 'w-1']) world.register(name);
  world.play();
  return { world, table: tableIn(world) };
}

function tableIn({ set }: World): Table {
  const table = set?.status.assignment;
  assert.ok(table !== undefined, 'there is a table');
  return table;
}

test('a table that was lost under the same uid is born again in a later epoch', () => {
  const { world, table } = born();
  const lostAt = Number(world.set?.resourceVersion);
  world.edit('status lost', (set) => ({ ...set, status: {} }));
  world.syncAll().play();
  world.pass(10_000).play();
  const again = tableIn(world);
  assert.is(again.uid, table.uid);
  assert.ok(again.epoch > table.epoch, `${again.epoch} is later than ${table.epoch}`);
  assert.ok(again.epoch > lostAt, 'the epoch is the version that the birth replaced');
});

test('a table of another set counts as none, for managers and replicas', () => {
  const { world, table } = born();
  const foreign: Table = { ...table, uid: 'another' };
  assert.ok(world.set !== undefined);
  assert.is(tableOf({ ...world.set, status: { assignment: foreign } }), undefined);
  assert.is(tableOf(world.set)?.uid, world.set.uid);
  assert.is(tableFor(world.set.uid, foreign), undefined);
  assert.is(tableFor(world.set.uid, table), table);
});
