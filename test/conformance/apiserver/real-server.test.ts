/** The contract at a real API server, all cases side by side. */
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';

import { createKubeClient } from '../../../src/kube/client.ts';
import { CUSTOM_RESOURCE_DEFINITIONS, NAMESPACES, SHARD_SETS, SHARDS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject, Resource } from '../../../src/kube/types.ts';
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { CASES } from './cases.ts';
import { Desk, fails, NOTES, WIDGETS, type Side } from './contract.ts';

/** The first start of a control plane on a machine may have to build it. */
const test = suite('contract: the real API server', { timeoutMs: 900_000 });
/** Cases that run side by side. */
const AT_ONCE = 12;

let plane: ControlPlane;
let client: KubeClient;
const outcomes = new Map<string, Promise<void>>();

test.before(async () => {
  plane = await startControlPlane({
    audit: 'off',
    controllerManagerFlags: ['--controllers=garbage-collector-controller'],
  });
  client = createKubeClient({
    access: plane.adminAccess,
    clock: systemClock,
    metrics: silentMetrics,
    userAgent: 'contract/1',
    requestTimeoutMs: 20_000,
  });
  await define(client);
  runAll();
});

test.after(async () => {
  await Promise.allSettled(outcomes.values());
  await client.close();
  await plane.stop();
});

/** Two kinds of the suite's own and the project's two, all of them served when this resolves. */
async function define(to: KubeClient): Promise<void> {
  const own = [SHARD_SETS, SHARDS].map(({ plural }) => {
    const file = new URL(`../../../crds/shardkeeper/${plural}.yaml`, import.meta.url);
    return parse(readFileSync(file, 'utf8')) as KubeObject;
  });
  for (const body of [...[WIDGETS, NOTES].map(definition), ...own]) {
    await to.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body });
  }
  for (const resource of [WIDGETS, NOTES, SHARD_SETS, SHARDS]) {
    await eventually(`${resource.plural} are served`, () =>
      to.list(resource).then(
        () => true,
        () => false,
      ),
    );
  }
}

function definition({ group, version, plural, kind, hasStatus }: Resource): KubeObject {
  const schema = { openAPIV3Schema: { type: 'object', 'x-kubernetes-preserve-unknown-fields': true } };
  const subresources = hasStatus ? { subresources: { status: {} } } : {};
  const names = { plural, kind, singular: kind.toLowerCase(), listKind: `${kind}List` };
  const versions = [{ name: version, served: true, storage: true, schema, ...subresources }];
  return {
    apiVersion: 'apiextensions.k8s.io/v1',
    kind: 'CustomResourceDefinition',
    metadata: { name: `${plural}.${group}` },
    spec: { group, scope: 'Namespaced', names, versions },
  };
}

/** Each in a namespace of its own, so they do not see each other. */
function runAll(): void {
  let free = AT_ONCE;
  const waiting: (() => void)[] = [];
  for (const [index, each] of CASES.entries()) {
    const run = async (): Promise<void> => {
      if (free > 0) free -= 1;
      else await new Promise<void>((resolve) => waiting.push(resolve));
      try {
        await each.run(await sideOf(`case-${index}`));
      } finally {
        const next = waiting.shift();
        if (next === undefined) free += 1;
        else next();
      }
    };
    const outcome = run();
    outcome.catch(() => undefined);
    outcomes.set(each.name, outcome);
  }
}

async function sideOf(namespace: string): Promise<Side> {
  const body: KubeObject = { apiVersion: 'v1', kind: 'Namespace', metadata: { name: namespace } };
  await client.send({ verb: 'create', resource: NAMESPACES, body });
  return { client, namespace, collected: (done) => eventually('the garbage collector has been here', done) };
}

for (const { name } of CASES) {
  test(name, async () => {
    const outcome = outcomes.get(name);
    assert.ok(outcome !== undefined);
    await outcome;
  });
}

test('a restart ends watches, and versions from before it are forgotten', async () => {
  await Promise.allSettled(outcomes.values());
  const desk = new Desk(await sideOf('restart'));
  const created = await desk.create(WIDGETS);
  const watching = desk.watch(WIDGETS, { resourceVersion: await desk.now(WIDGETS) });
  await desk.merge(WIDGETS, { spec: { n: 1 } });
  await watching.told(1);
  await plane.apiServer.stop();
  await fails(inTime('the end of the watch', watching.next()), 'Unavailable');
  await plane.apiServer.start();
  await eventually('widgets are served', () =>
    client.list(WIDGETS).then(
      () => true,
      () => false,
    ),
  );
  const old = desk.watch(WIDGETS, { resourceVersion: created.metadata.resourceVersion ?? '' });
  const event = await inTime('an event of the second watch', old.next());
  assert.ok(event !== 'END' && event.type === 'ERROR');
  assert.equal([event.status, event.reason], [410, 'Expired']);
  await old.end();
});

async function inTime<T>(what: string, promise: Promise<T>): Promise<T> {
  const controller = new AbortController();
  const late = sleep(systemClock, 10_000, controller.signal).then((): never => {
    throw new Error(`waited 10 s in vain: ${what}`);
  });
  late.catch(() => undefined);
  try {
    return await Promise.race([promise, late]);
  } finally {
    controller.abort();
  }
}
