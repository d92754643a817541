/** Plays scenarios, each as often as wanted, on as few stages as they allow. */
import { systemClock } from '../../src/lib/clock.ts';
import { messageOf } from '../../src/lib/errors.ts';
import { stageKindOf } from './catalogue.ts';
import { atLeast, rowsOf, type Row } from './figures.ts';
import type { Figure, Form, Scenario } from './scenario.ts';
import type { StartStage } from './stage.ts';

export interface PlayOptions {
  readonly form: Form;
  readonly runs: number;
  readonly startStage: StartStage;
  /** Told what goes on, line by line. */
  readonly progress: (line: string) => void;
}

type Stage = Awaited<ReturnType<StartStage>>;

/** Resolves to the rows of all, in the order of the scenarios as grouped by their stages. Rejects only when a stage does not start. */
export async function play(scenarios: readonly Scenario[], options: PlayOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  const shared = scenarios.filter(({ needs }) => needs.alone !== true);
  for (const group of Map.groupBy(shared, ({ needs }) => stageKindOf(needs)).values()) {
    rows.push(...(await playGroup(group, options)));
  }
  for (const scenario of scenarios) {
    if (scenario.needs.alone === true) rows.push(...(await playGroup([scenario], options)));
  }
  return rows;
}

async function playGroup(group: readonly Scenario[], options: PlayOptions): Promise<readonly Row[]> {
  const rows: Row[] = [];
  let stage: Stage | undefined;
  try {
    for (const scenario of group) {
      const runs: (readonly Figure[])[] = [];
      for (let run = 1; run <= options.runs; run++) {
        const what = `${scenario.name} ${run}/${options.runs}`;
        options.progress(`${what}: ${scenario.about}`);
        if (stage === undefined) {
          options.progress(`a stage begins: ${stageKindOf(scenario.needs)}`);
          stage = await options.startStage(scenario.needs, options.form);
          options.progress('it is up');
        }
        const figures = await playOnce(stage, scenario, { ...options, what });
        if (figures !== undefined) runs.push(figures);
        stage.forget(systemClock.wallMs());
        if (figures !== undefined && scenario.needs.alone !== true) continue;
        // It is not whole any more.
        await stage.stop();
        stage = undefined;
      }
      const played = atLeast('runs_played', runs.length, { goal: options.runs });
      rows.push(...rowsOf(scenario.name, [...runs, [played]]));
    }
  } finally {
    await stage?.stop();
  }
  return rows;
}

async function playOnce(
  stage: Stage,
  scenario: Scenario,
  { form, what, progress }: PlayOptions & { readonly what: string },
): Promise<readonly Figure[] | undefined> {
  try {
    return await scenario.run(stage, form);
  } catch (error) {
    progress(`${what} could not be played: ${messageOf(error)}`);
    return undefined;
  }
}
