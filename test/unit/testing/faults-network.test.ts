import * as assert from 'uvu/assert';
import { once } from 'node:events';
import type { ClientRequest, IncomingMessage, ServerResponse } from 'node:http';
import { Agent, createServer, request, type Server } from 'node:https';
import type { AddressInfo, Socket } from 'node:net';

import type { ClusterAccess } from '../../../src/kube/access.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { createCertificateAuthority } from '../../../src/testing/cluster/pki/certificates.ts';
import { isWatch } from '../../../src/testing/faults/fault.ts';
import { frozen, startFaultyNetwork, type FaultyNetwork } from '../../../src/testing/faults/index.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';

const test = suite('faults: the network');

const POD = 'web-0';
const ca = createCertificateAuthority(systemClock.wallMs());
const identity = ca.issueServer(['127.0.0.1']);

let server: Server;
let network: FaultyNetwork;
let agent: Agent;
let arrived: string[];
let streams: ServerResponse[];
let outgoing: ClientRequest[];

test.before.each(async () => {
  arrived = [];
  streams = [];
  outgoing = [];
  server = createServer({ cert: identity.certPem, key: identity.keyPem }, (incoming, response) => {
    arrived.push(`${incoming.method} ${incoming.url}`);
    if (incoming.url?.includes('watch=1') === true) {
      response.write('begun\n');
      streams.push(response);
    } else incoming.resume().on('end', () => response.end('done'));
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  network = startFaultyNetwork({
    server: `https://127.0.0.1:${(server.address() as AddressInfo).port}`,
    caPem: ca.certPem,
    identity,
  });
  agent = new Agent({ ca: ca.certPem, keepAlive: true });
});
test.after.each(async () => {
  for (const one of outgoing) one.destroy();
  agent.destroy();
  await network.stop();
  server.closeAllConnections();
  server.close();
});

async function send(path: string, body?: string): Promise<ClientRequest> {
  const options = { agent, method: body === undefined ? 'GET' : 'PUT', headers: { connection: 'keep-alive' } };
  const sent = request(`${await network.serverFor(POD)}${path}`, options);
  sent.on('error', () => undefined);
  sent.end(body);
  outgoing.push(sent);
  return sent;
}

async function answered(sent: ClientRequest): Promise<{ readonly status: number; readonly text: string }> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage];
  let text = '';
  for await (const chunk of response) text += String(chunk);
  return { status: response.statusCode ?? 0, text };
}

function closed(sent: ClientRequest): Promise<void> {
  return new Promise((resolve) => void sent.once('close', () => resolve()));
}

/** One whole exchange, so that an open connection waits for the next. */
async function warmUp(): Promise<void> {
  assert.is((await answered(await send('/warm-up'))).text, 'done');
}

test('requests and answers go through, over one connection, and are noted', async () => {
  await warmUp();
  assert.is((await answered(await send('/a', 'body'))).text, 'done');
  assert.equal(arrived, ['GET /warm-up', 'PUT /a']);
  assert.equal(
    network.requests(POD).map(({ method, path, answered: here }) => [method, path, here]),
    [
      ['GET', '/warm-up', undefined],
      ['PUT', '/a', undefined],
    ],
  );
});

test('a stream comes piece by piece; a frozen one is silent and open, and its pieces come in the end', async () => {
  const sent = await send('/w?watch=1');
  const [stream] = (await once(sent, 'response')) as [IncomingMessage];
  let heard = '';
  stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await eventually('the first piece', () => heard === 'begun\n');
  assert.equal(network.openWatches(POD), ['/w?watch=1']);
  network.set(POD, frozen());
  streams[0]?.write('more\n');
  streams[0]?.end();
  // What a held stream does is nothing: another pod's line shows that time goes on.
  assert.is(heard, 'begun\n');
  assert.is(stream.complete, false);
  network.heal();
  await eventually('the rest', () => heard === 'begun\nmore\n' && stream.complete);
  assert.equal(network.openWatches(POD), []);
});

test('frozen: neither an open connection nor a new one brings anything to the server, until it thaws', async () => {
  await warmUp();
  network.set(POD, frozen());
  const old = await send('/old');
  await eventually('it has left the pod', () => network.requests(POD).length === 2);
  const fresh = await send('/fresh');
  await once(fresh, 'socket');
  assert.equal(arrived, ['GET /warm-up']);
  network.heal();
  const both = await Promise.all([answered(old), answered(fresh)]);
  assert.equal(
    both.map(({ text }) => text),
    ['done', 'done'],
  );
});

test('a write that our client gives up is cut off: it does not arrive when the line is whole', async () => {
  const access: ClusterAccess = {
    server: await network.serverFor(POD),
    namespace: 'default',
    source: 'test',
    tls: () => ({ ca: ca.certPem }),
    cachedHeaders: () => ({}),
    headers: () => Promise.resolve({}),
    refresh: () => Promise.resolve(false),
  };
  const client = createKubeClient({
    access,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'test',
    requestTimeoutMs: 200,
  });
  const write = (namespace: string): Promise<unknown> => {
    const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace, name: 'a' } };
    return client.send({ verb: 'create', resource: CONFIG_MAPS, body }).then(
      () => 'answered',
      (error: unknown) => (isApiError(error) ? error.code : error),
    );
  };
  await write('open');
  network.set(POD, { type: 'Hold', toServer: true, toClient: false });
  assert.is(await write('cut-off'), 'Timeout');
  // By the end of the next one the reset of the one before has arrived at the line.
  assert.is(await write('next'), 'Unavailable');
  assert.ok(
    network.requests(POD).some(({ path }) => path.includes('cut-off')),
    'it had left the pod',
  );
  network.heal();
  await write('whole-again');
  const names = arrived.map((line) => /namespaces\/([^/]*)/.exec(line)?.[1]);
  assert.ok(names.includes('open') && names.includes('whole-again'), names.join(', '));
  assert.not.ok(names.includes('cut-off'));
  await client.close();
});

test('who gives up and closes has sent all the same: it arrives when the line is whole', async () => {
  await warmUp();
  network.set(POD, { type: 'Hold', toServer: true, toClient: false });
  const sent = await send('/late', 'write');
  await eventually('it has left the pod', () => network.requests(POD).length === 2);
  sent.destroy();
  await closed(sent);
  network.heal();
  await eventually('it arrives', () => arrived.includes('PUT /late'));
});

test('who resets the connection takes back what was under way', async () => {
  await warmUp();
  network.set(POD, { type: 'Hold', toServer: true, toClient: false });
  const sent = await send('/late', 'write');
  await eventually('it has left the pod', () => network.requests(POD).length === 2);
  network.reset(POD);
  await closed(sent);
  network.heal();
  await warmUp();
  assert.equal(arrived, ['GET /warm-up', 'GET /warm-up']);
});

test('answers lost: the server acts, the pod does not hear of it', async () => {
  await warmUp();
  network.set(POD, { type: 'Hold', toServer: false, toClient: true });
  const sent = await send('/unheard', 'write');
  let heard = false;
  sent.on('response', () => (heard = true));
  await eventually('it arrives', () => arrived.includes('PUT /unheard'));
  assert.is(heard, false);
  network.heal();
  assert.is((await answered(sent)).text, 'done');
});

test('a delay is kept, in order', async () => {
  await warmUp();
  network.set(POD, { type: 'Delay', delayMs: 300 });
  const beganMs = systemClock.monotonicMs();
  assert.is((await answered(await send('/slow', 'write'))).text, 'done');
  assert.ok(systemClock.monotonicMs() - beganMs >= 299);
});

test('errors on purpose do not reach the server, and the connection is good for more', async () => {
  await warmUp();
  network.set(POD, { type: 'Answer', status: 429, retryAfterSeconds: 1 });
  const { status, text } = await answered(await send('/refused', 'write'));
  assert.is(status, 429);
  assert.is((JSON.parse(text) as { readonly kind: string }).kind, 'Status');
  network.heal();
  await warmUp();
  assert.equal(arrived, ['GET /warm-up', 'GET /warm-up']);
  assert.equal(
    network.requests(POD).map(({ answered: here }) => here),
    [undefined, 429, undefined],
  );
});

test('a fault for watches only leaves requests alone', async () => {
  const sent = await send('/w?watch=1');
  const [stream] = (await once(sent, 'response')) as [IncomingMessage];
  let heard = '';
  stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await eventually('the first piece', () => heard === 'begun\n');
  network.set(POD, frozen(isWatch));
  streams[0]?.write('more\n');
  await warmUp();
  assert.is(heard, 'begun\n');
  network.heal();
  await eventually('the rest', () => heard === 'begun\nmore\n');
});

test('a silenced connection is dead and open; its pod may open another', async () => {
  const sent = await send('/w?watch=1');
  const [stream] = (await once(sent, 'response')) as [IncomingMessage];
  let heard = '';
  stream.on('data', (chunk: Buffer) => (heard += chunk.toString()));
  await eventually('the first piece', () => heard === 'begun\n');
  assert.is(network.silence(POD, isWatch), 1);
  streams[0]?.write('more\n');
  const again = await send('/w?watch=1');
  await once(again, 'response');
  assert.is(heard, 'begun\n');
  assert.is(stream.complete, false);
  network.heal();
  await eventually('the rest', () => heard === 'begun\nmore\n');
});

test('refused: new connections are reset, open ones go on', async () => {
  await warmUp();
  network.set(POD, { type: 'Refuse' });
  await warmUp();
  agent.destroy();
  const [error] = (await once(await send('/new'), 'error')) as [{ readonly code?: string }];
  assert.is(error.code, 'ECONNRESET');
  assert.equal(arrived, ['GET /warm-up', 'GET /warm-up']);
});

test('a server that is away resets, and is found when it is back', async () => {
  await warmUp();
  const { port } = server.address() as AddressInfo;
  const sockets: Socket[] = [];
  server.on('connection', (socket: Socket) => sockets.push(socket));
  server.closeAllConnections();
  await new Promise((resolve) => void server.close(resolve));
  agent.destroy();
  const [error] = (await once(await send('/away'), 'error')) as [{ readonly code?: string }];
  assert.is(error.code, 'ECONNRESET');
  await new Promise<void>((resolve) => void server.listen(port, '127.0.0.1', resolve));
  agent.destroy();
  await warmUp();
});
