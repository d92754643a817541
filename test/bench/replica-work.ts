/**
 * What the machinery of a replica costs by itself: queue, stores, tokens, write-through, metrics. No hook, no HTTP: the
 * client below answers at once from memory, so that what is left is ours.
 *
 *     node test/bench/replica-work.ts [parents]
 *
 * A wave as in real life: N parents; each look creates a child or patches a status; two looks per parent.
 */
import { systemClock } from '../../src/lib/clock.ts';
import { systemRandom } from '../../src/lib/random.ts';
import { keyOf, type KubeClient, type KubeObject, type Resource, type WatchEvent } from '../../src/kube/types.ts';
import { ALL } from '../../src/protocol/ranges.ts';
import { slotOf, type Slot } from '../../src/protocol/slots.ts';
import type { Controller, Ownership, WorkToken } from '../../src/replica/ports.ts';
import { WorkHost } from '../../src/replica/work/host.ts';
import { silentLogger } from '../../src/telemetry/logger.ts';
import { silentMetrics, type Metrics } from '../../src/telemetry/metrics.ts';
import { createPrometheusMetrics } from '../../src/telemetry/prometheus.ts';

const LABEL = 'shardkeeper.io/slot';
const resource = (plural: string, kind: string): Resource => ({
  group: 'example.com',
  version: 'v1',
  plural,
  kind,
  namespaced: true,
  hasStatus: true,
});
const PARENTS = resource('webapps', 'WebApp');
const CHILDREN = resource('units', 'Unit');

/** Answers at once; its watches echo every write, as the API server's do, after the answer. */
function memoryClient(parents: readonly KubeObject[]): KubeClient {
  let version = parents.length;
  const echoes = new Map<string, ((event: WatchEvent) => void)[]>();
  const send: KubeClient['send'] = async (request, options = {}) => {
    const refusal = options.admit?.();
    if (refusal !== undefined) throw new Error(refusal);
    options.onSent?.(systemClock.monotonicMs());
    const body = request.verb === 'patch' ? (request.patch as KubeObject) : (request as { body: KubeObject }).body;
    const ref = request.verb === 'patch' ? request.ref : body.metadata;
    const metadata = { ...body.metadata, ...ref, resourceVersion: String(++version), uid: `uid-${ref.name}` };
    const object = { ...body, metadata };
    const type = request.verb === 'create' ? 'ADDED' : 'MODIFIED';
    setImmediate(() => echoes.get(request.resource.plural)?.forEach((tell) => tell({ type, object })));
    return object;
  };
  return {
    get: async () => {
      throw new Error('no reads');
    },
    // Everything has its slot: what intake asks for (`!slot`) is not there.
    list: async ({ plural }, { labelSelector = '' } = {}) => ({
      items: plural === 'webapps' && !labelSelector.startsWith('!') ? parents : [],
      resourceVersion: String(version),
    }),
    watch: (of, { signal }) =>
      stream((tell) => echoes.set(of.plural, [...(echoes.get(of.plural) ?? []), tell]), signal),
    send,
    getPath: async () => ({}),
    inFlight: () => ({ writes: 0, writesMax: 32 }),
    close: async () => {},
  };
}

async function* stream(
  connect: (tell: (event: WatchEvent) => void) => void,
  signal: AbortSignal,
): AsyncGenerator<WatchEvent> {
  let waiting: (() => void) | undefined;
  let events: WatchEvent[] = [];
  connect((event) => {
    events.push(event);
    waiting?.();
  });
  signal.addEventListener('abort', () => waiting?.());
  while (!signal.aborted) {
    if (events.length === 0) await new Promise<void>((resolve) => (waiting = resolve));
    const batch = events;
    events = [];
    yield* batch;
  }
}

function parent(i: number): KubeObject {
  const name = `web-${i}`;
  const labels = { [LABEL]: String(slotOf(`default/${name}`)) };
  const metadata = { name, namespace: 'default', uid: `uid-${name}`, resourceVersion: String(i + 1), labels };
  return { apiVersion: 'example.com/v1', kind: 'WebApp', metadata, spec: { replicas: i } };
}

const ownership: Pick<Ownership, 'token' | 'check' | 'replicaName'> = {
  replicaName: 'bench-0',
  token: (slot: Slot): WorkToken => ({ slot, incarnation: 'bench', acquisition: 1, fencing: '1.1' }),
  check: () => undefined,
};

function wave(total: number, done: () => void): { readonly controller: Controller; readonly looks: () => number } {
  let looks = 0;
  const settled = new Set<string>();
  const reconcile: Controller['reconcile'] = async ({ key }, { stores, writer, assertOwned }) => {
    looks++;
    const root = stores.get('webapps.example.com', key);
    if (root === undefined) return { type: 'Settled' };
    const [child] = stores.ownedBy('units.example.com', root.metadata.uid ?? '');
    assertOwned('hook');
    if (child !== undefined) {
      settled.add(key);
      if (settled.size === total) done();
      return { type: 'Settled' };
    }
    const { name, namespace = '', uid = '', resourceVersion } = root.metadata;
    const owner = { apiVersion: 'example.com/v1', kind: 'WebApp', name, uid, controller: true };
    const metadata = { name: `${name}-unit`, namespace, ownerReferences: [owner] };
    await writer.send({
      verb: 'create',
      resource: CHILDREN,
      body: { apiVersion: 'example.com/v1', kind: 'Unit', metadata },
    });
    const patch = { ...root, metadata: { ...root.metadata, resourceVersion }, status: { ready: 1 } };
    const ref = { namespace, name };
    await writer.send({ verb: 'patch', resource: PARENTS, ref, patchType: 'merge', subresource: 'status', patch });
    return { type: 'Settled' };
  };
  const controller: Controller = {
    name: 'bench',
    resources: [
      { resource: PARENTS, role: 'root' },
      { resource: CHILDREN, role: 'child' },
    ],
    rootsOf: ({ resource: { plural }, before, after }) => {
      const object = after ?? before;
      if (object === undefined) return [];
      if (plural === 'webapps') return [{ groupResource: 'webapps.example.com', key: keyOf(object.metadata) }];
      const key = `default/${object.metadata.ownerReferences?.[0]?.name ?? ''}`;
      return [{ groupResource: 'webapps.example.com', key }];
    },
    reconcile,
  };
  return { controller, looks: () => looks };
}

async function measure(name: string, total: number, metrics: Metrics): Promise<void> {
  const { promise, resolve } = Promise.withResolvers<void>();
  const { controller, looks } = wave(total, resolve);
  const host = new WorkHost({
    client: memoryClient(Array.from({ length: total }, (_, i) => parent(i))),
    clock: systemClock,
    random: systemRandom,
    log: silentLogger,
    metrics,
    ownership,
    events: { idle: () => {}, warm: () => {} },
    workers: 32,
    requestTimeoutMs: 3_000,
    slotLabel: LABEL,
    set: 'bench/set',
  });
  const startedMs = systemClock.monotonicMs();
  const cpu = process.cpuUsage();
  host.want(ALL);
  void host.add({ ...controller, since: '2026-01-01T00:00:00Z' });
  host.start(ALL, { type: 'FreshList' });
  await promise;
  const { user, system } = process.cpuUsage(cpu);
  const wallMs = systemClock.monotonicMs() - startedMs;
  host.close();
  const perLook = (user + system) / 1000 / looks();
  const figures = [`${looks()} looks`, `${wallMs.toFixed(0)} ms`, `${perLook.toFixed(4)} ms CPU per look`];
  process.stdout.write(`${name}: ${figures.join(', ')}\n`);
}

const total = Number(process.argv[2] ?? 2500);
await measure('warm-up, silent metrics', total, silentMetrics);
await measure('silent metrics', total, silentMetrics);
await measure(
  'prometheus metrics',
  total,
  createPrometheusMetrics({ version: '0', revision: '0', component: 'bench', protocol: 1 }),
);
process.exit(0);
