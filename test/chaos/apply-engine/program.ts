/**
 * A replica whose controller writes its children by forced server-side apply: what `shardkeeper metacontroller` is to stages
 * that need no apply, put together from the SDK as somebody else would. Same environment, same hook, same children.
 */
import { createEventRecorder } from '../../../src/kube/events.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { loadClusterAccess } from '../../../src/kube/config.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { PROTOCOL } from '../../../src/protocol/table.ts';
import { waitForSet } from '../../../src/replica/membership/index.ts';
import { createReplica } from '../../../src/replica/index.ts';
import { createLogger } from '../../../src/telemetry/pino.ts';
import { createPrometheusMetrics } from '../../../src/telemetry/prometheus.ts';
import { serveTelemetry } from '../../../src/telemetry/server.ts';
import { applyController } from './controller.ts';

const REQUEST_TIMEOUT_MS = 1000;

function env(name: string): string {
  const value = process.env[name];
  if (value === undefined) throw new Error(`the environment lacks ${name}`);
  return value;
}

async function main(): Promise<number> {
  const clock = systemClock;
  const random = systemRandom;
  const [name, namespace] = [env('POD_NAME'), env('POD_NAMESPACE')];
  const incarnation = `${name}_${random.id()}`;
  const log = createLogger({ level: 'info' }).child({ component: 'metacontroller', name });
  const metrics = createPrometheusMetrics({
    version: '0.1.0',
    revision: 'chaos',
    component: 'metacontroller',
    protocol: PROTOCOL,
  });
  const userAgent = `shardkeeper/0.1.0 (metacontroller; ${name}; ${incarnation})`;
  const access = await loadClusterAccess({ clock, env: process.env });
  const clientWith = (requestTimeoutMs: number) =>
    createKubeClient({ access, clock, metrics, userAgent, requestTimeoutMs });
  const leaving = new AbortController();
  process.once('SIGTERM', () => leaving.abort());
  const set = await waitForSet({
    clock,
    log,
    namespace,
    client: clientWith(REQUEST_TIMEOUT_MS),
    name: env('SHARDKEEPER_SET'),
    gracePeriodMs: Number(env('SHARDKEEPER_GRACE_PERIOD_SECONDS')) * 1000,
    signal: leaving.signal,
  });
  if (set === undefined) return 0;
  const client = clientWith(set.timing.requestTimeoutMs);
  const events = createEventRecorder(
    { client, controller: 'shardkeeper-replica', instance: name },
    { clock, random, log },
  );
  const replica = createReplica({
    client,
    clock,
    random,
    log,
    metrics,
    events,
    set,
    identity: {
      incarnation,
      name,
      podUID: env('POD_UID'),
      nodeName: env('NODE_NAME'),
      version: '0.1.0',
      restartInPlace: env('SHARDKEEPER_RESTART_IN_PLACE') === 'true',
    },
  });
  const health = {
    alive: () => (replica.alive() ? undefined : 'it does not turn'),
    ready: () => (replica.ready() ? undefined : 'not registered'),
  };
  const open = [
    await serveTelemetry({ address: env('SHARDKEEPER_HEALTH_ADDRESS'), health }),
    await serveTelemetry({ address: env('SHARDKEEPER_METRICS_ADDRESS'), scrape: metrics.scrape }),
  ];
  if (leaving.signal.aborted) replica.leave();
  else leaving.signal.addEventListener('abort', () => replica.leave(), { once: true });
  const stop = new AbortController();
  void applyController({ client, clock, userAgent, signal: stop.signal }).then((controller) =>
    replica.host.add(controller),
  );
  const recording = events.run(stop.signal);
  const end = await replica.run(stop.signal);
  log.info('replica ended', { reason: end.reason, code: end.code });
  stop.abort();
  await recording;
  await Promise.all(open.map((server) => server.close()));
  return end.code;
}

process.exit(await main());
