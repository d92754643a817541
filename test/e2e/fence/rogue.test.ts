/** What the API server refuses with the fence and the slot guard on, whoever sends it; and what it lets through. */
import path from 'node:path';
import * as assert from 'uvu/assert';
import { parseAllDocuments } from 'yaml';
import { API_VERSION, SLOT_LABEL } from '../../../src/api/names.ts';
import { ApiError } from '../../../src/kube/api-error.ts';
import { CONFIG_MAPS, LEASES, SHARDS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject, WriteRequest } from '../../../src/kube/types.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { clientAs, writeOverlay } from '../../../src/testing/installation/index.ts';
import { childNameOf, webAppName, WEBAPPS } from '../../../src/testing/load/webapps.ts';
import { eventually } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { NAMESPACE, serve, SET, startStage, tableOf, type Stage } from '../installation/stage.ts';

const test = suite('the fence and the slot guard', { timeoutMs: 120_000 });

const PARENTS = 24;
const RIVAL = 'metacontroller-1';

let stage: Stage;
const clients: KubeClient[] = [];

test.before(async () => {
  stage = await startStage(PARENTS, { labelled: true, components: ['fence', 'slot-guard'] });
  await serve(stage);
});
test.after(async () => {
  for (const client of clients) await client.close();
  await stage.installation.stop();
});

async function as(pod: string | undefined): Promise<KubeClient> {
  const { installation } = stage;
  const client = await clientAs({ namespace: installation.namespace, serviceAccount: SET, pod }, installation);
  clients.push(client);
  return client;
}

async function ownerOf(slot: number): Promise<string> {
  return (await tableOf(stage)).find(({ start, end }) => start <= slot && slot <= end)?.owner ?? '';
}

/** A parent that a replica owns (or does not), and its slot. */
async function parentOf(replica: string, owned = true): Promise<{ readonly name: string; readonly slot: number }> {
  for (let number = 0; number < PARENTS; number++) {
    const name = webAppName(number);
    const slot = slotOf(`${NAMESPACE}/${name}`);
    if (((await ownerOf(slot)) === replica) === owned) return { name, slot };
  }
  throw new Error(`no parent is ${owned ? '' : 'not '}in a slot of ${replica}`);
}

const childOf = (name: string): { readonly namespace: string; readonly name: string } => ({
  namespace: NAMESPACE,
  name: childNameOf(name),
});

/** Forced: nothing about the version of the object keeps it away. */
function forcedApply(name: string, slot: number, greeting: string): WriteRequest & { readonly verb: 'patch' } {
  const metadata = { ...childOf(name), labels: { [SLOT_LABEL]: String(slot) } };
  return {
    verb: 'patch',
    resource: CONFIG_MAPS,
    ref: childOf(name),
    patchType: 'apply',
    patch: { apiVersion: 'v1', kind: 'ConfigMap', metadata, data: { greeting } },
    query: { fieldManager: 'rogue', force: 'true' },
  };
}

function mergePatch(name: string, patch: object): WriteRequest {
  return { verb: 'patch', resource: CONFIG_MAPS, ref: { namespace: NAMESPACE, name }, patchType: 'merge', patch };
}

const labelled = (slot: string | null): object => ({ metadata: { labels: { [SLOT_LABEL]: slot } } });

function configMap(name: string, more: object = {}): WriteRequest {
  const body: KubeObject = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { namespace: NAMESPACE, name, ...more } };
  return { verb: 'create', resource: CONFIG_MAPS, body };
}

async function refusal(client: KubeClient, request: WriteRequest): Promise<ApiError> {
  try {
    await client.send(request);
  } catch (error) {
    if (error instanceof ApiError) return error;
    throw error;
  }
  throw new Error(`a ${request.verb} was not refused`);
}

async function isRefused(client: KubeClient, request: WriteRequest): Promise<boolean> {
  try {
    await client.send(request);
    return false;
  } catch (error) {
    if (error instanceof ApiError && error.policy !== undefined) return true;
    throw error;
  }
}

function tried(request: WriteRequest & { readonly verb: 'patch' }): WriteRequest {
  return { ...request, query: { ...request.query, dryRun: 'All' } };
}

async function assertFenced(client: KubeClient, request: WriteRequest, policy = 'shardkeeper-fence'): Promise<string> {
  const error = await refusal(client, request);
  assert.equal([error.code, error.policy], ['Forbidden', policy], error.message);
  return error.message;
}

test('a process that ignores the runtime is refused in the slots of others, and told whose they are', async () => {
  const rogue = await as(RIVAL);
  const { name, slot } = await parentOf(RIVAL, false);
  const owner = await ownerOf(slot);
  const before = await stage.client.get(CONFIG_MAPS, childOf(name));
  const deletion: WriteRequest = { verb: 'delete', resource: CONFIG_MAPS, ref: childOf(name) };
  const status: WriteRequest = {
    verb: 'patch',
    resource: WEBAPPS,
    ref: { namespace: NAMESPACE, name },
    subresource: 'status',
    patchType: 'merge',
    patch: { status: { greeting: 'rogue' } },
  };
  const requests = [
    forcedApply(name, slot, 'rogue'),
    mergePatch(childNameOf(name), { data: { greeting: 'rogue' } }),
    // A label of its own does not make the object its own.
    forcedApply(name, (await parentOf(RIVAL)).slot, 'rogue'),
    configMap('rogue', { labels: { [SLOT_LABEL]: String(slot) } }),
    deletion,
    status,
  ];
  for (const request of requests) {
    const message = await assertFenced(rogue, request);
    assert.ok(message.includes(`slot ${slot} belongs to ${owner}; the writer is ${RIVAL}`), message);
  }
  const after = await stage.client.get(CONFIG_MAPS, childOf(name));
  assert.is(after.metadata.resourceVersion, before.metadata.resourceVersion);
});

test('a token of the replicas that is bound to no pod may write nothing', async () => {
  const nobody = await as(undefined);
  const { name, slot } = await parentOf(RIVAL);
  const message = await assertFenced(nobody, forcedApply(name, slot, 'nobody'));
  assert.match(message, /not bound to a pod/);
});

test('what has no label is nobody’s: a replica may only label it, and nothing else with it', async () => {
  const rogue = await as(RIVAL);
  const { slot } = await parentOf(RIVAL, false);
  const unlabelled = 'shardkeeper-fence-unlabelled';
  await assertFenced(rogue, configMap('bare'), unlabelled);
  const name = 'bare';
  await stage.client.send(configMap(name, { labels: { tier: 'x' } }));
  await assertFenced(rogue, mergePatch(name, { data: { a: 'b' } }), unlabelled);
  await assertFenced(rogue, mergePatch(name, { ...labelled(String(slot)), data: { a: 'b' } }));
  const more = { metadata: { labels: { [SLOT_LABEL]: String(slot), tier: 'y' } } };
  await assertFenced(rogue, mergePatch(name, more));
  await assertFenced(rogue, mergePatch(name, { metadata: { labels: { [SLOT_LABEL]: String(slot), tier: null } } }));
  const answer = await rogue.send(mergePatch(name, labelled(String(slot))));
  assert.is(answer.metadata.labels?.[SLOT_LABEL], String(slot));
});

test('only the pod of that name writes a shard’s status and its Lease', async () => {
  const { namespace } = stage.installation;
  const rogue = await as(RIVAL);
  const ref = { namespace, name: 'metacontroller-0' };
  const shard = await stage.client.get(SHARDS, ref);
  const status = { ...(shard['status'] as object), final: true, held: [] };
  const body = { ...shard, apiVersion: API_VERSION, status };
  const shards = 'shardkeeper-fence-shards';
  const message = await assertFenced(rogue, { verb: 'update', resource: SHARDS, body, subresource: 'status' }, shards);
  assert.match(message, /only the pod [a-z-]+\/metacontroller-0 may write this; .*in the pod metacontroller-1/);
  const lease = await stage.client.get(LEASES, ref);
  const stolen = { ...lease, spec: { ...(lease['spec'] as object), holderIdentity: 'rogue' } };
  // The owner renews it all the time: only a refusal by the policy counts.
  await assertFenced(rogue, { verb: 'update', resource: LEASES, body: stolen }, shards);
});

test('the slot label stays a slot, and only replicas change it', async () => {
  const { client } = stage;
  const guard = 'shardkeeper-slot-guard';
  const { name, slot } = await parentOf(RIVAL);
  const child = childNameOf(name);
  for (const garbage of ['abc', '007', '4096', '-1', '1.5', '']) {
    const error = await refusal(client, configMap('garbage', { labels: { [SLOT_LABEL]: garbage } }));
    // Some are no label values at all: the API server needs no policy for them.
    assert.ok(error.policy === guard || error.policy === undefined, error.message);
    assert.is(error.code, 'Invalid', error.message);
  }
  for (const change of [String((slot + 1) % 4096), null, 'abc']) {
    const error = await refusal(client, mergePatch(child, labelled(change)));
    assert.is(error.policy, guard, error.message);
  }
  for (const free of ['0', '4095', '999', '1000', '4000']) {
    await client.send(configMap(`free-${free}`, { labels: { [SLOT_LABEL]: free } }));
  }
  await client.send(configMap('later'));
  await client.send(mergePatch('later', labelled('12')));
});

test('people are not hindered: they edit, apply, scale and delete as before', async () => {
  const { kubectl } = stage.installation;
  const { name } = await parentOf(RIVAL);
  const at = ['-n', NAMESPACE];
  await kubectl(['annotate', `webapp/${name}`, 'note=hello', ...at]);
  await kubectl(['annotate', `configmap/${childNameOf(name)}`, 'note=hello', ...at]);
  await kubectl(['patch', `webapp/${name}`, ...at, '--type=merge', '-p', '{"spec":{"greeting":"by hand"}}']);
  await eventually('the engine follows', async () => {
    const child = await stage.client.get(CONFIG_MAPS, childOf(name));
    return (child['data'] as Readonly<Record<string, string>>)['greeting'] === 'by hand';
  });
  await kubectl(['create', 'configmap', 'of-a-person', ...at]);
  await kubectl(['delete', 'configmap/of-a-person', ...at]);
  await kubectl(['delete', `configmap/${childNameOf(name)}`, ...at]);
  await eventually('the engine brings the child back', async () => {
    const { items } = await stage.client.list(CONFIG_MAPS, { namespace: NAMESPACE });
    return items.some((item) => item.metadata.name === childNameOf(name));
  });
});

test('prefix and namespace of an overlay reach policies, bindings and what they refer to', async () => {
  const { kubectl, controlPlane } = stage.installation;
  const folder = await writeOverlay({
    folder: path.join(controlPlane.directory, 'renamed'),
    overlay: 'kustomize/overlays/dev',
    components: ['kustomize/components/fence', 'kustomize/components/slot-guard'],
    namespace: 'team-a',
    namePrefix: 'a-',
  });
  const objects = parseAllDocuments(await kubectl(['kustomize', folder])).map((each) => each.toJS() as Rendered);
  const of = (kind: string): readonly Rendered[] => objects.filter((object) => object.kind === kind);
  const names = (kind: string): readonly string[] => of(kind).map(({ metadata }) => metadata.name);
  const bindings = of('ValidatingAdmissionPolicyBinding');
  assert.is(bindings.length, 4);
  for (const { spec } of bindings) {
    assert.ok(names('ValidatingAdmissionPolicy').includes(spec?.policyName ?? ''), spec?.policyName);
    if (spec?.paramRef === undefined) continue;
    assert.equal([spec.paramRef.name, spec.paramRef.namespace], ['a-metacontroller', 'team-a']);
  }
  // The expressions rely on it: account and set have one name, whatever it is.
  assert.equal(names('ControllerShardSet'), ['a-metacontroller']);
  assert.ok(names('ServiceAccount').includes('a-metacontroller'));
});

interface Rendered {
  readonly kind: string;
  readonly metadata: { readonly name: string };
  readonly spec?: {
    readonly policyName?: string;
    readonly paramRef?: { readonly name: string; readonly namespace: string };
  };
}

test('what a stopped owner sent is refused once its slots are another’s, forced or not', async () => {
  const { kubelet, ready } = stage.installation;
  const late = await as(RIVAL);
  const { name, slot } = await parentOf(RIVAL);
  await late.send(forcedApply(name, slot, 'while it owns'));
  assert.ok(kubelet.signal(RIVAL, 'SIGSTOP'));
  await eventually('nobody waits for it any more', async () =>
    (await tableOf(stage)).every(({ owner, awaiting }) => owner !== RIVAL && !awaiting.includes(RIVAL)),
  );
  const owner = await ownerOf(slot);
  // The API server learns of a new table within milliseconds: what it would do is asked until it knows.
  await eventually('the API server knows', () => isRefused(late, tried(forcedApply(name, slot, 'too late'))));
  const message = await assertFenced(late, forcedApply(name, slot, 'too late'));
  assert.ok(message.includes(`slot ${slot} belongs to ${owner}; the writer is ${RIVAL}`), message);
  const child = await stage.client.get(CONFIG_MAPS, childOf(name));
  assert.is.not((child['data'] as Readonly<Record<string, string>>)['greeting'], 'too late');
  kubelet.signal(RIVAL, 'SIGCONT');
  await ready(3);
});

test('without the slot guard: a label that is no slot is repaired by whatever replica finds it', async () => {
  const { client, installation } = stage;
  await installation.kubectl(['delete', 'validatingadmissionpolicybinding', 'shardkeeper-slot-guard']);
  const rogue = await as(RIVAL);
  const { slot } = await parentOf(RIVAL, false);
  const broken = ['007', 'none', '4096', '00'].map((garbage, i) => ({ garbage, name: `broken-${i}` }));
  for (const { garbage, name } of broken) {
    const labels = { [SLOT_LABEL]: garbage };
    // The API server forgets the guard within milliseconds.
    await eventually('the guard is gone', () => client.send(configMap(name, { labels })).then(Boolean, () => false));
    await assertFenced(rogue, mergePatch(name, { data: { a: 'b' } }));
    await assertFenced(rogue, mergePatch(name, labelled('abc')));
    await assertFenced(rogue, mergePatch(name, { ...labelled(String(slot)), data: { a: 'b' } }));
    await assertFenced(rogue, { verb: 'delete', resource: CONFIG_MAPS, ref: { namespace: NAMESPACE, name } });
    const answer = await rogue.send(mergePatch(name, labelled(String(slot))));
    assert.is(answer.metadata.labels?.[SLOT_LABEL], String(slot));
  }
  // What is repaired is its owner's.
  await assertFenced(rogue, mergePatch('broken-0', labelled('7')));
});
