/** What the CRDs say, what was generated from them and what the hand-written files repeat must agree. */
import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import * as names from '../../../src/api/names.ts';
import { SHARD_SET_DEFAULTS, validateControllerShardSet } from '../../../src/api/shard-set.ts';
import type { Assignment } from '../../../src/api/shard-set.ts';
import { HANDOFFS_MAX, validateControllerShard } from '../../../src/api/shard.ts';
import type { ObservedTable, ReleasedRange } from '../../../src/api/shard.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import { ROWS_MAX } from '../../../src/protocol/table.ts';
import type { Observed, Released, Table } from '../../../src/protocol/table.ts';
import { suite } from '../../suite.ts';
import { shard, shardSet } from './fixtures.ts';

/** The part of a CRD's schema that these tests walk through. */
interface Schema {
  readonly type?: string;
  readonly description?: string;
  readonly default?: unknown;
  readonly maximum?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly items?: Schema;
  readonly additionalProperties?: Schema;
  readonly 'x-kubernetes-list-type'?: string;
}

interface Crd {
  readonly metadata: { readonly name: string };
  readonly spec: {
    readonly group: string;
    readonly names: { readonly kind: string; readonly plural: string };
    readonly versions: readonly {
      readonly name: string;
      readonly schema: { readonly openAPIV3Schema: Schema };
    }[];
  };
}

const ROOT = new URL('../../../', import.meta.url);
const FILES = [
  'shardkeeper/controllershardsets.yaml',
  'shardkeeper/controllershards.yaml',
  'metacontroller/compositecontrollers.yaml',
  'metacontroller/decoratorcontrollers.yaml',
  'metacontroller/controllerrevisions.yaml',
];

function crd(file: string): Crd {
  return parse(readFileSync(new URL(`crds/${file}`, ROOT), 'utf8')) as Crd;
}

function schemaOf(file: string): Schema {
  const version = crd(file).spec.versions[0];
  assert.ok(version !== undefined);
  return version.schema.openAPIV3Schema;
}

function at(file: string, path: string): Schema {
  return path.split('.').reduce<Schema>((schema, step) => {
    const next = step === '[]' ? schema.items : schema.properties?.[step];
    if (next === undefined) throw new Error(`${file} has no ${path}`);
    return next;
  }, schemaOf(file));
}

/** Every schema below `schema`, with its path. */
function* walk(schema: Schema, path: string): Generator<readonly [string, Schema]> {
  yield [path, schema];
  for (const [key, child] of Object.entries(schema.properties ?? {})) yield* walk(child, `${path}.${key}`);
  if (schema.items !== undefined) yield* walk(schema.items, `${path}[]`);
  if (schema.additionalProperties !== undefined) yield* walk(schema.additionalProperties, `${path}.*`);
}

const test = suite('api: CRDs and code agree', { timeoutMs: 60_000 });

test('src/api/gen is what crds/ generates', () => {
  const run = spawnSync(process.execPath, ['tools/generate-api.ts', '--check'], { cwd: ROOT, encoding: 'utf8' });
  assert.is(run.status, 0, run.stderr);
});

test('group, kinds and plurals are those of names.ts', () => {
  const expected = [
    [names.GROUP, names.VERSION, names.SHARD_SET_KIND, names.SHARD_SET_PLURAL],
    [names.GROUP, names.VERSION, names.SHARD_KIND, names.SHARD_PLURAL],
    [names.METACONTROLLER_GROUP, 'v1alpha1', names.COMPOSITE_KIND, names.COMPOSITE_PLURAL],
  ];
  const found = FILES.slice(0, 3).map((file) => {
    const { spec } = crd(file);
    return [spec.group, spec.versions[0]?.name, spec.names.kind, spec.names.plural];
  });
  assert.equal(found, expected);
  assert.is(names.API_VERSION, `${names.GROUP}/${names.VERSION}`);
  assert.is(names.METACONTROLLER_API_VERSION, `${names.METACONTROLLER_GROUP}/v1alpha1`);
});

test('the file name of a CRD is its plural, its name is plural.group', () => {
  for (const file of FILES) {
    const { metadata, spec } = crd(file);
    assert.is(metadata.name, `${spec.names.plural}.${spec.group}`);
    assert.ok(file.endsWith(`/${spec.names.plural}.yaml`));
  }
});

test('every field of our kinds has a description, and every scalar field an example', () => {
  const noExample = /\.(apiVersion|kind|metadata|message|conditions\[\]\.\w+)$/;
  const lacking = FILES.slice(0, 2).flatMap((file) =>
    [...walk(schemaOf(file), file)]
      .filter(([path]) => !path.endsWith('[]') && !path.endsWith('.*') && !path.endsWith('.metadata'))
      .filter(([path, { type, description }]) => {
        const scalar = type !== 'object' && type !== 'array';
        const exempt = noExample.test(path) || path.endsWith('.paused');
        return description === undefined || (scalar && !exempt && !/Example /.test(description));
      })
      .map(([path]) => path),
  );
  assert.equal(lacking, []);
});

test('every list of our kinds says how it merges and how long it may be', () => {
  const lacking = FILES.slice(0, 2).flatMap((file) =>
    [...walk(schemaOf(file), file)]
      .filter(([, schema]) => schema.type === 'array')
      .filter(([, schema]) => schema['x-kubernetes-list-type'] === undefined || schema.maxItems === undefined)
      .map(([path]) => path),
  );
  assert.equal(lacking, []);
});

test('the defaults in code are those of the CRD', () => {
  const spec = at(FILES[0] ?? '', 'spec').properties ?? {};
  const defaults = (schema: Schema | undefined): unknown =>
    schema?.properties === undefined
      ? schema?.default
      : Object.fromEntries(Object.entries(schema.properties).map(([key, child]) => [key, child.default]));
  const found = Object.fromEntries(Object.keys(SHARD_SET_DEFAULTS).map((key) => [key, defaults(spec[key])]));
  assert.equal(found, SHARD_SET_DEFAULTS);
  for (const key of ['lease', 'handoff', 'rebalance']) assert.equal(spec[key]?.default, {}, key);
});

test('limits in code are those of the CRDs', () => {
  assert.is(at('shardkeeper/controllershardsets.yaml', 'status.assignment.ranges').maxItems, ROWS_MAX);
  assert.is(at('shardkeeper/controllershardsets.yaml', 'status.assignment.ranges.[].end').maximum, SLOT_COUNT - 1);
  assert.is(at('shardkeeper/controllershards.yaml', 'status.handoffs').maxItems, HANDOFFS_MAX);
});

test('nobody can say how many slots there are: 4096 is in schema and code, and in no field', () => {
  const file = 'shardkeeper/controllershardsets.yaml';
  const fields = [...walk(at(file, 'spec'), 'spec')].map(([path]) => path.split('.').at(-1) ?? '');
  assert.ok(fields.length > 20);
  const suspicious = fields.filter((field) => /slot|shard|bucket|partition/i.test(field));
  assert.equal(suspicious.toSorted(), ['maxMovingSlots', 'slotLabel'], 'how many may move at once; an immutable name');
  assert.is(at(file, 'spec.overrides.[].range.end').maximum, SLOT_COUNT - 1);
});

test('a handoff reads as a story when its fields are sorted', () => {
  const fields = Object.keys(at('shardkeeper/controllershards.yaml', 'status.handoffs.[]').properties ?? {});
  assert.equal(fields, fields.toSorted());
  assert.is(fields[0], 'at');
  assert.is(fields.at(-1), 'summary');
});

/** These compile only while the types of the API and those of the protocol can stand for each other, both ways. */
const throughTable = (assignment: Assignment): Assignment => ((table: Table) => table)(assignment);
const throughObserved = (observed: ObservedTable): ObservedTable => ((view: Observed) => view)(observed);
const throughReleased = (released: ReleasedRange): ReleasedRange => ((range: Released) => range)(released);

test('the table of the API is the table of the protocol, without conversion', () => {
  const assignment = validateControllerShardSet(shardSet).status?.assignment;
  const { observed, released } = validateControllerShard(shard).status ?? {};
  assert.ok(assignment !== undefined && observed !== undefined && released?.[0] !== undefined);
  assert.is(throughTable(assignment), assignment);
  assert.is(throughObserved(observed), observed);
  assert.is(throughReleased(released[0]), released[0]);
});
