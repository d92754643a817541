/** One measured figure, and how figures are printed. */

export interface Figure {
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  /** Most that is allowed; null = information only. */
  readonly goal: number | null;
}

export function isMet(figure: Figure): boolean {
  return figure.goal === null || figure.value <= figure.goal;
}

/** One JSON object a line: {name, metric, value, unit, goal, ok}. */
export function asJsonLines(name: string, figures: readonly Figure[]): string {
  return figures
    .map((figure) => `${JSON.stringify({ name, ...figure, value: rounded(figure.value), ok: isMet(figure) })}\n`)
    .join('');
}

/** A table: metric, value, goal, verdict. */
export function asTable(figures: readonly Figure[]): string {
  const rows = figures.map((figure) => {
    const verdict = figure.goal === null ? '' : isMet(figure) ? 'met' : 'MISSED';
    const goal = figure.goal === null ? '' : `at most ${figure.goal} ${figure.unit}`.trim();
    return [figure.metric, `${rounded(figure.value)} ${figure.unit}`.trim(), goal, verdict];
  });
  const all = [['FIGURE', 'VALUE', 'GOAL', ''], ...rows];
  const widths = [0, 1, 2].map((column) => Math.max(...all.map((row) => row[column]?.length ?? 0)));
  return all
    .map((row) =>
      row
        .map((cell, i) => cell.padEnd(widths[i] ?? 0))
        .join('   ')
        .trimEnd(),
    )
    .join('\n');
}

function rounded(value: number): number {
  return Number(value.toPrecision(4));
}
