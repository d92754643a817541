/** What a process leaves to the next one, on a real file. */
import { spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { openCrashJournal } from '../../../src/cli/daemon/crash-journal.ts';
import type { CrashJournal } from '../../../src/replica/ports.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { suite } from '../../suite.ts';

const test = suite('crash journal');

let directory = '';
test.before.each(() => {
  directory = mkdtempSync(path.join(tmpdir(), 'journal-'));
});
test.after.each(() => rmSync(directory, { recursive: true, force: true }));

const warnings: string[] = [];
const open = (workers = 3, where = directory): CrashJournal => {
  const log = { ...silentLogger, warn: (message: string) => warnings.push(message) };
  return openCrashJournal({ directory: where, workers, log });
};
const sorted = ({ suspects }: CrashJournal): readonly string[] => suspects.toSorted();

test('a first process suspects nobody', () => {
  assert.equal(open().suspects, []);
});

test('what was under way is suspect in the next process, what had ended is not', () => {
  const first = open();
  const a = first.begin('c webapps.example.com ns/a');
  first.begin('c webapps.example.com ns/b');
  first.end(a);
  first.begin('c webapps.example.com ns/ü');
  assert.equal(sorted(open()), ['c webapps.example.com ns/b', 'c webapps.example.com ns/ü']);
});

test('who was not acquitted stays suspect', () => {
  const first = open();
  for (const id of ['a', 'b']) first.begin(id);
  const second = open();
  second.acquit('a');
  second.end(second.begin('a'));
  second.begin('c');
  assert.equal(sorted(open()), ['b', 'c']);
});

test('an orderly end leaves no suspects', () => {
  const first = open();
  first.begin('a');
  first.close();
  assert.equal(open().suspects, []);
});

test('places are used again, and more than there are do no harm', () => {
  const first = open(2);
  for (let i = 0; i < 10; i++) first.end(first.begin(`r${i}`));
  const tickets = ['a', 'b', 'c'].map(first.begin);
  for (const ticket of tickets) first.end(ticket);
  first.begin('d');
  assert.equal(sorted(open(2)), ['d']);
});

test('another number of workers reads what the one before wrote', () => {
  const first = open(5);
  for (const id of ['a', 'b', 'c', 'd', 'e']) first.begin(id);
  assert.is(open(2).suspects.length, 2);
});

test('names of any length are kept or left out, never mixed up', () => {
  const first = open();
  const long = `c ${'x'.repeat(3_000)}`;
  first.begin(long);
  first.begin('a');
  const [a, cut] = sorted(open());
  assert.is(a, 'a');
  assert.ok(long.startsWith(cut ?? '-'));
});

test('rubbish in the file is nobody', () => {
  writeFileSync(path.join(directory, 'under-way'), Buffer.alloc(5_000, 0x58));
  assert.equal(open().suspects, []);
});

test('without a place to write there is no journal, one warning, and no harm', () => {
  const blocked = path.join(directory, 'file');
  writeFileSync(blocked, '');
  chmodSync(blocked, 0o400);
  warnings.length = 0;
  const journal = open(2, path.join(blocked, 'below'));
  journal.end(journal.begin('a'));
  journal.acquit('a');
  journal.close();
  assert.equal(journal.suspects, []);
  assert.is(warnings.length, 1);
});

for (const [end, code] of [
  ['SIGKILL', "process.kill(process.pid, 'SIGKILL')"],
  ['an uncaught exception', "setTimeout(() => { throw new Error('boom'); }, 0)"],
  ['process.exit', 'process.exit(3)'],
] as const) {
  test(`it outlives ${end}`, () => {
    const module = new URL('../../../src/cli/daemon/crash-journal.ts', import.meta.url).href;
    const program = `
      const { openCrashJournal } = await import(${JSON.stringify(module)});
      const log = { warn: () => process.exit(9) };
      const journal = openCrashJournal({ directory: ${JSON.stringify(directory)}, workers: 3, log });
      journal.end(journal.begin('over'));
      journal.begin('under way');
      ${code};`;
    const { status, signal } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { stdio: 'ignore' });
    assert.not(status === 0 || status === 9, `${status} ${signal}`);
    assert.equal(open().suspects, ['under way']);
  });
}
