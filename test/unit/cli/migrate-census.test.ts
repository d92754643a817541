import fc from 'fast-check';
import * as assert from 'uvu/assert';
import { LAST_APPLIED_ANNOTATION, SLOT_LABEL } from '../../../src/api/names.ts';
import { Census, type KindCount } from '../../../src/cli/migrate/census.ts';
import type { CheckReport, ControllerFact, Facts } from '../../../src/cli/migrate/facts.ts';
import { checkText } from '../../../src/cli/migrate/print.ts';
import { rightsText } from '../../../src/cli/migrate/rights.ts';
import { isMetacontroller, runningByImage } from '../../../src/cli/migrate/running.ts';
import { reportOf } from '../../../src/cli/migrate/verdicts.ts';
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import { groupResourceOf, type KubeObject, type Resource } from '../../../src/kube/types.ts';
import { compositePolicy } from '../../../src/metacontroller/index.ts';
import type { Setup } from '../../../src/metacontroller/kernel/policy.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import { suite } from '../../suite.ts';

const test = suite('migrate: counting and judging');

const SHOPS: Resource = { ...CONFIG_MAPS, group: 'example.com', plural: 'shops', kind: 'Shop' };
const WEBAPPS: Resource = { ...SHOPS, plural: 'webapps', kind: 'WebApp' };

function setup(name: string, parent: Resource, child: Resource, team?: string): Setup {
  return {
    policy: compositePolicy,
    name,
    controllerJson: '{}',
    parents: [
      {
        resource: parent,
        groupResource: groupResourceOf(parent),
        selectorText: team === undefined ? undefined : `team=${team}`,
        matches: ({ metadata }) => team === undefined || metadata.labels?.['team'] === team,
        ignoreStatusChanges: false,
      },
    ],
    children: [{ resource: child, groupResource: groupResourceOf(child), method: 'InPlace' }],
    hooks: { sync: undefined, finalize: undefined },
    generateSelector: true,
    resyncPeriodMs: undefined,
    finalizer: 'x',
    slotLabel: SLOT_LABEL,
  };
}

interface Extra {
  readonly owner?: KubeObject;
  readonly slot?: number | string;
  readonly labels?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
  readonly managedFields?: readonly object[];
}

function object({ kind }: Resource, name: string, { owner, slot, labels, ...metadata }: Extra = {}): KubeObject {
  const reference = owner && { apiVersion: owner.apiVersion, kind: owner.kind, name: owner.metadata.name };
  const uid = owner?.metadata.uid ?? '';
  return {
    apiVersion: kind === 'ConfigMap' ? 'v1' : 'example.com/v1',
    kind,
    metadata: {
      namespace: 'ns',
      name,
      uid: `${kind}-${name}`,
      labels: { ...labels, ...(slot === undefined ? {} : { [SLOT_LABEL]: String(slot) }) },
      ...(reference === undefined ? {} : { ownerReferences: [{ ...reference, uid, controller: true }] }),
      ...metadata,
    },
  };
}

function count(census: Census, resource: Resource, objects: readonly KubeObject[]): KindCount {
  const tally = census.count(groupResourceOf(resource));
  for (const one of objects) tally.add(one);
  return tally.result();
}

test('a parent has the slot of its name, a child that of its parent, also through a parent in between', () => {
  const census = new Census([setup('shop', SHOPS, WEBAPPS), setup('web', WEBAPPS, CONFIG_MAPS)], SLOT_LABEL);
  const slot = slotOf('ns/corner');
  const shop = object(SHOPS, 'corner', { slot });
  const web = object(WEBAPPS, 'web', { owner: shop, slot });
  const alone = object(WEBAPPS, 'alone', { slot: slotOf('ns/alone') });
  assert.equal(count(census, SHOPS, [shop]).labelProblems.first, []);
  const webs = count(census, WEBAPPS, [web, alone, object(WEBAPPS, 'new')]);
  assert.equal(webs.labelProblems.first, []);
  assert.equal(webs.parents, { web: { objects: 3, toLabel: 1 } });
  assert.equal(webs.children, { shop: { objects: 1, toLabel: 0, withoutLastApplied: 1 } });
  const maps = count(census, CONFIG_MAPS, [
    object(CONFIG_MAPS, 'a', { owner: web, slot }),
    object(CONFIG_MAPS, 'b', { owner: alone, slot }),
    object(CONFIG_MAPS, 'c', { owner: alone, slot: '007' }),
    object(CONFIG_MAPS, 'd', { slot: 1 }),
  ]);
  const right = slotOf('ns/alone');
  assert.equal(maps.labelProblems, {
    foreign: 2,
    invalid: 1,
    first: [
      { type: 'Foreign', object: 'ns/b', value: String(slot), slot: right },
      { type: 'Invalid', object: 'ns/c', value: '007', slot: right },
      { type: 'Foreign', object: 'ns/d', value: '1', slot: undefined },
    ],
  });
});

test('children of a parent that the controller does not select are not its own', () => {
  const census = new Census([setup('a', WEBAPPS, CONFIG_MAPS, 'a'), setup('b', WEBAPPS, CONFIG_MAPS, 'b')], SLOT_LABEL);
  const [one, two] = [
    object(WEBAPPS, 'one', { labels: { team: 'a' } }),
    object(WEBAPPS, 'two', { labels: { team: 'c' } }),
  ];
  assert.equal(count(census, WEBAPPS, [one, two]).parents, { a: { objects: 1, toLabel: 1 } });
  const children = [one, one, two].map((owner, index) => object(CONFIG_MAPS, `c${index}`, { owner }));
  assert.equal(count(census, CONFIG_MAPS, children).children, {
    a: { objects: 2, toLabel: 2, withoutLastApplied: 2 },
  });
});

test('numbers add up, however many there are, and what is shown is bounded', () => {
  const slot = fc.option(fc.integer({ min: -1, max: 4096 }), { nil: undefined });
  fc.assert(
    fc.property(fc.array(slot, { maxLength: 60 }), (slots) => {
      const census = new Census([setup('web', WEBAPPS, CONFIG_MAPS)], SLOT_LABEL);
      const objects = slots.map((value, index) =>
        object(
          WEBAPPS,
          `w${index}`,
          value === undefined ? {} : { slot: value === -1 ? slotOf(`ns/w${index}`) : value },
        ),
      );
      const { objects: total, toLabel, labelProblems } = count(census, WEBAPPS, objects);
      assert.is(total, slots.length);
      assert.is(toLabel, slots.filter((value) => value === undefined).length);
      assert.is(labelProblems.invalid, slots.filter((value) => value === 4096).length);
      const wrong = slots.filter(
        (value, index) => value !== undefined && value !== -1 && value !== slotOf(`ns/w${index}`),
      );
      assert.is(labelProblems.foreign + labelProblems.invalid, wrong.length);
      assert.is(labelProblems.first.length, Math.min(5, wrong.length));
    }),
  );
});

test('who wrote, when, and by server-side apply', () => {
  const census = new Census([setup('web', WEBAPPS, CONFIG_MAPS)], SLOT_LABEL);
  const owner = object(WEBAPPS, 'web');
  const entry = (manager: string, operation: string, time: string): object => ({ manager, operation, time });
  const { applied, lastApplied, fieldManagers, lastEngineWrite } = count(census, CONFIG_MAPS, [
    object(CONFIG_MAPS, 'a', {
      owner,
      managedFields: [
        entry('metacontroller', 'Apply', '2026-01-01T00:00:00Z'),
        entry('metacontroller', 'Update', '2026-01-02T00:00:00Z'),
        entry('kubectl', 'Update', '2026-01-03T00:00:00Z'),
      ],
    }),
    object(CONFIG_MAPS, 'b', { owner, annotations: { [LAST_APPLIED_ANNOTATION]: '{}' } }),
    object(CONFIG_MAPS, 'not-ours', { managedFields: [entry('helm', 'Apply', '2026-01-03T00:00:00Z')] }),
  ]);
  assert.equal(fieldManagers, { kubectl: 1, metacontroller: 1 });
  assert.equal([applied, lastApplied, lastEngineWrite], [1, 1, '2026-01-02T00:00:00Z']);
});

const WALL_MS = Date.UTC(2026, 0, 1);
const served: ControllerFact = {
  kind: 'CompositeController',
  name: 'web',
  title: 'CompositeController web',
  refusals: [],
  servedBy: undefined,
  updateMethods: { configmaps: 'Recreate' },
};
const quiet: Facts = {
  missingCrds: [],
  sets: [{ namespace: 'ops', set: 'meta', setUid: 'u' }],
  us: { namespace: 'ops', set: 'meta', setUid: 'u' },
  wantedSet: '',
  slotLabel: SLOT_LABEL,
  controllers: [served],
  kinds: [],
  unreadable: [],
  revisions: 0,
  metacontroller: [],
  replicas: [],
  rights: { engine: { namespace: 'ops', name: 'meta' }, unknown: undefined, missing: [], missingForBack: [] },
  wallMs: WALL_MS,
};

function codesOf(report: CheckReport): readonly string[] {
  return report.findings.map(({ severity, code }) => `${severity} ${code}`);
}

function counts(
  parents: number,
  labelled: number,
  children: { objects: number; toLabel: number; without: number },
): KindCount[] {
  const census = new Census([setup('web', WEBAPPS, CONFIG_MAPS)], SLOT_LABEL);
  const all = Array.from({ length: parents }, (_, index) =>
    object(WEBAPPS, `w${index}`, index < labelled ? { slot: slotOf(`ns/w${index}`) } : {}),
  );
  const annotations = { [LAST_APPLIED_ANNOTATION]: '{}' };
  const maps = Array.from({ length: children.objects }, (_, index) =>
    object(CONFIG_MAPS, `w${index}`, {
      owner: object(WEBAPPS, 'w0'),
      ...(index < children.toLabel ? {} : { slot: slotOf('ns/w0') }),
      ...(index < children.without ? {} : { annotations }),
    }),
  );
  return [count(census, WEBAPPS, all), count(census, CONFIG_MAPS, maps)];
}

test('nothing in the way: nothing found', () => {
  const report = reportOf(quiet);
  assert.equal([report.ready, report.findings], [true, []]);
  assert.match(checkText(report), 'Nothing stands in the way');
});

test('parents with a label whose children have none stand in the way, unless they are being labelled', () => {
  const kinds = counts(3, 1, { objects: 2, toLabel: 2, without: 0 });
  assert.equal(codesOf(reportOf({ ...quiet, kinds })), ['Obstacle PartlyLabelled']);
  const ours = { ...served, servedBy: { text: 'ops/meta', by: 'Us' } } as const;
  assert.equal(codesOf(reportOf({ ...quiet, kinds, controllers: [ours] })), ['Note TakenOver']);
  const allNew = counts(3, 0, { objects: 2, toLabel: 2, without: 0 });
  assert.equal(codesOf(reportOf({ ...quiet, kinds: allNew })), []);
});

test('children without a memory are told, but where nothing is ever written', () => {
  const kinds = counts(1, 0, { objects: 2, toLabel: 2, without: 1 });
  const report = reportOf({ ...quiet, kinds });
  assert.equal(codesOf(report), ['Warning NoLastApplied']);
  assert.match(report.findings[0]?.message ?? '', 're-created');
  const onDelete = { ...served, updateMethods: { configmaps: 'OnDelete' } };
  assert.equal(codesOf(reportOf({ ...quiet, kinds, controllers: [onDelete] })), []);
});

test('writes of a moment ago are told, unless it is known who writes', () => {
  const [parents, children] = counts(1, 0, { objects: 1, toLabel: 1, without: 0 });
  const at = (time: string): Facts => ({
    ...quiet,
    kinds: [parents, children].flatMap((kind) => (kind === undefined ? [] : [{ ...kind, lastEngineWrite: time }])),
  });
  assert.equal(codesOf(reportOf(at('2025-12-31T23:58:30Z'))), ['Warning RecentWrites', 'Warning RecentWrites']);
  assert.equal(codesOf(reportOf(at('2025-12-31T23:57:00Z'))), []);
  assert.equal(codesOf(reportOf({ ...at('2025-12-31T23:59:00Z'), replicas: ['ops/meta-0'] })), []);
});

test('which installation takes over has to be clear', () => {
  const other = { namespace: 'ops', set: 'other', setUid: 'v' };
  assert.equal(codesOf(reportOf({ ...quiet, us: undefined, sets: [] })), ['Note NotInstalled']);
  assert.equal(codesOf(reportOf({ ...quiet, us: undefined, sets: [...quiet.sets, other] })), ['Obstacle SeveralSets']);
  assert.equal(codesOf(reportOf({ ...quiet, us: undefined, wantedSet: 'ops/x' })), ['Obstacle SetNotFound']);
  const crd = reportOf({ ...quiet, us: undefined, sets: [], missingCrds: ['controllershardsets.shardkeeper.io'] });
  assert.equal(codesOf(crd), ['Obstacle MissingCrd']);
});

test('a refusal is told with its field; its end is the remedy when it says what to do', () => {
  const refusal = (message: string): Facts => ({
    ...quiet,
    controllers: [{ ...served, refusals: [{ code: 'InvalidSpec', field: 'spec.x', message }] }],
  });
  const [first] = reportOf(refusal('spec.x is odd: use spec.y')).findings;
  assert.equal([first?.field, first?.message, first?.remedy], ['spec.x', 'spec.x is odd', 'use spec.y']);
  const [second] = reportOf(refusal('spec.x is odd: things would be missing')).findings;
  assert.is(second?.message, 'spec.x is odd: things would be missing');
  assert.match(second?.remedy ?? '', 'Metacontroller');
  assert.not.ok(reportOf(refusal('x')).controllers[0]?.served);
});

test('a Metacontroller is known by its image, wherever it comes from; one that is scaled to 0 does not run', () => {
  for (const image of [
    'ghcr.io/metacontroller/metacontroller:v4.17.2',
    'metacontrollerio/metacontroller',
    'r:5000/m/metacontroller@sha256:0',
  ]) {
    assert.ok(isMetacontroller(image), image);
  }
  for (const image of ['shardkeeper', 'metacontroller/hook:1', 'my-metacontroller:1', 'x/metacontroller-hook']) {
    assert.not.ok(isMetacontroller(image), image);
  }
  const workload = (replicas: number | undefined, status: object): KubeObject => {
    const template = { spec: { containers: [{ image: 'x' }, { image: 'm/metacontroller:v4' }] } };
    return {
      apiVersion: 'apps/v1',
      kind: 'StatefulSet',
      metadata: { namespace: 'mc', name: 'm' },
      spec: { replicas, template },
      status,
    };
  };
  assert.is(runningByImage(workload(undefined, {}))?.object, 'StatefulSet mc/m');
  assert.is(runningByImage(workload(0, { replicas: 1 }))?.object, 'StatefulSet mc/m');
  assert.is(runningByImage(workload(0, {})), undefined);
});

test('rights of one resource are told together', () => {
  const on = (verb: string, more: object = {}): { group: string; resource: string; verb: string } => ({
    group: 'example.com',
    resource: 'webapps',
    verb,
    ...more,
  });
  assert.is(
    rightsText([on('get'), on('patch', { subresource: 'status' }), on('list')]),
    'get, list webapps.example.com; patch webapps.example.com/status',
  );
});
