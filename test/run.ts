/**
 * The test runner: `node test/run.ts [--jobs N] [--quick] [KIND | FOLDER | FILE …]`.
 *
 * `--quick` leaves out all that need a control plane, `--jobs` (default 2) is how many of the other files run side by side.
 *
 * Strict on purpose: each file runs in a process of its own, and is red when it has no tests, hangs, exits early, leaves
 * handles open, or when any hook throws. Ends by printing `N passed, N failed` alone on a line.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseArgs } from 'node:util';
import { killAll, runFile, type FileResult } from './runner/fork.ts';
import { headlines, indent, summary } from './runner/report.ts';
import { select } from './runner/select.ts';

const ROOT = dirname(fileURLToPath(new URL('.', import.meta.url)));
const FILE_TIMEOUT_MS = 60_000;
const BUILD_LINES = 15;
/** Builds the real control plane, or finds it in its cache. Started first, needed by the files that come last. */
const CONTROL_PLANE_BUILD = 'src/testing/cluster/build.ts';

const print = (text: string): void => {
  process.stdout.write(`${text}\n`);
};

const { values, positionals } = parseArgs({
  allowPositionals: true,
  options: {
    jobs: { type: 'string', default: '2' },
    quick: { type: 'boolean', default: false },
  },
});
process.chdir(ROOT);
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.on(signal, () => {
    killAll();
    process.exit(1);
  });
}

const selected = select({ root: ROOT, filters: positionals });
const phases = values.quick ? [] : selected.withControlPlane;
const results: FileResult[] = [];
const controlPlane = phases.length > 0 ? startControlPlaneBuild() : undefined;
await runAll(selected.parallel, Math.max(1, Number.parseInt(values.jobs, 10) || 1));
if (controlPlane !== undefined) results.push(...(await controlPlane));
for (const { files, atOnce } of phases) await runAll(files, atOnce);

const total = results.reduce((sum, r) => ({ passed: sum.passed + r.passed, failed: sum.failed + r.failed }), {
  passed: 0,
  failed: 0,
});
const red = results.filter((result) => result.failed > 0);
if (red.length > 0) print(`\n${[...red.map(summary), ...red.map(headlines)].join('\n')}\n`);
if (total.passed + total.failed === 0) total.failed = 1;
print(`${total.passed} passed, ${total.failed} failed`);
process.exit(total.failed === 0 ? 0 : 1);

async function runAll(files: readonly string[], jobs: number): Promise<void> {
  const waiting = [...files];
  const worker = async (): Promise<void> => {
    for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
      const result = await runFile(file, { timeoutMs: FILE_TIMEOUT_MS, progress: print });
      results.push(result);
      const verdict = result.failed === 0 ? 'ok  ' : 'FAIL';
      print(`${verdict} ${file}  ${result.passed + result.failed} tests, ${(result.durationMs / 1000).toFixed(1)} s`);
    }
  };
  await Promise.all(Array.from({ length: jobs }, worker));
}

/** Resolves to a failure when the build fails, else to nothing. */
async function startControlPlaneBuild(): Promise<FileResult[]> {
  const startedMs = performance.now();
  const child = spawn(process.execPath, [CONTROL_PLANE_BUILD, '--with-kubectl'], { stdio: ['ignore', 'pipe', 'pipe'] });
  process.on('exit', () => child.kill());
  const { code, output } = await follow(child);
  const durationMs = performance.now() - startedMs;
  if (code === 0) return [];
  const message = `exit code ${code}\n${output.split('\n').slice(-BUILD_LINES).join('\n')}`;
  const failure = { suite: 'control plane', test: 'build', message, diff: '', stack: '' };
  return [{ file: CONTROL_PLANE_BUILD, passed: 0, failed: 1, failures: [failure], output: '', durationMs }];
}

/** Shows the build's progress, which it writes to stderr. */
function follow(child: ChildProcess): Promise<{ code: number | null; output: string }> {
  let output = '';
  child.stdout?.resume();
  child.stderr?.on('data', (chunk: Buffer) => {
    const text = String(chunk);
    output += text;
    print(indent(text.trimEnd(), '  control plane: '));
  });
  return new Promise((resolve) => child.on('close', (code) => resolve({ code, output })));
}
