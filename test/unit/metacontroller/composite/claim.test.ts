import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../../src/kube/types.ts';
import { claimChildren } from '../../../../src/metacontroller/composite/claim.ts';
import { suite } from '../../../suite.ts';
import { child, parent, setup } from '../fixtures.ts';

const test = suite('claim');

const unselected = { labels: { app: 'another' } };
const dying = { deletionTimestamp: '2026-01-01T00:00:00Z' };

const names = (objects: readonly KubeObject[]): readonly string[] => objects.map(({ metadata }) => metadata.name);

const candidates = {
  owned: [child('kept'), child('kept-dying', {}, dying), child('unselected', {}, unselected)],
  orphans: [child('orphan'), child('orphan-dying', {}, dying), child('orphan-unselected', {}, unselected)],
};

test('a living parent keeps, releases and adopts', () => {
  const claim = claimChildren(setup(), parent(), candidates);
  assert.equal(
    { keep: names(claim.keep), release: names(claim.release), adopt: names(claim.adopt) },
    { keep: ['kept', 'kept-dying'], release: ['unselected'], adopt: ['orphan'] },
  );
});

test('a parent that is being deleted neither releases nor adopts', () => {
  const claim = claimChildren(setup(), parent(dying), candidates);
  assert.equal(
    { keep: names(claim.keep), release: names(claim.release), adopt: names(claim.adopt) },
    { keep: ['kept', 'kept-dying'], release: [], adopt: [] },
  );
});

test('a generated selector looks at the uid label alone', () => {
  const labelled = { labels: { 'controller-uid': 'p1' } };
  const claim = claimChildren(setup({ generateSelector: true }), parent({}, { spec: {} }), {
    owned: [child('a'), child('b', {}, labelled)],
    orphans: [child('c'), child('d', {}, labelled)],
  });
  assert.equal(
    { keep: names(claim.keep), release: names(claim.release), adopt: names(claim.adopt) },
    { keep: ['b'], release: ['a'], adopt: ['d'] },
  );
});
