/**
 * `make chaos`: plays the scenarios and prints a table of their figures.
 *
 *     node test/chaos/main.ts [--scenario NAME[,NAME...]] [--runs N] [--short] [--fence] [--json] [--list]
 *
 * `--fence` installs the components that fence on the server, whatever a scenario needs.
 *
 * Each runs N times (default 5; the short form once). Of a promise the worst run counts, of a speed the median or, where
 * single samples are known, the quantile of all runs' samples together. Exit code 1 when a promise is broken or a scenario
 * could not be played; a speed that misses its goal is told: it may be the machine's. Progress on stderr, figures on stdout.
 */
import { parseArgs } from 'node:util';
import { allScenarios } from './catalogue.ts';
import { play } from './play.ts';
import type { Form, Scenario } from './scenario.ts';
import { startStage } from './stage/start.ts';
import { asJsonLines, asTable } from './table.ts';

const RUNS = '5';
const RUNS_OF_SHORT = '1';
const BROKEN = 1;
const MISUSED = 2;

const { values } = parseArgs({
  options: {
    scenario: { type: 'string', default: '' },
    runs: { type: 'string', default: '' },
    short: { type: 'boolean', default: false },
    fence: { type: 'boolean', default: false },
    json: { type: 'boolean', default: false },
    list: { type: 'boolean', default: false },
  },
});

process.exitCode = await main();

async function main(): Promise<number> {
  const form: Form = values.short ? 'short' : 'full';
  const runs = Number(values.runs || (values.short ? RUNS_OF_SHORT : RUNS));
  const all = await allScenarios();
  const names = values.scenario.split(',').filter((name) => name !== '');
  const unknown = names.filter((name) => all.every((scenario) => scenario.name !== name));
  if (!Number.isInteger(runs) || runs < 1) return misused(`"${values.runs}" runs: give a whole number above 0`);
  if (unknown.length > 0) return misused(`no scenario ${unknown.join(', ')}: --list shows what there is`);
  if (values.list) {
    for (const { name, about } of all) process.stdout.write(`${name.padEnd(32)} ${about}\n`);
    return 0;
  }
  const chosen = all.filter(({ name }) => names.length === 0 || names.includes(name));
  const played = values.fence
    ? chosen.map((scenario): Scenario => ({ ...scenario, needs: { ...scenario.needs, fence: true } }))
    : chosen;
  const rows = await play(played, { form, runs, startStage, progress: say });
  process.stdout.write(values.json ? asJsonLines(rows) : `\n${asTable(rows)}`);
  const missed = rows.filter(({ ok }) => !ok);
  if (missed.some(({ speed }) => speed === true))
    say('A speed misses its goal. They are for a machine that does nothing else.');
  return missed.every(({ speed }) => speed === true) ? 0 : BROKEN;
}

function say(line: string): void {
  process.stderr.write(`${line}\n`);
}

function misused(line: string): number {
  say(line);
  return MISUSED;
}
