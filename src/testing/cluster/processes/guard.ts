/**
 * Child processes that cannot outlive the process that started them.
 *
 * Each child is a process group of its own (a Ctrl-C at the terminal does not reach it behind our back). A guard process
 * ends them all when this process ends in any way, SIGKILL included; so nobody needs signal handlers for that.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { closeSync, openSync } from 'node:fs';

import { systemRandom } from '../../../lib/random.ts';
import { ShardkeeperError } from '../../../lib/errors.ts';
import { guardMain } from './guard-main.ts';

export interface SpawnOptions {
  readonly command: string;
  readonly args: readonly string[];
  readonly env: Readonly<Record<string, string>>;
  readonly cwd: string;
  /** stdout and stderr are appended here. */
  readonly logFile: string;
}

export type Exit =
  | { readonly type: 'Exited'; readonly code: number }
  | { readonly type: 'Killed'; readonly signal: NodeJS.Signals }
  /** The program could not be started at all. */
  | { readonly type: 'NotStarted'; readonly message: string };

export interface GuardedProcess {
  /** Undefined when the program could not be started. */
  readonly pid: number | undefined;
  readonly exited: Promise<Exit>;
  /** Undefined while it runs. */
  readonly exit: () => Exit | undefined;
  /** To the whole process group; false when it has ended. */
  readonly signal: (signal: NodeJS.Signals) => boolean;
  /** SIGTERM to the process itself, as a container runtime does; false when it has ended. */
  readonly terminate: () => boolean;
}

export interface ProcessGuard {
  readonly spawn: (options: SpawnOptions) => GuardedProcess;
  /** The directory is removed when all is over. */
  readonly removeLater: (directory: string) => void;
  readonly keepAfterAll: (directory: string) => void;
  /** Kills what still runs (SIGKILL), removes the directories, resolves when all of that is done. Idempotent. */
  readonly close: () => Promise<void>;
}

const MARKER = 'SHARDKEEPER_PROCESS_GUARD';

export function startProcessGuard(): ProcessGuard {
  const id = systemRandom.id();
  const source = `(${guardMain.toString()})()`;
  const guard = spawn(process.execPath, ['-e', source, `${MARKER}=${id}`], {
    stdio: ['pipe', 'ignore', 'inherit'],
    detached: true,
    env: {},
  });
  const ended = new Promise<void>((resolve) => {
    guard.once('exit', () => resolve());
    guard.once('error', () => resolve());
  });
  guard.stdin.on('error', () => undefined); // the guard was killed: `close` notices
  const tell = (line: string): void => void guard.stdin.write(`${line}\n`);
  let closing: Promise<void> | undefined;
  const running = new Set<GuardedProcess>();

  const spawnGuarded = (options: SpawnOptions): GuardedProcess => {
    if (closing !== undefined) throw new ShardkeeperError('the process guard is closed', { code: 'Closed' });
    const child = spawnToLog({ ...options, env: { ...options.env, [MARKER]: id } });
    const guarded = watch(child);
    if (child.pid !== undefined) {
      const { pid } = child;
      tell(`+${pid}`);
      running.add(guarded);
      void guarded.exited.then(() => {
        running.delete(guarded);
        tell(`-${pid}`);
      });
    }
    return guarded;
  };
  const close = async (): Promise<void> => {
    const left = [...running];
    for (const one of left) one.signal('SIGKILL');
    await Promise.all(left.map((one) => one.exited));
    guard.stdin.end();
    await ended;
  };
  return {
    spawn: spawnGuarded,
    removeLater: (directory) => tell(`d ${directory}`),
    keepAfterAll: (directory) => tell(`k ${directory}`),
    close: () => (closing ??= close()),
  };
}

function spawnToLog(options: SpawnOptions): ChildProcess {
  const log = openSync(options.logFile, 'a');
  try {
    return spawn(options.command, options.args, {
      cwd: options.cwd,
      env: options.env,
      stdio: ['ignore', log, log],
      detached: true,
    });
  } finally {
    closeSync(log);
  }
}

function watch(child: ChildProcess): GuardedProcess {
  let exit: Exit | undefined;
  const exited = new Promise<Exit>((resolve) => {
    const settle = (value: Exit): void => {
      exit ??= value;
      resolve(exit);
    };
    child.once('error', (error) => settle({ type: 'NotStarted', message: error.message }));
    child.once('exit', (code, signal) => {
      send(-(child.pid ?? 0), 'SIGKILL'); // whom it left behind in its group
      settle(signal === null ? { type: 'Exited', code: code ?? 0 } : { type: 'Killed', signal });
    });
  });
  const isRunning = (): boolean => exit === undefined && child.pid !== undefined;
  return {
    pid: child.pid,
    exited,
    exit: () => exit,
    signal: (signal) => isRunning() && send(-(child.pid ?? 0), signal),
    terminate: () => isRunning() && send(child.pid ?? 0, 'SIGTERM'),
  };
}

/** `pid` < 0: the process group. 0 would be our own group: never sent. */
function send(pid: number, signal: NodeJS.Signals): boolean {
  if (pid === 0) return false;
  try {
    return process.kill(pid, signal);
  } catch {
    return false;
  }
}
