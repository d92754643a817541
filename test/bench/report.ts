/** How benchmarks read their settings and print their figures: a line of text, or with `JSON=1` one object a line. */

export interface Figure {
  readonly name: string;
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  /** Null = information. The value is fine when it is at most the goal. */
  readonly goal: number | null;
}

export function report(figure: Figure): boolean {
  const ok = figure.goal === null || figure.value <= figure.goal;
  const value = Number(figure.value.toPrecision(4));
  if (process.env['JSON'] === '1') process.stdout.write(`${JSON.stringify({ ...figure, value, ok })}\n`);
  else {
    const goal = figure.goal === null ? '' : `   goal ${figure.goal} ${ok ? 'met' : 'MISSED'}`;
    process.stdout.write(`${figure.name.padEnd(28)} ${figure.metric.padEnd(28)} ${value} ${figure.unit}${goal}\n`);
  }
  return ok;
}

/** A whole number from the environment. */
export function number(name: string, fallback: number): number {
  const text = process.env[name];
  if (text === undefined || text === '') return fallback;
  const value = Number(text);
  if (!Number.isInteger(value) || value < 1) throw new RangeError(`${name}=${text} is not a whole number above 0`);
  return value;
}
