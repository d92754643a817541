/**
 * The webhook of the WebApp controller: plain Node.js, no dependencies.
 *
 *     POST /sync    Metacontroller's sync hook: one ConfigMap per WebApp, and a status that depends on the WebApp alone
 *     GET  /stats   what was called so far, as JSON
 *     GET  /healthz 200
 *
 * Environment: PORT (8787), HOST (127.0.0.1), DELAY_MS (0: how long every answer is held back).
 */
import { createServer } from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

const HOST = process.env.HOST ?? '127.0.0.1';
const PORT = Number(process.env.PORT ?? 8787);
const DELAY_MS = Number(process.env.DELAY_MS ?? 0);
const BODY_BYTES_MAX = 4 * 1024 * 1024;
const PARENTS_MAX = 100_000;

/** What GET /stats answers. */
const stats = {
  calls: 0,
  failed: 0,
  inFlight: 0,
  inFlightMax: 0,
  /** Distinct parents, by uid. */
  parents: 0,
  /** Calls that showed fewer children than an earlier call for the same parent: somebody lost sight of them. */
  fewerChildren: 0,
  /** The first few such parents, as namespace/name. */
  fewerChildrenOf: [],
};

/** uid of a parent -> the most children that a call for it has shown. */
const childrenSeen = new Map();

function sync({ parent, children }) {
  const { metadata, spec } = parent;
  const shown = Object.values(children).reduce((count, group) => count + Object.keys(group).length, 0);
  remember(metadata, shown);
  const configMap = `${metadata.name}-config`;
  return {
    status: { configMap, greeting: spec.greeting },
    children: [
      {
        apiVersion: 'v1',
        kind: 'ConfigMap',
        metadata: { name: configMap },
        data: { greeting: spec.greeting, port: String(spec.port) },
      },
    ],
  };
}

function remember(metadata, shown) {
  const before = childrenSeen.get(metadata.uid);
  if (before === undefined && childrenSeen.size >= PARENTS_MAX) return;
  if (before === undefined) stats.parents += 1;
  if (before !== undefined && shown < before) {
    stats.fewerChildren += 1;
    if (stats.fewerChildrenOf.length < 10) stats.fewerChildrenOf.push(`${metadata.namespace}/${metadata.name}`);
  }
  childrenSeen.set(metadata.uid, Math.max(before ?? 0, shown));
}

async function bodyOf(request) {
  const chunks = [];
  let bytes = 0;
  for await (const chunk of request) {
    bytes += chunk.length;
    if (bytes > BODY_BYTES_MAX) throw new Error('request body too large');
    chunks.push(chunk);
  }
  return JSON.parse(Buffer.concat(chunks).toString('utf8'));
}

async function answerSync(request) {
  stats.calls += 1;
  stats.inFlight += 1;
  stats.inFlightMax = Math.max(stats.inFlightMax, stats.inFlight);
  try {
    const response = sync(await bodyOf(request));
    if (DELAY_MS > 0) await sleep(DELAY_MS);
    return response;
  } catch (error) {
    stats.failed += 1;
    throw error;
  } finally {
    stats.inFlight -= 1;
  }
}

async function route(request) {
  const path = new URL(request.url ?? '/', 'http://hook').pathname;
  if (request.method === 'POST' && path === '/sync') return { code: 200, body: await answerSync(request) };
  if (request.method === 'GET' && path === '/stats') return { code: 200, body: stats };
  if (request.method === 'GET' && path === '/healthz') return { code: 200, body: {} };
  return { code: 404, body: { error: 'not found' } };
}

const server = createServer((request, response) => {
  const send = ({ code, body }) => {
    response.writeHead(code, { 'content-type': 'application/json' }).end(JSON.stringify(body));
  };
  route(request).then(send, (error) => send({ code: 500, body: { error: String(error) } }));
});
// Longer than any client's idle time, so that a reused connection is never closed in its face.
server.keepAliveTimeout = 120_000;
server.listen(PORT, HOST, () => {
  const { address, port } = server.address();
  console.log(`webapp hook listens on http://${address}:${port}/sync`);
});

for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    server.close(() => process.exit(0));
    server.closeIdleConnections();
  });
}
