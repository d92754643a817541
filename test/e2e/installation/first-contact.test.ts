import * as assert from 'uvu/assert';
import { LAST_APPLIED_ANNOTATION, REPLICA_FIELD_MANAGER, SLOT_LABEL } from '../../../src/api/names.ts';
import { createReflector } from '../../../src/kube/reflector.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { KubeObject, WatchSink } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { silentLogger } from '../../../src/telemetry/logger.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import { isSuccess, type AuditEntry } from '../../../src/testing/audit/index.ts';
import { WEBAPPS, childNameOf, rawJobsFor } from '../../../src/testing/load/webapps.ts';
import { runRawClient } from '../../../src/testing/load/raw-client.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import {
  aboutParents,
  judge,
  kill,
  NAMESPACE,
  report,
  startStage,
  tableOf,
  writesOf,
  type Stage,
  type Verdict,
} from './stage.ts';

const test = suite('objects that were there before Shardkeeper', { timeoutMs: 120_000 });

const PARENTS = 100;
/** The labeller dies once it has labelled this many children. */
const LABELLED_AT_KILL = 10;
/** What the children say, and the suffix of their names: see `rawJobsFor`. */
const GREETING = 'config';

let stage: Stage;
let before: readonly KubeObject[];
let verdict: Verdict;
let labels: readonly AuditEntry[];
/** Objects whose label write of the killed process was cut off by its death: stored or not, without an answer in the log. */
let cutOff: ReadonlySet<string>;

test.before(async () => {
  stage = await startStage(PARENTS, { labelled: false, audit: 'contents' });
  const { client, installation, names } = stage;
  const parents: KubeObject[] = [];
  for (const name of names) {
    parents.push(await client.send({ verb: 'create', resource: WEBAPPS, body: parentOf(name) }));
  }
  // Children and statuses in the very bytes of an engine that served them without Shardkeeper.
  const jobs = rawJobsFor(parents, GREETING);
  const access = installation.controlPlane.adminAccess;
  await runRawClient({ access, clock: systemClock, protocol: 'HTTP/1.1', concurrency: 8, jobs });
  before = await objects();
});
test.after(() => stage.installation.stop());

test('all get their label, though the one who labels is killed in the middle of it', async () => {
  assert.ok(before.length === 2 * PARENTS && before.every((object) => slotLabelOf(object) === undefined));
  const table = await tableOf(stage);
  const duty = slotOf('intake:example.com/webapps');
  const labeller = table.find(({ start, end }) => start <= duty && duty <= end)?.owner ?? '';
  let killed: ReturnType<typeof kill> | undefined;
  const watching = new AbortController();
  const watch = watchLabels(watching.signal, (count) => {
    if (count >= LABELLED_AT_KILL) killed ??= kill(stage, labeller);
  });
  try {
    await stage.installation.applyController();
    await eventually('all objects have a slot label', async () =>
      (await objects()).every((object) => slotLabelOf(object) !== undefined),
    );
    await stage.installation.ready(3);
    await stage.installation.hook.quiet();
  } finally {
    watching.abort();
    await watch;
  }
  assert.ok(killed !== undefined);
  verdict = await judge(stage, killed === undefined ? [] : [killed]);
  const attempts = writesOf(aboutParents(verdict.entries, 0)).filter(
    (entry) => entry.fieldManager === REPLICA_FIELD_MANAGER && isOfLabel(entry),
  );
  labels = attempts.filter(isSuccess);
  const atMs = killed?.atMs ?? 0;
  const wasCutOff = (entry: AuditEntry): boolean =>
    entry.process?.replica === labeller && !isSuccess(entry) && entry.endMs >= atMs;
  cutOff = new Set(attempts.filter(wasCutOff).map((entry) => entry.name));
  const first = labels.filter((entry) => entry.endMs <= atMs).length;
  report({ labelled_before_the_kill: first, cut_off: cutOff.size, labelled_after: labels.length - first });
  assert.ok(first >= 1 && labels.length - first >= PARENTS, `${first} of ${labels.length} before the kill`);
  for (const object of await objects()) {
    const parent = object.metadata.name.replace(/-config$/, '');
    assert.is(slotLabelOf(object), String(slotOf(`${NAMESPACE}/${parent}`)), object.metadata.name);
  }
});

test('each object is labelled once, a parent after its child', () => {
  const labelOf = (name: string): readonly AuditEntry[] => labels.filter((entry) => entry.name === name);
  const all = stage.names.flatMap((name) => [name, childNameOf(name)]);
  const never = all.filter((name) => labelOf(name).length === 0 && !cutOff.has(name));
  assert.equal(never, [], 'labelled without a write of a label');
  const twice = all.filter((name) => labelOf(name).length > 1);
  assert.equal(twice, []);
  for (const name of stage.names) {
    const [parent, child] = [labelOf(name)[0], labelOf(childNameOf(name))[0]];
    if (parent !== undefined && child !== undefined) assert.ok(child.endMs <= parent.startMs, name);
  }
});

test('nothing else is written: no child is created, changed or deleted, nor any status', async () => {
  const others = writesOf(aboutParents(verdict.entries, 0)).filter(
    (entry) => entry.fieldManager !== REPLICA_FIELD_MANAGER,
  );
  assert.equal(others, []);
  const after = new Map((await objects()).map((object) => [object.metadata.uid, object]));
  for (const object of before) {
    const now = after.get(object.metadata.uid);
    assert.ok(now !== undefined, `${object.kind} ${object.metadata.name} is another one now`);
    if (now !== undefined) assert.equal(withoutLabel(now), withoutLabel(object));
  }
});

test('no hook call showed fewer children than there are', async () => {
  const stats = await stage.installation.hook.stats();
  assert.is(stats.parents, PARENTS, 'the hook was asked about each');
  assert.is(stats.fewerChildren, 0, stats.fewerChildrenOf.join(', '));
  assert.is(stats.failed, 0);
  // A call that showed none would have been answered with a child to create: refused by the API server, seen in the log.
  assert.equal(
    aboutParents(verdict.entries, 0).filter((entry) => entry.verb === 'create'),
    [],
  );
});

test('no object had two owners', () => {
  assert.equal(verdict.doubleOwners, []);
});

function parentOf(name: string): KubeObject {
  const metadata = { name, namespace: NAMESPACE };
  return { apiVersion: 'example.com/v1', kind: 'WebApp', metadata, spec: { greeting: GREETING } };
}

/** Parents and their children. */
async function objects(): Promise<readonly KubeObject[]> {
  const { client } = stage;
  const parents = await client.list(WEBAPPS, { namespace: NAMESPACE });
  const children = await client.list(CONFIG_MAPS, { namespace: NAMESPACE });
  return [...parents.items, ...children.items.filter(isChild)];
}

/** Each namespace has a ConfigMap of the cluster's own. */
function isChild({ metadata }: KubeObject): boolean {
  return metadata.annotations?.[LAST_APPLIED_ANNOTATION] !== undefined;
}

/** Tells how many children carry the label, at each one more. */
function watchLabels(signal: AbortSignal, onCount: (count: number) => void): Promise<void> {
  const labelled = new Set<string>();
  const see = (object: KubeObject): void => {
    if (slotLabelOf(object) !== undefined) labelled.add(object.metadata.name);
    onCount(labelled.size);
  };
  const sink: WatchSink = {
    replace: (items) => items.forEach(see),
    apply: (_, object) => see(object),
    progress: () => {},
  };
  const reflector = createReflector(
    { client: stage.client, resource: CONFIG_MAPS, namespace: NAMESPACE, sink },
    { clock: systemClock, random: systemRandom, log: silentLogger, metrics: silentMetrics },
  );
  return reflector.run(signal);
}

function slotLabelOf(object: KubeObject): string | undefined {
  return object.metadata.labels?.[SLOT_LABEL];
}

function withoutLabel(object: KubeObject): unknown {
  const { resourceVersion: _version, managedFields: _fields, labels: all = {}, ...metadata } = object.metadata;
  const { [SLOT_LABEL]: _slot, ...others } = all;
  return { ...object, metadata: { ...metadata, labels: others } };
}

/** The mark of an object whose reconcile did not survive the kill has the same field manager. */
function isOfLabel({ requestObject }: AuditEntry): boolean {
  return JSON.stringify(requestObject ?? null).includes(`"${SLOT_LABEL}":`);
}
