/** What a process has used, from /proc (Linux). */
import { readFileSync } from 'node:fs';

/** USER_HZ, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export interface Usage {
  readonly cpuSeconds: number;
  /** All of its pages that are in memory, the program's own text too, which every process of the same image shares. */
  readonly residentMiB: number;
  /** What is its alone: `container_memory_rss` of a container that runs nothing else. */
  readonly anonymousMiB: number;
}

export function usageOf(pid: number): Usage {
  // The command may hold blanks and brackets; what follows its last bracket does not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1)?.trim().split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  const status = readFileSync(`/proc/${pid}/status`, 'latin1');
  return {
    cpuSeconds: ticks / TICKS_PER_SECOND,
    residentMiB: mebibytes(status, 'VmRSS'),
    anonymousMiB: mebibytes(status, 'RssAnon'),
  };
}

function mebibytes(status: string, field: string): number {
  return Number(new RegExp(`^${field}:\\s+(\\d+) kB`, 'm').exec(status)?.[1]) / 1024;
}
