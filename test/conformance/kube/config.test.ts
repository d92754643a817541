import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

import * as assert from 'uvu/assert';

import type { ClusterAccess } from '../../../src/kube/access.ts';
import { isApiError } from '../../../src/kube/api-error.ts';
import { loadClusterAccess } from '../../../src/kube/config.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import { FakeClock } from '../../../src/lib/fake-clock.ts';
import type { Resource } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';
import { FILE_TIMEOUT_MS, startBench, type Bench } from './bench.ts';

const test = suite('cluster access', { timeoutMs: FILE_TIMEOUT_MS });
let bench: Bench;
let folder: string;

test.before(async () => {
  bench = await startBench();
  folder = await mkdtemp(join(tmpdir(), 'kube-config-'));
});

test.after(async () => {
  await bench.stop();
  await rm(folder, { recursive: true });
});

const SERVICE_ACCOUNTS: Resource = {
  group: '',
  version: 'v1',
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
  namespaced: true,
  hasStatus: false,
};

const TOKEN_REQUESTS = (account: string): Resource => ({
  ...SERVICE_ACCOUNTS,
  plural: `serviceaccounts/${account}/token`,
});

/** A real token of a new service account. */
async function newToken(account: string): Promise<string> {
  const metadata = { namespace: 'default', name: account };
  const { client } = bench;
  const body = { apiVersion: 'v1', kind: 'ServiceAccount', metadata };
  await client.send({ verb: 'create', resource: SERVICE_ACCOUNTS, body });
  const request = { apiVersion: 'authentication.k8s.io/v1', kind: 'TokenRequest', metadata, spec: {} };
  const answer = await client.send({ verb: 'create', resource: TOKEN_REQUESTS(account), body: request });
  return (answer['status'] as { token: string }).token;
}

async function whoAmI(access: ClusterAccess): Promise<string> {
  const client = bench.connect({ access });
  const resource = {
    ...SERVICE_ACCOUNTS,
    group: 'authentication.k8s.io',
    plural: 'selfsubjectreviews',
    namespaced: false,
  };
  const body = { apiVersion: 'authentication.k8s.io/v1', kind: 'SelfSubjectReview', metadata: { name: '' } };
  const answer = await client.send({ verb: 'create', resource, body });
  return (answer['status'] as { userInfo: { username: string } }).userInfo.username;
}

test('a kubeconfig with client certificates', async () => {
  const env = { KUBECONFIG: bench.plane.kubeconfig };
  const access = await loadClusterAccess({ clock: new FakeClock(), env });
  assert.equal([access.server, access.namespace], [bench.plane.server, 'default']);
  assert.is(await whoAmI(access), 'shardkeeper-admin');
});

test('several files: what one lacks, the other brings; a missing one is skipped', async () => {
  const second = join(folder, 'second');
  await writeFile(second, 'clusters: [{name: shardkeeper, cluster: {server: "https://elsewhere"}}]\n');
  const env = { KUBECONFIG: [join(folder, 'missing'), bench.plane.kubeconfig, second].join(':') };
  const access = await loadClusterAccess({ clock: new FakeClock(), env });
  assert.is(access.server, bench.plane.server);
});

test('in a pod: the token file is trimmed, read again after a minute, and at once after a 401', async () => {
  const clock = new FakeClock();
  const tokens = { one: await newToken('one'), two: await newToken('two'), three: await newToken('three') };
  const { hostname, port } = new URL(bench.plane.server);
  await writeFile(join(folder, 'ca.crt'), bench.plane.caCert);
  await writeFile(join(folder, 'namespace'), 'team-a\n');
  await writeFile(join(folder, 'token'), `${tokens.one}\n`);
  const env = { KUBERNETES_SERVICE_HOST: hostname, KUBERNETES_SERVICE_PORT: port };
  const access = await loadClusterAccess({ clock, env, serviceAccountDir: folder });
  assert.equal([access.source, access.namespace], ['in-cluster', 'team-a']);
  assert.is(await whoAmI(access), 'system:serviceaccount:default:one');
  const before = access.cachedHeaders();
  await writeFile(join(folder, 'token'), `${tokens.two}\n`);
  assert.is(access.cachedHeaders(), before, 'cheap while it is fresh');
  clock.advance(60_000);
  assert.is(access.cachedHeaders(), undefined, 'due');
  assert.is(await whoAmI(access), 'system:serviceaccount:default:two');
  // A token that the server refuses, and a good one in the file by the time it says so.
  await writeFile(join(folder, 'token'), 'nonsense\n');
  clock.advance(60_000);
  const refused = await access.headers();
  assert.is(refused['authorization'], 'Bearer nonsense');
  await writeFile(join(folder, 'token'), `${tokens.three}\n`);
  assert.is(await whoAmI(access), 'system:serviceaccount:default:three');
  await rm(join(folder, 'token'));
  clock.advance(60_000);
  assert.is(await whoAmI(access), 'system:serviceaccount:default:three', 'a file that is away for a moment');
});

test('a token that stays wrong is Unauthorized, without a loop', async () => {
  const file = join(folder, 'wrong');
  await writeFile(file, 'wrong');
  const config = {
    clusters: [{ name: 'c', cluster: { server: bench.plane.server, 'certificate-authority': 'ca.crt' } }],
    users: [{ name: 'u', user: { tokenFile: 'wrong' } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await writeFile(join(folder, 'config'), JSON.stringify(config));
  const access = await loadClusterAccess({ clock: new FakeClock(), env: {}, kubeconfig: join(folder, 'config') });
  const error: unknown = await whoAmI(access).catch((reason: unknown) => reason);
  assert.ok(isApiError(error, 'Unauthorized'), String(error));
});

test('an exec plugin, found beside its kubeconfig', async () => {
  const token = await newToken('plugin');
  const answer = { apiVersion: 'client.authentication.k8s.io/v1', kind: 'ExecCredential', status: { token } };
  await writeFile(join(folder, 'login'), `#!/bin/sh\ncat <<'END'\n${JSON.stringify(answer)}\nEND\n`);
  await chmod(join(folder, 'login'), 0o755);
  const exec = { apiVersion: answer.apiVersion, command: './login', interactiveMode: 'Never' };
  const config = {
    clusters: [{ name: 'c', cluster: { server: bench.plane.server, 'certificate-authority': 'ca.crt' } }],
    users: [{ name: 'u', user: { exec } }],
    contexts: [{ name: 'x', context: { cluster: 'c', user: 'u' } }],
    'current-context': 'x',
  };
  await writeFile(join(folder, 'exec-config'), JSON.stringify(config));
  const env = { KUBECONFIG: join(folder, 'exec-config') };
  const access = await loadClusterAccess({ clock: new FakeClock(), env });
  assert.is(await whoAmI(access), 'system:serviceaccount:default:plugin');
});

test('nothing found, or nothing readable, is an error and never a default', async () => {
  const clock = new FakeClock();
  const cases = [{ KUBECONFIG: join(folder, 'nope') }, { KUBECONFIG: `${join(folder, 'no')}:${join(folder, 'nope')}` }];
  for (const env of cases) {
    const error: unknown = await loadClusterAccess({ clock, env }).catch((reason: unknown) => reason);
    assert.ok(hasCode(error, 'InvalidConfiguration') && error.terminal, String(error));
  }
});
