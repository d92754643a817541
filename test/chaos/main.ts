/** `make chaos`. */
import { parseArgs } from 'node:util';
import { allScenarios } from './catalogue.ts';
import { startStage } from './stage/start.ts';

const { values } = parseArgs({ options: { scenario: { type: 'string' }, short: { type: 'boolean', default: false } } });
const form = values.short ? 'short' : 'full';
for (const scenario of (await allScenarios()).filter(
  ({ name }) => values.scenario === undefined || name === values.scenario,
)) {
  const stage = await startStage(scenario.needs, form);
  try {
    for (const figure of await scenario.run(stage, form))
      process.stdout.write(`${scenario.name} ${JSON.stringify(figure)}\n`);
  } finally {
    await stage.stop();
  }
}
