import * as fc from 'fast-check';
import * as assert from 'uvu/assert';
import { deepEqual } from '../../../../src/lib/deep-equal.ts';
import { hasCode } from '../../../../src/lib/errors.ts';
import type { JsonMap } from '../../../../src/metacontroller/apply/json-values.ts';
import { threeWayMerge } from '../../../../src/metacontroller/apply/merge.ts';
import type { MergeOptions } from '../../../../src/metacontroller/apply/merge.ts';
import { suite } from '../../../suite.ts';

const test = suite('three-way merge');

const same: MergeOptions = { tolerate: 'SameItems' };
const more: MergeOptions = { tolerate: 'MoreItems' };

interface Row {
  readonly name: string;
  readonly observed: JsonMap;
  readonly lastApplied?: JsonMap;
  readonly desired: JsonMap;
  readonly merged: JsonMap;
  readonly options?: MergeOptions;
}

const rows: readonly Row[] = [
  {
    name: 'fields of others stay, wanted ones win, those not wanted any more go',
    observed: { mine: 1, theirs: 2, dropped: 3 },
    lastApplied: { mine: 0, dropped: 3 },
    desired: { mine: 9, new: 4 },
    merged: { mine: 9, theirs: 2, new: 4 },
  },
  {
    name: 'a map that is missing is created as wanted',
    observed: {},
    desired: { spec: { template: { a: [1] } } },
    merged: { spec: { template: { a: [1] } } },
  },
  {
    name: 'list items are matched by name, in observed order, new ones last',
    observed: { c: [{ name: 'b', x: 1, theirs: 1 }, { name: 'sidecar' }, { name: 'gone' }] },
    lastApplied: { c: [{ name: 'b' }, { name: 'gone' }] },
    desired: { c: [{ name: 'new' }, { name: 'b', x: 2 }] },
    merged: { c: [{ name: 'b', x: 2, theirs: 1 }, { name: 'sidecar' }, { name: 'new' }] },
  },
  {
    name: 'containerPort comes before name',
    observed: { p: [{ containerPort: 80, name: 'a', theirs: 1 }] },
    desired: { p: [{ containerPort: 80, name: 'renamed' }] },
    merged: { p: [{ containerPort: 80, name: 'renamed', theirs: 1 }] },
  },
  {
    name: 'numbers and numeric texts are the same key',
    observed: { p: [{ port: '80', theirs: 1 }] },
    desired: { p: [{ port: 80 }] },
    merged: { p: [{ port: 80, theirs: 1 }] },
  },
  {
    name: 'one port in two protocols stays two items',
    observed: {
      p: [
        { containerPort: 53, protocol: 'TCP', theirs: 1 },
        { containerPort: 53, protocol: 'UDP', theirs: 2 },
      ],
    },
    desired: { p: [{ containerPort: 53, protocol: 'UDP' }, { containerPort: 53 }] },
    merged: {
      p: [
        { containerPort: 53, protocol: 'TCP', theirs: 1 },
        { containerPort: 53, protocol: 'UDP', theirs: 2 },
      ],
    },
  },
  {
    name: 'a list without a common key is replaced',
    observed: { args: ['a', 'theirs'], env: [{ name: 'A' }, { value: 'no name' }] },
    lastApplied: { args: ['a'] },
    desired: { args: ['b'], env: [{ name: 'B' }] },
    merged: { args: ['b'], env: [{ name: 'B' }] },
  },
  {
    name: 'a list without a key stays when it is still what was asked for, plus defaults',
    observed: { sources: [{ token: { path: 'p', expirationSeconds: 3607 } }] },
    lastApplied: { sources: [{ token: { path: 'p' } }] },
    desired: { sources: [{ token: { path: 'p' } }] },
    merged: { sources: [{ token: { path: 'p', expirationSeconds: 3607 } }] },
  },
  {
    name: 'an item added to an unchanged list is drift by default',
    observed: { args: ['a', 'theirs'] },
    lastApplied: { args: ['a'] },
    desired: { args: ['a'] },
    merged: { args: ['a'] },
  },
  {
    name: 'and tolerated where objects would be recreated for it',
    observed: { tolerations: [{ key: 'mine' }, { key: 'admission' }] },
    lastApplied: { tolerations: [{ key: 'mine' }] },
    desired: { tolerations: [{ key: 'mine' }] },
    merged: { tolerations: [{ key: 'mine' }, { key: 'admission' }] },
    options: more,
  },
  {
    name: 'a list that should become empty becomes empty',
    observed: { args: ['a'], named: [{ name: 'a' }] },
    lastApplied: { args: ['a'], named: [{ name: 'a' }] },
    desired: { args: [], named: [] },
    merged: { args: [], named: [] },
    options: more,
  },
  {
    name: 'integers beyond 2^53 keep every digit',
    observed: { id: 9007199254740993n },
    desired: { id: 9007199254740995n },
    merged: { id: 9007199254740995n },
  },
  {
    name: 'a field named __proto__ is only a field',
    observed: {},
    desired: JSON.parse('{"__proto__":{"polluted":true}}') as JsonMap,
    merged: JSON.parse('{"__proto__":{"polluted":true}}') as JsonMap,
  },
];

for (const { name, observed, lastApplied = {}, desired, merged, options = same } of rows) {
  test(name, () => {
    const result = threeWayMerge({ observed, lastApplied, desired }, options);
    assert.ok(deepEqual(result, merged), `got ${String(Object.keys(result))}`);
    assert.ok(deepEqual(threeWayMerge({ observed: result, lastApplied: desired, desired }, options), merged));
  });
}

test('a map where the hook wants a list is refused', () => {
  for (const [observed, desired] of [
    [{ a: { b: 1 } }, { a: [] }],
    [{ a: [1] }, { a: { b: 1 } }],
    [{ a: { b: 1 } }, { a: 'x' }],
  ] as const) {
    try {
      threeWayMerge({ observed, lastApplied: {}, desired }, same);
      assert.unreachable();
    } catch (error) {
      assert.ok(hasCode(error, 'MergeConflict'));
    }
  }
});

/** Documents whose fields always have the same type, as under a schema: `s…` scalars, `m…` maps, `l…` lists, `n…` named lists. */
const scalar = fc.oneof(fc.integer({ min: 0, max: 3 }), fc.constantFrom('x', 'y'));
const named = fc.uniqueArray(
  fc.record({ name: fc.constantFrom('a', 'b', 'c'), v: scalar }, { requiredKeys: ['name'] }),
  { selector: (item) => item.name, maxLength: 3 },
);
const document = fc.letrec<{ readonly doc: JsonMap }>((tie) => ({
  doc: fc.record(
    { s1: scalar, s2: scalar, m1: tie('doc'), l1: fc.array(scalar, { maxLength: 3 }), n1: named },
    { requiredKeys: [] },
  ) as fc.Arbitrary<JsonMap>,
})).doc;
const versions = fc.record({ observed: document, lastApplied: document, desired: document });
const anyOptions = fc.constantFrom(same, more);

test('merging the result again changes nothing', () => {
  fc.assert(
    fc.property(versions, anyOptions, ({ observed, lastApplied, desired }, options) => {
      const once = threeWayMerge({ observed, lastApplied, desired }, options);
      const twice = threeWayMerge({ observed: once, lastApplied: desired, desired }, options);
      return deepEqual(once, twice);
    }),
  );
});

/** Oracle: every path that leads to a scalar through maps only. */
function scalarPaths(value: JsonMap, prefix = ''): readonly (readonly [string, unknown])[] {
  return Object.entries(value).flatMap(([field, inner]): readonly (readonly [string, unknown])[] => {
    if (Array.isArray(inner)) return [];
    if (typeof inner === 'object' && inner !== null) return scalarPaths(inner as JsonMap, `${prefix}${field}.`);
    return [[`${prefix}${field}`, inner]];
  });
}

test('scalars are what a dumb rule over paths says', () => {
  fc.assert(
    fc.property(versions, ({ observed, lastApplied, desired }) => {
      const merged = new Map(scalarPaths(threeWayMerge({ observed, lastApplied, desired }, same)));
      const wanted = new Map(scalarPaths(desired));
      for (const [path, value] of wanted) if (merged.get(path) !== value) return false;
      const remembered = new Map(scalarPaths(lastApplied));
      for (const [path, value] of scalarPaths(observed)) {
        if (!wanted.has(path) && !remembered.has(path) && !underDropped(path, lastApplied, desired)) {
          if (merged.get(path) !== value) return false;
        }
      }
      return true;
    }),
  );
});

/** A whole map that was wanted before and is not any more takes everything in it away. */
function underDropped(path: string, lastApplied: JsonMap, desired: JsonMap): boolean {
  let last: unknown = lastApplied;
  let wanted: unknown = desired;
  for (const field of path.split('.')) {
    const inLast = Object.hasOwn((last ?? {}) as JsonMap, field);
    const inWanted = Object.hasOwn((wanted ?? {}) as JsonMap, field);
    if (inLast && !inWanted) return true;
    last = inLast ? (last as JsonMap)[field] : {};
    wanted = inWanted ? (wanted as JsonMap)[field] : {};
  }
  return false;
}

test('what was never asked for stays, item by item, in lists with keys', () => {
  fc.assert(
    fc.property(named, named, named, (observed, lastApplied, desired) => {
      const merged = threeWayMerge(
        { observed: { n: observed }, lastApplied: { n: lastApplied }, desired: { n: desired } },
        same,
      )['n'] as readonly { readonly name: string }[];
      if (observed.length + lastApplied.length + desired.length === 0) return merged.length === 0;
      const names = new Set(desired.map((item) => item.name));
      for (const item of observed) if (!lastApplied.some((last) => last.name === item.name)) names.add(item.name);
      return deepEqual([...names].toSorted(), merged.map((item) => item.name).toSorted());
    }),
  );
});
