/** What a process of a pod uses: from /proc, and from its own metrics. */
import { readFile, readdir, readlink } from 'node:fs/promises';
import type { PodProcess } from '../../src/testing/cluster/index.ts';

export interface Counts {
  readonly rssBytes: number;
  readonly sockets: number;
  readonly threads: number;
  /** Timers of the event loop. */
  readonly timers: number;
  /** Watches that are open. */
  readonly watches: number;
}

const METRICS_PORT = 9999;
const RSS_LINE = /^VmRSS:\s+(\d+) kB$/m;
const THREADS_LINE = /^Threads:\s+(\d+)$/m;

/** Undefined when it does not run, or does not answer. */
export async function countsOf({ pid, podIP }: PodProcess): Promise<Counts | undefined> {
  if (pid === undefined) return undefined;
  try {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const links = await Promise.all(
      (await readdir(`/proc/${pid}/fd`)).map((fd) => readlink(`/proc/${pid}/fd/${fd}`).catch(() => '')),
    );
    const metrics = await (await fetch(`http://${podIP}:${METRICS_PORT}/metrics`)).text();
    return {
      rssBytes: Number(RSS_LINE.exec(status)?.[1]) * 1024,
      threads: Number(THREADS_LINE.exec(status)?.[1]),
      sockets: links.filter((link) => link.startsWith('socket:')).length,
      timers: sumOf(metrics, /^nodejs_active_resources\{[^}]*type="Timeout"[^}]*\} (\S+)$/gm),
      watches: sumOf(metrics, /^shardkeeper_bound_used\{[^}]*bound="watches"[^}]*\} (\S+)$/gm),
    };
  } catch {
    return undefined;
  }
}

function sumOf(metrics: string, line: RegExp): number {
  return [...metrics.matchAll(line)].reduce((sum, [, value]) => sum + Number(value), 0);
}
