/** Who gives or takes starts nothing for a moment; who has no part in a move goes on. */
import * as assert from 'uvu/assert';
import type { ReplicaState } from '../../../../src/protocol/replica/types.ts';
import type { Row, Table } from '../../../../src/protocol/table.ts';
import { RightOfWay } from '../../../../src/replica/ownership/right-of-way.ts';
import { suite } from '../../../suite.ts';
import { runningWith } from './running.ts';

const test = suite('right of way');

const row = (owner: string, ...awaiting: string[]): Row => ({ start: 0, end: 4095, owner, generation: 2, awaiting });

function seeing(...rows: Row[]): ReplicaState {
  const table: Table = { uid: 'u', epoch: 1, revision: 1, generation: 2, ranges: rows, protocol: 1, minProtocol: 1 };
  const state = runningWith([], 1_000);
  const { life } = state;
  if (life.type !== 'Running') throw new Error('not running');
  return { ...state, life: { ...life, view: { ...life.view, set: { ...life.view.set, table } } } };
}

/** What is asked of the pool, for each table. */
function asked(...tables: readonly ReplicaState[]): readonly boolean[] {
  const asks: boolean[] = [];
  const way = new RightOfWay('me');
  for (const state of tables) way.update(state, { giveWay: (ms) => void asks.push(ms > 0) });
  return asks;
}

test('it is given by who is awaited and by who waits, once, and ends with the handoff', () => {
  const rest = seeing(row('me'));
  assert.equal(asked(rest, seeing(row('other', 'me')), seeing(row('other', 'me', 'third')), seeing(row('other'))), [
    true,
    false,
  ]);
  assert.equal(asked(rest, seeing(row('me', 'other')), rest), [true, false]);
});

test('what moves between others is no reason', () => {
  assert.equal(asked(seeing(row('me')), seeing(row('other', 'third'))), []);
});

test('a process that is fenced in between goes on when it is back', () => {
  const fenced: ReplicaState = { ...seeing(), life: { type: 'Exited', code: 1, reason: 'LeaseLost' } };
  assert.equal(asked(seeing(row('me', 'other')), fenced), [true, false]);
});
