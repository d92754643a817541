/** HTTP for probes and scrapes: /healthz, /readyz, /metrics. Nothing else, and no method but GET and HEAD. */
import { createServer, type Server, type ServerResponse } from 'node:http';
import { messageOf } from '../lib/errors.ts';

export interface Health {
  /** Undefined when fine, else one sentence. Must not depend on the API server. */
  readonly alive: () => string | undefined;
  /** Undefined when the process may be given work, else one sentence. */
  readonly ready: () => string | undefined;
}

export interface TelemetryServerOptions {
  /** `host:port`, `[::1]:port` or `:port`. */
  readonly address: string;
  readonly health?: Health;
  readonly scrape?: () => Promise<{ readonly contentType: string; readonly body: string }>;
}

export interface TelemetryServer {
  readonly port: number;
  readonly close: () => Promise<void>;
}

/** Resolves when it listens; rejects when the address cannot be bound. */
export async function serveTelemetry(options: TelemetryServerOptions): Promise<TelemetryServer> {
  const server = createServer((request, response) => {
    if (request.method !== 'GET' && request.method !== 'HEAD') return answer(response, 405, 'only GET');
    const path = (request.url ?? '/').split('?', 1)[0];
    if (path === '/healthz' && options.health !== undefined) return verdict(response, options.health.alive());
    if (path === '/readyz' && options.health !== undefined) return verdict(response, options.health.ready());
    if (path === '/metrics' && options.scrape !== undefined) return metrics(response, options.scrape);
    return answer(response, 404, 'try /healthz, /readyz or /metrics');
  });
  server.requestTimeout = 5000;
  server.headersTimeout = 5000;
  const { host, port } = parseAddress(options.address);
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject);
    server.listen({ port, ...(host === undefined ? {} : { host }) }, resolve);
  });
  return { port: portOf(server), close: () => close(server) };
}

/** Splits `host:port`; an empty host means every interface. Throws on a port that is none. */
export function parseAddress(address: string): { readonly host: string | undefined; readonly port: number } {
  const match = /^(?:\[(?<v6>[^\]]+)\]|(?<v4>[^:]*)):(?<port>\d{1,5})$/.exec(address);
  const port = Number(match?.groups?.['port']);
  if (match === null || port > 65_535) throw new RangeError(`"${address}" is not an address: write host:port or :port`);
  const host = match.groups?.['v6'] ?? match.groups?.['v4'];
  return { host: host === '' ? undefined : host, port };
}

function verdict(response: ServerResponse, problem: string | undefined): void {
  answer(response, problem === undefined ? 200 : 503, problem ?? 'ok');
}

function metrics(response: ServerResponse, scrape: NonNullable<TelemetryServerOptions['scrape']>): void {
  scrape().then(
    ({ contentType, body }) => {
      response.setHeader('content-type', contentType);
      answer(response, 200, body);
    },
    (error: unknown) => answer(response, 500, messageOf(error)),
  );
}

function answer(response: ServerResponse, status: number, text: string): void {
  if (!response.hasHeader('content-type')) response.setHeader('content-type', 'text/plain; charset=utf-8');
  response.statusCode = status;
  response.end(text.endsWith('\n') ? text : `${text}\n`);
}

function portOf(server: Server): number {
  const address = server.address();
  return typeof address === 'object' && address !== null ? address.port : 0;
}

function close(server: Server): Promise<void> {
  return new Promise((resolve) => {
    server.close(() => resolve());
    server.closeAllConnections();
  });
}
