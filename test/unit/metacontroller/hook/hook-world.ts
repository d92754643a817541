/** A real HTTPS server as a hook, an endpoint that calls it, and Secrets that a test may change. */
import { createServer as createPlainServer } from 'node:http';
import type { IncomingMessage, Server, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { ServerOptions } from 'node:https';
import type { AddressInfo } from 'node:net';
import type { TLSSocket } from 'node:tls';
import type { Clock } from '../../../../src/lib/clock.ts';
import { systemClock } from '../../../../src/lib/clock.ts';
import { ShardkeeperError, isShardkeeperError } from '../../../../src/lib/errors.ts';
import type { EndpointConfig, Hook } from '../../../../src/api/composite-controller.ts';
import { createHookClient } from '../../../../src/metacontroller/hook/client.ts';
import type { HookClient } from '../../../../src/metacontroller/hook/client.ts';
import { createHookEndpoint } from '../../../../src/metacontroller/hook/endpoint.ts';
import type { HookEndpoint, HookQuery, HookReply } from '../../../../src/metacontroller/hook/endpoint.ts';
import { createEtagCaches } from '../../../../src/metacontroller/hook/etag-cache.ts';
import type { EtagCaches } from '../../../../src/metacontroller/hook/etag-cache.ts';
import type { References } from '../../../../src/metacontroller/hook/references.ts';
import { compileHook } from '../../../../src/metacontroller/hook/webhook.ts';
import { COMPOSITE_ENVELOPE } from '../../../../src/metacontroller/composite/plan.ts';

export type Webhook = NonNullable<Hook['webhook']>;

/** What a hook saw of one request. */
export interface Seen {
  readonly headers: IncomingMessage['headers'];
  readonly serverName: string | false | null | undefined;
  readonly clientName: string | undefined;
}

export interface HookServer {
  readonly port: number;
  readonly seen: readonly Seen[];
  answer: (request: IncomingMessage, response: ServerResponse) => void;
  readonly close: () => Promise<void>;
}

/** Without options: plain HTTP. */
export async function startHook(options?: ServerOptions): Promise<HookServer> {
  const seen: Seen[] = [];
  const onRequest = (request: IncomingMessage, response: ServerResponse): void => {
    const socket = request.socket as TLSSocket;
    const clientName = options === undefined ? undefined : commonName(socket);
    seen.push({ headers: request.headers, serverName: socket.servername, clientName });
    request.resume().on('end', () => hook.answer(request, response));
  };
  const server: Server = options === undefined ? createPlainServer(onRequest) : createServer(options, onRequest);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const hook: HookServer = {
    port: (server.address() as AddressInfo).port,
    seen,
    answer: (_request, response) => response.end('{"status":{"ok":true}}'),
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
  return hook;
}

function commonName(socket: TLSSocket): string | undefined {
  const subject: unknown = socket.getPeerCertificate().subject;
  const name = typeof subject === 'object' && subject !== null && 'CN' in subject ? subject.CN : undefined;
  return typeof name === 'string' ? name : undefined;
}

/** Secrets and ConfigMaps by `Secret ns/name`; what is read counts, and a doubt makes a change visible. */
export class FakeReferences implements References {
  readonly reads: string[] = [];
  readonly #live = new Map<string, ReadonlyMap<string, string>>();
  readonly #known = new Map<string, ReadonlyMap<string, string>>();

  set(name: string, values: Readonly<Record<string, string>>): void {
    this.#live.set(name, new Map(Object.entries(values)));
  }

  remove(name: string): void {
    this.#live.delete(name);
  }

  readonly read: References['read'] = async ({ kind, namespace, name }) => {
    const text = `${kind} ${namespace}/${name}`;
    this.reads.push(text);
    const found = this.#known.get(text) ?? this.#live.get(text);
    if (found === undefined) throw new ShardkeeperError(`${text} does not exist`, { code: 'HookCredentials' });
    this.#known.set(text, found);
    return found;
  };

  readonly doubt: References['doubt'] = ({ kind, namespace, name }) => {
    this.#known.delete(`${kind} ${namespace}/${name}`);
  };
}

export interface HookWorld {
  readonly client: HookClient;
  readonly references: FakeReferences;
  readonly etags: EtagCaches;
  readonly endpoint: (webhook: Webhook, endpointConfigs?: readonly EndpointConfig[]) => HookEndpoint;
}

export function createHookWorld(
  options: { readonly etagClock?: Clock; readonly etagBytesMax?: number } = {},
): HookWorld {
  const { etagClock = systemClock, etagBytesMax = 1_000_000 } = options;
  const client = createHookClient({ clock: systemClock });
  const references = new FakeReferences();
  const etags = createEtagCaches({ clock: etagClock, bytesMax: etagBytesMax });
  const endpoint: HookWorld['endpoint'] = (webhook, endpointConfigs = []) => {
    const hook = compileHook('sync', { webhook }, endpointConfigs);
    if (hook === undefined) throw new Error('no hook');
    return createHookEndpoint({ hook, envelope: COMPOSITE_ENVELOPE, client, references, etags });
  };
  return { client, references, etags, endpoint };
}

export function query(options: Partial<HookQuery> = {}): HookQuery {
  return {
    subject: 'n/shop',
    body: '{}',
    headers: {},
    signal: new AbortController().signal,
    admit: () => {},
    ...options,
  };
}

/** What a call was rejected with. */
export async function failureOf(reply: Promise<HookReply>): Promise<ShardkeeperError> {
  try {
    await reply;
  } catch (error) {
    if (isShardkeeperError(error)) return error;
    throw error;
  }
  throw new Error('the call succeeded');
}

/** Everything of an error that could reach a log. */
export function allTextOf(error: unknown): string {
  const texts: string[] = [];
  for (let at: unknown = error; at instanceof Error; at = at.cause)
    texts.push(at.message, at.stack ?? '', JSON.stringify(at));
  return texts.join('\n');
}
