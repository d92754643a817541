import * as assert from 'uvu/assert';

import { doubleOwners, type Violation } from '../../../src/testing/audit/double-owners.ts';
import { countOwnerWrites } from '../../../src/testing/audit/owner-writes.ts';
import { ownershipTimeline } from '../../../src/testing/audit/ownership-timeline.ts';
import { suite } from '../../suite.ts';
import { held, log, renewal, SET, slotOf, table, write, type Line } from './audit-log.ts';

const test = suite('audit: double owners');

function judge(...lines: readonly Line[]): readonly Violation[] {
  const entries = log(...lines);
  const timeline = ownershipTimeline(entries, { set: SET, windowMs: 3000 });
  return doubleOwners(entries, { timeline, slotOf });
}

const verdict = (violations: readonly Violation[]): readonly string[] =>
  violations.map((one) => `${one.type} ${one.object} ${one.writer.replica}/${one.writer.incarnation}`);

const begin: readonly Line[] = [
  renewal(90, 'a/1'),
  renewal(90, 'b/1'),
  table(100, 1, [['a', 0, 4095]]),
  held(110, 'a/1', [[0, 4095]]),
  held(110, 'b/1', []),
];
/** Slot 7 goes from a to b. */
const move: readonly Line[] = [
  table(1000, 2, [
    ['a', 0, 6],
    ['b', 7, 7],
    ['a', 8, 4095],
  ]),
  held(1020, 'a/1', [
    [0, 6],
    [8, 4095],
  ]),
  held(1050, 'b/1', [[7, 7]]),
];

test('an orderly move is innocent', () => {
  assert.equal(
    verdict(judge(...begin, write(900, 'a/1', 7), write(1010, 'a/1', 7), ...move, write(1060, 'b/1', 7))),
    [],
  );
});

/** A status that the server may have stored, but did not answer. */
const unanswered = (line: Line): Line => {
  const { response, ...rest } = line;
  return { ...rest, code: 504, request: response };
};
const letGo: readonly (readonly [number, number])[] = [
  [0, 6],
  [8, 4095],
];
/** The same move, by a table that waits for a and one that does not any more. */
const revoked = table(1000, 2, [
  ['a', 0, 6],
  ['b', 7, 7, 'a'],
  ['a', 8, 4095],
]);
const dropped = table(1040, 3, [
  ['a', 0, 6],
  ['b', 7, 7],
  ['a', 8, 4095],
]);
const lost = unanswered(held(1020, 'a/1', letGo));

test('who gave a slot up in a status that was never answered had let go of it, if the table went by it', () => {
  const after = [dropped, held(1050, 'b/1', [[7, 7]])];
  assert.equal(verdict(judge(...begin, revoked, lost, ...after, write(1060, 'b/1', 7))), []);
  const guilty = judge(...begin, revoked, lost, ...after, write(1070, 'a/1', 7));
  assert.equal(verdict(guilty), ['HeldByAnother things.example.com default/o-7 a/1']);
});

test('guilty: the other writes although the status that gave the slot up was never stored', () => {
  const takenBack = table(1040, 3, [['a', 0, 4095]]);
  for (const next of [
    [revoked, lost],
    [revoked, lost, takenBack],
    [revoked, lost, held(1030, 'a/1', [[0, 4095]]), dropped],
  ]) {
    const found = judge(...begin, ...next, write(1060, 'b/1', 7));
    assert.equal(verdict(found), ['HeldByAnother things.example.com default/o-7 b/1']);
  }
});

test('after a fence a status that was never answered begins no hold either', () => {
  const fenced = [renewal(5000, 'a/1'), renewal(5000, 'b/1'), unanswered(held(5100, 'a/1', [[7, 7]]))];
  const tables = table(5050, 2, [['b', 0, 4095]]);
  assert.equal(verdict(judge(...begin, ...fenced, tables, write(5200, 'b/1', 7))), []);
});

test('a status that was never answered begins no hold', () => {
  const found = judge(...begin, unanswered(held(1050, 'b/1', [[7, 7]])), write(1060, 'a/1', 7));
  assert.equal(verdict(found), []);
});

test('guilty: the old owner writes after the new one holds', () => {
  const found = judge(...begin, ...move, write(1060, 'b/1', 7), write(1070, 'a/1', 7));
  assert.equal(verdict(found), ['HeldByAnother things.example.com default/o-7 a/1']);
});

test('guilty: a late write whose answer comes after the new owner began', () => {
  const found = judge(...begin, ...move, write(1015, 'a/1', 7, { took: 60 }));
  assert.equal(verdict(found), ['HeldByAnother things.example.com default/o-7 a/1']);
});

test('guilty: the new owner writes before the old one let go', () => {
  const found = judge(...begin, ...move, write(1010, 'b/1', 7));
  assert.equal(verdict(found), ['HeldByAnother things.example.com default/o-7 b/1']);
});

test('guilty: a replica that was never given the slot, even while nobody holds it', () => {
  const found = judge(...begin.slice(0, 3), write(500, 'c/1', 7));
  assert.equal(verdict(found), ['NeverGranted things.example.com default/o-7 c/1']);
});

test('guilty: two processes under one name', () => {
  const found = judge(...begin, renewal(500, 'a/2'), write(600, 'a/2', 7), write(700, 'a/1', 7));
  assert.equal(verdict(found), ['HeldByAnother things.example.com default/o-7 a/2']);
});

test('a restart under the same name is innocent: the registration ends the hold of the one before', () => {
  const found = judge(
    ...begin,
    write(200, 'a/1', 7),
    renewal(500, 'a/2'),
    held(510, 'a/2', []),
    held(700, 'a/2', [[0, 4095]]),
    write(710, 'a/2', 7),
  );
  assert.equal(verdict(found), []);
});

test('guilty: taking over before the window of the owner has passed', () => {
  const takeover = [
    table(2000, 2, [['b', 0, 4095]]),
    renewal(2500, 'b/1'),
    held(2600, 'b/1', [[0, 4095]]),
    renewal(9000, 'b/1'),
  ];
  const early = judge(...begin, ...takeover, write(2610, 'b/1', 7));
  assert.equal(verdict(early), ['HeldByAnother things.example.com default/o-7 b/1']);
});

test('taking over after the window is innocent, a late write of the one cut off is guilty', () => {
  const takeover = [
    ...[1000, 2000, 3000, 4000, 5000].map((at) => renewal(at, 'b/1')),
    table(4000, 2, [['b', 0, 4095]]),
    held(4010, 'b/1', [[0, 4095]]),
    write(4020, 'b/1', 7),
  ];
  assert.equal(verdict(judge(...begin, ...takeover)), []);
  const late = judge(...begin, ...takeover, write(4500, 'a/1', 7));
  assert.ok(verdict(late).includes('HeldByAnother things.example.com default/o-7 a/1'));
});

test('guilty: A, B, A without a move back, even if no hold was reported', () => {
  const unreported = [begin[0], begin[1], begin[2], move[0]].filter((line) => line !== undefined);
  const found = judge(...unreported, write(900, 'a/1', 7), write(1100, 'b/1', 7), write(1200, 'a/1', 7));
  assert.equal(verdict(found), ['OutOfTurn things.example.com default/o-7 a/1']);
});

test('guilty: a late write of an old owner that had never written the object, though no hold was reported', () => {
  const unreported = [begin[0], begin[1], begin[2], move[0]].filter((line) => line !== undefined);
  const found = judge(...unreported, write(1100, 'b/1', 7), write(1200, 'a/1', 7));
  assert.equal(verdict(found), ['OutOfTurn things.example.com default/o-7 a/1']);
});

test('guilty: an old owner after the slot went there and back, though an earlier move had once been its own', () => {
  const found = judge(
    ...begin.slice(0, 3),
    write(900, 'a/1', 7),
    table(1000, 2, [['b', 0, 4095]]),
    write(1100, 'b/1', 7),
    table(2000, 3, [['a', 0, 4095]]),
    write(2100, 'a/1', 7),
    write(2200, 'b/1', 7),
  );
  assert.equal(verdict(found), ['OutOfTurn things.example.com default/o-7 b/1']);
});

test('the old owner may write while it drains: the table has moved, and nobody else has written', () => {
  const found = judge(...begin, ...move.slice(0, 1), write(1010, 'a/1', 7), ...move.slice(1), write(1060, 'b/1', 7));
  assert.equal(verdict(found), []);
});

test('A, B, A with a move back is innocent', () => {
  const back = [
    ...move,
    write(1060, 'b/1', 7),
    table(2000, 3, [['a', 0, 4095]]),
    held(2010, 'b/1', []),
    held(2020, 'a/1', [[0, 4095]]),
    write(2030, 'a/1', 7),
  ];
  assert.equal(verdict(judge(...begin, write(900, 'a/1', 7), ...back)), []);
});

test("the first label by intake is nobody's act; the same field manager afterwards is", () => {
  const label = { query: 'fieldManager=shardkeeper-replica' };
  assert.equal(verdict(judge(...begin, write(300, 'b/1', 7, label))), []);
  const found = judge(...begin, write(300, 'a/1', 7), write(400, 'b/1', 7, label));
  assert.equal(verdict(found), ['HeldByAnother things.example.com default/o-7 b/1']);
});

test('failed writes, dry runs, other users and bookkeeping are not acts; the count says what was judged', () => {
  const lines = [
    write(300, 'b/1', 7, { code: 409 }),
    write(310, 'b/1', 7, { query: 'dryRun=All' }),
    write(320, 'b/1', 7, { verb: 'get' }),
    { at: 330, what: 'example.com/things', name: 'o-7', namespace: 'default' },
    { at: 340, what: 'shardkeeper.io/controllershards', name: 'o-7', by: 'b/1' },
  ];
  assert.equal(judge(...begin, ...lines), []);
  assert.is(countOwnerWrites(log(...begin, ...lines), slotOf), 0);
  assert.is(countOwnerWrites(log(...begin, write(1, 'a/1', 7), write(2, 'a/1', 8)), slotOf), 2);
});
