/** Figures of several runs become one, and are judged. Pure. */
import { median, quantile } from '../../src/lib/quantile.ts';
import type { Figure } from './scenario.ts';

export interface Row extends Figure {
  readonly name: string;
  readonly ok: boolean;
}

/** `runs`: the figures of each run of one scenario. A figure that only some runs have is judged by those. */
export function rowsOf(name: string, runs: readonly (readonly Figure[])[]): readonly Row[] {
  const byMetric = Map.groupBy(runs.flat(), (figure) => figure.metric);
  return [...byMetric.values()].flatMap((figures): readonly Row[] => {
    const [first] = figures;
    if (first === undefined) return [];
    const figure = { ...first, value: combined(first, figures) };
    return [{ ...figure, name, ok: isMet(figure) }];
  });
}

/** A value that is not a number meets no goal. */
export function isMet({ value, goal, ...figure }: Figure): boolean {
  if (goal === null) return true;
  return figure.atLeast === true ? value >= goal : value <= goal;
}

/** Pooled where there are samples, the worst of promises, the median of all else. */
function combined(first: Figure, figures: readonly Figure[]): number {
  const values = figures.map(({ value }) => value);
  if (first.samples !== undefined) {
    return quantile(
      figures.flatMap(({ samples }) => samples?.values ?? []),
      first.samples.quantile,
    );
  }
  if (first.goal === null || first.speed === true) return median(values);
  if (values.some((value) => Number.isNaN(value))) return Number.NaN;
  return first.atLeast === true ? Math.min(...values) : Math.max(...values);
}

/** A figure that pools its samples over the runs, with the goal of a speed. */
export function pooled(
  metric: string,
  values: readonly number[],
  { share, goal }: { readonly share: number; readonly goal: number | null },
): Figure {
  return {
    metric,
    goal,
    unit: 'ms',
    speed: true,
    value: quantile(values, share),
    samples: { values, quantile: share },
  };
}

/** Something that must not happen, at all. */
export function never(metric: string, value: number): Figure {
  return { metric, value, unit: '', goal: 0 };
}

/** Something that is told. */
export function told(metric: string, value: number, unit = ''): Figure {
  return { metric, value, unit, goal: null };
}

/** At most `goal`; a speed when a busy machine can spoil it. */
export function atMost(metric: string, value: number, { goal, unit = '', speed }: Limit): Figure {
  return { metric, value, unit, goal, ...(speed === true ? { speed } : {}) };
}

/** At least `goal`. */
export function atLeast(metric: string, value: number, { goal, unit = '', speed }: Limit): Figure {
  return { metric, value, unit, goal, atLeast: true, ...(speed === true ? { speed } : {}) };
}

export interface Limit {
  readonly goal: number;
  readonly unit?: string;
  readonly speed?: boolean;
}
