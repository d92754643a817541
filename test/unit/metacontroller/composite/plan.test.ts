import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../../src/kube/types.ts';
import { hasCode } from '../../../../src/lib/errors.ts';
import { planComposite } from '../../../../src/metacontroller/composite/plan.ts';
import type { ChildRule, Plan, PlanInput } from '../../../../src/metacontroller/kernel/policy.ts';
import { suite } from '../../../suite.ts';
import { FINALIZER, MEMORY, SLOT, child, observed, parent, parentRule, setup, wanted } from '../fixtures.ts';

const test = suite('composite plan');

function plan(options: {
  readonly response: Readonly<Record<string, unknown>>;
  readonly objects?: readonly KubeObject[];
  readonly method?: ChildRule['method'];
  readonly input?: Partial<PlanInput>;
}): Plan {
  return planComposite({
    setup: setup(),
    parentRule,
    parent: parent(),
    observed: observed(options.objects ?? [], options.method),
    response: options.response,
    finalizing: false,
    ...options.input,
  });
}

/** `create ConfigMap n/a`, in order. */
function writesOf({ children }: Plan): readonly string[] {
  return children.map(({ request, title }) => `${request.verb} ${title}`);
}

const settled = { observedGeneration: 2 };

test('everything as it should be: no write at all', () => {
  const result = plan({
    response: { children: [wanted('a')], status: { ready: true } },
    objects: [child('a')],
    input: { parent: parent({}, { status: { ready: true, observedGeneration: 2 } }) },
  });
  assert.equal(result, { parentFirst: [], children: [], parentLast: [], problems: [], wakeAfterMs: undefined });
});

test('a missing child is created with memory, owner and the namespace of its parent', () => {
  const { children } = plan({ response: { children: [wanted('a')] } });
  const request = children[0]?.request;
  if (request?.verb !== 'create') throw new Error('no create');
  const { metadata } = request.body;
  assert.is(metadata.namespace, 'n');
  assert.equal(metadata.ownerReferences, [
    {
      apiVersion: 'example.com/v1',
      kind: 'WebApp',
      name: 'shop',
      uid: 'p1',
      controller: true,
      blockOwnerDeletion: true,
    },
  ]);
  assert.is(
    metadata.annotations?.[MEMORY],
    '{"apiVersion":"v1","data":{"a":"1"},"kind":"ConfigMap","metadata":{"labels":{"app":"shop"},"name":"a","namespace":"n"}}',
  );
  assert.is(children.length, 1);
});

test('the status replaces the whole status, with the generation that the hook saw', () => {
  const old = { ready: false, gone: 1, deep: { keep: 1, gone: 2 }, observedGeneration: 1 };
  const { parentLast } = plan({
    response: { status: { ready: true, deep: { keep: 1 }, nothing: null } },
    input: { parent: parent({}, { status: old }) },
  });
  assert.equal(parentLast, [
    { subresource: 'status', status: { gone: null, ready: true, deep: { gone: null }, observedGeneration: 2 } },
  ]);
});

test('no status in the answer leaves only observedGeneration', () => {
  assert.equal(plan({ response: {} }).parentLast, [{ subresource: 'status', status: settled }]);
});

test('children that are not wanted go, in the background, by uid and version, before anything is created', () => {
  const result = plan({
    response: { children: [wanted('new')] },
    objects: [child('old'), child('dying', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' })],
  });
  assert.equal(writesOf(result), ['delete ConfigMap n/old', 'create ConfigMap n/new']);
  const request = result.children[0]?.request;
  if (request?.verb !== 'delete') throw new Error('no delete');
  assert.equal(request.preconditions, { uid: 'u-old', resourceVersion: '5' });
  assert.is(request.propagation, 'Background');
});

test('missing and empty children both mean none', () => {
  for (const response of [{}, { children: [] }]) {
    assert.equal(writesOf(plan({ response, objects: [child('a')] })), ['delete ConfigMap n/a']);
  }
});

test('a difference: nothing on OnDelete, delete on Recreate, update on InPlace', () => {
  const change = { response: { children: [wanted('a', { a: '2' })] }, objects: [child('a')] };
  assert.equal(writesOf(plan({ ...change, method: 'OnDelete' })), []);
  assert.equal(writesOf(plan({ ...change, method: 'Recreate' })), ['delete ConfigMap n/a']);
  const result = plan({ ...change, method: 'InPlace' });
  assert.equal(writesOf(result), ['update ConfigMap n/a']);
  const request = result.children[0]?.request;
  if (request?.verb !== 'update') throw new Error('no update');
  assert.equal(request.body['data'], { a: '2' });
  assert.is(request.body.metadata.resourceVersion, '5');
  assert.is(request.body.metadata.labels?.[SLOT], '77');
});

test('a child that is being deleted is waited for', () => {
  const dying = child('a', {}, { deletionTimestamp: '2026-01-01T00:00:00Z' });
  for (const method of ['OnDelete', 'Recreate', 'InPlace'] as const) {
    assert.equal(writesOf(plan({ response: { children: [wanted('a')] }, objects: [dying], method })), []);
  }
});

test('Recreate: equal content without memory is not recreated', () => {
  const result = plan({
    response: { children: [wanted('a')] },
    objects: [child('a', { a: '1' }, { annotations: {} })],
    method: 'Recreate',
  });
  assert.equal(writesOf(result), ['update ConfigMap n/a']);
});

test('the slot label never makes a difference, whatever the hook does with it', () => {
  const withLabel = (slot: string): unknown => ({
    ...wanted('a'),
    metadata: { name: 'a', labels: { app: 'shop', [SLOT]: slot } },
  });
  for (const method of ['Recreate', 'InPlace'] as const) {
    for (const slot of ['77', '12']) {
      assert.equal(writesOf(plan({ response: { children: [withLabel(slot)] }, objects: [child('a')], method })), []);
    }
    const unlabelled = child('a', { a: '1' }, { labels: { app: 'shop' } });
    assert.equal(writesOf(plan({ response: { children: [wanted('a')] }, objects: [unlabelled], method })), []);
  }
});

test('labels that the parent does not select stop the sync before anything is written', () => {
  try {
    plan({ response: { children: [{ ...wanted('a'), metadata: { name: 'a' } }] } });
    assert.unreachable();
  } catch (error) {
    assert.ok(hasCode(error, 'LabelMismatch'));
  }
});

test('generateSelector adds the label, and refuses another value', () => {
  const input = { setup: setup({ generateSelector: true }), parent: parent({}, { spec: {} }) };
  const { children } = plan({ response: { children: [{ ...wanted('a'), metadata: { name: 'a' } }] }, input });
  const request = children[0]?.request;
  if (request?.verb !== 'create') throw new Error('no create');
  assert.equal(request.body.metadata.labels, { 'controller-uid': 'p1' });
  try {
    plan({
      response: { children: [{ ...wanted('a'), metadata: { name: 'a', labels: { 'controller-uid': 'x' } } }] },
      input,
    });
    assert.unreachable();
  } catch (error) {
    assert.ok(hasCode(error, 'LabelMismatch'));
  }
});

test('a parent without a selector is an error', () => {
  try {
    plan({ response: {}, input: { parent: parent({}, { spec: {} }) } });
    assert.unreachable();
  } catch (error) {
    assert.ok(hasCode(error, 'InvalidSelector'));
  }
});

const meta = { labels: { app: 'shop' } };

test('children that cannot be owned are problems; the others are managed', () => {
  const result = plan({
    response: {
      children: [
        { apiVersion: 'v1', kind: 'Secret', metadata: { name: 's', ...meta } },
        { ...wanted('b'), metadata: { name: 'b', namespace: 'other', ...meta } },
        wanted('a'),
      ],
    },
  });
  assert.equal(writesOf(result), ['create ConfigMap n/a']);
  assert.is(result.problems.length, 2);
});

test('another version of a declared kind is a problem, but nothing is deleted for it', () => {
  const result = plan({
    response: { children: [{ ...wanted('a'), apiVersion: 'v2' }] },
    objects: [child('a')],
  });
  // 'v2' is of the core group, as 'v1' is.
  assert.equal(writesOf(result), []);
  assert.is(result.problems.length, 1);
});

test('the same child twice: equal is fine, different is a problem', () => {
  const twice = plan({ response: { children: [wanted('a'), wanted('a')] } });
  assert.equal([writesOf(twice), twice.problems], [['create ConfigMap n/a'], []]);
  const different = plan({ response: { children: [wanted('a'), wanted('a', { a: '2' })] } });
  assert.equal([writesOf(different).length, different.problems.length], [1, 1]);
});

test('a merge that is impossible harms one child only', () => {
  const result = plan({
    response: { children: [{ ...wanted('a'), data: ['x'] }, wanted('b')] },
    objects: [child('a')],
  });
  assert.equal(writesOf(result), ['create ConfigMap n/b']);
  assert.is(result.problems.length, 1);
});

test('resyncAfterSeconds may be a fraction; zero and less mean never', () => {
  for (const [seconds, ms] of [
    [0.25, 250],
    [3, 3000],
    [0, undefined],
    [-1, undefined],
  ] as const) {
    assert.is(plan({ response: { resyncAfterSeconds: seconds } }).wakeAfterMs, ms);
  }
});

const deleting = { deletionTimestamp: '2026-01-01T00:00:00Z', finalizers: [FINALIZER, 'other'] };
const finalizingSetup = setup({ finalize: true });

test('finalized takes only our finalizer away, first, and leaves the children alone', () => {
  const result = plan({
    response: { children: [], finalized: true },
    objects: [child('a')],
    input: { setup: finalizingSetup, parent: parent(deleting), finalizing: true },
  });
  assert.equal(result.parentFirst, [{ metadata: { finalizers: ['other'] } }]);
  assert.equal(writesOf(result), []);
  assert.is(result.parentLast.length, 1);
});

test('finalizing without being done: children are managed', () => {
  const result = plan({
    response: { children: [] },
    objects: [child('a')],
    input: { setup: finalizingSetup, parent: parent(deleting), finalizing: true },
  });
  assert.equal([result.parentFirst, writesOf(result)], [[], ['delete ConfigMap n/a']]);
});

test('the garbage collector is not fought', () => {
  const finalizers = [FINALIZER, 'foregroundDeletion'];
  const result = plan({
    response: { children: [] },
    objects: [child('a')],
    input: { setup: finalizingSetup, parent: parent({ ...deleting, finalizers }), finalizing: true },
  });
  assert.equal(writesOf(result), []);
});

test('a parent that is being deleted without a finalize hook has its status written only', () => {
  const result = plan({
    response: { children: [wanted('a')] },
    input: { parent: parent({ ...deleting, finalizers: ['x'] }) },
  });
  assert.equal([writesOf(result), result.parentLast.length], [[], 1]);
});

test('finalized from a sync hook means nothing', () => {
  const input = { setup: finalizingSetup, parent: parent({ finalizers: [FINALIZER] }) };
  assert.equal(plan({ response: { finalized: true }, input }).parentFirst, []);
});
