/** X7, H6: what becomes of rows that nobody can take. */
import type { Parts } from './goal.ts';
import type { Memory } from './memory.ts';
import type { Now } from './view.ts';
import type { Table } from '../table.ts';
import type { Move } from '../table-rules.ts';

/**
 * With no replica to give them to, rows of a name that is gone stay with it for `restartGrace`, so that its successor resumes
 * them; then they have no owner, and whoever is ready first gets them.
 */
export function graceMoves(
  table: Table,
  parts: Parts,
  { memory, now }: { readonly memory: Memory; readonly now: Now },
): readonly Move[] {
  if ([...parts.values()].includes('Taker')) return [];
  const over = new Set(
    [...memory.goneSince].flatMap(([name, sinceMs]) =>
      now.monotonicMs >= sinceMs + memory.timing.restartGraceMs ? [name] : [],
    ),
  );
  const ranges = table.ranges.filter((row) => over.has(row.owner) && parts.get(row.owner) === 'Gone');
  return ranges.length === 0 ? [] : [{ to: '', ranges: ranges.map(({ start, end }) => ({ start, end })) }];
}
