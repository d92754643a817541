/** One connection of a pod, its counterpart at the API server, and the two lines between them. */
import type { Socket } from 'node:net';
import type { TLSSocket } from 'node:tls';

import type { Clock, Timer } from '../../lib/clock.ts';
import { arrivals, EMPTY_LINE, push, type DelayLine } from './delay-line.ts';
import { answerOf, DEAD, isWatch, treatmentOf, type Fault, type RequestHead } from './fault.ts';
import type { Ledger } from './ledger.ts';
import { NEW_READER, readRequests, type RequestReader } from './requests.ts';

export interface ConnectionOptions {
  /** The pod's TCP socket, and TLS over it. */
  readonly raw: Socket;
  readonly client: TLSSocket;
  readonly server: TLSSocket;
  readonly fault: () => Fault;
  readonly clock: Clock;
  readonly ledger: Ledger;
  readonly onClosed: () => void;
}

type Item = { readonly type: 'Bytes'; readonly bytes: Buffer } | { readonly type: 'End' } | { readonly type: 'Reset' };

/** What the present answer is, as far as the ledger wants to know. */
type Stream = 'None' | 'WatchAsked' | 'WatchOpen';

export class Connection {
  readonly #options: ConnectionOptions;
  #reader: RequestReader = NEW_READER;
  #request: RequestHead | undefined;
  #answer: string | undefined;
  #stream: Stream = 'None';
  #toServer: DelayLine<Item> = EMPTY_LINE;
  #toClient: DelayLine<Item> = EMPTY_LINE;
  #timer: Timer | undefined;
  #clientGone = false;
  #silent = false;

  constructor(options: ConnectionOptions) {
    this.#options = options;
    const { client, server } = options;
    client.on('data', (chunk: Buffer) => this.#fromClient(chunk));
    client.on('end', () => this.#send({ type: 'End' }));
    client.on('error', () => this.#wasReset());
    client.on('close', () => this.#clientClosed());
    server.on('data', (chunk: Buffer) => this.#fromServer(chunk));
    server.on('end', () => this.#receive({ type: 'End' }));
    server.on('error', () => this.#receive({ type: 'Reset' }));
    server.on('close', () => this.#receive({ type: 'End' }));
  }

  /** The connection is dead from now on and nobody is told, until it is woken. */
  setSilent(silent: boolean): void {
    this.#silent = silent;
    this.pump();
  }

  get request(): RequestHead | undefined {
    return this.#request;
  }

  /** The fault has changed, or time has passed. */
  readonly pump = (): void => {
    const { client, server, clock, fault } = this.#options;
    const nowMs = clock.monotonicMs();
    const treatment = this.#silent ? DEAD : treatmentOf(fault(), this.#request);
    const out = arrivals(this.#toServer, nowMs, treatment.holdToServer);
    this.#toServer = out.line;
    for (const item of out.arrived) deliver(item, { from: client, to: server, reset: () => server.destroy() });
    const back = arrivals(this.#toClient, nowMs, treatment.holdToClient);
    this.#toClient = back.line;
    for (const item of back.arrived) deliver(item, { from: server, to: client, reset: this.reset });
    this.#timer?.cancel();
    this.#timer = undefined;
    if (out.wakeAtMs !== undefined) this.#timer = clock.setTimer(Math.max(1, out.wakeAtMs - nowMs), this.pump);
    if (this.#clientGone && this.#toServer.items.length === 0 && !treatment.holdToServer) this.#finish();
  };

  /** RST to the pod; what was under way is lost. */
  readonly reset = (): void => {
    this.#toServer = EMPTY_LINE;
    this.#options.raw.resetAndDestroy();
    this.#options.client.destroy();
    this.#options.server.destroy();
  };

  #fromClient(chunk: Buffer): void {
    const { reader, pieces } = readRequests(this.#reader, chunk);
    this.#reader = reader;
    for (const { head, bytes, last } of pieces) {
      if (head !== undefined) this.#begin(head);
      if (this.#answer === undefined) this.#send({ type: 'Bytes', bytes });
      else if (last) this.#receive({ type: 'Bytes', bytes: Buffer.from(this.#answer) });
    }
  }

  #begin(head: RequestHead): void {
    const { clock, fault, ledger } = this.#options;
    this.#request = head;
    const answer = answerOf(fault(), head);
    this.#answer = answer?.text;
    this.#stream = isWatch(head) && answer === undefined ? 'WatchAsked' : 'None';
    ledger.began(head, { wallMs: clock.wallMs(), answered: answer?.status });
  }

  #fromServer(chunk: Buffer): void {
    const { ledger } = this.#options;
    if (this.#stream === 'WatchAsked') {
      const isServed = chunk.subarray(0, 12).toString('latin1') === 'HTTP/1.1 200';
      this.#stream = isServed ? 'WatchOpen' : 'None';
      if (isServed && this.#request !== undefined) ledger.watchOpened(this, this.#request);
    } else if (this.#stream === 'WatchOpen' && endsStream(chunk)) {
      this.#stream = 'None';
      ledger.watchEnded(this);
    }
    this.#receive({ type: 'Bytes', bytes: chunk });
  }

  #send(item: Item): void {
    const { clock, fault } = this.#options;
    const { delayToServerMs } = treatmentOf(fault(), this.#request);
    this.#toServer = push(this.#toServer, item, clock.monotonicMs() + delayToServerMs);
    this.pump();
  }

  #receive(item: Item): void {
    if (this.#clientGone) return;
    this.#toClient = push(this.#toClient, item, this.#options.clock.monotonicMs());
    this.pump();
  }

  /** Nobody repeats what was not acknowledged. */
  #wasReset(): void {
    this.#toServer = EMPTY_LINE;
  }

  #clientClosed(): void {
    this.#clientGone = true;
    this.#toClient = EMPTY_LINE;
    this.#options.ledger.watchEnded(this);
    this.pump();
  }

  /** Of a request that arrives only now, the server sees all, and then that nobody waits for the answer. */
  #finish(): void {
    this.#timer?.cancel();
    this.#options.server.end();
    this.#options.onClosed();
  }
}

/** The last chunk of a stream is empty. */
function endsStream(chunk: Buffer): boolean {
  const tail = chunk.subarray(-7).toString('latin1');
  return tail === '\r\n0\r\n\r\n' || tail === '0\r\n\r\n';
}

interface Way {
  readonly from: TLSSocket;
  readonly to: TLSSocket;
  readonly reset: () => void;
}

function deliver(item: Item, { from, to, reset }: Way): void {
  if (to.destroyed) return;
  if (item.type === 'Reset') reset();
  else if (item.type === 'End') to.end();
  else if (!to.write(item.bytes) && !from.isPaused()) {
    from.pause();
    to.once('drain', () => from.resume());
  }
}
