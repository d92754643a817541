import * as assert from 'uvu/assert';

import { ackCheckDueMs, ackChecks } from '../../../src/protocol/manager/ack-checks.ts';
import { emptyMemory, type Memory } from '../../../src/protocol/manager/memory.ts';
import { NO_PROOFS, type Observation } from '../../../src/protocol/manager/view.ts';
import type { Table, Timing } from '../../../src/protocol/table.ts';
import { suite } from '../../suite.ts';

const test = suite('reading those who are awaited for longer');

// Nothing but names and times is looked at.
const memory: Memory = { ...emptyMemory({} as Timing), awaitedSince: new Map([['w-0', 1_000]]) };
const table = { uid: 'u', epoch: 1, revision: 7 } as Table;

function seen(askedMs?: number): Observation {
  const shards = askedMs === undefined ? new Map() : new Map([['w-0', { table: 'old', askedMs, final: false }]]);
  return { proofs: { ...NO_PROOFS, shards } } as unknown as Observation;
}

function asked(monotonicMs: number, observation: Observation): readonly string[] {
  const effects = ackChecks(table, { observation, memory, now: { monotonicMs, wallMs: 0 } });
  return effects.map((effect) => ('name' in effect ? `${effect.type} ${effect.name}` : effect.type));
}

test('an ack that comes in time is never looked for', () => {
  assert.equal(asked(2_999, seen()), []);
  assert.is(ackCheckDueMs('w-0', { memory, observation: seen() }), 3_000);
  assert.is(ackCheckDueMs('w-1', { memory, observation: seen() }), Infinity);
});

test('who is awaited for longer is read, and again only after a while', () => {
  assert.equal(asked(3_000, seen()), ['CheckShard w-0']);
  assert.equal(asked(7_999, seen(3_000)), []);
  assert.equal(asked(8_000, seen(3_000)), ['CheckShard w-0']);
});

test('a read of long ago puts nothing off', () => {
  assert.is(ackCheckDueMs('w-0', { memory, observation: seen(-60_000) }), 3_000);
});
