import * as assert from 'uvu/assert';

import { movement, peakOverMean, slotCounts, tablesBetween } from '../../../src/testing/audit/moves.ts';
import {
  countRequests,
  isAboutObjects,
  objectWrites,
  restlessness,
  totalOf,
} from '../../../src/testing/audit/requests.ts';
import { tableVersions } from '../../../src/testing/audit/tables.ts';
import { suite } from '../../suite.ts';
import { log, renewal, SET, table, write, type Line } from './audit-log.ts';

const test = suite('audit: moves and requests');

const versions = (...lines: readonly Line[]): ReturnType<typeof tableVersions> => tableVersions(log(...lines), SET);

test('one replica more: the least is what exceeds the new share', () => {
  const tables = versions(
    table(1, 1, [
      ['a', 0, 2047],
      ['b', 2048, 4095],
    ]),
    table(10, 2, [
      ['a', 0, 1364],
      ['c', 1365, 2047],
      ['b', 2048, 4095],
    ]),
    table(20, 3, [
      ['a', 0, 1364],
      ['c', 1365, 2729],
      ['b', 2730, 4095],
    ]),
  );
  const result = movement(tables);
  assert.is(result.moved, 683 + 682);
  assert.is(result.net, 683 + 682);
  assert.ok(Math.abs(result.least - 4096 / 3) < 0.001);
});

test('a newcomer that got nothing is a member all the same: much had to move, nothing did', () => {
  const tables = versions(table(1, 1, [['a', 0, 4095]]));
  assert.equal(movement(tables, ['a', 'b']), { moved: 0, net: 0, least: 2048 });
});

test('forth and back moves twice, though nothing has changed in the end', () => {
  const tables = versions(
    table(1, 1, [
      ['a', 0, 2047],
      ['b', 2048, 4095],
    ]),
    table(10, 2, [
      ['a', 0, 1999],
      ['b', 2000, 4095],
    ]),
    table(20, 3, [
      ['a', 0, 2047],
      ['b', 2048, 4095],
    ]),
  );
  assert.equal(movement(tables), { moved: 96, net: 0, least: 0 });
});

test('a replica that leaves: all it has', () => {
  const tables = versions(
    table(1, 1, [
      ['a', 0, 2047],
      ['b', 2048, 4095],
    ]),
    table(10, 2, [
      ['a', 0, 2047],
      ['', 2048, 4095],
    ]),
    table(20, 3, [['a', 0, 4095]]),
  );
  assert.equal(movement(tables), { moved: 2048, net: 2048, least: 2048 });
});

test('the version in force at the beginning belongs to the window', () => {
  const tables = versions(
    table(1, 1, [['a', 0, 4095]]),
    table(10, 2, [['b', 0, 4095]]),
    table(20, 3, [['c', 0, 4095]]),
  );
  assert.equal(
    tablesBetween(tables, 15, 30).map((one) => one.revision),
    [2, 3],
  );
});

test('a status write that leaves the table as it was is no version', () => {
  assert.is(versions(table(1, 1, [['a', 0, 4095]]), table(10, 1, [['a', 0, 4095]])).length, 1);
  assert.is(versions({ ...table(1, 1, [['a', 0, 4095]]), code: 409 }).length, 0);
  assert.is(versions({ ...table(1, 1, [['a', 0, 4095]]), name: 'other' }).length, 0);
});

test('shares', () => {
  const [first] = versions(
    table(1, 1, [
      ['a', 0, 3071],
      ['b', 3072, 4094],
      ['', 4095, 4095],
    ]),
  );
  assert.ok(first !== undefined);
  assert.equal(
    [...slotCounts(first)],
    [
      ['a', 3072],
      ['b', 1023],
    ],
  );
  assert.ok(Math.abs(peakOverMean(first, 2) - 3072 / 2047.5) < 1e-9);
  assert.ok(Math.abs(peakOverMean(first, 3) - 3072 / 1365) < 1e-9, 'who owns nothing pulls the mean down');
});

test('requests are counted per user, verb and resource within the window', () => {
  const entries = log(
    write(10, 'a/1', 1),
    write(20, 'a/1', 2),
    write(30, 'a/1', 2, { verb: 'get' }),
    write(99, 'a/1', 3),
    { at: 15, what: 'example.com/things', name: 'x', verb: 'list' },
  );
  const counts = countRequests(entries, { fromMs: 10, toMs: 99 });
  assert.is(totalOf(counts), 4);
  assert.equal(counts[0], {
    user: 'system:serviceaccount:sk:engine',
    verb: 'patch',
    resource: 'things.example.com',
    count: 2,
  });
});

test('idle: renewals are allowed, a LIST or any other write is not, people may do as they like', () => {
  const window = { fromMs: 0, toMs: 100 };
  const idle: readonly Line[] = [renewal(10, 'a/1'), { at: 20, what: '/pods', name: '', verb: 'list' }];
  assert.equal(restlessness(log(...idle), window), []);
  assert.is(totalOf(restlessness(log(...idle, write(30, 'a/1', 1, { verb: 'list' })), window)), 1);
  assert.is(totalOf(restlessness(log(...idle, table(30, 2, [['a', 0, 4095]])), window)), 1);
});

test('writes that moves caused: only to objects, only by pods, only successful ones', () => {
  const window = { fromMs: 0, toMs: 100 };
  const entries = log(
    renewal(1, 'a/1'),
    table(2, 1, [['a', 0, 4095]]),
    write(3, 'a/1', 1, { code: 409 }),
    write(4, 'a/1', 1),
  );
  assert.equal(
    objectWrites(entries, window).map((one) => one.startMs),
    [4],
  );
});

test("about users' objects: theirs, their controllers and kinds, read or written; not our bookkeeping, Leases and events", () => {
  const of = (what: string): boolean => log({ at: 1, what, name: 'x', by: 'a/1', code: 409 }).every(isAboutObjects);
  for (const what of [
    'example.com/things',
    'example.com/things/status',
    '/configmaps',
    'metacontroller.k8s.io/compositecontrollers',
    'apiextensions.k8s.io/customresourcedefinitions',
  ]) {
    assert.ok(of(what), what);
  }
  for (const what of [
    'shardkeeper.io/controllershards/status',
    'coordination.k8s.io/leases',
    '/events',
    'events.k8s.io/events',
    'authentication.k8s.io/tokenreviews',
    '/',
  ]) {
    assert.not.ok(of(what), what);
  }
});
