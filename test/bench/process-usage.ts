/** What a process has used, from /proc (Linux). */
import { readFileSync } from 'node:fs';

/** USER_HZ, the same on every Linux that Node runs on. */
const TICKS_PER_SECOND = 100;

export interface Usage {
  readonly cpuSeconds: number;
  readonly rssMiB: number;
}

export function usageOf(pid: number): Usage {
  // The command may hold blanks and brackets; what follows its last bracket does not.
  const fields = readFileSync(`/proc/${pid}/stat`, 'latin1').split(')').at(-1)?.trim().split(' ') ?? [];
  const ticks = Number(fields[11]) + Number(fields[12]);
  const kiB = /^VmRSS:\s+(\d+) kB/m.exec(readFileSync(`/proc/${pid}/status`, 'latin1'))?.[1];
  return { cpuSeconds: ticks / TICKS_PER_SECOND, rssMiB: Number(kiB) / 1024 };
}
