import * as assert from 'uvu/assert';

import {
  commandLineOf,
  ContainerConfigError,
  environmentOf,
  expand,
  type KeyValues,
} from '../../../src/testing/cluster/kubelet/environment.ts';
import type { Container, Pod } from '../../../src/testing/cluster/kubelet/pod.ts';
import { suite } from '../../suite.ts';

const test = suite('kubelet: environment');

const VALUES: KeyValues = {
  configMap: (name) => (name === 'settings' ? { a: '1', b: '2' } : undefined),
  secret: (name) => (name === 'keys' ? { token: 's3cret' } : undefined),
};

function environment(container: Partial<Container>): Readonly<Record<string, string>> {
  const pod: Pod = {
    metadata: { name: 'web-0', namespace: 'shop', uid: 'u-1', labels: { 'apps.kubernetes.io/pod-index': '0' } },
    spec: { nodeName: 'n1', containers: [{ name: 'main', ...container }] },
  };
  return environmentOf({ pod, podIP: '127.66.0.1', hostIP: '127.66.0.254' }, VALUES, { PATH: '/bin' });
}

const ref = (name: string, fieldPath: string): { name: string; valueFrom: { fieldRef: { fieldPath: string } } } => ({
  name,
  valueFrom: { fieldRef: { fieldPath } },
});

test('the downward API', () => {
  const env = environment({
    env: [
      ref('NAME', 'metadata.name'),
      ref('NAMESPACE', 'metadata.namespace'),
      ref('UID', 'metadata.uid'),
      ref('NODE', 'spec.nodeName'),
      ref('IP', 'status.podIP'),
      ref('INDEX', "metadata.labels['apps.kubernetes.io/pod-index']"),
      ref('NONE', "metadata.annotations['absent']"),
    ],
  });
  assert.equal(env, {
    PATH: '/bin',
    NAME: 'web-0',
    NAMESPACE: 'shop',
    UID: 'u-1',
    NODE: 'n1',
    IP: '127.66.0.1',
    INDEX: '0',
    NONE: '',
  });
});

test('variables may use the ones before them', () => {
  const env = environment({ env: [ref('IP', 'status.podIP'), { name: 'ADDRESS', value: '$(IP):8081' }] });
  assert.is(env['ADDRESS'], '127.66.0.1:8081');
});

test('expansion', () => {
  const env = { A: '1', B: '' };
  assert.is(expand('$(A)$(B)-$(C)', env), '1-$(C)');
  assert.is(expand('$$(A) $A $( A)', env), '$(A) $A $( A)');
});

test('ConfigMaps and Secrets', () => {
  const env = environment({
    envFrom: [{ prefix: 'S_', configMapRef: { name: 'settings' } }],
    env: [
      { name: 'TOKEN', valueFrom: { secretKeyRef: { name: 'keys', key: 'token' } } },
      { name: 'GONE', valueFrom: { configMapKeyRef: { name: 'settings', key: 'c', optional: true } } },
    ],
  });
  assert.equal(env, { PATH: '/bin', S_a: '1', S_b: '2', TOKEN: 's3cret' });
});

test('what is missing or unknown is refused', () => {
  const refused: readonly Partial<Container>[] = [
    { env: [{ name: 'X', valueFrom: { configMapKeyRef: { name: 'settings', key: 'c' } } }] },
    { envFrom: [{ secretRef: { name: 'absent' } }] },
    { env: [ref('X', 'spec.containers')] },
    { env: [{ name: 'X', valueFrom: { resourceFieldRef: {} } }] },
  ];
  for (const container of refused) {
    assert.throws(
      () => environment(container),
      (error: unknown) => error instanceof ContainerConfigError,
    );
  }
});

test('the command line', () => {
  const container: Container = { name: 'main', command: ['run', '--name=$(A)'], args: ['$(B)'] };
  assert.equal(commandLineOf(container, { A: '1' }), ['run', '--name=1', '$(B)']);
  assert.throws(
    () => commandLineOf({ name: 'main', args: ['x'] }, {}),
    (error: unknown) => error instanceof ContainerConfigError,
  );
});
