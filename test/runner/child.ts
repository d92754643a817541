/**
 * Runs one test file in a process of its own and reports to the parent. A file that ends, exits or crashes before the
 * result was sent is a failure on the parent's side; so is one that leaves handles open.
 */
import { queue, type UvuRun } from './queue.ts';
import { pathToFileURL } from 'node:url';
import { listen } from '../suite.ts';
import type { Failure, Message } from './messages.ts';

/** A file that leaves timers, sockets or processes behind is told so after this long. */
const OPEN_HANDLES_MS = 2000;
const EXIT_OPEN_HANDLES = 3;
const STACK_LINES = 6;

const file = process.argv[2];
if (file === undefined || process.send === undefined) throw new Error('started by the runner only');
/** Of tests and hooks. */
const failures: Failure[] = [];
/** Of code outside them. */
const lateFailures: Failure[] = [];
let current = { suite: '', test: '(while loading)' };
let passed = 0;
let failed = 0;
let loaded = false;
let finished = false;

process.on('uncaughtException', late);
process.on('unhandledRejection', late);
process.on('disconnect', () => {
  if (!finished) process.exit(1);
});
// The listener would keep a process alive whose tests wait for nothing.
process.channel?.unref();

const suites = listen({
  timeout: (timeoutMs) => send({ type: 'timeout', timeoutMs }),
  start: (suite, test) => {
    current = { suite, test };
    send({ type: 'start', suite, test });
  },
  failure: (suite, test, error) => failures.push(describe({ suite, test }, error)),
});

try {
  await import(pathToFileURL(file).href);
  loaded = true;
} catch (error) {
  late(error);
}
for (const suite of suites) suite.enqueue();
for (const run of queue) await runSuite(run);
if (passed + failed === 0) {
  failed = 1;
  failures.push({ suite: '', test: '(file)', message: 'the file has no tests', diff: '', stack: '' });
}
// Node's own way out closes all handles and spins for ever when a connection was reset while it was being closed (seen with the proxies
// of the fault tests). By then nothing is left open, or this would not be called.
process.once('beforeExit', () => process.exit());
// One more turn, so that rejections nobody handled are seen.
await new Promise((resolve) => setImmediate(resolve));
finished = true;
const result: Message = { type: 'result', passed, failed, failures: [...failures, ...lateFailures] };
process.send(result, () => {
  process.disconnect();
  setTimeout(exitWithOpenHandles, OPEN_HANDLES_MS).unref();
});

async function runSuite(run: UvuRun): Promise<void> {
  const before = failures.length;
  let notPassed = 0;
  try {
    const [, ok, , total] = await run();
    passed += ok;
    notPassed = total - ok;
    if (total === 0 && loaded) throw new Error('a suite without tests');
  } catch (error) {
    // A throwing `after` hook has been recorded where it happened.
    if (failures.length === before) failures.push(describe(current, error));
  }
  failed += Math.max(notPassed, failures.length - before);
}

/** An error outside every test body: while loading, or thrown by something a test left running. */
function late(error: unknown): void {
  if (finished) throw error;
  failed += 1;
  lateFailures.push(describe(current, error));
}

function describe(where: { readonly suite: string; readonly test: string }, error: unknown): Failure {
  if (!(error instanceof Error)) return { ...where, message: `thrown: ${String(error)}`, diff: '', stack: '' };
  const details: unknown = 'details' in error ? error.details : '';
  const causes = error.cause instanceof Error ? `\ncaused by: ${error.cause.message}` : '';
  return {
    ...where,
    message: `${error.message}${causes}`,
    diff: typeof details === 'string' ? details : '',
    stack: ownFrames(error.cause instanceof Error ? error.cause : error),
  };
}

function ownFrames(error: Error): string {
  const frames = (error.stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return frames
    .filter((line) => !/node:internal|node_modules/.test(line))
    .slice(0, STACK_LINES)
    .map((line) => line.trim())
    .join('\n');
}

function send(message: Message): void {
  process.send?.(message);
}

function exitWithOpenHandles(): void {
  process.stderr.write(`left open: ${process.getActiveResourcesInfo().join(', ')}\n`);
  process.exit(EXIT_OPEN_HANDLES);
}
