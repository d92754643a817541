import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import * as assert from 'uvu/assert';
import { select, type Selection } from '../../runner/select.ts';
import { suite } from '../../suite.ts';

const test = suite('runner: select');
const FILES = ['tidy', 'unit/lib/a', 'unit/lib/b', 'unit/kube/c', 'e2e/z', 'e2e/scale/y', 'conformance/x', 'chaos/w'];
let root = '';

test.before(() => {
  root = mkdtempSync(join(tmpdir(), 'select-'));
  for (const name of FILES) {
    const path = join(root, 'test', `${name}.test.ts`);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, '');
  }
  writeFileSync(join(root, 'test/unit/lib/helper.ts'), '');
});
test.after(() => rmSync(root, { recursive: true, force: true }));

const names = (files: readonly string[]): string[] => files.map((file) => file.slice(5, -8));
const pick = (filters: string[]): Selection => select({ root, filters });

test('without filters: everything, with real control planes last, one by one where speed or leases count', () => {
  const { parallel, withControlPlane } = pick([]);
  assert.equal(names(parallel), ['tidy', 'unit/kube/c', 'unit/lib/a', 'unit/lib/b']);
  assert.equal(
    withControlPlane.map(({ files, atOnce }) => [atOnce, ...names(files)]),
    [
      [2, 'conformance/x'],
      [1, 'e2e/scale/y', 'e2e/z', 'chaos/w'],
    ],
  );
});

test('filters are kinds, folders, files; one file is run once', () => {
  assert.equal(names(pick(['tidy', 'unit/lib']).parallel), ['tidy', 'unit/lib/a', 'unit/lib/b']);
  assert.equal(names(pick(['test/unit/lib/a.test.ts', 'unit/lib/', 'test/unit/lib/a.test.ts']).parallel), [
    'unit/lib/a',
    'unit/lib/b',
  ]);
  assert.equal(names(pick(['chaos']).withControlPlane[0]?.files ?? []), ['chaos/w']);
});

test('a filter that selects nothing is an error', () => {
  for (const filter of ['units', 'unit/nothing', 'test/unit/lib/zz.test.ts', '']) assert.throws(() => pick([filter]));
});
