/** One program of the control plane that can be stopped and started again. */
import { readFile } from 'node:fs/promises';

import { sleep, type Clock } from '../../../lib/clock.ts';
import { ShardkeeperError } from '../../../lib/errors.ts';
import type { Exit, GuardedProcess, ProcessGuard } from '../processes/guard.ts';

export interface Component {
  readonly name: string;
  readonly start: () => Promise<void>;
  /** SIGTERM, SIGKILL after `graceMs`; resolves when it has ended. Harmless when it does not run. */
  readonly stop: (graceMs?: number) => Promise<void>;
  /** Any signal, e.g. SIGSTOP; false when it does not run. */
  readonly signal: (signal: NodeJS.Signals) => boolean;
  readonly pid: () => number | undefined;
}

export interface ComponentOptions {
  readonly name: string;
  readonly guard: ProcessGuard;
  readonly clock: Clock;
  readonly command: string;
  readonly args: readonly string[];
  readonly cwd: string;
  readonly logFile: string;
  /** Asked again and again after the start, until it resolves to true; a rejection counts as false. */
  readonly ready: () => Promise<boolean>;
}

const READY_TIMEOUT_MS = 60_000;
const READY_POLL_MS = 50;
const STOP_GRACE_MS = 5_000;
const LOG_TAIL_CHARS = 2_000;
/** In per cent of the live heap: memory is there, and what is measured beside needs the cores. */
const GARBAGE_COLLECTION = '400';

export function createComponent(options: ComponentOptions): Component {
  let current: GuardedProcess | undefined;
  const isRunning = (): boolean => current !== undefined && current.exit() === undefined;
  return {
    name: options.name,
    start: async () => {
      if (isRunning()) return;
      const { command, args, cwd, logFile } = options;
      const env = { PATH: '/usr/bin:/bin', HOME: cwd, GOGC: GARBAGE_COLLECTION };
      current = options.guard.spawn({ command, args, cwd, logFile, env });
      await untilReady(options, current);
    },
    stop: async (graceMs = STOP_GRACE_MS) => {
      if (current === undefined) return;
      current.signal('SIGTERM');
      current.signal('SIGCONT'); // a stopped process would not see the SIGTERM
      const killer = options.clock.setTimer(graceMs, () => current?.signal('SIGKILL'));
      await current.exited;
      killer.cancel();
    },
    signal: (signal) => current?.signal(signal) ?? false,
    pid: () => (isRunning() ? current?.pid : undefined),
  };
}

async function untilReady(options: ComponentOptions, running: GuardedProcess): Promise<void> {
  const { clock } = options;
  const deadline = clock.monotonicMs() + READY_TIMEOUT_MS;
  for (;;) {
    if (await options.ready().catch(() => false)) return;
    const exit = running.exit();
    if (exit !== undefined) throw await failure(options, `ended at its start (${describe(exit)})`);
    if (clock.monotonicMs() > deadline) {
      running.signal('SIGKILL');
      throw await failure(options, `was not ready after ${READY_TIMEOUT_MS / 1000} s`);
    }
    await sleep(clock, READY_POLL_MS);
  }
}

async function failure(options: ComponentOptions, what: string): Promise<ShardkeeperError> {
  const log = await readFile(options.logFile, 'utf8').catch(() => '');
  // Somebody else took the port between our look and the start: worth another try with other ports.
  const code = log.includes('address already in use') ? 'PortTaken' : 'ControlPlaneFailed';
  return new ShardkeeperError(`${options.name} ${what}; log ${options.logFile}:\n${log.slice(-LOG_TAIL_CHARS)}`, {
    code,
  });
}

function describe(exit: Exit): string {
  switch (exit.type) {
    case 'Exited':
      return `exit code ${exit.code}`;
    case 'Killed':
      return exit.signal;
    case 'NotStarted':
      return exit.message;
  }
}
