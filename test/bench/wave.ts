/**
 * The wave beside the raw client: 2,500 labelled parents, the CompositeController applied at t0, until the last status;
 * alternating with a raw client that only sends the same writes, in one run. Medians; goals as in docs/performance.md.
 *
 *     node test/bench/wave.ts        PARENTS=2500 RUNS=3 JSON=1
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import { createReflector } from '../../src/kube/reflector.ts';
import type { KubeObject } from '../../src/kube/types.ts';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { silentLogger } from '../../src/telemetry/logger.ts';
import { silentMetrics } from '../../src/telemetry/metrics.ts';
import { startInstallation, type Installation } from '../../src/testing/installation/index.ts';
import { runRawClient } from '../../src/testing/load/raw-client.ts';
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
import { median, number, report } from './report.ts';

const parents = number('PARENTS', 2500);
const runs = number('RUNS', 3);
const WAVE_OVER_RAW_MAX = 2.5;
const HOOK_CALLS_MAX = 2.1;
const QUIET_MS = 1000;
const RAW_CONCURRENCIES = [16, 32, 64];

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

/** Best over three concurrencies: the fairest yardstick is the fastest. */
async function measureRaw({ client, controlPlane, exampleKind }: Installation): Promise<number> {
  const crd = parse(await readFile(exampleKind, 'utf8')) as KubeObject;
  await established(client, webAppKindAs(crd, RAW_APPS));
  await createNamespace(client, 'raw');
  const objects = await createWebApps(client, {
    namespace: 'raw',
    count: parents,
    labelled: false,
    resource: RAW_APPS,
  });
  let best = Number.POSITIVE_INFINITY;
  for (const concurrency of RAW_CONCURRENCIES) {
    const jobs = rawJobsFor(objects, `raw${concurrency}`);
    const access = controlPlane.adminAccess;
    best = Math.min(best, await runRawClient({ access, clock: systemClock, protocol: 'HTTP/1.1', concurrency, jobs }));
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
  return { seconds: (endMs - startMs) / 1000, calls: await quietHook(installation) };
}

async function quietHook({ hook }: Installation): Promise<number> {
  for (let before = -1; ;) {
    const { calls: now } = await hook.stats();
    if (now === before) return now;
    before = now;
    await sleep(systemClock, QUIET_MS);
  }
}
