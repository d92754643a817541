/** Every way known to be green without testing, each shown to be red. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import * as assert from 'uvu/assert';
import { runFile, type FileResult } from '../../runner/fork.ts';
import { suite } from '../../suite.ts';

interface Trap {
  readonly title: string;
  /** The file below its header, which makes `test`, a suite, and `assert`. */
  readonly body: string;
  readonly passed: number;
  readonly failed: number;
  /** Found in the failures' texts. */
  readonly says: RegExp;
  readonly timeoutMs?: number;
}

const FOREVER = 'new Promise(() => { setInterval(() => {}, 1000); })';

const TRAPS: readonly Trap[] = [
  {
    title: 'a failing assertion',
    body: `test('a', () => assert.is(1, 2)); test('b', () => {});`,
    passed: 1,
    failed: 1,
    says: /strictly equal/,
  },
  {
    title: 'a rejected test',
    body: `test('a', async () => { throw new Error('boom'); });`,
    passed: 0,
    failed: 1,
    says: /boom/,
  },
  { title: 'a thrown text', body: `test('a', () => { throw 'just text'; });`, passed: 0, failed: 1, says: /just text/ },
  {
    title: 'before throws',
    body: `test.before(() => { throw new Error('boom'); }); test('a', () => {}); test('b', () => {});`,
    passed: 0,
    failed: 2,
    says: /boom/,
  },
  {
    title: 'before.each throws',
    body: `test.before.each(() => { throw new Error('boom'); }); test('a', () => {});`,
    passed: 0,
    failed: 1,
    says: /boom/,
  },
  {
    title: 'after throws',
    body: `test.after(() => { throw new Error('boom'); }); test('a', () => {});`,
    passed: 0,
    failed: 1,
    says: /boom/,
  },
  {
    title: 'after.each throws',
    body: `test.after.each(() => { throw new Error('boom'); }); test('a', () => {}); test('b', () => {});`,
    passed: 0,
    failed: 2,
    says: /boom/,
  },
  { title: 'no tests', body: '', passed: 0, failed: 1, says: /without tests/ },
  {
    title: 'one suite of two is empty',
    body: `test('a', () => {}); suite('empty');`,
    passed: 1,
    failed: 1,
    says: /without tests/,
  },
  { title: 'only', body: `test.only('a', () => {}); test('b', () => {});`, passed: 0, failed: 1, says: /not allowed/ },
  { title: 'skip', body: `test('a', () => {}); test.skip('b', () => {});`, passed: 1, failed: 1, says: /not allowed/ },
  { title: 'run', body: `test('a', () => {}); test.run();`, passed: 1, failed: 1, says: /not allowed/ },
  {
    title: 'two tests of one name',
    body: `test('a', () => {}); test('a', () => {});`,
    passed: 1,
    failed: 1,
    says: /two tests/,
  },
  { title: 'the file does not load', body: `await import('./missing.ts');`, passed: 0, failed: 1, says: /missing/ },
  {
    title: 'exit(0) while loading',
    body: `test('a', () => {}); process.exit(0);`,
    passed: 0,
    failed: 1,
    says: /before its tests were done/,
  },
  {
    title: 'exit(0) in a test',
    body: `test('a', () => process.exit(0)); test('b', () => assert.is(1, 2));`,
    passed: 0,
    failed: 1,
    says: /before its tests were done/,
  },
  {
    title: 'killed in a test',
    body: `test('a', () => { process.kill(process.pid, 'SIGKILL'); });`,
    passed: 0,
    failed: 1,
    says: /SIGKILL/,
  },
  {
    title: 'an exit code left behind',
    body: `test('a', () => { process.exitCode = 7; });`,
    passed: 1,
    failed: 1,
    says: /exit code 7/,
  },
  {
    title: 'a rejection nobody handles',
    body: `test('a', () => { void Promise.reject(new Error('boom')); });`,
    passed: 1,
    failed: 1,
    says: /boom/,
  },
  {
    title: 'an exception outside the test',
    body: `test('a', async () => { setTimeout(() => { throw new Error('boom'); }, 1); await new Promise((r) => setTimeout(r, 30)); });`,
    passed: 1,
    failed: 1,
    says: /boom/,
  },
  {
    title: 'a test that never ends and holds nothing',
    body: `test('a', () => new Promise(() => {}));`,
    passed: 0,
    failed: 1,
    says: /before its tests were done/,
  },
  {
    title: 'a test that never ends',
    body: `test('a', () => ${FOREVER});`,
    passed: 0,
    failed: 1,
    says: /did not end within 1.5 s/,
    timeoutMs: 1500,
  },
  {
    title: 'an endless loop',
    body: `test('a', () => { for (;;); });`,
    passed: 0,
    failed: 1,
    says: /did not end within 1.5 s/,
    timeoutMs: 1500,
  },
  {
    title: 'a timer left behind',
    body: `test('a', () => { setInterval(() => {}, 1000); });`,
    passed: 1,
    failed: 1,
    says: /exit code 3/,
  },
  {
    title: 'a socket left behind',
    body: `import { createServer } from 'node:net'; test('a', () => { createServer().listen(0, '127.0.0.1'); });`,
    passed: 1,
    failed: 1,
    says: /exit code 3/,
  },
  {
    title: 'a process left behind',
    body: `import { spawn } from 'node:child_process'; test('a', () => { spawn(process.execPath, ['-e', 'setInterval(()=>{},1e3)']); });`,
    passed: 1,
    failed: 1,
    says: /exit code 3/,
  },
];

const HEADER = [
  `import { suite } from '${new URL('../../suite.ts', import.meta.url).href}';`,
  `import * as assert from '${import.meta.resolve('uvu/assert')}';`,
  `const test = suite('fixture');`,
].join('\n');

const test = suite('runner: traps');
let folder = '';

test.before(() => {
  folder = mkdtempSync(join(tmpdir(), 'runner-'));
});
test.after(() => rmSync(folder, { recursive: true, force: true }));

const run = (body: string, timeoutMs = 20_000): Promise<FileResult> => {
  const file = join(folder, `${Math.random().toString(36).slice(2)}.test.ts`);
  writeFileSync(file, `${HEADER}\n${body}\n`);
  return runFile(file, { timeoutMs, progress: () => undefined });
};

test('each trap is red, and what did pass is counted', async () => {
  const waiting = [...TRAPS];
  const problems: string[] = [];
  const worker = async (): Promise<void> => {
    for (let trap = waiting.shift(); trap !== undefined; trap = waiting.shift()) {
      const result = await run(trap.body, trap.timeoutMs);
      const texts = result.failures.map((failure) => failure.message).join('\n');
      const as = `${result.passed} passed, ${result.failed} failed: ${texts}`;
      const right = result.passed === trap.passed && result.failed === trap.failed && trap.says.test(texts);
      if (!right) problems.push(`${trap.title}: ${as}`);
    }
  };
  await Promise.all([worker(), worker(), worker(), worker()]);
  assert.equal(problems, []);
});

test('an honest file is green, hooks run around its tests', async () => {
  const result = await run(`
    const log: string[] = [];
    test.before(() => { log.push('before'); });
    test.before.each(() => { log.push('each'); });
    test.after.each(async () => { log.push('done'); });
    test.after(() => assert.equal(log, ['before', 'each', 'a', 'done', 'each', 'b', 'done']));
    test('a', () => { log.push('a'); });
    test('b', async () => { log.push('b'); });`);
  assert.equal([result.passed, result.failed, result.failures], [2, 0, []]);
});

test('a failure names suite, test, difference and place', async () => {
  const result = await run(`test('sums', () => assert.equal({ a: 1 }, { a: 2 }));`);
  const [failure] = result.failures;
  assert.is(result.failures.length, 1);
  assert.is(failure?.suite, 'fixture');
  assert.is(failure?.test, 'sums');
  assert.match(failure?.diff ?? '', /Actual/);
  assert.match(failure?.stack ?? '', /\.test\.ts:4/);
});

/** Generous, since a busy machine may take a second to start a process; so they run side by side. */
const LIMIT_MS = 4000;
const timed = {
  hang: `test('a', () => {}); test('hangs', () => ${FOREVER});`,
  slow: `test('quick', () => {}); suite('slow', { timeoutMs: 60_000 })('a', () => new Promise((r) => setTimeout(r, ${LIMIT_MS})));`,
  polite: `process.on('SIGTERM', () => { console.log('stopped'); process.exit(0); }); test('a', () => ${FOREVER});`,
};

test('time limits: blamed on the test under way, raised by suites, announced before the end', async () => {
  const [hang, slow, polite] = await Promise.all([
    run(timed.hang, LIMIT_MS),
    run(timed.slow, LIMIT_MS),
    run(timed.polite, LIMIT_MS),
  ]);
  assert.is(hang.failures[0]?.test, 'fixture › hangs');
  assert.equal([slow.passed, slow.failed], [2, 0]);
  assert.match(polite.output, 'stopped');
  assert.is(polite.failed, 1);
});
