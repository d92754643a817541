/**
 * A bare HTTP server whose answers a test decides: for what happens on the wire (connections, lost answers, silence), which
 * a real API server does not do on demand. What the API server means is tested in test/conformance/kube.
 */
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo, Socket } from 'node:net';

import type { ClusterAccess, Headers } from '../../../src/kube/access.ts';
import { createKubeClient, type KubeClientOptions } from '../../../src/kube/client.ts';
import type { KubeClient } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';

export interface Exchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
}

export class WireServer {
  readonly #server = createServer((request, response) => this.#arrived({ request, response }));
  readonly #sockets = new Set<Socket>();
  readonly #waiting: ((exchange: Exchange) => void)[] = [];
  readonly #unclaimed: Exchange[] = [];
  /** All connections ever. */
  connections = 0;
  /** `METHOD path` of all requests ever, in order of arrival. */
  readonly requests: string[] = [];

  async start(): Promise<string> {
    this.#server.on('connection', (socket: Socket) => {
      this.connections += 1;
      this.#sockets.add(socket);
      socket.on('close', () => this.#sockets.delete(socket));
    });
    await new Promise<void>((resolve) => {
      this.#server.listen(0, '127.0.0.1', resolve);
    });
    return `http://127.0.0.1:${(this.#server.address() as AddressInfo).port}`;
  }

  /** The next request; the test answers it. */
  next(): Promise<Exchange> {
    const exchange = this.#unclaimed.shift();
    if (exchange !== undefined) return Promise.resolve(exchange);
    return new Promise((resolve) => {
      this.#waiting.push(resolve);
    });
  }

  async stop(): Promise<void> {
    for (const socket of this.#sockets) socket.destroy();
    await new Promise((resolve) => {
      this.#server.close(resolve);
    });
  }

  #arrived(exchange: Exchange): void {
    this.requests.push(`${exchange.request.method} ${exchange.request.url}`);
    const waiting = this.#waiting.shift();
    if (waiting === undefined) this.#unclaimed.push(exchange);
    else waiting(exchange);
  }
}

export function answer(
  { response }: Exchange,
  status: number,
  body: unknown,
  headers: Record<string, string> = {},
): void {
  response.writeHead(status, { 'content-type': 'application/json', ...headers });
  response.end(JSON.stringify(body));
}

export interface WireBench {
  readonly server: WireServer;
  readonly client: KubeClient;
  readonly close: () => Promise<void>;
}

export type WireOptions = Partial<Omit<KubeClientOptions, 'access'>> & { readonly access?: Partial<ClusterAccess> };

export async function startWireBench(options: WireOptions = {}): Promise<WireBench> {
  const server = new WireServer();
  const access = { ...plainAccess(await server.start()), ...options.access };
  const defaults = { clock: systemClock, metrics: silentMetrics, userAgent: 'test/1', requestTimeoutMs: 10_000 };
  const client = createKubeClient({ ...defaults, ...options, access });
  const close = async (): Promise<void> => {
    await client.close();
    await server.stop();
  };
  return { server, client, close };
}

function plainAccess(server: string): ClusterAccess {
  const none: Headers = {};
  return {
    server,
    namespace: 'default',
    source: 'test',
    tls: () => ({}),
    cachedHeaders: () => none,
    headers: () => Promise.resolve(none),
    refresh: () => Promise.resolve(false),
  };
}
