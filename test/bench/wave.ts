/**
 * The wave beside the raw client: 2,500 labelled parents, the CompositeController applied at t0, until the last status;
 * alternating with a raw client that only sends the same writes, in one run: the best of its whole table. Medians; goals as in docs/performance.md.
 *
 *     node test/bench/wave.ts        PARENTS=2500 RUNS=3 JSON=1
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { createReflector } from '../../src/kube/reflector.ts';
import type { KubeObject } from '../../src/kube/types.ts';
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { silentLogger } from '../../src/telemetry/logger.ts';
import { silentMetrics } from '../../src/telemetry/metrics.ts';
import { startInstallation, type Installation } from '../../src/testing/installation/index.ts';
import { RAW_WAYS, runRawClient } from '../../src/testing/load/raw-client.ts';
import { observeWave } from '../../src/testing/load/wave.ts';
import {
  createNamespace,
  createWebApps,
  RAW_APPS,
  rawJobsFor,
  WEBAPPS,
  webAppKindAs,
} from '../../src/testing/load/webapps.ts';
import { established } from './cluster.ts';
import { median } from '../../src/lib/quantile.ts';
import { number, report } from './report.ts';

const parents = number('PARENTS', 2500);
const runs = number('RUNS', 3);
const WAVE_OVER_RAW_MAX = 2.5;
const HOOK_CALLS_MAX = 2.1;
const raws: number[] = [];
const waves: number[] = [];
const ratios: number[] = [];
const calls: number[] = [];
for (let run = 0; run < runs; run++) {
  const installation = await startInstallation({ audit: 'off' });
  try {
    await installation.ready(3);
    const raw = await measureRaw(installation);
    const wave = await measureWave(installation);
    raws.push(raw);
    waves.push(wave.seconds);
    ratios.push(wave.seconds / raw);
    calls.push(wave.calls / parents);
    report({ name: `run ${run + 1}: raw`, metric: 'seconds', value: raw, unit: 's', goal: null });
    report({ name: `run ${run + 1}: wave`, metric: 'seconds', value: wave.seconds, unit: 's', goal: null });
  } finally {
    await installation.stop();
  }
}
const verdicts = [
  report({ name: 'raw', metric: 'raw_seconds', value: median(raws), unit: 's', goal: null }),
  report({ name: 'wave', metric: 'wave_seconds', value: median(waves), unit: 's', goal: null }),
  report({ name: 'wave', metric: 'wave_over_raw', value: median(ratios), unit: '', goal: WAVE_OVER_RAW_MAX }),
  report({ name: 'wave', metric: 'hook_calls_per_parent', value: median(calls), unit: '', goal: HOOK_CALLS_MAX }),
];
process.exitCode = verdicts.every(Boolean) ? 0 : 1;

/** The fairest yardstick is the fastest. */
async function measureRaw({ client, controlPlane, exampleKind }: Installation): Promise<number> {
  const crd = parse(await readFile(exampleKind, 'utf8')) as KubeObject;
  await established(client, webAppKindAs(crd, RAW_APPS));
  await createNamespace(client, 'raw');
  const objects = await createWebApps(client, {
    namespace: 'raw',
    count: parents,
    labelled: true,
    resource: RAW_APPS,
  });
  let best = Number.POSITIVE_INFINITY;
  for (const [way, { protocol, concurrency }] of RAW_WAYS.entries()) {
    const jobs = rawJobsFor(objects, `raw${way}`);
    const access = controlPlane.adminAccess;
    const value = await runRawClient({ access, clock: systemClock, protocol, concurrency, jobs });
    report({ name: `raw ${protocol} x ${concurrency}`, metric: 'seconds', value, unit: 's', goal: null });
    best = Math.min(best, value);
  }
  return best;
}

async function measureWave(installation: Installation): Promise<{ readonly seconds: number; readonly calls: number }> {
  const { client } = installation;
  await createNamespace(client, 'wave');
  await createWebApps(client, { namespace: 'wave', count: parents, labelled: true });
  const wave = observeWave(systemClock);
  const watching = new AbortController();
  const deps = { clock: systemClock, random: systemRandom, log: silentLogger, metrics: silentMetrics };
  const reflector = createReflector({ client, resource: WEBAPPS, namespace: 'wave', sink: wave.sink }, deps);
  const watch = reflector.run(watching.signal);
  const startMs = systemClock.monotonicMs();
  await installation.applyController();
  const endMs = await wave.settled(parents);
  watching.abort();
  await watch;
  return { seconds: (endMs - startMs) / 1000, calls: await installation.hook.quiet() };
}
