/** An idle replica looks whether its watch of the own shard is dead when slots move, and at no other time. */
import * as assert from 'uvu/assert';
import type { KubeClient, KubeObject, Resource, WatchEvent } from '../../../../src/kube/types.ts';
import { FakeClock } from '../../../../src/lib/fake-clock.ts';
import { SetPort } from '../../../../src/replica/membership/set-port.ts';
import { ShardPort } from '../../../../src/replica/membership/shard-port.ts';
import { silentLogger } from '../../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../../src/telemetry/metrics.ts';
import { suite } from '../../../suite.ts';

const test = suite('replica/membership, moving slots');

function setWith(resourceVersion: string, revision: number, moving = 0): KubeObject {
  const ranges = [{ start: 0, end: 4095, owner: 'web-0', generation: 1, awaiting: [] }];
  const assignment = { uid: 's', epoch: 1, revision, generation: 1, minProtocol: 1, ranges };
  return {
    apiVersion: 'shardkeeper.io/v1alpha1',
    kind: 'ControllerShardSet',
    metadata: { namespace: 'n', name: 'web', uid: 's', resourceVersion },
    spec: {},
    status: { assignment, moving },
  };
}

const shard: KubeObject = {
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShard',
  metadata: { namespace: 'n', name: 'web-0', uid: 'w', resourceVersion: '5', generation: 1 },
  spec: { set: 'web' },
  status: {},
};

class Server {
  readonly gets: string[] = [];
  readonly client: KubeClient;
  readonly #events: WatchEvent[];

  constructor(events: readonly KubeObject[] = []) {
    this.#events = events.map((object) => ({ type: 'MODIFIED', object }));
    const all = this.#events;
    this.client = {
      get: async ({ kind }: Resource) => {
        this.gets.push(kind);
        return kind === 'ControllerShard' ? shard : setWith('10', 1);
      },
      list: async () => ({ items: [shard], resourceVersion: '5' }),
      watch: async function* (_: Resource, { signal }: { readonly signal?: AbortSignal }) {
        yield* all.splice(0);
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
      },
    } as unknown as KubeClient;
  }
}

function optionsOf(client: KubeClient, random = 0): ConstructorParameters<typeof ShardPort>[0] & { stop: () => void } {
  const stop = new AbortController();
  return {
    client,
    clock: new FakeClock(),
    random: { next: () => random, id: () => 'id' },
    log: silentLogger,
    metrics: silentMetrics,
    namespace: 'n',
    name: 'web-0',
    set: 'web',
    requestTimeoutMs: 3_000,
    signal: stop.signal,
    stop: () => stop.abort(),
  };
}

test('a new table and slots on their way are moves, what people read is none', async () => {
  const server = new Server([
    setWith('11', 1),
    setWith('12', 2),
    setWith('13', 2),
    setWith('14', 2, 7),
    setWith('15', 2),
  ]);
  const options = optionsOf(server.client);
  const port = new SetPort({ ...options, name: 'web' });
  await port.read();
  const seen: string[] = [];
  const watching = port.watchFrom(
    '10',
    (event) => seen.push(event.type === 'SetSeen' ? (event.set?.resourceVersion ?? '') : event.type),
    () => seen.push('moving'),
  );
  await (options.clock as FakeClock).advanceAsync(100);
  assert.equal(seen, ['11', '12', 'moving', '13', '14', 'moving', '15']);
  options.stop();
  await watching;
});

test('a silent watch is looked after once, somewhat later, not at the same time by all', async () => {
  for (const [random, atMs] of [
    [0, 2_000],
    [0.9, 3_800],
  ] as const) {
    const server = new Server();
    const options = optionsOf(server.client, random);
    const clock = options.clock as FakeClock;
    const port = new ShardPort(options);
    const watching = port.watch(() => {});
    await clock.advanceAsync(100);
    await port.setMoves();
    assert.equal(server.gets, [], 'it has shown something lately');
    await clock.advanceAsync(10_000);
    const looking = [port.setMoves(), port.setMoves()];
    await clock.advanceAsync(atMs - 1);
    assert.equal(server.gets, []);
    await clock.advanceAsync(1);
    await Promise.all(looking);
    assert.equal(server.gets, ['ControllerShard']);
    options.stop();
    await watching;
  }
});
