import * as assert from 'uvu/assert';
import { systemClock } from '../../../../src/lib/clock.ts';
import { hasCode } from '../../../../src/lib/errors.ts';
import { compileHook } from '../../../../src/metacontroller/hook/webhook.ts';
import { createCertificateAuthority } from '../../../../src/testing/cluster/pki/certificates.ts';
import { suite } from '../../../suite.ts';
import { allTextOf, createHookWorld, failureOf, query, startHook } from './hook-world.ts';
import type { HookServer, HookWorld, Webhook } from './hook-world.ts';

const test = suite('hook credentials');

const SECRET = 'Secret n/s';
const secretRef = { namespace: 'n', name: 's' } as const;
const bearer = { authorization: { secretRef: { ...secretRef, key: 'token' } } } as const;
const basic = { basicAuth: { secretRef } } as const;

let world: HookWorld;
let hook: HookServer;
let url = '';

test.before.each(async () => {
  world = createHookWorld();
  hook = await startHook();
  url = `http://127.0.0.1:${String(hook.port)}/sync`;
});

test.after.each(async () => {
  await world.client.close();
  await hook.close();
});

/** The Authorization headers of the requests so far. */
const headers = (): readonly unknown[] => hook.seen.map(({ headers: { authorization } }) => authorization);

/** A hook that wants this header. */
function demand(wanted: string): void {
  hook.answer = ({ headers: { authorization } }, response) => {
    response.writeHead(authorization === wanted ? 200 : 401).end('{"status":{}}');
  };
}

test('bearer tokens and other schemes, trimmed', async () => {
  world.references.set(SECRET, { token: ' abc\n', empty: '' });
  const types = [undefined, '', ' ', 'Token'];
  for (const type of types) {
    const authorization = { ...bearer.authorization, ...(type === undefined ? {} : { type }) };
    await world.endpoint({ url, authorization }).call(query());
  }
  assert.equal(headers(), ['Bearer abc', 'Bearer abc', 'Bearer abc', 'Token abc']);
  const nothing = { secretRef: { ...secretRef, key: 'empty' } };
  await world.endpoint({ url, authorization: nothing }).call(query());
  assert.is(headers().at(-1), 'Bearer');
});

test('basic, with the usual keys and others', async () => {
  world.references.set(SECRET, { username: 'me', password: 'p:ä\n', u: 'you', p: 'q' });
  await world.endpoint({ url, ...basic }).call(query());
  await world.endpoint({ url, basicAuth: { secretRef, usernameKey: 'u', passwordKey: 'p' } }).call(query());
  assert.equal(
    headers(),
    ['me:p:ä', 'you:q'].map((pair) => `Basic ${Buffer.from(pair).toString('base64')}`),
  );
});

test('a header that is set on purpose wins over the user in the URL', async () => {
  const withUser = url.replace('//', '//u:p@');
  await world.endpoint({ url: withUser }).call(query());
  world.references.set(SECRET, { token: 'abc' });
  await world.endpoint({ url: withUser, ...bearer }).call(query());
  assert.equal(headers(), [`Basic ${Buffer.from('u:p').toString('base64')}`, 'Bearer abc']);
});

test('by host: the first entry that matches, whatever its case; none when the webhook has settings of its own', async () => {
  const port = String(hook.port);
  world.references.set(SECRET, { token: 'abc', username: 'me', password: 'p' });
  const first = [{ host: `LOCALHOST:${port}`, ...bearer }];
  const configs = [{ host: '127.0.0.1', ...basic }, ...first, { host: `localhost:${port}`, ...basic }];
  const local = `http://localhost:${port}/sync`;
  await world.endpoint({ url: local }, configs).call(query());
  await world.endpoint({ url }, configs).call(query());
  await world.endpoint({ url: local, ...basic }, first).call(query());
  await world.endpoint({ url: local, caBundle: { inline: ca.certPem } }, first).call(query());
  const isBasic = `Basic ${Buffer.from('me:p').toString('base64')}`;
  assert.equal(headers(), ['Bearer abc', undefined, isBasic, undefined]);
});

const hosts: readonly (readonly [webhook: Webhook, host: string, matches: boolean])[] = [
  [{ url: 'https://h/x' }, 'h', true],
  [{ url: 'https://h/x' }, 'h:443', true],
  [{ url: 'https://h:443/x' }, 'H', true],
  [{ url: 'https://h/x' }, 'h:80', false],
  [{ url: 'http://h/x' }, 'h:80', true],
  [{ url: 'http://h:8080/x' }, 'h', false],
  [{ url: 'https://[::1]:8443/x' }, '[::1]:8443', true],
  [{ service: { name: 'h', namespace: 'n', port: 8080 }, path: '/x' }, 'h.n', false],
  [{ service: { name: 'h', namespace: 'n', port: 8080 }, path: '/x' }, 'h.n:8080', true],
  [{ service: { name: 'h', namespace: 'n', port: 443, protocol: 'https' }, path: '/x' }, 'h.n', true],
  [{ service: { name: 'h', namespace: 'n', protocol: 'https' }, path: '/x' }, 'h.n:80', true],
];

test('hosts and ports: what is not written is the port of the scheme', () => {
  for (const [webhook, host, matches] of hosts) {
    const compiled = compileHook('sync', { webhook }, [{ host, ...basic }]);
    assert.is(compiled?.credentials !== undefined, matches, `${JSON.stringify(webhook)} and ${host}`);
    assert.is(compiled?.settingsPath, matches ? 'spec.endpointConfigs[0]' : 'spec.hooks.sync.webhook');
  }
});

const wrongSpecs: readonly (readonly [field: string, webhook: Partial<Webhook>])[] = [
  ['authorization and basicAuth', { ...bearer, ...basic }],
  ['authorization.type', { authorization: { ...bearer.authorization, type: 'BASIC' } }],
  ['authorization.type', { authorization: { ...bearer.authorization, type: 'a\nb' } }],
  ['caBundle', { caBundle: {} }],
  ['caBundle', { caBundle: { inline: 'x', secretRef } }],
  ['caBundle', { caBundle: { configMapRef: secretRef, secretRef } }],
  ['clientTLS.secretRef', { clientTLS: { secretRef: { namespace: 'n', name: '' } } }],
];

test('what contradicts itself in the spec is refused by the name of its field', () => {
  const configs = [{ host: 'https://h' }, { host: 'h/x' }, { host: '' }];
  const all = [
    ...wrongSpecs.map(([field, webhook]) => ({ field, webhook, endpointConfigs: [] })),
    ...configs.map((config) => ({ field: 'spec.endpointConfigs[0].host', webhook: {}, endpointConfigs: [config] })),
  ];
  for (const { field, webhook, endpointConfigs } of all) {
    try {
      compileHook('sync', { webhook: { url: 'http://h/sync', ...webhook } }, endpointConfigs);
    } catch (error) {
      assert.ok(hasCode(error, 'InvalidSpec'), field);
      assert.ok(error.message.includes(field), `${field} in: ${error.message}`);
      continue;
    }
    assert.unreachable(`${field} was taken`);
  }
});

const ca = createCertificateAuthority(systemClock.wallMs());
const one = ca.issueClient('one', []);
const two = ca.issueClient('two', []);
const HIDDEN = 'hunter2';

const wrongSecrets: readonly (readonly [
  what: string,
  webhook: Partial<Webhook>,
  values: Readonly<Record<string, string>> | undefined,
  says: string,
])[] = [
  ['is missing', bearer, undefined, 'Secret n/s does not exist'],
  ['lacks the key', bearer, { other: HIDDEN }, 'authorization.secretRef: Secret n/s has no key token'],
  ['has a line break in the token', bearer, { token: `a\n${HIDDEN}` }, 'token of Secret n/s'],
  ['has no password', basic, { username: HIDDEN }, 'basicAuth.secretRef: Secret n/s has no key password'],
  ['has an empty password', basic, { username: HIDDEN, password: '' }, 'password of Secret n/s is empty'],
  ['has a colon in the user', basic, { username: `a:${HIDDEN}`, password: HIDDEN }, 'colon'],
  ['has no certificate', { caBundle: { secretRef } }, { 'ca.crt': HIDDEN }, 'ca.crt of Secret n/s has no certificate'],
  ['has an empty bundle', { caBundle: { secretRef } }, { 'ca.crt': '' }, 'ca.crt of Secret n/s is empty'],
  ['has no key', { clientTLS: { secretRef } }, { 'tls.crt': one.certPem }, 'Secret n/s has no key tls.key'],
  [
    'has a key that is none',
    { clientTLS: { secretRef } },
    { 'tls.crt': one.certPem, 'tls.key': HIDDEN },
    'private key in PEM',
  ],
  [
    'has the key of another certificate',
    { clientTLS: { secretRef } },
    { 'tls.crt': one.certPem, 'tls.key': two.keyPem },
    'tls.key of Secret n/s is not the private key',
  ],
];

for (const [what, webhook, values, says] of wrongSecrets) {
  test(`a Secret that ${what}: told by field and key, nothing of its content, no call`, async () => {
    if (values !== undefined) world.references.set(SECRET, values);
    const error = await failureOf(world.endpoint({ url, ...webhook }).call(query()));
    assert.is(error.code, 'HookCredentials');
    assert.ok(error.message.includes(says), error.message);
    assert.match(error.message, /^spec\.hooks\.sync\.webhook\./);
    for (const secret of [HIDDEN, two.keyPem.split('\n')[1] ?? '-']) assert.not.match(allTextOf(error), secret);
    assert.is(hook.seen.length, 0);
  });
}

test('a bundle in the spec without a certificate', async () => {
  const error = await failureOf(world.endpoint({ url, caBundle: { inline: 'x' } }).call(query()));
  assert.is(error.code, 'HookCredentials');
  assert.match(error.message, 'spec.hooks.sync.webhook.caBundle.inline');
});

test('401 with a token that was rotated: the new one is tried at once', async () => {
  world.references.set(SECRET, { token: 'old' });
  const endpoint = world.endpoint({ url, ...bearer });
  demand('Bearer old');
  await endpoint.call(query());
  world.references.set(SECRET, { token: 'new' });
  demand('Bearer new');
  await endpoint.call(query());
  assert.equal(headers(), ['Bearer old', 'Bearer old', 'Bearer new']);
});

test('401 with the token that the Secret has: one call, and the event tells the fields', async () => {
  world.references.set(SECRET, { token: HIDDEN });
  const endpoint = world.endpoint({ url, ...bearer });
  demand('Bearer other');
  // The Secret is written again with the same content.
  world.references.set(SECRET, { token: HIDDEN });
  const error = await failureOf(endpoint.call(query()));
  assert.is(error.code, 'HookUnauthorized');
  assert.match(error.message, 'basicAuth of spec.hooks.sync.webhook');
  assert.not.match(allTextOf(error), HIDDEN);
  assert.is(hook.seen.length, 1);
});

test('the Secret went away: 401 is followed by what is wrong with it', async () => {
  world.references.set(SECRET, { token: 'old' });
  const endpoint = world.endpoint({ url, ...bearer });
  await endpoint.call(query());
  world.references.remove(SECRET);
  demand('Bearer new');
  assert.is((await failureOf(endpoint.call(query()))).code, 'HookCredentials');
});

test('a call that is given up while its Secret is read', async () => {
  const given = new AbortController();
  const waiting = world.endpoint({ url, ...bearer });
  const never = new Promise<ReadonlyMap<string, string>>(() => {});
  Object.defineProperty(world.references, 'read', { value: () => never });
  const failure = failureOf(waiting.call(query({ signal: given.signal })));
  given.abort();
  assert.is((await failure).code, 'Aborted');
  assert.is(hook.seen.length, 0);
});

test('hooks without settings read nothing', async () => {
  await world.endpoint({ url }).call(query());
  assert.equal(world.references.reads, []);
});
