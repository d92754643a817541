/** Supervises the process of one test file: time limit, progress, verdict. */
import { fork, type ChildProcess } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Failure, Message } from './messages.ts';

export interface FileResult {
  readonly file: string;
  readonly passed: number;
  readonly failed: number;
  readonly failures: readonly Failure[];
  /** What the file wrote to stdout and stderr: shown when it failed. */
  readonly output: string;
  readonly durationMs: number;
}

export interface ForkOptions {
  /** Unless a suite of the file asks for more. */
  readonly timeoutMs: number;
  /** Called after `PROGRESS_FIRST_MS`, then every `PROGRESS_EVERY_MS`. */
  readonly progress: (text: string) => void;
}

const PROGRESS_FIRST_MS = 2000;
const PROGRESS_EVERY_MS = 10_000;
/** Between asking a file to stop and killing it, so that it can stop what it started. */
const KILL_GRACE_MS = 5000;
const OUTPUT_MAX_CHARS = 20_000;
const CHILD = fileURLToPath(new URL('child.ts', import.meta.url));

const running = new Set<ChildProcess>();

/** Kills every file under way with all that it started. */
export function killAll(): void {
  for (const child of running) killGroup(child, 'SIGKILL');
}

/** Runs one file. Never rejects: whatever goes wrong is a failure in the result. */
export function runFile(file: string, options: ForkOptions): Promise<FileResult> {
  return new Promise((resolve) => new Supervisor(file, options, resolve));
}

class Supervisor {
  readonly #file: string;
  readonly #resolve: (result: FileResult) => void;
  readonly #startedMs = performance.now();
  readonly #child: ChildProcess;
  readonly #timers = new Set<NodeJS.Timeout>();
  #deadline: NodeJS.Timeout;
  #timeoutMs: number;
  #timedOut = false;
  #current = '(while loading)';
  #result: Extract<Message, { type: 'result' }> | undefined;
  #output = '';

  constructor(file: string, options: ForkOptions, resolve: (result: FileResult) => void) {
    this.#file = file;
    this.#resolve = resolve;
    this.#timeoutMs = options.timeoutMs;
    this.#child = fork(CHILD, [file], {
      silent: true,
      detached: true,
      execArgv: ['--disable-warning=ExperimentalWarning'],
      env: { ...process.env, FORCE_COLOR: '0' },
    });
    running.add(this.#child);
    this.#child.stdout?.on('data', (chunk: Buffer) => this.#keep(chunk));
    this.#child.stderr?.on('data', (chunk: Buffer) => this.#keep(chunk));
    this.#child.on('message', (message) => this.#onMessage(message as Message));
    this.#child.on('error', (error) => this.#keep(error.message));
    this.#child.on('close', (code, signal) => this.#onClose(code, signal));
    this.#deadline = setTimeout(() => this.#onDeadline(), this.#timeoutMs);
    this.#scheduleProgress(options.progress, PROGRESS_FIRST_MS);
  }

  #keep(chunk: Buffer | string): void {
    this.#output = (this.#output + String(chunk)).slice(-OUTPUT_MAX_CHARS);
  }

  #onMessage(message: Message): void {
    switch (message.type) {
      case 'timeout':
        if (message.timeoutMs <= this.#timeoutMs) return;
        this.#timeoutMs = message.timeoutMs;
        clearTimeout(this.#deadline);
        this.#deadline = setTimeout(() => this.#onDeadline(), message.timeoutMs - this.#elapsedMs());
        return;
      case 'start':
        this.#current = `${message.suite} › ${message.test}`;
        return;
      case 'result':
        this.#result = message;
    }
  }

  #onDeadline(): void {
    this.#timedOut = true;
    this.#child.kill('SIGTERM');
    this.#timers.add(setTimeout(() => killGroup(this.#child, 'SIGKILL'), KILL_GRACE_MS));
  }

  #scheduleProgress(progress: (text: string) => void, delayMs: number): void {
    const timer = setTimeout(() => {
      this.#timers.delete(timer);
      progress(`  … ${this.#file}  ${Math.round(this.#elapsedMs() / 1000)} s  ${this.#current}`);
      this.#scheduleProgress(progress, PROGRESS_EVERY_MS);
    }, delayMs);
    this.#timers.add(timer);
  }

  #onClose(code: number | null, signal: NodeJS.Signals | null): void {
    clearTimeout(this.#deadline);
    for (const timer of this.#timers) clearTimeout(timer);
    running.delete(this.#child);
    killGroup(this.#child, 'SIGKILL');
    const { passed = 0, failed = 0, failures = [] } = this.#result ?? {};
    const broken = this.#verdict(code, signal);
    const extra = broken === undefined ? [] : [this.#failure(broken)];
    this.#resolve({
      file: this.#file,
      passed,
      failed: failed + extra.length,
      failures: [...failures, ...extra],
      output: this.#output,
      durationMs: this.#elapsedMs(),
    });
  }

  /** Why the process as a whole failed, or undefined. */
  #verdict(code: number | null, signal: NodeJS.Signals | null): string | undefined {
    if (this.#timedOut) return `did not end within ${this.#timeoutMs / 1000} s`;
    if (this.#result === undefined) return `ended (${signal ?? `exit code ${code}`}) before its tests were done`;
    if (code !== 0) return `ended with ${signal ?? `exit code ${code}`} after its tests`;
    return undefined;
  }

  #failure(message: string): Failure {
    return { suite: '', test: this.#current, message, diff: '', stack: '' };
  }

  #elapsedMs(): number {
    return performance.now() - this.#startedMs;
  }
}

function killGroup(child: ChildProcess, signal: NodeJS.Signals): void {
  if (child.pid === undefined) return;
  try {
    process.kill(-child.pid, signal);
  } catch {
    // The group is empty: nothing was left behind.
  }
}
