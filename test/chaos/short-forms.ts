/** Short forms as tests: one suite of scenarios that may share stages, one test a scenario. */
import * as assert from 'uvu/assert';
import { suite } from '../suite.ts';
import { allScenarios, stageKindOf } from './catalogue.ts';
import { isMet } from './figures.ts';
import type { Figure, Needs, Scenario } from './scenario.ts';
import type { OwnStage } from './stage.ts';
import { startStage } from './stage/start.ts';

/**
 * Which file of tests a scenario belongs to. The two are played side by side: their scenarios mostly wait for leases, and are about
 * promises.
 */
export type Group = 'OneStage' | 'StagesOfTheirOwn';

/**
 * How much slower than its goal a speed may be on a machine that does other things too: at a load of 20 on two cores, moves took 20
 * times as long as alone. What waits for a timer or a lease that it should not wait for takes longer yet.
 */
const SLOW_FACTOR = 30;
const STAGE_MS = 60_000;
const SCENARIO_MS = 60_000;

export function groupOf(needs: Needs): Group {
  return needs.alone !== true && stageKindOf(needs) === stageKindOf({}) ? 'OneStage' : 'StagesOfTheirOwn';
}

/** Registers the suite. Every scenario that has a short form is in exactly one group. */
export async function testShortForms(group: Group): Promise<void> {
  const scenarios = (await allScenarios()).filter(({ needs, notInCi }) => notInCi !== true && groupOf(needs) === group);
  const kinds = Map.groupBy(scenarios, ({ needs }) => stageKindOf(needs));
  const stages = kinds.size + 2 * scenarios.filter(({ needs }) => needs.alone === true).length;
  const test = suite(`chaos: ${group}`, { timeoutMs: stages * STAGE_MS + scenarios.length * SCENARIO_MS });
  let stage: { readonly kind: string; readonly own: OwnStage } | undefined;
  const end = async (): Promise<void> => {
    const ending = stage;
    stage = undefined;
    await ending?.own.stop();
  };
  test.after(end);
  for (const scenario of [...kinds.values()].flat()) {
    test(`${scenario.name}: ${scenario.about}`, async () => {
      const kind = stageKindOf(scenario.needs);
      if (stage?.kind !== kind || scenario.needs.alone === true) await end();
      stage ??= { kind, own: await startStage(scenario.needs, 'short') };
      await playOn(stage.own, scenario).catch(async (error: unknown) => {
        // Whoever comes next gets a whole one.
        await end();
        throw error;
      });
      if (scenario.needs.alone === true) await end();
    });
  }
}

async function playOn(stage: OwnStage, scenario: Scenario): Promise<void> {
  const figures = await scenario.run(stage, 'short');
  for (const { metric, value, unit } of figures) {
    process.stdout.write(`${scenario.name} ${metric}: ${Number(value.toPrecision(4))} ${unit}\n`);
  }
  assert.ok(figures.length > 0, 'it measured something');
  const missed = figures.filter((figure) => !isMet(withSlack(figure)));
  assert.equal(missed.map(describe), []);
}

function withSlack(figure: Figure): Figure {
  const { goal, speed, atLeast } = figure;
  if (goal === null || speed !== true) return figure;
  return { ...figure, goal: atLeast === true ? goal / SLOW_FACTOR : goal * SLOW_FACTOR };
}

function describe({ metric, value, unit, goal, atLeast }: Figure): string {
  return `${metric} is ${value} ${unit}, ${atLeast === true ? 'at least' : 'at most'} ${goal}`;
}
