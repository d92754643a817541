/** Reads the settings of a daemon, builds what every daemon needs, and runs it until it must end. */
import { readFile } from 'node:fs/promises';
import type { ClusterAccess } from '../../kube/access.ts';
import { createKubeClient } from '../../kube/client.ts';
import { loadClusterAccess } from '../../kube/config.ts';
import type { KubeClient } from '../../kube/types.ts';
import { systemClock, type Clock } from '../../lib/clock.ts';
import { messageOf, ShardkeeperError } from '../../lib/errors.ts';
import { systemRandom } from '../../lib/random.ts';
import { PROTOCOL } from '../../protocol/table.ts';
import type { LogLevel } from '../../telemetry/log-levels.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { createLogger } from '../../telemetry/pino.ts';
import { createPrometheusMetrics, type PrometheusMetrics } from '../../telemetry/prometheus.ts';
import {
  serveTelemetry,
  type Health,
  type TelemetryServer,
  type TelemetryServerOptions,
} from '../../telemetry/server.ts';
import { compile } from '../config/compile.ts';
import type { Setting } from '../config/setting.ts';
import { version } from '../version.ts';
import { textOf, type Daemon, type DaemonName, type Settings } from './parts.ts';

const STARTING: Health = { alive: () => undefined, ready: () => 'starting' };
const OFF = '0';

export async function runDaemon(
  name: DaemonName,
  definitions: readonly Setting[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Promise<number> {
  const settings = await readSettings(definitions, flags);
  const clock = systemClock;
  const random = systemRandom;
  const { version: programVersion } = version();
  const incarnation = `${textOf(settings, 'name')}_${random.id()}`;
  const log = createLogger({ level: textOf(settings, 'logLevel') as LogLevel }).child({
    component: name,
    name: textOf(settings, 'name'),
  });
  const metrics = createPrometheusMetrics({
    version: programVersion,
    revision: 'unknown',
    component: name,
    protocol: PROTOCOL,
  });
  let health = STARTING;
  const servers: TelemetryServer[] = [];
  const clients: KubeClient[] = [];
  try {
    log.info('starting', { version: programVersion, protocol: PROTOCOL, incarnation, node: process.versions.node });
    const probes = { alive: () => health.alive(), ready: () => health.ready() };
    await openServers(settings, { metrics, health: probes, servers });
    const access = await loadAccess(settings, clock);
    const userAgent = `shardkeeper/${programVersion} (${name}; ${textOf(settings, 'name')}; ${incarnation})`;
    const daemon = await loadDaemon(name);
    const code = await daemon({
      settings,
      clock,
      random,
      log,
      metrics,
      incarnation,
      userAgent,
      version: programVersion,
      client: (requestTimeoutMs) => {
        const client = createKubeClient({ access, clock, metrics, userAgent, requestTimeoutMs });
        clients.push(client);
        return client;
      },
      setHealth: (next) => {
        health = next;
      },
      leaving: onTermination(log),
    });
    log.info('stopped', { code });
    return code;
  } catch (error) {
    log.error('ended by an error', { error });
    throw error;
  } finally {
    await Promise.all([...clients, ...servers].map((open) => open.close()));
  }
}

async function readSettings(
  definitions: readonly Setting[],
  flags: Readonly<Record<string, string | boolean | undefined>>,
): Promise<Settings> {
  const { config, ...given } = flags;
  const file = typeof config === 'string' ? config : process.env['SHARDKEEPER_CONFIG'];
  if (file === undefined || file === '') return compile(definitions, { flags: given, env: process.env });
  const text = await readFile(file, 'utf8').catch((error: unknown) => {
    throw new ShardkeeperError(`--config ${file}: ${messageOf(error)}`, { code: 'InvalidConfiguration', cause: error });
  });
  return compile(definitions, { flags: given, env: process.env, file: { name: file, text } });
}

/** Health and metrics share a server when they share an address. What was opened is in `servers`, also when a later one fails. */
async function openServers(
  settings: Settings,
  given: { readonly metrics: PrometheusMetrics; readonly health: Health; readonly servers: TelemetryServer[] },
): Promise<void> {
  const healthAddress = textOf(settings, 'healthAddress');
  const metricsAddress = textOf(settings, 'metricsAddress');
  const { health, servers } = given;
  const { scrape } = given.metrics;
  if (healthAddress === metricsAddress) {
    servers.push(await listen('--health-address', { address: healthAddress, health, scrape }));
    return;
  }
  servers.push(await listen('--health-address', { address: healthAddress, health }));
  if (metricsAddress !== OFF) servers.push(await listen('--metrics-address', { address: metricsAddress, scrape }));
}

async function listen(flag: string, options: TelemetryServerOptions): Promise<TelemetryServer> {
  try {
    return await serveTelemetry(options);
  } catch (error) {
    const text = `${flag} ${options.address}: ${messageOf(error)}: give another address, or end what listens there`;
    throw new ShardkeeperError(text, { code: 'InvalidConfiguration', cause: error });
  }
}

function loadAccess(settings: Settings, clock: Clock): Promise<ClusterAccess> {
  const kubeconfig = textOf(settings, 'kubeconfig');
  return loadClusterAccess({ clock, env: process.env, ...(kubeconfig === '' ? {} : { kubeconfig }) });
}

async function loadDaemon(name: DaemonName): Promise<Daemon> {
  return name === 'manager' ? (await import('./manager.ts')).manager : (await import('./engine.ts')).engine;
}

function onTermination(log: Logger): AbortSignal {
  const leaving = new AbortController();
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      if (leaving.signal.aborted) process.exit(1);
      log.info('leaving', { signal });
      leaving.abort();
    });
  }
  return leaving.signal;
}
