/** The webhook of the WebApp example as a process. */
import path from 'node:path';
import { ShardkeeperError } from '../../lib/errors.ts';
import { sleep, type Clock } from '../../lib/clock.ts';
import { freePorts } from '../cluster/ports.ts';
import type { ProcessGuard } from '../cluster/processes/guard.ts';

export interface Hook {
  /** Where the sync hook listens. */
  readonly url: string;
  readonly stats: () => Promise<HookStats>;
  /** Waits until it was not called for a second; resolves to its calls so far. */
  readonly quiet: () => Promise<number>;
}

/** What `GET /stats` of examples/webapp/hook.mjs answers. */
export interface HookStats {
  readonly calls: number;
  readonly failed: number;
  readonly inFlightMax: number;
  readonly parents: number;
  readonly fewerChildren: number;
  readonly fewerChildrenOf: readonly string[];
}

export interface HookOptions {
  readonly root: string;
  readonly guard: ProcessGuard;
  readonly clock: Clock;
  readonly logDirectory: string;
  /** Default: examples/webapp/hook.mjs. */
  readonly program?: string;
}

const QUIET_MS = 1000;
const START_TIMEOUT_MS = 20_000;

/** Resolves when it listens. Errors: code `HookFailed` with the place of its log. */
export async function startHook(options: HookOptions): Promise<Hook> {
  const { root, guard, clock } = options;
  const [port = 0] = await freePorts(1);
  const base = `http://127.0.0.1:${port}`;
  const logFile = path.join(options.logDirectory, 'webapp-hook.log');
  const child = guard.spawn({
    command: process.execPath,
    args: [options.program ?? path.join(root, 'examples/webapp/hook.mjs')],
    env: { PORT: String(port), LOG_DIRECTORY: options.logDirectory },
    cwd: root,
    logFile,
  });
  const deadline = clock.monotonicMs() + START_TIMEOUT_MS;
  while (!(await answers(`${base}/healthz`))) {
    if (child.exit() !== undefined || clock.monotonicMs() > deadline) {
      throw new ShardkeeperError(`the example's hook does not answer on ${base}; its log: ${logFile}`, {
        code: 'HookFailed',
      });
    }
    await sleep(clock, 25);
  }
  const stats = async (): Promise<HookStats> => (await (await fetch(`${base}/stats`)).json()) as HookStats;
  return { url: `${base}/sync`, stats, quiet: () => untilQuiet(stats, clock) };
}

async function untilQuiet(stats: () => Promise<HookStats>, clock: Clock): Promise<number> {
  for (let { calls } = await stats(); ;) {
    await sleep(clock, QUIET_MS);
    const now = (await stats()).calls;
    if (now === calls) return calls;
    calls = now;
  }
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url)).ok;
  } catch {
    return false;
  }
}
