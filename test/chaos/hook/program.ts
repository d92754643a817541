/**
 * The webhook of the WebApp example as scenarios need it: what examples/webapp/hook.mjs answers, and besides
 *
 *     POST /control   how it behaves from now on: a `Behaviour`, of which what is absent stays as it is
 *     GET  /log       where it writes a line for each beginning and each end of a call: see `HookLine`
 *
 * Environment: PORT, LOG_DIRECTORY.
 */
import { randomBytes } from 'node:crypto';
import { appendFileSync } from 'node:fs';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { childNameOf } from '../../../src/testing/load/webapps.ts';
import type { Behaviour, HookLine } from './lines.ts';

interface SyncRequest {
  readonly parent: {
    readonly metadata: {
      readonly name: string;
      readonly namespace: string;
      readonly uid: string;
      readonly generation: number;
    };
    readonly spec: { readonly greeting: string; readonly port: number };
  };
  readonly children: Readonly<Record<string, Readonly<Record<string, Child>>>>;
}

interface Child {
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
}

const LOG = path.join(process.env['LOG_DIRECTORY'] ?? '.', 'chaos-hook.jsonl');
const AGENT = /^shardkeeper\/\S+ \([^;)]*; ([^;)]*); ([^;)]*)\)/;
/** Between the parent's name and the random part of a child's. */
const RANDOM_PART = '-x-';

const stats = {
  calls: 0,
  failed: 0,
  inFlight: 0,
  inFlightMax: 0,
  parents: 0,
  fewerChildren: 0,
  fewerChildrenOf: [] as string[],
};
/** uid of a parent -> the most children that a call for it has shown. */
const childrenSeen = new Map<string, number>();
const behaviour = {
  delayMs: 0,
  delays: new Map<string, number>(),
  hang: new Set<string>(),
  randomChildOf: new Set<string>(),
};

function note(line: HookLine): void {
  appendFileSync(LOG, `${JSON.stringify(line)}\n`);
}

function sync({ parent, children }: SyncRequest): unknown {
  const { metadata, spec } = parent;
  const data = { greeting: spec.greeting, port: String(spec.port) };
  const configMap = (name: string, content: Readonly<Record<string, string>>): unknown => ({
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name },
    data: content,
  });
  const wanted = [configMap(childNameOf(metadata.name), data)];
  if (behaviour.randomChildOf.has(metadata.name)) {
    const present = Object.values(children)
      .flatMap((group) => Object.values(group))
      .find((child) => child.metadata.name.includes(RANDOM_PART) && child.data?.['for'] === spec.greeting);
    const name = present?.metadata.name ?? `${metadata.name}${RANDOM_PART}${randomBytes(6).toString('hex')}`;
    wanted.push(configMap(name, { for: spec.greeting }));
  }
  return { status: { configMap: childNameOf(metadata.name), greeting: spec.greeting }, children: wanted };
}

function childNamesOf(children: SyncRequest['children']): string[] {
  return Object.values(children).flatMap((group) => Object.values(group).map((child) => child.metadata.name));
}

function remember({ uid, namespace, name }: SyncRequest['parent']['metadata'], shown: number): void {
  const before = childrenSeen.get(uid);
  if (before === undefined) stats.parents += 1;
  else if (shown < before) {
    stats.fewerChildren += 1;
    if (stats.fewerChildrenOf.length < 10) stats.fewerChildrenOf.push(`${namespace}/${name}`);
  }
  childrenSeen.set(uid, Math.max(before ?? 0, shown));
}

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

async function answerSync(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const startMs = Date.now();
  const id = ++stats.calls;
  const call = JSON.parse(await textOf(request)) as SyncRequest;
  const { metadata } = call.parent;
  const shown = childNamesOf(call.children).length;
  const [, replica = '', incarnation = ''] = AGENT.exec(request.headers['user-agent'] ?? '') ?? [];
  note({
    id,
    type: 'Start',
    atMs: startMs,
    parent: metadata.name,
    generation: metadata.generation,
    children: shown,
    replica,
    incarnation,
  });
  remember(metadata, shown);
  stats.inFlight += 1;
  stats.inFlightMax = Math.max(stats.inFlightMax, stats.inFlight);
  const gone = new AbortController();
  response.on('close', () => {
    stats.inFlight -= 1;
    note({ id, type: 'End', atMs: Date.now(), answered: response.writableFinished });
    gone.abort();
  });
  const answer = sync(call);
  const delayMs = behaviour.hang.has(metadata.name)
    ? 2 ** 31 - 1
    : (behaviour.delays.get(metadata.name) ?? behaviour.delayMs);
  if (delayMs > 0) await sleep(delayMs, undefined, { signal: gone.signal }).catch(() => undefined);
  if (!gone.signal.aborted) send(response, 200, answer);
}

async function control(request: IncomingMessage): Promise<void> {
  const wish = JSON.parse(await textOf(request)) as Behaviour;
  if (wish.delayMs !== undefined) behaviour.delayMs = wish.delayMs;
  if (wish.delaysMs !== undefined) behaviour.delays = new Map(Object.entries(wish.delaysMs));
  if (wish.hang !== undefined) behaviour.hang = new Set(wish.hang);
  if (wish.randomChildOf !== undefined) behaviour.randomChildOf = new Set(wish.randomChildOf);
}

function send(response: ServerResponse, code: number, body: unknown): void {
  response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
}

async function route(request: IncomingMessage, response: ServerResponse): Promise<void> {
  switch (`${request.method} ${request.url}`) {
    case 'POST /sync':
      return answerSync(request, response);
    case 'POST /control':
      await control(request);
      return send(response, 200, {});
    case 'GET /log':
      return send(response, 200, { file: LOG });
    case 'GET /stats':
      return send(response, 200, stats);
    case 'GET /healthz':
      return send(response, 200, {});
    default:
      return send(response, 404, { error: 'not found' });
  }
}

const server = createServer((request, response) => {
  route(request, response).catch((error: unknown) => {
    stats.failed += 1;
    if (!response.headersSent) send(response, 500, { error: String(error) });
  });
});
// Longer than any client's idle time, so that a reused connection is never closed in its face.
server.keepAliveTimeout = 120_000;
server.listen(Number(process.env['PORT']), '127.0.0.1');
process.on('SIGTERM', () => process.exit(0));
