import * as assert from 'uvu/assert';

import { editsOf, type Edits } from '../../../src/testing/audit/edits.ts';
import { duplicateWrites, writesWithoutEdit } from '../../../src/testing/audit/needless-writes.ts';
import { suite } from '../../suite.ts';
import { log, write, type Line } from './audit-log.ts';

const test = suite('audit: edits and needless writes');

/** Parents are things, children are parts; both are called after their slot. */
function edit(at: number, slot: number, mark: string): Line {
  return { at, what: 'example.com/things', name: `o-${slot}`, namespace: 'default', request: { mark } };
}
function child(at: number, by: string, [slot, mark]: readonly [number, string], more: Partial<Line> = {}): Line {
  return write(at, by, slot, { what: 'example.com/parts', request: { mark }, ...more });
}
const parentOf = ({ resource, name }: { readonly resource: string; readonly name: string }): string | undefined =>
  ['things', 'parts'].includes(resource) ? name : undefined;
const slotOf = (object: { readonly resource: string; readonly name: string }): number | undefined =>
  parentOf(object) === undefined ? undefined : Number(object.name.slice(2));

function judge(...lines: readonly Line[]): Edits {
  return editsOf(log(...lines), {
    parentOf: (entry) => (entry.resource === 'things' ? entry.name : undefined),
    parentOfChild: (entry) => (entry.resource === 'parts' ? entry.name : undefined),
    markOf: (entry) => (entry.requestObject as { readonly mark?: string } | undefined)?.mark,
  });
}
const times = ({ edits }: Edits): unknown[] => edits.map(({ parent, childMs, ms }) => [parent, childMs, ms]);

test('from the answer to the edit to the answer to the write of the child', () => {
  assert.equal(times(judge(edit(100, 1, 'x'), child(120, 'a/1', [1, 'x']))), [['o-1', 122, 20]]);
});

test('a later edit in the child answers the earlier one; an earlier one does not answer the later', () => {
  const found = judge(edit(100, 1, 'x'), edit(110, 1, 'y'), child(130, 'a/1', [1, 'y']), edit(140, 1, 'z'));
  assert.equal(times(found), [
    ['o-1', 132, 30],
    ['o-1', 132, 20],
    ['o-1', undefined, 0],
  ]);
});

test('never arrived: refused writes of the child, and those of another one, are no answer', () => {
  const found = judge(edit(100, 1, 'x'), child(120, 'a/1', [1, 'x'], { code: 409 }), child(298, 'a/1', [2, 'x']));
  assert.equal(times(found), [['o-1', undefined, 198]]);
});

test('a child that was written before the edit was answered waited for nothing', () => {
  assert.equal(times(judge({ ...edit(100, 1, 'x'), took: 50 }, child(120, 'a/1', [1, 'x']))), [['o-1', 122, 0]]);
});

test('a mark that is used again means the last edit before', () => {
  const found = judge(edit(100, 1, 'x'), child(110, 'a/1', [1, 'x']), edit(200, 1, 'x'), child(220, 'a/1', [1, 'x']));
  assert.equal(times(found), [
    ['o-1', 112, 10],
    ['o-1', 222, 20],
  ]);
});

test('guilty: an older edit is put back', () => {
  const found = judge(edit(100, 1, 'x'), edit(110, 1, 'y'), child(130, 'a/1', [1, 'y']), child(140, 'b/1', [1, 'x']));
  assert.equal(
    found.setBacks.map((entry) => entry.startMs),
    [140],
  );
});

test('guilty: both processes write the same; innocent when something was in between', () => {
  const duplicates = (...lines: readonly Line[]): readonly number[] =>
    duplicateWrites(log(...lines), slotOf).map(({ startMs }) => startMs);
  const version = { request: { mark: 'x', metadata: { resourceVersion: '7' } } };
  assert.equal(duplicates(child(100, 'a/1', [1, 'x']), child(110, 'b/1', [1, 'x'], version)), []);
  const first = { request: { mark: 'x', metadata: { resourceVersion: '5' } } };
  assert.equal(duplicates(child(100, 'a/1', [1, 'x'], first), child(110, 'b/1', [1, 'x'], version)), [110]);
  assert.equal(duplicates(child(100, 'a/1', [1, 'x']), child(110, 'a/2', [1, 'x'])), [110], 'another incarnation');
  assert.equal(duplicates(child(100, 'a/1', [1, 'x']), child(110, 'a/1', [1, 'x'])), [], 'the same process');
  const undone = { ...edit(105, 1, 'q'), what: 'example.com/parts' };
  assert.equal(duplicates(child(100, 'a/1', [1, 'x']), undone, child(110, 'b/1', [1, 'x'])), []);
  assert.equal(duplicates(child(100, 'a/1', [1, 'x']), child(110, 'b/1', [1, 'y'])), []);
});

test('innocent: what is said of an object that was created anew under the name of another', () => {
  const status = (at: number, by: string): Line =>
    write(at, by, 1, { what: 'example.com/things/status', request: { mark: 'x' } });
  const created: Line = { ...edit(105, 1, 'x'), verb: 'create', code: 201 };
  const duplicates = (...lines: readonly Line[]): readonly number[] =>
    duplicateWrites(log(...lines), slotOf).map(({ startMs }) => startMs);
  assert.equal(duplicates(status(100, 'a/1'), created, status(110, 'b/1')), []);
  assert.equal(duplicates(created, status(110, 'a/1'), status(120, 'b/1')), [120]);
});

test('a write to an object that nobody edited was caused by something else', () => {
  const found = (from: number, ...lines: readonly Line[]): readonly string[] =>
    writesWithoutEdit(log(...lines), from, { slotOf, parentOf }).map(({ object }) => object);
  assert.equal(found(0, edit(100, 1, 'x'), child(120, 'a/1', [1, 'x']), child(130, 'a/1', [2, 'x'])), [
    'parts.example.com default/o-2',
  ]);
  assert.equal(found(110, edit(100, 1, 'x'), child(120, 'a/1', [1, 'x'])), ['parts.example.com default/o-1']);
  assert.equal(found(110, child(100, 'a/1', [1, 'x'])), [], 'before the time');
});

test('the first label of an object is nobody’s; a second one is', () => {
  const label = (at: number): Line => write(at, 'a/1', 3, { query: 'fieldManager=shardkeeper-replica' });
  const found = writesWithoutEdit(log(label(100), label(200)), 0, { slotOf, parentOf });
  assert.equal(
    found.map(({ startMs }) => startMs),
    [200],
  );
});
