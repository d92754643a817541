import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import * as assert from 'uvu/assert';
import { systemClock } from '../../../src/lib/clock.ts';
import { loadClusterAccess } from '../../../src/kube/config.ts';
import { isPlain, readPlain } from '../../../src/kube/plain-credentials.ts';
import { suite } from '../../suite.ts';

const test = suite('plain credentials');

const CLUSTER = { server: 'https://127.0.0.1:6443', 'certificate-authority': '/ca.crt' };

test('files and texts are plain; whatever else a kubeconfig may say is not', () => {
  for (const user of [
    {},
    { token: 't' },
    { tokenFile: '/t' },
    { 'client-certificate': '/c', 'client-key-data': 'aw==' },
  ])
    assert.ok(isPlain(CLUSTER, user), JSON.stringify(user));
  for (const user of [
    { exec: { command: 'x' } },
    { 'auth-provider': { name: 'x' } },
    { username: 'u', password: 'p' },
    { as: 'somebody' },
    { token: '' },
    { 'client-key': '/k', 'client-key-data': 'aw==' },
  ])
    assert.not.ok(isPlain(CLUSTER, user), JSON.stringify(user));
  for (const more of [{ 'insecure-skip-tls-verify': true }, { 'proxy-url': 'http://p' }, { 'unknown-field': 'x' }])
    assert.not.ok(isPlain({ ...CLUSTER, ...more }, {}), JSON.stringify(more));
});

test('data is decoded, and the token becomes a header', async () => {
  const cluster = { server: CLUSTER.server, 'certificate-authority-data': 'Y2E=', 'tls-server-name': 'api' };
  const user = { 'client-certificate-data': 'Y3J0', 'client-key-data': 'a2V5', token: 'secret' };
  const { tls, headers } = await readPlain(cluster, user);
  assert.equal([String(tls.ca), String(tls.cert), String(tls.key), tls.servername], ['ca', 'crt', 'key', 'api']);
  assert.equal(headers, { authorization: 'Bearer secret' });
  assert.equal(await readPlain({ server: CLUSTER.server }, {}), { tls: {}, headers: {} });
  const folded = await readPlain({ server: CLUSTER.server }, { token: 'secret\n' });
  assert.equal(
    folded.headers,
    { authorization: 'Bearer secret' },
    'a line end, as of a block text in YAML, is no part of it',
  );
});

test('a pod’s service account: files are read anew, and a refused token is told from a new one', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'service-account-'));
  try {
    const write = (name: string, text: string): Promise<void> => writeFile(path.join(folder, name), text);
    await write('token', 'one\n');
    await write('ca.crt', 'old');
    await write('namespace', 'team-a');
    const env = { KUBERNETES_SERVICE_HOST: '127.0.0.1', KUBERNETES_SERVICE_PORT: '6443' };
    const access = await loadClusterAccess({ clock: systemClock, env, serviceAccountDir: folder });
    assert.equal([access.server, access.namespace], ['https://127.0.0.1:6443', 'team-a']);
    const first = await access.headers();
    assert.equal(first, { authorization: 'Bearer one' });
    assert.is(String(access.tls().ca), 'old');
    await write('token', 'two');
    await write('ca.crt', 'new');
    assert.is(await access.refresh(first), true);
    assert.equal(access.cachedHeaders(), { authorization: 'Bearer two' });
    assert.is(String(access.tls().ca), 'new');
  } finally {
    await rm(folder, { recursive: true });
  }
});
