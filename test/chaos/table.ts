/** Rows as text: a table for people, or one JSON object a line. Pure. */
import type { Row } from './figures.ts';

export function asTable(rows: readonly Row[]): string {
  const lines = rows.map((row) => {
    const verdict = row.goal === null ? '' : row.ok ? 'ok' : row.speed === true ? 'slow' : 'BROKEN';
    const goal = row.goal === null ? '' : `${row.atLeast === true ? '>=' : '<='} ${row.goal} ${row.unit}`.trim();
    return [row.name, row.metric, shown(row), goal, verdict];
  });
  const all = [['SCENARIO', 'FIGURE', 'VALUE', 'GOAL', 'OK'], ...lines];
  const widths = [0, 1, 2, 3].map((column) => Math.max(...all.map((line) => line[column]?.length ?? 0)));
  const text = (line: readonly string[]): string =>
    line
      .map((cell, i) => cell.padEnd(widths[i] ?? 0))
      .join('   ')
      .trimEnd();
  return `${all.map(text).join('\n')}\n`;
}

/** {name, metric, value, unit, goal, ok}; a value that is not a number is null. */
export function asJsonLines(rows: readonly Row[]): string {
  return rows
    .map(({ name, metric, value, unit, goal, ok }) =>
      JSON.stringify({ name, metric, value: rounded(value), unit, goal, ok }),
    )
    .map((line) => `${line}\n`)
    .join('');
}

function shown({ value, unit }: Row): string {
  return Number.isNaN(value) ? 'not shown' : `${rounded(value)} ${unit}`.trim();
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
