/** The scenarios' hook from outside: its behaviour, and what it was called for. */
import { readFile } from 'node:fs/promises';
import type { HookCall } from '../../../src/testing/audit/index.ts';
import type { Hook } from '../../../src/testing/installation/index.ts';
import type { Behaviour, HookLine } from './lines.ts';

export interface ChaosHook extends Hook {
  /** What is not named stays as it is. Scenarios put back what they change. */
  readonly behave: (behaviour: Behaviour) => Promise<void>;
  /** Calls that began at or after this wall time, in order of their beginnings. */
  readonly calls: (fromMs?: number) => Promise<readonly HookCall[]>;
}

export async function chaosHookOf(hook: Hook): Promise<ChaosHook> {
  const base = new URL('/', hook.url);
  const { file } = (await (await fetch(new URL('log', base))).json()) as { readonly file: string };
  return {
    ...hook,
    behave: async (behaviour) => {
      const answer = await fetch(new URL('control', base), { method: 'POST', body: JSON.stringify(behaviour) });
      if (!answer.ok) throw new Error(`the hook did not take ${JSON.stringify(behaviour)}: ${answer.status}`);
    },
    calls: async (fromMs = 0) => callsOf(await linesOf(file)).filter((call) => call.startMs >= fromMs),
  };
}

async function linesOf(file: string): Promise<readonly HookLine[]> {
  const text = await readFile(file, 'utf8').catch(() => '');
  return text
    .split('\n')
    .slice(0, -1)
    .map((line) => JSON.parse(line) as HookLine);
}

function callsOf(lines: readonly HookLine[]): readonly HookCall[] {
  const ends = new Map(lines.flatMap((line) => (line.type === 'End' ? [[line.id, line] as const] : [])));
  return lines.flatMap((line): readonly HookCall[] => {
    if (line.type === 'End') return [];
    const { parent, generation, children, replica, incarnation } = line;
    const end = ends.get(line.id);
    return [
      {
        parent,
        generation,
        children,
        process: { replica, incarnation },
        startMs: line.atMs,
        endMs: end?.atMs,
        answered: end?.answered ?? false,
      },
    ];
  });
}
