/**
 * Scenario 15: hours of edits and moves, and what the processes use meanwhile.
 *
 * SOAK_SECONDS says how long (default: 600 in the full form, 10 in the short one; the promise about memory is for 21600 and
 * is held against runs of an hour or more only: shorter ones say nothing about a slope).
 */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { waitFor } from '../facts.ts';
import { median } from '../../../src/lib/quantile.ts';
import { atLeast, atMost, never, pooled, told } from '../figures.ts';
import { countsOf, type Counts } from '../process-counts.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { isWith, pin } from './back-and-forth.ts';

const SECONDS: Readonly<Record<Form, number>> = { short: 10, full: 600 };
/** At least one of these in each run: a move, a look at the processes, a judgement. */
const ROUND_MS = 5000;
const JUDGE_ROUNDS = 24;
const HOUR_MS = 3_600_000;
const MIBIBYTE = 1024 * 1024;
const SLOPE_MAX_MIB_PER_HOUR = 1;
/** Of the time: until caches are full and code is compiled. */
const WARM_UP_SHARE = 0.2;

interface Look {
  readonly atMs: number;
  readonly counts: ReadonlyMap<string, Counts>;
}

interface Course {
  readonly looks: Look[];
  readonly verdicts: Judgement[];
  handoffs: number;
}

async function run(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  const durationMs = Number(process.env['SOAK_SECONDS'] ?? SECONDS[form]) * 1000;
  const course: Course = { looks: [], verdicts: [], handoffs: 0 };
  const editor = stage.edit();
  let lost: readonly string[];
  try {
    await soak(stage, durationMs, course);
  } finally {
    await pin(stage, undefined);
    lost = await stage.arrived(editor);
    await stage.ready(3);
  }
  const sum = (of: (verdict: Judgement) => number): number => course.verdicts.reduce((total, it) => total + of(it), 0);
  return [
    told('edits', editor.edits()),
    atLeast('handoffs', course.handoffs, { goal: 1 }),
    atLeast(
      'judged_writes',
      sum((it) => it.judged),
      { goal: editor.edits() },
    ),
    never(
      'double_owners',
      sum((it) => it.doubleOwners),
    ),
    never(
      'late_writes_accepted',
      sum((it) => it.lateWrites),
    ),
    never(
      'older_edits_put_back',
      sum((it) => it.setBacks),
    ),
    never('lost_edits', lost.length),
    pooled(
      'unowned_planned_p99',
      course.verdicts.flatMap((it) => it.plannedMs),
      { share: 0.99, goal: 100 },
    ),
    ...usage(course.looks, durationMs),
  ];
}

async function soak(stage: ChaosStage, durationMs: number, course: Course): Promise<void> {
  const replicas = await stage.replicas();
  const startMs = systemClock.monotonicMs();
  let fromMs = systemClock.wallMs();
  for (let round = 0; ; round++) {
    const isLast = systemClock.monotonicMs() - startMs >= durationMs;
    if (isLast || round % JUDGE_ROUNDS === JUDGE_ROUNDS - 1) {
      // What comes while the judge reads is for the next judgement.
      const untilMs = systemClock.wallMs();
      course.verdicts.push(await stage.judge(fromMs));
      stage.forget(fromMs);
      fromMs = untilMs;
    }
    if (isLast) return;
    const replica = replicas[round % 2] ?? '';
    await pin(stage, replica);
    await waitFor(`the range is with ${replica}`, () => isWith(stage, replica));
    course.handoffs += 1;
    course.looks.push({ atMs: systemClock.monotonicMs(), counts: await look(stage) });
    await sleep(systemClock, startMs + (round + 1) * ROUND_MS - systemClock.monotonicMs());
  }
}

async function look({ installation }: ChaosStage): Promise<ReadonlyMap<string, Counts>> {
  const counts = new Map<string, Counts>();
  for (const pod of installation.kubelet.list()) {
    const found = await countsOf(pod);
    // Another process of the name would be another story.
    if (found !== undefined) counts.set(`${pod.name} ${pod.restarts}`, found);
  }
  return counts;
}

/** The worst of all processes that lived from the first look to the last. */
function usage(looks: readonly Look[], durationMs: number): readonly Figure[] {
  const [first] = looks;
  const last = looks.at(-1);
  if (first === undefined || last === undefined) return [atLeast('looks', 0, { goal: 1 })];
  const warmMs = first.atMs + WARM_UP_SHARE * (last.atMs - first.atMs);
  const warm = looks.filter(({ atMs }) => atMs >= warmMs);
  const names = [...first.counts.keys()].filter((name) => last.counts.has(name));
  const series = (name: string, of: (counts: Counts) => number): readonly (readonly [number, number])[] =>
    warm.flatMap(({ atMs, counts }) => {
      const found = counts.get(name);
      return found === undefined ? [] : [[atMs, of(found)] as const];
    });
  const slope = Math.max(
    ...names.map((name) => (slopeOf(series(name, ({ rssBytes }) => rssBytes)) * HOUR_MS) / MIBIBYTE),
  );
  const growth = (of: (counts: Counts) => number): number =>
    Math.max(...names.map((name) => growthOf(series(name, of).map(([, value]) => value))));
  const isLong = durationMs >= HOUR_MS;
  const slopeFigure = {
    metric: 'rss_slope_max',
    value: slope,
    unit: 'MiB/h',
    goal: isLong ? SLOPE_MAX_MIB_PER_HOUR : null,
  };
  return [
    // One that was started again has no course of its own, and may be the very one that leaked.
    atLeast('processes_watched', names.length, { goal: first.counts.size }),
    told('seconds', durationMs / 1000, 's'),
    told('rss_max', Math.max(...names.map((name) => last.counts.get(name)?.rssBytes ?? 0)) / MIBIBYTE, 'MiB'),
    slopeFigure,
    // What comes and goes (a connection, a retry) may be there by chance: halves are compared by their medians.
    atMost(
      'growth_of_timers',
      growth(({ timers }) => timers),
      { goal: isLong ? 2 : 20 },
    ),
    atMost(
      'growth_of_sockets',
      growth(({ sockets }) => sockets),
      { goal: isLong ? 2 : 20 },
    ),
    atMost(
      'growth_of_watches',
      growth(({ watches }) => watches),
      { goal: isLong ? 0 : 4 },
    ),
    told(
      'threads_growth',
      growth(({ threads }) => threads),
    ),
  ];
}

/** Least squares; units of y for a unit of x. */
function slopeOf(points: readonly (readonly [number, number])[]): number {
  const mean = (of: 0 | 1): number => points.reduce((sum, point) => sum + point[of], 0) / points.length;
  const [meanX, meanY] = [mean(0), mean(1)];
  const up = points.reduce((sum, [x, y]) => sum + (x - meanX) * (y - meanY), 0);
  return up / points.reduce((sum, [x]) => sum + (x - meanX) ** 2, 0);
}

function growthOf(values: readonly number[]): number {
  const middle = Math.floor(values.length / 2);
  return values.length < 2 ? 0 : median(values.slice(middle)) - median(values.slice(0, middle));
}

export const scenarios: readonly Scenario[] = [
  { name: 'soak', about: 'edits and moves for SOAK_SECONDS, and what the processes use', needs: {}, run },
];
