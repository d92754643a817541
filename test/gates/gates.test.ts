/**
 * Each gate is shown to be shut: a small project with this repository's own settings passes every gate, and a planted
 * violation makes exactly that gate fail and name it. A tool that silently checks nothing is found here.
 */
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';

const ROOT = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const OURS = [
  '.oxfmtrc.json',
  'knip.json',
  'oxlint.config.ts',
  'tsconfig.json',
  'tsconfig.build.json',
  'tools/rooms.ts',
  'tools/build.ts',
  'test/run.ts',
  'test/suite.ts',
  'test/runner',
  'test/tidy',
  'test/tidy.test.ts',
];

/** Enough code that every gate has something to look at. */
const CLEAN: Readonly<Record<string, string>> = {
  'src/lib/index.ts': `/** lib/ */\nexport function twice(value: number): number {\n  return 2 * value;\n}\n`,
  'src/cli/main.ts': `/** cli/ */\nimport { twice } from '../lib/index.ts';\n\nprocess.exitCode = twice(0);\n`,
  'test/unit/twice.test.ts': [
    `import * as assert from 'uvu/assert';`,
    `import { twice } from '../../src/lib/index.ts';`,
    `import { suite } from '../suite.ts';\n`,
    `const test = suite('twice');\n`,
    `test('one', () => assert.is(twice(1), 2));\n`,
  ].join('\n'),
};

const { scripts } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as { scripts: Record<string, string> };
const GATES: Readonly<Record<string, string>> = {
  format: scripts['format:check'] ?? '',
  lint: scripts['lint'] ?? '',
  types: scripts['types'] ?? '',
  'dead code': scripts['dead-code'] ?? '',
  tidy: 'node test/run.ts tidy',
  runner: 'node test/run.ts unit',
};

interface Planted {
  readonly gate: string;
  readonly files: Readonly<Record<string, string>>;
  /** All of them are in the gate's output. */
  readonly says: readonly (string | RegExp)[];
}

const union = `type U = { readonly k: 'a' } | { readonly k: 'b' };`;
const PLANTED: readonly Planted[] = [
  { gate: 'format', files: { 'src/lib/bad.ts': `export const a = "double"\n` }, says: ['src/lib/bad.ts'] },
  {
    gate: 'lint',
    files: {
      'src/lib/floating.ts': `export function f(): void {\n  Promise.resolve(1);\n}\n`,
      'src/lib/exhaustive.ts': `${union}\nexport function f(u: U): number {\n  switch (u.k) {\n    case 'a':\n      return 1;\n  }\n  return 0;\n}\n`,
      'src/lib/upward.ts': `import { x } from '../kube/x.ts';\nexport const y = x;\n`,
      'src/lib/types.ts': `import { U } from './union.ts';\nexport const u: U = { k: 'a' };\n`,
      'src/lib/union.ts': `export ${union}\n`,
      'src/lib/any.ts': `export const a = (x: any): string => x;\nexport const b = (x?: string): string => x!;\n`,
      'src/lib/time.ts': `export const now = (): number => Date.now();\n`,
      'src/lib/chance.ts': `export const draw = (): number => Math.random();\nexport const home = process.env['HOME'];\n`,
      'src/lib/signals.ts': `export const late = AbortSignal.timeout(1);\nexport const both = AbortSignal.any([late]);\n`,
      'src/lib/inferred.ts': `export const f = (x: number) => x * 2;\n`,
      'src/lib/one.ts': `import { two } from './two.ts';\nexport const one = (): number => two();\n`,
      'src/lib/two.ts': `import { one } from './one.ts';\nexport const two = (): number => one();\n`,
      'src/lib/many.ts': `export const f = (a: number, b: number, c: number, d: number): number => a + b + c + d;\n`,
      'src/lib/long.ts': `export function f(): void {\n${'  f();\n'.repeat(71)}}\n${'f();\n'.repeat(330)}`,
      'src/protocol/impure.ts': `import { hash } from 'node:crypto';\nexport const h = hash;\n`,
      'src/manager/client.ts': `import { suite } from 'uvu';\nexport const k = suite('k');\n`,
      'test/unit/own.test.ts': `import { test } from 'uvu';\ntest.run();\n`,
    },
    says: [
      'no-floating-promises',
      'switch-exhaustiveness-check',
      'lib/ may import no other room',
      'consistent-type-imports',
      'no-explicit-any',
      'no-non-null-assertion',
      'take a Clock',
      "'Math.random' is restricted",
      "'process.env' is restricted",
      'use Clock.setTimer',
      'use anySignal',
      'explicit-module-boundary-types',
      'no-cycle',
      'max-params',
      'max-lines)',
      'max-lines-per-function',
      'protocol/ is pure',
      'manager/ may import the packages',
      "import { suite } from 'test/suite.ts' instead",
    ],
  },
  {
    gate: 'types',
    files: {
      'src/lib/wrong.ts': `export const a: number = 'text';\n`,
      'src/lib/index-access.ts': `export const first = (list: readonly string[]): string => list[0];\n`,
      'src/lib/enum.ts': `export enum E {\n  A,\n}\n`,
      'test/unit/wrong.test.ts': `export const b: number = 'text';\n`,
    },
    says: ['wrong.ts', 'index-access.ts', 'TS1294', 'test/unit/wrong.test.ts'],
  },
  {
    gate: 'dead code',
    files: {
      'src/lib/unused.ts': `export const a = 1;\n`,
      'src/cli/main.ts': `/** cli/ */\nimport { used } from './used.ts';\n\nused();\n`,
      'src/cli/used.ts': `export const used = (): void => undefined;\nexport const idle = 1;\n`,
    },
    says: ['src/lib/unused.ts', 'idle'],
  },
  { gate: 'tidy', files: { 'src/attic/index.ts': '/** attic/ */\n' }, says: ['src/attic/ is not in tools/rooms.ts'] },
  {
    gate: 'runner',
    files: { 'test/unit/red.test.ts': `import { suite } from '../suite.ts';\nsuite('empty');\n` },
    says: ['a suite without tests', /^1 passed, 1 failed$/m],
  },
];

const test = suite('gates', { timeoutMs: 180_000 });
let project = '';

test.before(() => {
  project = mkdtempSync(join(tmpdir(), 'gates-'));
  for (const path of OURS) cpSync(join(ROOT, path), join(project, path), { recursive: true });
  symlinkSync(join(ROOT, 'node_modules'), join(project, 'node_modules'));
  const tools = {
    oxfmt: '*',
    oxlint: '*',
    'oxlint-tsgolint': '*',
    knip: '*',
    typescript: '*',
    uvu: '*',
    '@types/node': '*',
  };
  const settings = {
    name: 'gates',
    type: 'module',
    private: true,
    scripts: pick(scripts),
    devDependencies: tools,
    dependencies: {},
  };
  writeFileSync(join(project, 'package.json'), JSON.stringify(settings, undefined, 2) + '\n');
  writeFileSync(join(project, '.gitignore'), 'node_modules\n');
  plant(CLEAN);
  run('oxfmt package.json');
});
test.after(() => rmSync(project, { recursive: true, force: true }));

for (const [gate, command] of Object.entries(GATES)) {
  test(`${gate}: passes without a violation`, () => {
    const { status, output } = run(command);
    assert.is(status, 0, output);
  });
}

for (const { gate, files, says } of PLANTED) {
  test(`${gate}: fails on ${Object.keys(files).join(', ')}`, () => {
    plant(files);
    const { status, output } = run(GATES[gate] ?? '');
    for (const path of Object.keys(files)) rmSync(join(project, path));
    plant(CLEAN);
    assert.ok(status !== 0, `${gate} is green`);
    const missing = says.filter((text) => (typeof text === 'string' ? !output.includes(text) : !text.test(output)));
    assert.equal(missing, [], output);
  });
}

function pick(all: Readonly<Record<string, string>>): Record<string, string | undefined> {
  return Object.fromEntries(['format:check', 'lint', 'types', 'dead-code', 'test'].map((name) => [name, all[name]]));
}

function plant(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(project, path)), { recursive: true });
    writeFileSync(join(project, path), text);
  }
}

function run(command: string): { status: number | null; output: string } {
  const PATH = [dirname(process.execPath), join(ROOT, 'node_modules/.bin'), process.env['PATH']].join(delimiter);
  const { status, stdout, stderr } = spawnSync(command, {
    cwd: project,
    shell: true,
    encoding: 'utf8',
    env: { ...process.env, PATH, NO_COLOR: '1', FORCE_COLOR: undefined },
  });
  return { status, output: stdout + stderr };
}
