import * as assert from 'uvu/assert';

import { createEventRequest, repeatEventRequest, subjectOf } from '../../../src/kube/event-body.ts';
import { EventCorrelator } from '../../../src/kube/event-correlator.ts';
import { suite } from '../../suite.ts';

const test = suite('events');

const budget = { burst: 2, refillMs: 1000 };
const about = (note: string): Parameters<EventCorrelator['decide']>[0] => ({
  budgetKey: 'Reason/ns/a',
  seriesKey: note,
  name: `name-of-${note}`,
  budget,
});

test('a repetition joins the series, what is over budget is only counted', () => {
  const correlator = new EventCorrelator();
  assert.equal(correlator.decide(about('x'), 0), { type: 'Create' });
  assert.equal(correlator.decide(about('x'), 1), { type: 'Repeat', name: 'name-of-x', count: 2 });
  assert.equal(correlator.decide(about('x'), 2), { type: 'Suppress' });
  assert.equal(correlator.decide(about('y'), 3), { type: 'Suppress' });
  assert.equal(correlator.decide(about('x'), 1100), { type: 'Repeat', name: 'name-of-x', count: 4 });
});

test('other objects and reasons have budgets of their own', () => {
  const correlator = new EventCorrelator();
  for (const note of ['a', 'b', 'c']) correlator.decide(about(note), 0);
  assert.equal(correlator.decide({ ...about('d'), budgetKey: 'Other/ns/a' }, 0), { type: 'Create' });
});

test('a series ends by silence, or when its object is gone', () => {
  const correlator = new EventCorrelator();
  correlator.decide(about('x'), 0);
  assert.equal(correlator.decide(about('x'), 6 * 60_000), { type: 'Create' });
  correlator.forget('x');
  assert.equal(correlator.decide(about('x'), 6 * 60_000 + 1), { type: 'Create' });
});

test('memory is bounded: the least recently used is forgotten', () => {
  const correlator = new EventCorrelator(2);
  for (const note of ['a', 'b']) correlator.decide({ ...about(note), budgetKey: note }, 0);
  correlator.decide({ ...about('a'), budgetKey: 'a' }, 1);
  correlator.decide({ ...about('c'), budgetKey: 'c' }, 2);
  assert.is(correlator.decide({ ...about('a'), budgetKey: 'a' }, 2000).type, 'Repeat');
  assert.is(correlator.decide({ ...about('b'), budgetKey: 'b' }, 2000).type, 'Create');
});

test('bodies follow the two APIs', () => {
  const object = { apiVersion: 'a/v1', kind: 'Foo', metadata: { name: 'f', uid: 'u', resourceVersion: '1' } };
  const input = {
    regarding: subjectOf(object),
    type: 'Warning',
    reason: 'R',
    action: 'A',
    note: 'x'.repeat(2000),
  } as const;
  const source = { controller: 'c', instance: 'i', wallMs: Date.UTC(2026, 0, 2) };
  const ours = createEventRequest(input, 'n', source);
  assert.ok(ours.verb === 'create');
  assert.is(ours.body.metadata.namespace, 'default', 'cluster-scoped objects have their events there');
  assert.is(ours.body['eventTime'], '2026-01-02T00:00:00.000000Z');
  assert.is(String(ours.body['note']).length, 1024);
  const core = createEventRequest({ ...input, api: 'core' }, 'n', source);
  assert.ok(core.verb === 'create');
  assert.equal([core.resource.group, core.body['count'], core.body['firstTimestamp']], ['', 1, '2026-01-02T00:00:00Z']);
  const repeated = repeatEventRequest(input, { name: 'n', count: 3 }, source);
  assert.ok(repeated.verb === 'patch');
  assert.equal(repeated.patch, { series: { count: 3, lastObservedTime: '2026-01-02T00:00:00.000000Z' } });
});
