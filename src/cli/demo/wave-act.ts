/**
 * Act one: the wave. The raw client's time for the same writes, then the parents, then the controller, and the clock runs
 * until the last status is there.
 */
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';
import type { ControllerShard } from '../../api/shard.ts';
import { SHARDS } from '../../kube/resources.ts';
import type { KubeObject } from '../../kube/types.ts';
import { createReflector } from '../../kube/reflector.ts';
import { silentLogger } from '../../telemetry/logger.ts';
import { silentMetrics } from '../../telemetry/metrics.ts';
import { runRawClient } from '../../testing/load/raw-client.ts';
import { observeWave } from '../../testing/load/wave.ts';
import {
  createNamespace,
  createWebApps,
  RAW_APPS,
  rawJobsFor,
  WEBAPPS,
  webAppKindAs,
} from '../../testing/load/webapps.ts';
import { PARENTS_NAMESPACE, show, type Stage } from './stage.ts';

export interface WaveResult {
  readonly waveSeconds: number;
  /** Best of the raw runs, over the same connection settings as the engine and twice as many. */
  readonly rawSeconds: number;
  readonly hookCalls: number;
  /** Parents that each replica owns, as its shard tells. */
  readonly shares: readonly { readonly replica: string; readonly objects: number }[];
  /** Wall-clock bounds of the wave, for the audit log. */
  readonly startWallMs: number;
  readonly endWallMs: number;
}

const RAW_NAMESPACE = 'raw';
const RAW_CONCURRENCIES = [32, 64, 32, 64];

export async function playWave(stage: Stage): Promise<WaveResult> {
  const { client, narrator, parents } = stage;
  narrator.act('Act 1. A wave');
  const rawSeconds = await measureRaw(stage);
  await createNamespace(client, PARENTS_NAMESPACE);
  let created = 0;
  const making = createWebApps(client, {
    namespace: PARENTS_NAMESPACE,
    count: parents,
    labelled: true,
    onProgress: (done) => {
      created = done;
    },
  });
  await narrator.progress(() => `creating ${parents} parents: ${created}`, making);
  const wave = await runWave(stage);
  narrator.fact(
    `${parents} parents, ${parents} children and ${parents} statuses in ${wave.waveSeconds.toFixed(2)} s ` +
      `(${(wave.waveSeconds / rawSeconds).toFixed(2)} × a raw client that only sends these writes).`,
  );
  await show(stage, `get controllershards -n ${stage.installation.namespace}`);
  return { ...wave, rawSeconds, shares: await sharesOf(stage) };
}

async function sharesOf({ client, installation }: Stage): Promise<WaveResult['shares']> {
  const { items } = await client.list(SHARDS, { namespace: installation.namespace });
  return items.map((item) => {
    const { metadata, status } = item as unknown as ControllerShard;
    return { replica: metadata.name, objects: status?.objects ?? 0 };
  });
}

async function runWave(stage: Stage): Promise<Omit<WaveResult, 'rawSeconds' | 'shares'>> {
  const { installation, client, clock, narrator, parents } = stage;
  const wave = observeWave(clock);
  const watching = new AbortController();
  const reflector = createReflector(
    { client, resource: WEBAPPS, namespace: PARENTS_NAMESPACE, sink: wave.sink },
    { clock, random: stage.random, log: silentLogger, metrics: silentMetrics },
  );
  const watch = reflector.run(watching.signal);
  try {
    narrator.step("Applying the example's CompositeController, unmodified");
    const startMs = clock.monotonicMs();
    const startWallMs = clock.wallMs();
    await installation.applyController();
    const endMs = await narrator.progress(
      () => `up to date: ${wave.done()} of ${parents} parents`,
      wave.settled(parents),
    );
    const waveSeconds = (endMs - startMs) / 1000;
    const hookCalls = await narrator.progress(
      () => 'waiting until no hook is called any more',
      installation.hook.quiet(),
    );
    return { waveSeconds, hookCalls, startWallMs, endWallMs: clock.wallMs() };
  } finally {
    watching.abort();
    await watch;
  }
}

/** The same writes on parents of a kind that nobody else watches. */
async function measureRaw({ installation, client, clock, narrator, parents }: Stage): Promise<number> {
  narrator.step('Measuring a raw client that only sends the same writes');
  const crd = parse(await readFile(installation.exampleKind, 'utf8')) as KubeObject;
  const kind = webAppKindAs(crd, RAW_APPS);
  await installation.kubectl(['apply', '--server-side', '-f', '-'], JSON.stringify(kind));
  await installation.kubectl(['wait', '--for=condition=Established', '--timeout=60s', `crd/${kind.metadata.name}`]);
  await createNamespace(client, RAW_NAMESPACE);
  const objects = await createWebApps(client, {
    namespace: RAW_NAMESPACE,
    count: parents,
    labelled: true,
    resource: RAW_APPS,
  });
  const seconds: number[] = [];
  for (const [run, concurrency] of RAW_CONCURRENCIES.entries()) {
    const jobs = rawJobsFor(objects, `raw${run}`);
    const access = installation.controlPlane.adminAccess;
    seconds.push(await runRawClient({ access, clock, protocol: 'HTTP/1.1', concurrency, jobs }));
  }
  narrator.fact(`raw: ${seconds.map((value) => value.toFixed(2)).join(', ')} s; the best counts`);
  return Math.min(...seconds);
}
