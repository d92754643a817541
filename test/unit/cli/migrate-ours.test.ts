import fc from 'fast-check';
import * as assert from 'uvu/assert';
import {
  MANAGER_FIELD_MANAGER,
  QUARANTINE_ANNOTATION,
  REPLICA_FIELD_MANAGER,
  SERVED_BY_ANNOTATION,
  SLOT_LABEL,
} from '../../../src/api/names.ts';
import { oursOn, takeBack, type Operation } from '../../../src/cli/migrate/ours.ts';
import type { KubeObject } from '../../../src/kube/types.ts';
import { suite } from '../../suite.ts';

const test = suite('migrate: what is ours on an object');
const OWN_LABEL = 'shop.example.com/slot';
const LABELS = [SLOT_LABEL, OWN_LABEL];

interface Metadata {
  readonly name: string;
  readonly resourceVersion: string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly finalizers?: readonly string[];
  readonly managedFields?: readonly Readonly<Record<string, unknown>>[];
}

function objectWith(metadata: Metadata): KubeObject {
  return { apiVersion: 'v1', kind: 'ConfigMap', metadata: metadata as unknown as KubeObject['metadata'] };
}

/** Does what RFC 6902 says, for the operations and paths that are used here. */
function apply(object: KubeObject, operations: readonly Operation[]): KubeObject {
  const copy = structuredClone(object) as unknown as Record<string, unknown>;
  for (const operation of operations) {
    const steps = operation.path
      .slice(1)
      .split('/')
      .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'));
    const last = steps.pop() ?? '';
    let place = copy;
    for (const step of steps) place = place[step] as Record<string, unknown>;
    assert.ok(Object.hasOwn(place, last), `${operation.path} exists`);
    if (operation.op === 'remove') delete place[last];
    else place[last] = operation.value;
  }
  return copy as unknown as KubeObject;
}

interface Added {
  readonly labels: readonly string[];
  readonly annotations: readonly string[];
  readonly finalizer: boolean;
  readonly managers: readonly string[];
  /** Where our entries come to lie among the others. */
  readonly at: number;
}

function takenOver(before: KubeObject, added: Added): KubeObject {
  const { labels, annotations, finalizers, managedFields } = before.metadata as unknown as Metadata;
  const entries = [...(managedFields ?? [])];
  entries.splice(
    added.at % (entries.length + 1),
    0,
    ...added.managers.map((manager) => ({ manager, operation: 'Update' })),
  );
  const with_ = (keys: readonly string[], present: Readonly<Record<string, string>> | undefined): object | undefined =>
    keys.length === 0 ? present : { ...present, ...Object.fromEntries(keys.map((key) => [key, '7'])) };
  const metadata = {
    ...before.metadata,
    labels: with_(added.labels, labels),
    annotations: with_(added.annotations, annotations),
    finalizers: added.finalizer ? ['shardkeeper.io/sweep', ...(finalizers ?? [])] : finalizers,
    managedFields: entries.length === 0 ? managedFields : entries,
  };
  const present = Object.entries(metadata).filter(([, value]) => value !== undefined);
  return { ...before, metadata: Object.fromEntries(present) as unknown as KubeObject['metadata'] };
}

const keys = fc.constantFrom(
  'app',
  'a/b',
  'a~1b',
  'shardkeeper.io/slots',
  'metacontroller.k8s.io/last-applied-configuration',
);
const texts = fc.dictionary(keys, fc.constantFrom('', 'x', '12'), { minKeys: 1, maxKeys: 3, noNullPrototype: true });
const managedFields = fc.array(
  fc.record(
    {
      manager: fc.constantFrom(
        'metacontroller',
        'kubectl-client-side-apply',
        'kube-controller-manager',
        'shardkeeper-x',
      ),
      operation: fc.constantFrom('Update', 'Apply'),
    },
    { noNullPrototype: true },
  ),
  { minLength: 1, maxLength: 3 },
);
const finalizers = fc.array(fc.constantFrom('metacontroller.io/compositecontroller-web', 'foregroundDeletion'), {
  minLength: 1,
  maxLength: 2,
});
const asMetacontrollerLeftIt: fc.Arbitrary<KubeObject> = fc
  .record(
    {
      name: fc.constant('web'),
      resourceVersion: fc.constant('41'),
      labels: texts,
      annotations: texts,
      finalizers,
      managedFields,
    },
    { requiredKeys: ['name', 'resourceVersion', 'managedFields'], noNullPrototype: true },
  )
  .map((metadata) => objectWith(metadata as Metadata));
const added: fc.Arbitrary<Added> = fc.record({
  labels: fc.subarray(LABELS),
  annotations: fc.subarray([SERVED_BY_ANNOTATION, QUARANTINE_ANNOTATION]),
  finalizer: fc.boolean(),
  managers: fc.subarray([REPLICA_FIELD_MANAGER, MANAGER_FIELD_MANAGER, 'shardkeeper']),
  at: fc.nat(5),
});

test('back(taken over(object)) is the object, and needs no second time', () => {
  fc.assert(
    fc.property(asMetacontrollerLeftIt, added, (before, ours) => {
      const patch = takeBack(takenOver(before, ours), LABELS);
      const after = patch === undefined ? takenOver(before, ours) : apply(takenOver(before, ours), patch);
      assert.equal(after, before);
      assert.is(takeBack(after, LABELS), undefined);
    }),
  );
});

test('what nobody added is not touched', () => {
  fc.assert(fc.property(asMetacontrollerLeftIt, (before) => takeBack(before, LABELS) === undefined));
});

test('the patch is held to the version that was read', () => {
  const object = objectWith({ name: 'web', resourceVersion: '41', labels: { [SLOT_LABEL]: '7', app: 'web' } });
  assert.equal(takeBack(object, LABELS), [
    { op: 'replace', path: '/metadata/resourceVersion', value: '41' },
    { op: 'remove', path: '/metadata/labels/shardkeeper.io~1slot' },
  ]);
});

test('where nobody else is left in managedFields, the API server is told so in its own way', () => {
  const entries = [{ manager: REPLICA_FIELD_MANAGER, operation: 'Update' }];
  const patch = takeBack(objectWith({ name: 'web', resourceVersion: '1', managedFields: entries }), LABELS);
  assert.equal(patch?.at(-1), { op: 'replace', path: '/metadata/managedFields', value: [{}] });
});

test('what was found is named; a label of another set is not ours', () => {
  const labels = { [SLOT_LABEL]: '7', [OWN_LABEL]: '9', app: 'web' };
  const annotations = { [SERVED_BY_ANNOTATION]: 'ops/meta/u' };
  const entries = [{ manager: 'shardkeeper' }, { manager: 'metacontroller' }, { manager: 'shardkeeper' }];
  const object = objectWith({
    name: 'web',
    resourceVersion: '1',
    labels,
    annotations,
    finalizers: ['shardkeeper.io/sweep', 'x/y'],
    managedFields: entries,
  });
  assert.equal(oursOn(object, [SLOT_LABEL]), {
    labels: [SLOT_LABEL],
    annotations: [SERVED_BY_ANNOTATION],
    finalizers: ['shardkeeper.io/sweep'],
    fieldManagers: ['shardkeeper'],
  });
});
