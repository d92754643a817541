/** A handoff is cut at its requests: revocation, ack, drop, first status of the new owner. */
import * as assert from 'uvu/assert';
import { handoffStages } from '../../../src/testing/audit/handoff-stages.ts';
import { suite } from '../../suite.ts';
import { held, log, SET, table, type Line } from './audit-log.ts';

const test = suite('judge: stages of a handoff');

/** A table of one row in which somebody may still be awaited. */
function row(at: number, revision: number, owner: string, awaiting: readonly string[]): Line {
  const ranges = [{ start: 0, end: 4095, owner, generation: revision, awaiting }];
  return {
    ...table(at, revision, []),
    response: { status: { assignment: { revision, generation: revision, ranges } } },
  };
}

test('each stage is the time between two requests, or of one', () => {
  const lines = [
    row(100, 1, 'a', []),
    held(110, 'a/1', [[0, 4095]]),
    row(1000, 2, 'b', ['a']),
    { ...held(1020, 'a/1', []), took: 7 },
    { ...row(1040, 3, 'b', []), took: 10 },
    held(1065, 'b/1', [[0, 4095]]),
  ];
  assert.equal(handoffStages(log(...lines), SET), [
    {
      from: 'a',
      to: 'b',
      slots: 4096,
      startMs: 1002,
      ackMs: 18,
      ackStoredMs: 7,
      dropMs: 13,
      dropStoredMs: 10,
      heldMs: 15,
    },
  ]);
});

test('what is not finished, and what nobody gave up, is no handoff', () => {
  const begun = [row(100, 1, 'a', []), held(110, 'a/1', [[0, 4095]]), row(1000, 2, 'b', ['a'])];
  assert.equal(handoffStages(log(...begun), SET), []);
  assert.equal(handoffStages(log(row(100, 1, '', []), row(200, 2, 'b', []), held(210, 'b/1', [[0, 4095]])), SET), []);
});
