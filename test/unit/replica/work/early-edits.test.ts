/** What is edited in the middle of a handoff is looked at first, and once. */
import * as assert from 'uvu/assert';
import type { KubeObject } from '../../../../src/kube/types.ts';
import type { Controller, ObjectChange, RootRef } from '../../../../src/replica/ports.ts';
import { EarlyEdits } from '../../../../src/replica/work/early-edits.ts';
import { Hosted } from '../../../../src/replica/work/hosted.ts';
import { suite } from '../../../suite.ts';

const test = suite('early edits');

const RESOURCE = { group: 'e', version: 'v1', plural: 'apps', kind: 'App', namespaced: true, hasStatus: true };
const controller: Controller = {
  name: 'c',
  resources: [{ resource: RESOURCE, role: 'root' }],
  rootsOf: () => [],
  reconcile: () => Promise.resolve({ type: 'Settled' }),
};
const hosted = new Hosted(controller, () => {});
const rootNamed = (name: string): RootRef => ({ groupResource: 'apps.e', key: `n/${name}` });
const object = (name: string, generation: number): KubeObject => ({
  apiVersion: 'e/v1',
  kind: 'App',
  metadata: { namespace: 'n', name, generation },
});

function change(name: string, from: number, to: number): ObjectChange {
  return { resource: RESOURCE, before: object(name, from), after: object(name, to) };
}

function names(subject: EarlyEdits, nowMs: number): readonly string[] {
  return subject.take(hosted, [{ start: 0, end: 9 }], nowMs).map(({ root }) => root.key);
}

test('an edit is taken once, in the slots that are open, and the first look leaves it out until it has been', () => {
  const subject = new EarlyEdits();
  subject.note({ hosted, root: rootNamed('here'), slot: 5 }, change('here', 1, 2), 0);
  subject.note({ hosted, root: rootNamed('elsewhere'), slot: 50 }, change('elsewhere', 1, 2), 0);
  assert.equal(names(subject, 10), ['n/here']);
  assert.equal(names(subject, 10), []);
  assert.ok(subject.wasTaken(hosted, rootNamed('here')));
  assert.not.ok(subject.wasTaken(hosted, rootNamed('elsewhere')));
  subject.forget([{ start: 0, end: 9 }]);
  assert.not.ok(subject.wasTaken(hosted, rootNamed('here')));
});

test('only edits of the root itself: no status, no child, nothing that is new or gone', () => {
  const subject = new EarlyEdits();
  const edited = { hosted, root: rootNamed('a'), slot: 1 };
  subject.note(edited, change('a', 2, 2), 0);
  subject.note(edited, change('a-child', 1, 2), 0);
  subject.note(edited, { ...change('a', 1, 2), before: undefined }, 0);
  subject.note(edited, { ...change('a', 1, 2), after: undefined }, 0);
  assert.equal(names(subject, 0), []);
});

test('what the old owner must have served by now is forgotten', () => {
  const subject = new EarlyEdits();
  subject.note({ hosted, root: rootNamed('old'), slot: 1 }, change('old', 1, 2), 0);
  subject.note({ hosted, root: rootNamed('new'), slot: 1 }, change('new', 1, 2), 1_500);
  assert.equal(names(subject, 2_500), ['n/new']);
});
