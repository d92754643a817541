/**
 * telemetry/: how a process tells what it does. Log lines, metrics, health.
 *
 * - The only importer of pino and prom-client; other rooms see `Logger` and `Metrics`.
 * - `catalogue.ts` is the complete list of metrics: nothing else is ever exported.
 * - `server.ts` serves /healthz, /readyz and /metrics and nothing else.
 */
export type { LogFields, Logger } from './logger.ts';
export type { Labels, Metrics } from './metrics.ts';
