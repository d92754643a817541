/** The audit policy writes down what the judge reads: real requests, real log. */
import * as assert from 'uvu/assert';
import { readFile } from 'node:fs/promises';
import { parse } from 'yaml';

import { systemClock } from '../../../src/lib/clock.ts';
import { CUSTOM_RESOURCE_DEFINITIONS, LEASES, SHARDS, SHARD_SETS } from '../../../src/kube/resources.ts';
import { createKubeClient } from '../../../src/kube/client.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { silentMetrics } from '../../../src/telemetry/metrics.ts';
import {
  countOwnerWrites,
  doubleOwners,
  isOfPod,
  loadAuditLog,
  ownershipTimeline,
  restlessness,
  tableVersions,
  type AuditEntry,
} from '../../../src/testing/audit/index.ts';
import { startControlPlane, type ControlPlane } from '../../../src/testing/cluster/index.ts';
import { createdBelow } from '../../../src/testing/cluster/kubelet/pod.ts';
import { answerTo } from '../../eventually.ts';
import { suite } from '../../suite.ts';
import { CONFIG_MAPS, PODS } from './support.ts';

const test = suite('audit log', { timeoutMs: 120_000 });

const SET = { namespace: 'default', name: 'set' };
const EVERYTHING = { fromMs: 0, toMs: Number.POSITIVE_INFINITY };
let controlPlane: ControlPlane;
const clients: KubeClient[] = [];
let entries: readonly AuditEntry[] = [];

function clientOf(access: ControlPlane['adminAccess'], userAgent: string): KubeClient {
  const client = createKubeClient({
    access,
    userAgent,
    clock: systemClock,
    metrics: silentMetrics,
    requestTimeoutMs: 10_000,
  });
  clients.push(client);
  return client;
}

/** A client that is a pod: a token bound to it, and the User-Agent of our programs. */
async function clientOfPod(admin: KubeClient, name: string): Promise<KubeClient> {
  const spec = { serviceAccountName: 'default', containers: [{ name: 'main', image: 'none' }] };
  const pod = await admin.send({
    verb: 'create',
    resource: PODS,
    body: { apiVersion: 'v1', kind: 'Pod', metadata: { name, namespace: 'default' }, spec },
  });
  const boundObjectRef = { apiVersion: 'v1', kind: 'Pod', name, uid: pod.metadata.uid };
  const accounts = {
    group: '',
    version: 'v1',
    plural: 'serviceaccounts',
    kind: 'ServiceAccount',
    namespaced: true,
    hasStatus: false,
  };
  const answer = await admin.send({
    verb: 'create',
    resource: createdBelow(accounts, 'default', { plural: 'token', kind: 'TokenRequest' }),
    body: {
      apiVersion: 'authentication.k8s.io/v1',
      kind: 'TokenRequest',
      metadata: { name: 'default', namespace: 'default' },
      spec: { expirationSeconds: 600, boundObjectRef },
    },
  });
  const headers = { authorization: `Bearer ${(answer['status'] as { readonly token: string }).token}` };
  const access = {
    ...controlPlane.adminAccess,
    tls: () => ({ ca: controlPlane.caCert }),
    cachedHeaders: () => headers,
    headers: () => Promise.resolve(headers),
  };
  return clientOf(access, `shardkeeper/0.1.0 (metacontroller; ${name}; inc-${name})`);
}

const object = (apiVersion: string, kind: string, name: string, more: object = {}): KubeObject => ({
  apiVersion,
  kind,
  metadata: { name, namespace: 'default' },
  ...more,
});

test.before(async () => {
  controlPlane = await startControlPlane();
  const admin = clientOf(controlPlane.adminAccess, 'test');
  for (const file of ['controllershards', 'controllershardsets']) {
    const text = await readFile(new URL(`../../../crds/shardkeeper/${file}.yaml`, import.meta.url), 'utf8');
    await admin.send({ verb: 'create', resource: CUSTOM_RESOURCE_DEFINITIONS, body: parse(text) as KubeObject });
  }
  await answerTo('the kinds are served', () =>
    admin
      .list(SHARD_SETS)
      .then(() => admin.list(SHARDS))
      .catch(() => undefined),
  );
  const rbac = {
    group: 'rbac.authorization.k8s.io',
    version: 'v1',
    plural: 'clusterrolebindings',
    kind: 'ClusterRoleBinding',
    namespaced: false,
    hasStatus: false,
  };
  await admin.send({
    verb: 'create',
    resource: rbac,
    body: {
      apiVersion: 'rbac.authorization.k8s.io/v1',
      kind: 'ClusterRoleBinding',
      metadata: { name: 'pods-may-all' },
      roleRef: { apiGroup: 'rbac.authorization.k8s.io', kind: 'ClusterRole', name: 'cluster-admin' },
      subjects: [{ kind: 'ServiceAccount', name: 'default', namespace: 'default' }],
    },
  });
  await story(admin);
  await answerTo('the last request is in the log', async () => {
    entries = await loadAuditLog(controlPlane.auditLogPath ?? '');
    return entries.some((entry) => entry.name === 'the-end' && entry.code === 201) ? true : undefined;
  });
});

/** Replica `a` owns everything, renews, reports, writes, reads; replica `b` writes out of turn. */
async function story(admin: KubeClient): Promise<void> {
  const [a, b] = [await clientOfPod(admin, 'a'), await clientOfPod(admin, 'b')];
  const spec = { workload: { kind: 'StatefulSet', name: 'engine' } };
  const set = await admin.send({
    verb: 'create',
    resource: SHARD_SETS,
    body: object('shardkeeper.io/v1alpha1', 'ControllerShardSet', 'set', { spec }),
  });
  const ranges = [{ start: 0, end: 4095, owner: 'a', generation: 1, awaiting: [] }];
  const assignment = {
    uid: set.metadata.uid,
    epoch: 1,
    revision: 1,
    generation: 1,
    protocol: 1,
    minProtocol: 1,
    ranges,
  };
  await admin.send({
    verb: 'patch',
    resource: SHARD_SETS,
    ref: SET,
    patchType: 'merge',
    patch: { status: { assignment } },
    subresource: 'status',
  });
  await admin.send({
    verb: 'create',
    resource: SHARDS,
    body: object('shardkeeper.io/v1alpha1', 'ControllerShard', 'a', { spec: { set: 'set' } }),
  });
  const renewTime = '2026-01-02T03:04:05.000000Z';
  const lease = { holderIdentity: 'inc-a', leaseDurationSeconds: 15, renewTime };
  await a.send({
    verb: 'create',
    resource: LEASES,
    body: object('coordination.k8s.io/v1', 'Lease', 'a', { spec: lease }),
  });
  const status = { incarnation: 'inc-a', held: [{ start: 0, end: 4095 }] };
  const ref = { namespace: 'default', name: 'a' };
  await a.send({ verb: 'patch', resource: SHARDS, ref, patchType: 'merge', patch: { status }, subresource: 'status' });
  await a.send({ verb: 'create', resource: CONFIG_MAPS, body: object('v1', 'ConfigMap', 'thing') });
  await a.get(CONFIG_MAPS, { namespace: 'default', name: 'thing' });
  await a.list(CONFIG_MAPS);
  const thing = { namespace: 'default', name: 'thing' };
  await b.send({ verb: 'patch', resource: CONFIG_MAPS, ref: thing, patchType: 'merge', patch: { data: { by: 'b' } } });
  await admin.send({ verb: 'create', resource: CONFIG_MAPS, body: object('v1', 'ConfigMap', 'the-end') });
}

test.after(async () => {
  await Promise.all(clients.map((client) => client.close()));
  await controlPlane.stop();
});

test('the table is in it', () => {
  const versions = tableVersions(entries, SET);
  assert.is(versions.length, 1);
  assert.ok(versions[0]?.owners.every((owner) => owner === 'a'));
});

test('the judge sees holds and renewals, acquits the owner and convicts the other', () => {
  const timeline = ownershipTimeline(entries, { set: SET, windowMs: 11_000 });
  assert.equal(
    timeline.lives.map((life) => life.process),
    [{ replica: 'a', incarnation: 'inc-a' }],
  );
  assert.ok(
    (timeline.lives[0]?.lastRenewalMs ?? Infinity) < (timeline.lives[0]?.registeredMs ?? 0),
    'the renewal came before',
  );
  assert.is(timeline.holds.size, 4096);
  const slotOf = (one: { readonly resource: string; readonly name: string }): number | undefined =>
    one.resource === 'configmaps' && one.name === 'thing' ? 7 : undefined;
  assert.is(countOwnerWrites(entries, slotOf), 2);
  const [violation, ...others] = doubleOwners(entries, { timeline, slotOf });
  assert.equal(others, []);
  assert.equal(
    [violation?.type, violation?.writer.replica, violation?.object],
    ['HeldByAnother', 'b', 'configmaps default/thing'],
  );
});

test('reads of pods are counted, those of the control plane are not there', () => {
  const reads = entries
    .filter((entry) => isOfPod(entry) && ['get', 'list'].includes(entry.verb))
    .map((entry) => entry.verb);
  assert.equal(reads, ['get', 'list']);
  assert.ok(restlessness(entries, EVERYTHING).some((one) => one.verb === 'list' && one.resource === 'configmaps'));
  const own = entries.filter(
    (entry) => entry.user.startsWith('system:kube-') && ['get', 'list', 'watch'].includes(entry.verb),
  );
  assert.equal(own, []);
  assert.not.ok(entries.some((entry) => entry.verb === 'watch'));
});

test('bodies are in it only where the judge reads them', () => {
  const withBody = new Set(entries.filter((entry) => entry.responseObject !== undefined).map((entry) => entry.group));
  assert.equal([...withBody], ['shardkeeper.io']);
});
