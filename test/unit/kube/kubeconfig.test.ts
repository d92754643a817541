import * as assert from 'uvu/assert';

import { chooseContext } from '../../../src/kube/kubeconfig.ts';
import { hasCode } from '../../../src/lib/errors.ts';
import { suite } from '../../suite.ts';

const test = suite('kubeconfig');

const file = (name: string, config: unknown): { name: string; folder: string; text: string } => ({
  name,
  folder: '/home/me/.kube',
  text: JSON.stringify(config),
});

const config = (
  fields: { readonly server?: string; readonly user?: object; readonly cluster?: object } = {},
): object => ({
  clusters: [{ name: 'c', cluster: { server: fields.server ?? 'https://a:6443/', ...fields.cluster } }],
  users: [{ name: 'u', user: fields.user ?? {} }],
  contexts: [{ name: 'x', context: { cluster: 'c', user: 'u', namespace: 'team' } }],
  'current-context': 'x',
});

test('the first of several files wins by name, current-context included', () => {
  const chosen = chooseContext([
    file('one', config()),
    file('two', { ...config({ server: 'https://b' }), 'current-context': 'y' }),
  ]);
  assert.equal([chosen.server, chosen.namespace], ['https://a:6443', 'team']);
});

test('relative paths are relative to their file', () => {
  const user = { 'client-key': 'me.key', tokenFile: '../token', exec: { command: './bin/login' } };
  const chosen = chooseContext([file('one', config({ user, cluster: { 'certificate-authority': '/abs/ca' } }))]);
  assert.is(chosen.user['client-key'], '/home/me/.kube/me.key');
  assert.is(chosen.tokenFile, '/home/me/token');
  assert.equal(chosen.user['exec'], { command: '/home/me/.kube/bin/login' });
  assert.is(chosen.cluster['certificate-authority'], '/abs/ca');
});

test('a plugin that wants to know the cluster is told', () => {
  const user = { exec: { command: 'login', apiVersion: 'client.authentication.k8s.io/v1', provideClusterInfo: true } };
  const exec = chooseContext([file('one', config({ user }))]).user['exec'] as {
    env: { name: string; value: string }[];
  };
  assert.is(exec.env[0]?.name, 'KUBERNETES_EXEC_INFO');
  assert.match(exec.env[0]?.value ?? '', '"server":"https://a:6443/"');
});

test('what cannot work is refused, naming file and field', () => {
  const cases: readonly (readonly [object, RegExp])[] = [
    [{ ...config(), 'current-context': 'nope' }, /one: there is no context "nope"; known: x/],
    [{ ...config(), 'current-context': undefined }, /one: no current-context/],
    [{ ...config(), clusters: [] }, /names an unknown cluster/],
    [{ ...config(), users: [] }, /names an unknown user "u"/],
    [config({ server: 'a:6443' }), /server is no http/],
    [config({ cluster: { 'proxy-url': 'http://p' } }), /proxy-url is not supported/],
    [config({ user: { username: 'u', password: 'p' } }), /username is not supported/],
    [config({ user: { as: 'root' } }), /field as is not supported/],
  ];
  for (const [content, message] of cases) {
    assert.throws(
      () => chooseContext([file('one', content)]),
      (error: unknown) => hasCode(error, 'InvalidConfiguration') && error.terminal && message.test(error.message),
    );
  }
  assert.throws(() => chooseContext([{ name: 'f', folder: '/', text: 'a: [' }]), /f: not YAML/);
});
