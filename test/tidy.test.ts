/** The repository keeps its own rules, and each rule is shown to bite on a planted violation. */
import { existsSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import * as assert from 'uvu/assert';
import { suite } from './suite.ts';
import { evidenceExists } from './tidy/evidence.ts';
import { linksResolve, noMachinePaths, noRegistryHosts } from './tidy/repository.ts';
import * as rules from './tidy/rules.ts';
import { readTree, type Tree } from './tidy/tree.ts';

const ROOT = dirname(dirname(fileURLToPath(import.meta.url)));
/** So that this file does not break the rules itself. */
const ONLY = ['test', 'only'].join('.');
const NOTE = ['TO', 'DO'].join('');
const HOST = ['registry', 'example', 'org'].join('.');

const RULES: Readonly<Record<string, (tree: Tree) => string[]>> = {
  ...rules,
  noMachinePaths: (tree) => noMachinePaths(tree, ROOT),
  noRegistryHosts,
  evidenceExists,
  linksResolve: (tree) => linksResolve(tree, (path) => existsSync(join(ROOT, path))),
};

/** Files that break exactly one rule, and what it says. */
const PLANTED: readonly { readonly rule: string; readonly files: Record<string, string>; readonly says: RegExp }[] = [
  {
    rule: 'importDirections',
    files: { 'src/lib/a.ts': `import { x } from '../kube/x.ts';` },
    says: /lib\/ must not import kube/,
  },
  {
    rule: 'importDirections',
    files: { 'src/kube/a.ts': `export type { X } from '../manager/x.ts';` },
    says: /must not import manager/,
  },
  {
    rule: 'importDirections',
    files: { 'src/replica/a.ts': `const x = await import('../metacontroller/x.ts');` },
    says: /must not import metacontroller/,
  },
  { rule: 'importDirections', files: { 'src/lib/a.ts': `import { x } from '../../test/x.ts';` }, says: /outside src/ },
  {
    rule: 'importDirections',
    files: { 'src/protocol/a.ts': `import { createHash } from 'node:crypto';` },
    says: /pure/,
  },
  { rule: 'importDirections', files: { 'src/protocol/a.ts': `import type { X } from 'undici';` }, says: /pure/ },
  {
    rule: 'importDirections',
    files: { 'src/manager/a.ts': `import {\n  KubeConfig,\n} from '@kubernetes/client-node';` },
    says: /package @kubernetes/,
  },
  {
    rule: 'importDirections',
    files: { 'src/metacontroller/apply/a.ts': `import { Pool } from 'undici';` },
    says: /package undici/,
  },
  { rule: 'roomsAreKnown', files: { 'src/attic/a.ts': '' }, says: /src\/attic/ },
  { rule: 'nothingAmbient', files: { 'src/kube/a.ts': 'const t = Date.now();' }, says: /ambient time/ },
  { rule: 'nothingAmbient', files: { 'src/lib/a.ts': 'setTimeout(f, 1);' }, says: /ambient time/ },
  {
    rule: 'nothingAmbient',
    files: { 'src/lib/a.ts': `import { setTimeout } from 'node:timers/promises';` },
    says: /ambient time/,
  },
  { rule: 'nothingAmbient', files: { 'src/lib/a.ts': 'const r = Math.random();' }, says: /ambient randomness/ },
  { rule: 'nothingAmbient', files: { 'src/manager/a.ts': `const n = process.env['N'];` }, says: /ambient environment/ },
  { rule: 'systemPartsAreInjected', files: { 'src/manager/a.ts': 'run(systemClock);' }, says: /systemClock/ },
  { rule: 'foldersHaveHeaders', files: { 'src/kube/watch/a.ts': '' }, says: /src\/kube\/watch/ },
  { rule: 'foldersHaveHeaders', files: { 'src/kube/index.ts': 'export {};' }, says: /block comment/ },
  { rule: 'filesAreSmall', files: { 'src/lib/a.ts': 'x;\n'.repeat(401) }, says: /401 lines/ },
  { rule: 'filesAreKebabCase', files: { 'src/lib/aB.ts': '' }, says: /kebab/ },
  { rule: 'nothingLeftOver', files: { 'test/unit/a.test.ts': `${ONLY}('a', f);` }, says: /only/ },
  { rule: 'nothingLeftOver', files: { 'src/lib/a.ts': `// ${NOTE}: later` }, says: /DO/ },
  {
    rule: 'unitTestsAreLight',
    files: {
      'test/unit/kube/a.test.ts': `import { x } from '../../../src/kube/x.ts';`,
      'src/kube/x.ts': `import { y } from './y.ts';`,
      'src/kube/y.ts': `import { KubeConfig } from '@kubernetes/client-node';`,
    },
    says: /src\/kube\/x.ts -> src\/kube\/y.ts/,
  },
  { rule: 'suitesAreOurs', files: { 'test/unit/a.test.ts': `import { test } from 'uvu';` }, says: /imports uvu/ },
  { rule: 'noMachinePaths', files: { 'docs/a.md': `see ${ROOT}/x` }, says: /docs\/a.md/ },
  { rule: 'noMachinePaths', files: { 'src/lib/a.ts': `const p = '${['', 'home', 'ann'].join('/')}/x';` }, says: /ann/ },
  { rule: 'noRegistryHosts', files: { 'package-lock.json': `"resolved": "https://x/y.tgz"` }, says: /resolved/ },
  { rule: 'noRegistryHosts', files: { '.npmrc': `registry=https://${HOST}/` }, says: /example/ },
  { rule: 'evidenceExists', files: { 'docs/failures.md': 'see `test/unit/no.test.ts`' }, says: /no test\/unit\/no/ },
  {
    rule: 'evidenceExists',
    files: { 'docs/failures.md': '`test/a.ts` “one”, “two”', 'test/a.ts': `t('one', f)` },
    says: /no test “two”/,
  },
  {
    rule: 'evidenceExists',
    files: {
      'docs/failures.md': 'scenarios `one`, `two` and `three`',
      'test/chaos/scenarios/a.ts': `name: 'one', name: 'three'`,
    },
    says: /no scenario two/,
  },
  {
    rule: 'evidenceExists',
    files: {
      'docs/failures.md': 'scenarios `one`° and `two`',
      'test/chaos/scenarios/a.ts': `[{ name: 'one', notInCi: true }, { name: 'two', notInCi: true }]`,
    },
    says: /two is not played in CI/,
  },
  {
    rule: 'evidenceExists',
    files: { 'docs/failures.md': 'scenario `one`°', 'test/chaos/scenarios/a.ts': `{ name: 'one' }` },
    says: /one is played in CI/,
  },
  { rule: 'linksResolve', files: { 'docs/a.md': '[b](no-such-file.md)' }, says: /docs\/no-such-file.md/ },
  { rule: 'linksResolve', files: { 'docs/a.md': '# One\n[b](#two)' }, says: /#two/ },
];

/** Looks like a violation of each rule, and is none. */
const INNOCENT: Record<string, string> = {
  'src/lib/index.ts': '/** lib/ */\nexport {};\n// setTimeout(f) is not for here: Date.now()\n',
  'src/lib/clock.ts': 'const t = Date.now(); setTimeout(f, 1); export const systemClock = 1;',
  'src/kube/index.ts': `/** kube/ */\nimport { KubeConfig } from '@kubernetes/client-node';\nimport { x } from '../lib/clock.ts';\n`,
  'src/kube/socket.ts': 'socket.setTimeout(10);',
  'src/kube/types.ts': `import type { K } from './index.ts';\n`,
  'src/metacontroller/hook/index.ts': `/** hook */\nimport { Pool } from 'undici';\n`,
  'src/kube/watch/stream.ts': '/** watch/ */',
  'docs/c.md': 'src/replica/work/ and a/home/x',
  'src/cli/main.ts': `#!/usr/bin/env node\n/** cli/ */\nconst a = process.argv; const e = process.env; use(systemClock);\n`,
  'src/metacontroller/index.ts': '/** */\n',
  'test/unit/kube/types.test.ts': `import { t } from '../../../src/kube/types.ts';\nimport * as assert from 'uvu/assert';\nt('case', f);\nt("two", f)\n`,
  'docs/a.md': '# One two!\n[x](#one-two) [y](b.md#h) [z](https://example.org/q)\n```\n[no](nowhere.md)\n```\n',
  'docs/b.md': '## `H`\n',
  'docs/failures.md':
    'scenario `one`: `test/chaos/scenarios/one.ts`, `src/kube`, `test/unit/kube/` “case”, “two”, `name`\n',
  'test/chaos/scenarios/one.ts': `export const scenarios = [{ name: 'one' }];\n`,
};

const test = suite('tidy');

const run = (rule: string, files: Record<string, string>): string[] => {
  const check = RULES[rule];
  if (check === undefined) throw new Error(`no rule ${rule}`);
  return check(new Map(Object.entries(files)));
};

test('every rule has a planted violation', () => {
  assert.equal([...new Set(PLANTED.map(({ rule }) => rule))].sort(), Object.keys(RULES).sort());
});

test('every planted violation is found, once', () => {
  for (const { rule, files, says } of PLANTED) {
    const found = run(rule, files);
    assert.is(found.length, 1, `${rule} on ${JSON.stringify(files)}: ${found.join('; ')}`);
    assert.match(found[0] ?? '', says);
  }
});

test('what only looks like a violation is none', () => {
  for (const rule of Object.keys(RULES)) assert.equal(run(rule, INNOCENT), [], rule);
});

const tree = readTree(ROOT);
for (const [rule, check] of Object.entries(RULES)) {
  test(`this repository: ${rule}`, () => {
    const found = check(tree);
    if (found.length > 0) throw new Error(found.join('\n'));
  });
}
