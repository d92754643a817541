import * as assert from 'uvu/assert';
import { systemClock } from '../../../../src/lib/clock.ts';
import { explainTlsFailure } from '../../../../src/metacontroller/hook/tls-failure.ts';
import { createCertificateAuthority } from '../../../../src/testing/cluster/pki/certificates.ts';
import { suite } from '../../../suite.ts';
import { allTextOf, createHookWorld, failureOf, query, startHook } from './hook-world.ts';
import type { HookServer, HookWorld, Webhook } from './hook-world.ts';

const test = suite('hook TLS');

const YEAR_MS = 365 * 86_400_000;
const now = systemClock.wallMs();
const ca = createCertificateAuthority(now);
const otherCa = createCertificateAuthority(now);
const server = ca.issueServer(['127.0.0.1', 'localhost']);
const me = ca.issueClient('engine', []);

let world: HookWorld;
const servers: HookServer[] = [];

test.before.each(() => {
  world = createHookWorld();
});

test.after.each(async () => {
  await world.client.close();
  await Promise.all(servers.splice(0).map((started) => started.close()));
});

async function serve(options: Parameters<typeof startHook>[0]): Promise<HookServer> {
  const started = await startHook(options);
  servers.push(started);
  return started;
}

const trusting = ({ port }: HookServer, others: Partial<Webhook> = {}): Webhook => ({
  url: `https://127.0.0.1:${String(port)}/sync`,
  caBundle: { inline: ca.certPem },
  ...others,
});

test('a CA in the spec, in a Secret and in a ConfigMap', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  world.references.set('Secret n/ca', { 'ca.crt': ca.certPem });
  world.references.set('ConfigMap n/ca', { bundle: `# ours\n${otherCa.certPem}\nno certificate\n${ca.certPem}` });
  const bundles: readonly NonNullable<Webhook['caBundle']>[] = [
    { inline: ca.certPem },
    { secretRef: { namespace: 'n', name: 'ca' } },
    { configMapRef: { namespace: 'n', name: 'ca', key: 'bundle' } },
  ];
  for (const caBundle of bundles) {
    assert.equal(await world.endpoint({ ...trusting(hook), caBundle }).call(query()), {
      type: 'Answer',
      response: { status: { ok: true } },
    });
  }
});

test('the server is asked by the name of the URL, and its certificate must have that name', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  const url = `https://localhost:${String(hook.port)}/sync`;
  await world.endpoint(trusting(hook, { url })).call(query());
  assert.is(hook.seen[0]?.serverName, 'localhost');
});

test('a certificate that nobody vouches for is refused, and the event tells the field', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  const { url = '' } = trusting(hook);
  const own = await failureOf(world.endpoint({ url }).call(query()));
  assert.is(own.code, 'HookTls');
  assert.match(own.message, 'spec.hooks.sync.webhook.caBundle');
  const wrong = await failureOf(
    world.endpoint(trusting(hook, { caBundle: { inline: otherCa.certPem } })).call(query()),
  );
  assert.is(wrong.code, 'HookTls');
  const byHost = [{ host: `127.0.0.1:${String(hook.port)}`, caBundle: { inline: otherCa.certPem } }];
  const configured = await failureOf(world.endpoint({ url }, byHost).call(query()));
  assert.match(configured.message, 'spec.endpointConfigs[0].caBundle');
  assert.is(hook.seen.length, 0);
});

test('certificates are verified whatever the environment says', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  const { url = '' } = trusting(hook);
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  try {
    assert.is((await failureOf(world.endpoint({ url }).call(query()))).code, 'HookTls');
  } finally {
    delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  }
});

const badCertificates: readonly (readonly [what: string, authority: typeof ca, names: string[], says: RegExp])[] = [
  ['has expired', createCertificateAuthority(now - 11 * YEAR_MS), ['127.0.0.1'], /expired/],
  ['is not valid yet', createCertificateAuthority(now + YEAR_MS), ['127.0.0.1'], /not valid yet/],
  ['is for another name', ca, ['hook.ns'], /issue one for 127\.0\.0\.1/],
];

for (const [what, authority, names, says] of badCertificates) {
  test(`a certificate that ${what} is refused`, async () => {
    const { keyPem, certPem } = authority.issueServer(names);
    const hook = await serve({ key: keyPem, cert: certPem });
    const error = await failureOf(
      world.endpoint(trusting(hook, { caBundle: { inline: authority.certPem } })).call(query()),
    );
    assert.is(error.code, 'HookTls');
    assert.match(error.message, says);
    assert.is(hook.seen.length, 0);
  });
}

test('what speaks TLS 1.1 at most, or no TLS, is refused', async () => {
  const old = await serve({
    key: server.keyPem,
    cert: server.certPem,
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT:@SECLEVEL=0',
  });
  const plain = await serve(undefined);
  for (const hook of [old, plain]) {
    const error = await failureOf(world.endpoint(trusting(hook)).call(query()));
    assert.is(error.code, 'HookTls');
    assert.is(hook.seen.length, 0);
  }
});

test('a client certificate is shown, and renewed when its Secret is', async () => {
  const hook = await serve({
    key: server.keyPem,
    cert: server.certPem,
    ca: ca.certPem,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const endpoint = world.endpoint(trusting(hook, { clientTLS: { secretRef: { namespace: 'n', name: 'me' } } }));
  world.references.set('Secret n/me', { 'tls.crt': me.certPem, 'tls.key': me.keyPem });
  await endpoint.call(query());
  await endpoint.call(query());
  assert.equal(
    hook.seen.map(({ clientName }) => clientName),
    ['engine', 'engine'],
  );
  assert.is(world.client.identities(), 2);
  const renewed = ca.issueClient('engine-2', []);
  world.references.set('Secret n/me', { 'tls.crt': renewed.certPem, 'tls.key': renewed.keyPem });
  world.references.doubt({ kind: 'Secret', namespace: 'n', name: 'me' });
  await endpoint.call(query());
  assert.equal([hook.seen.at(-1)?.clientName, world.client.identities()], ['engine-2', 2]);
  endpoint.close();
  assert.is(world.client.identities(), 1);
});

for (const version of ['TLSv1.2', 'TLSv1.3'] as const) {
  test(`a client certificate is wanted and there is none, or one of another CA: ${version}`, async () => {
    const hook = await serve({
      key: server.keyPem,
      cert: server.certPem,
      ca: ca.certPem,
      requestCert: true,
      rejectUnauthorized: true,
      minVersion: version,
      maxVersion: version,
    });
    const stranger = otherCa.issueClient('stranger', []);
    world.references.set('Secret n/stranger', { 'tls.crt': stranger.certPem, 'tls.key': stranger.keyPem });
    const secretRef = { namespace: 'n', name: 'stranger' };
    for (const others of [{}, { clientTLS: { secretRef } }]) {
      const error = await failureOf(world.endpoint(trusting(hook, others)).call(query()));
      // With an alert or by hanging up: that is the server's choice.
      assert.ok(['HookTls', 'HookUnavailable'].includes(error.code), error.code);
      assert.match(error.message, 'spec.hooks.sync.webhook.clientTLS');
      assert.not.match(allTextOf(error), stranger.keyPem.split('\n')[1] ?? '-');
    }
    assert.is(hook.seen.length, 0);
  });
}

test('a client certificate that the server only hangs up on is read again', async () => {
  const hook = await serve({
    key: server.keyPem,
    cert: server.certPem,
    ca: ca.certPem,
    requestCert: true,
    rejectUnauthorized: true,
  });
  const stranger = otherCa.issueClient('stranger', []);
  world.references.set('Secret n/me', { 'tls.crt': stranger.certPem, 'tls.key': stranger.keyPem });
  const endpoint = world.endpoint(trusting(hook, { clientTLS: { secretRef: { namespace: 'n', name: 'me' } } }));
  await failureOf(endpoint.call(query()));
  world.references.set('Secret n/me', { 'tls.crt': me.certPem, 'tls.key': me.keyPem });
  await endpoint.call(query());
  assert.equal(
    hook.seen.map(({ clientName }) => clientName),
    ['engine'],
  );
});

const codes: readonly (readonly [code: string, says: RegExp | undefined])[] = [
  ['DEPTH_ZERO_SELF_SIGNED_CERT', /into P\.caBundle/],
  ['CERT_HAS_EXPIRED', /renew it/],
  ['CERT_NOT_YET_VALID', /clocks/],
  ['ERR_TLS_CERT_ALTNAME_INVALID', /for hook\.ns/],
  ['ERR_SSL_TLSV13_ALERT_CERTIFICATE_REQUIRED', /into P\.clientTLS/],
  ['ERR_SSL_WRONG_VERSION_NUMBER', /protocol and port/],
  ['ECONNREFUSED', undefined],
  ['UND_ERR_SOCKET', undefined],
];

test('each failure of a handshake says what to do; others are none', () => {
  for (const [code, says] of codes) {
    const text = explainTlsFailure(code, { path: 'P', host: 'hook.ns' });
    if (says === undefined) assert.is(text, undefined);
    else assert.match(text ?? '', says);
  }
});

test('the CA was replaced: the first refusal looks into its Secret again', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  world.references.set('Secret n/ca', { 'ca.crt': otherCa.certPem });
  const caBundle = { secretRef: { namespace: 'n', name: 'ca' } };
  const endpoint = world.endpoint(trusting(hook, { caBundle }));
  assert.is((await failureOf(endpoint.call(query()))).code, 'HookTls');
  world.references.set('Secret n/ca', { 'ca.crt': ca.certPem });
  await endpoint.call(query());
  assert.is(hook.seen.length, 1);
});

test('equal identities share connections, others have their own, and the last user closes them', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  const a = world.endpoint(trusting(hook));
  const b = world.endpoint(trusting(hook));
  const c = world.endpoint(trusting(hook, { caBundle: { inline: `${ca.certPem}${otherCa.certPem}` } }));
  for (const endpoint of [a, b, c]) await endpoint.call(query());
  assert.is(world.client.identities(), 3);
  a.close();
  assert.is(world.client.identities(), 3);
  await b.call(query());
  b.close();
  c.close();
  assert.is(world.client.identities(), 1);
});

test('a call that is under way when its controller stops gets its answer', async () => {
  const hook = await serve({ key: server.keyPem, cert: server.certPem });
  const endpoint = world.endpoint(trusting(hook));
  hook.answer = (_request, response) => {
    endpoint.close();
    response.end('{"status":{}}');
  };
  assert.equal(await endpoint.call(query()), { type: 'Answer', response: { status: {} } });
  assert.is(world.client.identities(), 1);
});
