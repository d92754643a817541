/**
 * The server-side fence and the slot guard: what they add to a write, and how late they act after the table has changed.
 *
 *     node test/bench/fence.ts        RUNS=3 WRITES=300 ROUNDS=100 JSON=1
 *
 * Cost: the same small write to one object in the last slot, one after the other, by a replica and by a person, with both
 * components and without, in turns. Lateness: all rows change hands; the old and the new owner write one after the other
 * from the answer to the table's write on, until the one is refused and the other is not.
 */
import type { KubeClient } from '../../src/kube/types.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { FenceWorld, REPLICAS } from './fence-world.ts';
import { usageOf } from './process-usage.ts';
import { median, quantile } from '../../src/lib/quantile.ts';
import { number, report } from './report.ts';

const runs = number('RUNS', 3);
const writes = number('WRITES', 300);
const rounds = number('ROUNDS', 100);
const ROWS = [3, 100, 1000];
const [OLD, NEW] = REPLICAS;

interface Cost {
  readonly p50: number;
  readonly p99: number;
  readonly cpu: number;
}

const world = await FenceWorld.start();
try {
  await measureCost();
  await measureLateness();
} finally {
  await world.stop();
}

async function measureCost(): Promise<void> {
  const writers = { replica: world.as(OLD), person: world.admin };
  const off = new Map<string, Cost[]>();
  const on = new Map<string, Cost[]>();
  for (let run = 0; run < runs; run++) {
    await world.fence('off');
    for (const [writer, client] of Object.entries(writers)) put(off, writer, await costOf(client));
    await world.fence('on');
    for (const rows of ROWS) {
      await world.setTable(rows, OLD);
      for (const [writer, client] of Object.entries(writers)) put(on, `${writer}, ${rows} rows`, await costOf(client));
    }
  }
  for (const [writer, costs] of off) tell(`off: ${writer}`, costs);
  for (const [writer, costs] of on) {
    tell(`on: ${writer}`, costs);
    const without = off.get(writer.split(',')[0] ?? '') ?? [];
    for (const metric of ['p50', 'cpu'] as const) {
      const value = median(costs.map((cost) => cost[metric])) / median(without.map((cost) => cost[metric]));
      report({ name: `on / off: ${writer}`, metric: `${metric}_ratio`, value, unit: '', goal: null });
    }
  }
}

function put(into: Map<string, Cost[]>, name: string, cost: Cost): void {
  into.set(name, [...(into.get(name) ?? []), cost]);
}

function tell(name: string, costs: readonly Cost[]): void {
  const of = (metric: keyof Cost): number => median(costs.map((cost) => cost[metric]));
  report({ name, metric: 'write_p50', value: of('p50'), unit: 'ms', goal: null });
  report({ name, metric: 'write_p99', value: of('p99'), unit: 'ms', goal: null });
  report({ name, metric: 'apiserver_cpu_per_write', value: of('cpu'), unit: 'ms', goal: null });
}

async function costOf(client: KubeClient): Promise<Cost> {
  for (let i = 0; i < 20; i++) await world.write(client);
  const pid = world.controlPlane.apiServer.pid() ?? 0;
  const cpuBefore = usageOf(pid).cpuSeconds;
  const times: number[] = [];
  for (let i = 0; i < writes; i++) {
    const startMs = systemClock.monotonicMs();
    await world.write(client);
    times.push(systemClock.monotonicMs() - startMs);
  }
  const cpu = ((usageOf(pid).cpuSeconds - cpuBefore) * 1000) / writes;
  return { p50: median(times), p99: quantile(times, 0.99), cpu };
}

async function measureLateness(): Promise<void> {
  await world.fence('on');
  for (const rows of ROWS) {
    const refused: number[] = [];
    const admitted: number[] = [];
    let late = 0;
    await world.setTable(rows, OLD);
    for (let round = 0; round < rounds; round++) {
      const [loser, winner] = round % 2 === 0 ? [OLD, NEW] : [NEW, OLD];
      await world.setTable(rows, winner);
      const startMs = systemClock.monotonicMs();
      const [lost, won] = await Promise.all([
        until(world.as(loser), { refused: true, startMs }),
        until(world.as(winner), { refused: false, startMs }),
      ]);
      refused.push(lost.ms);
      admitted.push(won.ms);
      late += lost.before;
    }
    const name = `lateness, ${rows} rows`;
    for (const [metric, values] of Object.entries({ old_owner_refused: refused, new_owner_admitted: admitted })) {
      report({ name, metric: `${metric}_p50`, value: quantile(values, 0.5), unit: 'ms', goal: null });
      report({ name, metric: `${metric}_p99`, value: quantile(values, 0.99), unit: 'ms', goal: null });
    }
    report({ name, metric: 'late_writes_per_change', value: late / rounds, unit: '', goal: null });
  }
}

/** Until a write ends as it should: when its answer came, and how many before it ended otherwise. */
async function until(
  client: KubeClient,
  { refused, startMs }: { readonly refused: boolean; readonly startMs: number },
): Promise<{ readonly ms: number; readonly before: number }> {
  for (let before = 0; ; before++) {
    const isRefused = await world.isRefused(client);
    if (isRefused === refused) return { ms: systemClock.monotonicMs() - startMs, before };
  }
}
