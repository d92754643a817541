/** The scenarios' hook from outside: its behaviour, and what it was called for. */
import { open, stat } from 'node:fs/promises';
import type { HookCall } from '../../../src/testing/audit/index.ts';
import type { Hook } from '../../../src/testing/installation/index.ts';
import type { Behaviour, HookLine } from './lines.ts';

export interface ChaosHook extends Hook {
  /** What is not named stays as it is. Scenarios put back what they change. */
  readonly behave: (behaviour: Behaviour) => Promise<void>;
  /** Calls that began at or after this wall time, in order of their beginnings. */
  readonly calls: (fromMs?: number) => Promise<readonly HookCall[]>;
  /** Drops from memory the calls that ended before. */
  readonly forget: (beforeMs: number) => void;
}

export async function chaosHookOf(hook: Hook): Promise<ChaosHook> {
  const base = new URL('/', hook.url);
  const { file } = (await (await fetch(new URL('log', base))).json()) as { readonly file: string };
  let calls: ReadonlyMap<number, HookCall> = new Map();
  const lines = followLines(file);
  return {
    ...hook,
    behave: async (behaviour) => {
      const answer = await fetch(new URL('control', base), { method: 'POST', body: JSON.stringify(behaviour) });
      if (!answer.ok) throw new Error(`the hook did not take ${JSON.stringify(behaviour)}: ${answer.status}`);
    },
    calls: async (fromMs = 0) => {
      calls = withLines(calls, await lines());
      return [...calls.values()].filter((call) => call.startMs >= fromMs);
    },
    forget: (beforeMs) => {
      calls = new Map([...calls].filter(([, { endMs }]) => endMs === undefined || endMs >= beforeMs));
    },
  };
}

/** What was added to a file since the last time, by whole lines. */
function followLines(path: string): () => Promise<readonly HookLine[]> {
  let position = 0;
  return async () => {
    const { size } = await stat(path).catch(() => ({ size: 0 }));
    if (size === position) return [];
    const file = await open(path);
    try {
      const { buffer } = await file.read(Buffer.alloc(size - position), 0, size - position, position);
      const end = buffer.lastIndexOf('\n') + 1;
      position += end;
      return buffer
        .toString('utf8', 0, end)
        .split('\n')
        .filter((line) => line !== '')
        .map((line) => JSON.parse(line) as HookLine);
    } finally {
      await file.close();
    }
  };
}

function withLines(calls: ReadonlyMap<number, HookCall>, lines: readonly HookLine[]): ReadonlyMap<number, HookCall> {
  const next = new Map(calls);
  for (const line of lines) {
    if (line.type === 'Start') {
      const { id, parent, generation, children, replica, incarnation } = line;
      const process = { replica, incarnation };
      next.set(id, { parent, generation, children, process, startMs: line.atMs, endMs: undefined, answered: false });
    } else {
      const call = next.get(line.id);
      if (call !== undefined) next.set(line.id, { ...call, endMs: line.atMs, answered: line.answered });
    }
  }
  return next;
}
