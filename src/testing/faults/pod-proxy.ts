/** The line of one pod: a port that it takes for the API server. */
import { createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { connect, TLSSocket, type SecureContext } from 'node:tls';

import type { Clock } from '../../lib/clock.ts';
import { Connection } from './connection.ts';
import { blocksConnecting, NO_FAULT, type Fault, type Only } from './fault.ts';
import { Ledger } from './ledger.ts';

export interface PodProxyOptions {
  /** Of the API server. */
  readonly target: { readonly host: string; readonly port: number; readonly caPem: string };
  readonly identity: SecureContext;
  readonly clock: Clock;
}

export class PodProxy {
  readonly ledger = new Ledger();
  readonly #options: PodProxyOptions;
  readonly #listener: Server;
  readonly #connections = new Set<Connection>();
  /** Their handshake does not get through. */
  readonly #waiting = new Set<Socket>();
  #fault: Fault = NO_FAULT;
  /** Of the last handshake with the API server: the next one is cheaper, and this process sees many. */
  #session: Buffer | undefined;

  constructor(options: PodProxyOptions) {
    this.#options = options;
    this.#listener = createServer({ noDelay: true }, (raw) => this.#accept(raw));
  }

  /** Resolves to the port. */
  listen(): Promise<number> {
    return new Promise((resolve, reject) => {
      this.#listener.once('error', reject);
      this.#listener.listen(0, '127.0.0.1', () => resolve((this.#listener.address() as AddressInfo).port));
    });
  }

  set(fault: Fault): void {
    this.#fault = fault;
    for (const connection of this.#connections) connection.setSilent(false);
    if (blocksConnecting(fault)) return;
    const waiting = [...this.#waiting];
    this.#waiting.clear();
    for (const raw of waiting) this.#admit(raw);
  }

  /** RST to every open connection, or to those whose present request is meant; how many. */
  reset(only?: Only): number {
    const meant = this.#meant(only);
    for (const connection of meant) connection.reset();
    return meant.length;
  }

  /** No byte and no RST on these any more, until the fault is set anew; how many. */
  silence(only?: Only): number {
    const meant = this.#meant(only);
    for (const connection of meant) connection.setSilent(true);
    return meant.length;
  }

  #meant(only: Only | undefined): readonly Connection[] {
    return [...this.#connections].filter(
      ({ request }) => only === undefined || (request !== undefined && only(request)),
    );
  }

  close(): void {
    this.#listener.close();
    for (const raw of this.#waiting) raw.destroy();
    this.reset();
  }

  #accept(raw: Socket): void {
    raw.on('error', () => raw.destroy());
    raw.once('close', () => this.#waiting.delete(raw));
    // Node hangs at its end when a connection is reset in the turn in which it was accepted.
    if (this.#fault.type === 'Refuse') this.#options.clock.setTimer(0, () => raw.resetAndDestroy());
    else if (blocksConnecting(this.#fault)) this.#waiting.add(raw.pause());
    else this.#admit(raw);
  }

  #admit(raw: Socket): void {
    if (raw.destroyed) return;
    const { identity, clock } = this.#options;
    const connection: Connection = new Connection({
      raw,
      clock,
      client: new TLSSocket(raw, { isServer: true, secureContext: identity }),
      server: this.#connect(),
      ledger: this.ledger,
      fault: () => this.#fault,
      onClosed: () => void this.#connections.delete(connection),
    });
    this.#connections.add(connection);
  }
  #connect(): TLSSocket {
    const { host, port, caPem: ca } = this.#options.target;
    const session = this.#session === undefined ? {} : { session: this.#session };
    const server = connect({ host, port, ca, ALPNProtocols: ['http/1.1'], ...session });
    server.setNoDelay(true);
    return server.on('session', (ticket: Buffer) => (this.#session = ticket));
  }
}
