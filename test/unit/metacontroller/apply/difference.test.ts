import * as assert from 'uvu/assert';
import { canonicalJson } from '../../../../src/lib/json.ts';
import { cleanDesired } from '../../../../src/metacontroller/apply/desired.ts';
import { difference } from '../../../../src/metacontroller/apply/difference.ts';
import type { JsonMap } from '../../../../src/metacontroller/apply/json-values.ts';
import { suite } from '../../../suite.ts';

const test = suite('difference');

const SLOT = 'shardkeeper.io/slot';
const MEMORY = 'metacontroller.k8s.io/last-applied-configuration';
const options = { tolerate: 'SameItems', slotLabel: SLOT } as const;

const wanted: JsonMap = {
  apiVersion: 'v1',
  kind: 'ConfigMap',
  metadata: { name: 'a', namespace: 'n', labels: { app: 'web' } },
  data: { html: '<b>&', n: '1' },
};

function observed(text: string, extra: { readonly data?: JsonMap } = {}): JsonMap {
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: {
      name: 'a',
      namespace: 'n',
      uid: 'u1',
      resourceVersion: '7',
      generation: 3,
      creationTimestamp: '2026-01-01T00:00:00Z',
      labels: { app: 'web', [SLOT]: '77' },
      annotations: { [MEMORY]: text, theirs: 'x' },
    },
    data: { html: '<b>&', n: '1', ...extra.data },
    status: { phase: 'Fine' },
  };
}

test('nothing to do: system metadata, status, slot label and foreign annotations make no difference', () => {
  const clean = cleanDesired(wanted, SLOT);
  assert.is(difference(observed(canonicalJson(clean)), clean, options).type, 'None');
});

test('the annotation is compared by meaning: other bytes, nulls and system metadata in it are no difference', () => {
  const other = JSON.stringify({
    kind: 'ConfigMap',
    data: { n: '1', html: '<b>&' },
    status: {},
    apiVersion: 'v1',
    metadata: { name: 'a', namespace: 'n', creationTimestamp: null, labels: { app: 'web', [SLOT]: '5' } },
  });
  assert.is(difference(observed(other), cleanDesired(wanted, SLOT), options).type, 'None');
});

test('a hook that copies an observed child returns no difference', () => {
  const clean = cleanDesired(wanted, SLOT);
  const copy = cleanDesired({ ...observed(canonicalJson(clean)), extra: null }, SLOT);
  // The copy names the foreign annotation, so only the memory is new.
  const found = difference(observed(canonicalJson(clean)), copy, options);
  assert.is(found.type, 'MemoryOnly');
});

test('null fields of the hook are no difference', () => {
  const clean = cleanDesired({ ...wanted, spec: null, data: { html: '<b>&', n: '1', gone: null } }, SLOT);
  assert.is(difference(observed(canonicalJson(cleanDesired(wanted, SLOT))), clean, options).type, 'None');
});

test('empty maps and lists that the server dropped are no difference', () => {
  const clean = cleanDesired({ ...wanted, immutableList: [], nodeSelector: {} }, SLOT);
  assert.is(difference(observed(canonicalJson(clean)), clean, options).type, 'None');
});

test('without the annotation, equal content only needs the memory', () => {
  const clean = cleanDesired(wanted, SLOT);
  const bare = observed('');
  const metadata = { ...(bare['metadata'] as JsonMap), annotations: { theirs: 'x' } };
  const found = difference({ ...bare, metadata }, clean, options);
  if (found.type !== 'MemoryOnly') throw new Error(found.type);
  const annotations = (found.body['metadata'] as JsonMap)['annotations'] as JsonMap;
  assert.is(annotations[MEMORY], canonicalJson(clean));
  assert.is(annotations['theirs'], 'x');
});

test('content: drift is corrected, the slot label and foreign fields stay, memory is as Go would write it', () => {
  const clean = cleanDesired(wanted, SLOT);
  const found = difference(observed(canonicalJson(clean), { data: { n: 'drift', theirs: 'y' } }), clean, options);
  if (found.type !== 'Content') throw new Error(found.type);
  assert.equal(found.body['data'], { html: '<b>&', n: '1', theirs: 'y' });
  const metadata = found.body['metadata'] as JsonMap;
  assert.is((metadata['labels'] as JsonMap)[SLOT], '77');
  assert.is(metadata['resourceVersion'], '7');
  assert.match(String((metadata['annotations'] as JsonMap)[MEMORY]), '"html":"\\u003cb\\u003e\\u0026"');
  assert.equal(found.body['status'], { phase: 'Fine' });
});

test('a hook cannot set the slot label', () => {
  const labels = { app: 'web', [SLOT]: '1' };
  const clean = cleanDesired({ ...wanted, metadata: { name: 'a', namespace: 'n', labels } }, SLOT);
  assert.equal(clean, cleanDesired(wanted, SLOT));
});

test('an annotation that is no JSON takes nothing away', () => {
  const found = difference(observed('{broken', { data: { theirs: 'y' } }), cleanDesired(wanted, SLOT), options);
  if (found.type !== 'MemoryOnly') throw new Error(found.type);
  assert.is((found.body['data'] as JsonMap)['theirs'], 'y');
});
