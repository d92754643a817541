/**
 * A lane: a fixed number of connections of its own to the API server, one request on each at a time.
 *
 * Guarantees: waiters are served first come, first served; a request is handed only to a connection that has nothing else
 * to do, so nothing ever queues out of our sight; the connections used last are used first, so few stay open when little
 * happens; of a request that was cut off, nothing is delivered later that the kernel still had. HTTP/1.1 on purpose: over
 * HTTP/2 undici lets a write wait for ever behind a watch, and it costs more CPU.
 */
import { connect, type Socket } from 'node:net';

import { buildConnector, Client } from 'undici';

import { assert } from '../lib/assert.ts';
import { ApiError } from './api-error.ts';
import type { ClusterAccess, TlsOptions } from './access.ts';

export interface LaneOptions {
  readonly access: ClusterAccess;
  readonly connectionsMax: number;
  readonly connectTimeoutMs: number;
}

interface Waiter {
  readonly enter: (client: Client) => void;
  readonly refuse: (error: ApiError) => void;
}

/** How long an idle connection is kept; the API server closes its side after 90 s. */
const KEEP_ALIVE_MS = 60_000;
/** After so much silence the kernel asks whether the other side is there, and gives up when ten probes, one a second, are lost. */
const PROBE_AFTER_MS = 5_000;

export class Lane {
  readonly #options: LaneOptions;
  readonly #origin: string;
  readonly #all = new Set<Client>();
  readonly #sockets = new WeakMap<Client, Socket>();
  readonly #free: Client[] = [];
  readonly #waiters: Waiter[] = [];
  #closed = false;
  #connector: { readonly tls: TlsOptions; readonly connect: buildConnector.connector } | undefined;

  constructor(options: LaneOptions) {
    assert(options.connectionsMax >= 1, 'a lane has at least one connection');
    this.#options = options;
    this.#origin = new URL(options.access.server).origin;
  }

  get connectionsMax(): number {
    return this.#options.connectionsMax;
  }

  /** Connections with a request on them. */
  get busy(): number {
    return this.#all.size - this.#free.length;
  }

  /** A connection at once, or undefined when all are busy. */
  tryAcquire(): Client | undefined {
    if (this.#closed) throw closedError();
    const free = this.#free.pop();
    if (free !== undefined) return free;
    if (this.#all.size >= this.#options.connectionsMax) return undefined;
    const client = this.#open();
    this.#all.add(client);
    return client;
  }

  /** Waits for a connection; rejects with `Aborted` when `signal` aborts first. */
  acquire(signal: AbortSignal | undefined): Promise<Client> {
    return new Promise((resolve, reject) => {
      const leave = (): void => {
        this.#waiters.splice(this.#waiters.indexOf(waiter), 1);
        reject(new ApiError('given up while waiting for a connection', { code: 'Aborted', answered: true }));
      };
      const settled = (): void => signal?.removeEventListener('abort', leave);
      const waiter: Waiter = {
        enter: (client) => (settled(), resolve(client)),
        refuse: (error) => (settled(), reject(error)),
      };
      this.#waiters.push(waiter);
      if (signal?.aborted === true) leave();
      else signal?.addEventListener('abort', leave, { once: true });
    });
  }

  /** Gives a connection back once nothing runs on it any more. */
  release(client: Client): void {
    const next = this.#waiters.shift();
    if (next === undefined) this.#free.push(client);
    else next.enter(client);
  }

  /**
   * Ends the connection with a reset. Closed in order, the kernel would go on sending what it has not got rid of, for minutes:
   * a write that was given up would arrive when a cut network is whole again.
   */
  reset(client: Client): void {
    this.#sockets.get(client)?.resetAndDestroy();
  }

  async close(): Promise<void> {
    this.#closed = true;
    for (const waiter of this.#waiters.splice(0)) waiter.refuse(closedError());
    await Promise.all([...this.#all].map((client) => client.destroy(closedError())));
  }

  #open(): Client {
    const client: Client = new Client(this.#origin, {
      connect: (options, callback) => {
        const socket = dial(options, this.#options.connectTimeoutMs, (error) => {
          if (error !== undefined) callback(error, null);
          else if (options.protocol === 'https:') this.#connect()({ ...options, httpSocket: socket }, callback);
          else callback(null, socket);
        });
        this.#sockets.set(client, socket);
      },
      allowH2: false,
      pipelining: 1,
      keepAliveTimeout: KEEP_ALIVE_MS,
      headersTimeout: 0,
      bodyTimeout: 0,
    });
    return client;
  }

  /** One connector per TLS material: it remembers TLS sessions, and rotated certificates are picked up. */
  #connect(): buildConnector.connector {
    const tls = this.#options.access.tls();
    if (this.#connector === undefined || this.#connector.tls !== tls) {
      const overTls = buildConnector({ ...tls, timeout: this.#options.connectTimeoutMs, allowH2: false });
      this.#connector = { tls, connect: overTls };
    }
    return this.#connector.connect;
  }
}

/** The TCP connection below TLS: only it can be reset. `done` is called once. */
function dial(
  { hostname, port, protocol }: buildConnector.Options,
  timeoutMs: number,
  done: (error?: Error) => void,
): Socket {
  const socket = connect({
    host: hostname.replace(/^\[|\]$/g, ''),
    port: Number(port) || (protocol === 'https:' ? 443 : 80),
    noDelay: true,
    keepAlive: true,
    keepAliveInitialDelay: PROBE_AFTER_MS,
  });
  socket.setTimeout(timeoutMs, () => socket.destroy(new Error(`no connection to ${hostname} within ${timeoutMs} ms`)));
  socket.once('error', done);
  socket.once('connect', () => {
    socket.setTimeout(0);
    socket.off('error', done);
    // From here on TLS tells what goes wrong; without a listener it would end the process.
    socket.on('error', () => undefined);
    done();
  });
  return socket;
}

function closedError(): ApiError {
  return new ApiError('the client is closed', { code: 'Aborted', answered: true });
}
