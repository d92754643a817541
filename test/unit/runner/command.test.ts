/** The command itself: its last line and its exit code. */
import { spawnSync } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { suite } from '../../suite.ts';

const test = suite('runner: command');
const RUN = fileURLToPath(new URL('../../run.ts', import.meta.url));
let folder = '';

test.before(() => {
  folder = mkdtempSync(join(tmpdir(), 'command-'));
});
test.after(() => rmSync(folder, { recursive: true, force: true }));

const write = (name: string, body: string): string => {
  const file = join(folder, name);
  const header = `import { suite } from '${new URL('../../suite.ts', import.meta.url).href}'; const test = suite('s');`;
  writeFileSync(file, `${header}\n${body}\n`);
  return file;
};
const run = (...files: string[]): { status: number | null; lines: string[] } => {
  const { status, stdout } = spawnSync(process.execPath, [RUN, ...files], { encoding: 'utf8' });
  return { status, lines: stdout.trimEnd().split('\n') };
};

test('green: the total alone on the last line, exit code 0', () => {
  const { status, lines } = run(write('a.test.ts', `test('a', () => {});`), write('b.test.ts', `test('b', () => {});`));
  assert.is(lines.at(-1), '2 passed, 0 failed');
  assert.is(status, 0);
});

test('red: the failures, the output, then the total; exit code 1', () => {
  const red = write('red.test.ts', `test('r', () => { console.log('a hint'); throw new Error('boom'); });`);
  const { status, lines } = run(red, write('green.test.ts', `test('g', () => {});`));
  assert.is(lines.at(-1), '1 passed, 1 failed');
  assert.is(status, 1);
  const text = lines.join('\n');
  for (const part of ['✘ s › r', 'boom', 'a hint']) assert.match(text, part);
});

test('nothing selected: exit code 1', () => {
  assert.is(run('no-such-kind').status, 1);
});
