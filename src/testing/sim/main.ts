/** The program behind `make sim`: `node src/testing/sim/main.ts [--seed N] [--runs N]`. */
import { execFileSync } from 'node:child_process';
import { parseArgs } from 'node:util';
import { systemClock } from '../../lib/clock.ts';
import { inWorkers, type Finding } from './crowd.ts';
import { simulate } from './world/simulate.ts';

const { values } = parseArgs({
  options: {
    /** Replay this one, with its whole log. */
    seed: { type: 'string' },
    /** So many from a seed drawn now, each done twice. */
    runs: { type: 'string', default: '1000' },
    /** The first of them. */
    from: { type: 'string' },
  },
});

const print = (text: string): void => void process.stdout.write(`${text}\n`);
const numbers = [values.seed ?? '0', values.from ?? '0', values.runs];
process.exitCode = numbers.every(isWhole) && Number(values.runs) > 0 ? await play() : misused();

/** What is no number would be no run at all, and no run has no breach. */
function isWhole(text: string): boolean {
  return /^\d+$/.test(text);
}

function misused(): number {
  process.stderr.write(`seeds and runs are whole numbers, runs at least 1: ${JSON.stringify(values)}\n`);
  return 2;
}

function play(): Promise<number> {
  return values.seed === undefined ? many() : one(Number(values.seed));
}

async function one(seed: number): Promise<number> {
  const result = await simulate(seed, { wholeLog: true });
  for (const line of result.log) print(line);
  print('');
  for (const { property, atMs, text } of result.breaches)
    print(`BREACH ${property} at ${(atMs / 1000).toFixed(3)} s: ${text}`);
  print(
    `seed ${seed}, commit ${commit()}: ${result.faults} faults, ${result.ms / 1000} s simulated, log ${result.logHash}`,
  );
  print(result.breaches.length === 0 ? 'no breach' : `${result.breaches.length} breaches`);
  return result.breaches.length === 0 ? 0 : 1;
}

async function many(): Promise<number> {
  const runs = Number(values.runs);
  const from = values.from === undefined ? Math.floor(systemClock.wallMs()) % 1_000_000_000 : Number(values.from);
  const startedMs = systemClock.monotonicMs();
  print(`${runs} runs from seed ${from}, each done twice, commit ${commit()}`);
  let nextMs = startedMs + 5_000;
  const seeds = Array.from({ length: runs }, (_, i) => from + i);
  const findings = await inWorkers(seeds, {
    workers: 2,
    done: (count) => {
      if (systemClock.monotonicMs() < nextMs) return;
      nextMs = systemClock.monotonicMs() + 5_000;
      print(`${count} of ${runs} done, ${((systemClock.monotonicMs() - startedMs) / 1000).toFixed(0)} s`);
    },
  });
  for (const finding of findings.slice(0, 10)) tell(finding);
  const seconds = ((systemClock.monotonicMs() - startedMs) / 1000).toFixed(1);
  print(
    `${runs} runs in ${seconds} s: ${findings.length === 0 ? 'no breach' : `${findings.length} seeds with breaches`}`,
  );
  return findings.length === 0 ? 0 : 1;
}

function tell({ seed, texts }: Finding): void {
  print(`seed ${seed}, commit ${commit()}; replay: make sim SEED=${seed}`);
  for (const text of texts) print(`  ${text}`);
}

function commit(): string {
  return execFileSync('git', ['rev-parse', '--short', 'HEAD'], { encoding: 'utf8' }).trim();
}
