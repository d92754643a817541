/**
 * The program of the guard: a process of its own that outlives its parent for a moment.
 *
 * It is started from the text of this function (so that it works from source, from dist and from a bundle): it must not
 * refer to anything outside itself.
 *
 * Its stdin is a pipe from the parent. Lines: `+PID` a process group to end, `-PID` one that has ended, `d PATH` a
 * directory to remove, `k PATH` one to keep after all. The end of stdin, however it came about (close, exit, crash, SIGKILL
 * of the parent), makes it kill every group, and every process that carries the marker in its environment (a child that
 * was started but not told yet, or one that made a session of its own), remove the directories, and exit.
 */
export function guardMain(): void {
  const fs = process.getBuiltinModule('node:fs');
  const [marker = ''] = process.argv.slice(1);
  const groups = new Set<number>();
  const directories = new Set<string>();
  let text = '';
  const ROUNDS_MAX = 50;

  const take = (line: string): void => {
    const rest = line.slice(1).trim();
    if (line.startsWith('+')) groups.add(Number(rest));
    else if (line.startsWith('-')) groups.delete(Number(rest));
    else if (line.startsWith('d')) directories.add(rest);
    else if (line.startsWith('k')) directories.delete(rest);
  };
  const kill = (pid: number): void => {
    try {
      process.kill(pid, 'SIGKILL');
    } catch {
      // gone already
    }
  };
  /** Linux only; elsewhere the groups have to do. */
  const marked = (): number[] => {
    let pids: number[] = [];
    try {
      pids = fs
        .readdirSync('/proc')
        .map(Number)
        .filter((pid) => pid > 0 && pid !== process.pid);
    } catch {
      return [];
    }
    return pids.filter((pid) => {
      try {
        return fs.readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0').includes(marker);
      } catch {
        return false; // gone, or another user's
      }
    });
  };
  const finish = (): void => {
    for (const pid of groups) kill(-pid);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const left = marked();
      if (left.length === 0) break;
      for (const pid of left) kill(pid);
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 20);
    }
    for (const directory of directories) fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
    process.exit(0);
  };

  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) process.on(signal, () => undefined);
  process.stdin.setEncoding('utf8');
  process.stdin.on('data', (chunk: string) => {
    const lines = (text + chunk).split('\n');
    text = lines.pop() ?? '';
    for (const line of lines) take(line);
  });
  process.stdin.on('end', finish);
  process.stdin.on('error', finish);
}
