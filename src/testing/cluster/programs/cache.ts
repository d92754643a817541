/** Where built programs are kept between runs, and the lock that keeps two builds from doing the same work. */
import { createHash } from 'node:crypto';
import { mkdir, readFile, rm, stat, utimes, writeFile } from 'node:fs/promises';
import { homedir, hostname } from 'node:os';
import path from 'node:path';

import { sleep, type Clock } from '../../../lib/clock.ts';

export type Environment = Readonly<Record<string, string | undefined>>;

/** `$SHARDKEEPER_CACHE`, else `$XDG_CACHE_HOME/shardkeeper`, else `~/.cache/shardkeeper`. */
export function cacheDirectory(env: Environment): string {
  const own = env['SHARDKEEPER_CACHE'];
  if (own !== undefined && own !== '') return path.resolve(own);
  const xdg = env['XDG_CACHE_HOME'];
  const base = xdg !== undefined && xdg !== '' ? xdg : path.join(env['HOME'] ?? homedir(), '.cache');
  return path.join(base, 'shardkeeper');
}

/** A name for whatever is built from exactly these inputs: 16 hex digits. */
export function cacheKey(inputs: readonly string[]): string {
  const hash = createHash('sha256');
  for (const input of inputs) hash.update(`${input.length}:`).update(input);
  return hash.digest('hex').slice(0, 16);
}

/** A lock not touched for this long belongs to nobody. */
const STALE_LOCK_MS = 30_000;
const TOUCH_INTERVAL_MS = 5_000;
const RETRY_INTERVAL_MS = 500;
const TELL_INTERVAL_MS = 20_000;

export interface LockOptions {
  readonly clock: Clock;
  /** Told when somebody else holds the lock, and again every 20 s: who it is, and for how long that was so. */
  readonly onWait: (holder: string, waitedSeconds: number) => void;
}

/**
 * Runs `work` while holding the lock file.
 *
 * Only an economy: a lock that is broken by mistake makes two processes build the same, and each puts its result in
 * place by an atomic rename. Correctness never rests on the lock.
 */
export async function withLock<T>(file: string, options: LockOptions, work: () => Promise<T>): Promise<T> {
  await mkdir(path.dirname(file), { recursive: true });
  await acquire(file, options);
  const touching = new AbortController();
  const toucher = keepTouched(file, options.clock, touching.signal);
  try {
    return await work();
  } finally {
    touching.abort();
    await toucher;
    await rm(file, { force: true });
  }
}

async function acquire(file: string, options: LockOptions): Promise<void> {
  const me = JSON.stringify({ pid: process.pid, host: hostname() });
  const startMs = options.clock.monotonicMs();
  for (let tellAtMs = startMs; ;) {
    try {
      await writeFile(file, me, { flag: 'wx' });
      return;
    } catch (error) {
      if (!isErrno(error, 'EEXIST')) throw error;
    }
    if (await isAbandoned(file, options.clock)) {
      await rm(file, { force: true });
      continue;
    }
    const nowMs = options.clock.monotonicMs();
    if (nowMs >= tellAtMs) {
      options.onWait(await readFile(file, 'utf8').catch(() => 'unknown'), Math.round((nowMs - startMs) / 1000));
      tellAtMs = nowMs + TELL_INTERVAL_MS;
    }
    await sleep(options.clock, RETRY_INTERVAL_MS);
  }
}

async function isAbandoned(file: string, clock: Clock): Promise<boolean> {
  try {
    const age = clock.wallMs() - (await stat(file)).mtimeMs;
    if (age > STALE_LOCK_MS) return true;
    const holder: unknown = JSON.parse(await readFile(file, 'utf8'));
    return isHolder(holder) && holder.host === hostname() && !isAlive(holder.pid);
  } catch {
    return false; // gone, or being written at this moment: look again
  }
}

function isHolder(value: unknown): value is { readonly pid: number; readonly host: string } {
  return (
    typeof value === 'object' && value !== null && 'pid' in value && typeof value.pid === 'number' && 'host' in value
  );
}

/** True when a process with this id exists, whoever owns it. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return isErrno(error, 'EPERM');
  }
}

async function keepTouched(file: string, clock: Clock, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await sleep(clock, TOUCH_INTERVAL_MS, signal);
    const now = clock.wallMs() / 1000;
    if (!signal.aborted) await utimes(file, now, now).catch(() => undefined);
  }
}

export function isErrno(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}
