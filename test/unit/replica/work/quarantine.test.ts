/** The mark on an object, and what follows from it. */
import * as assert from 'uvu/assert';
import { QUARANTINE_ANNOTATION } from '../../../../src/api/names.ts';
import type { KubeObject } from '../../../../src/kube/types.ts';
import {
  standingOf,
  trialIn,
  withLateTrial,
  withoutTrial,
  withTrial,
  type Standing,
} from '../../../../src/replica/work/quarantine.ts';
import { suite } from '../../../suite.ts';

const test = suite('quarantine');

const NOW = Date.UTC(2026, 11, 1);
const MINUTE = 60_000;

function objectWith(mark: string | undefined, generation: number | undefined = 3): KubeObject {
  return {
    apiVersion: 'example.com/v1',
    kind: 'WebApp',
    metadata: {
      name: 'web',
      ...(generation === undefined ? {} : { generation }),
      ...(mark === undefined ? {} : { annotations: { [QUARANTINE_ANNOTATION]: mark } }),
    },
  };
}

const judge = (object: KubeObject, wallMs = NOW, suspected = false): Standing =>
  standingOf({ object, controller: 'c', suspected, wallMs });

/** The object after trials that nobody survived, each at its time. */
function tried(...atMs: readonly number[]): KubeObject {
  let mark: string | undefined;
  for (const [index, wallMs] of atMs.entries()) {
    mark = withTrial({ object: objectWith(mark), controller: 'c', suspected: true, wallMs }, index + 1);
  }
  return objectWith(mark);
}

test('who is neither suspect nor marked is free', () => {
  assert.equal(judge(objectWith(undefined)), { type: 'Free' });
});

test('a suspect is tried twice before it is left alone, whoever does it', () => {
  assert.equal(judge(objectWith(undefined), NOW, true), { type: 'Trial', trials: 1 });
  assert.equal(judge(tried(NOW)), { type: 'Trial', trials: 2 });
  assert.equal(judge(tried(NOW, NOW)), { type: 'Quarantined', trials: 2, untilMs: NOW + 10 * MINUTE });
});

test('after its time it is tried once more, and then left alone for twice as long', () => {
  assert.equal(judge(tried(NOW, NOW), NOW + 10 * MINUTE), { type: 'Trial', trials: 3 });
  assert.equal(judge(tried(0, 0, NOW)), { type: 'Quarantined', trials: 3, untilMs: NOW + 20 * MINUTE });
  const often = tried(...Array.from({ length: 40 }, () => NOW));
  assert.equal(judge(often), { type: 'Quarantined', trials: 40, untilMs: NOW + 24 * 60 * MINUTE });
});

test('three trials that took long count for nothing, no more: whoever needs long to kill is convicted all the same', () => {
  let object = objectWith(undefined);
  const standings: Standing[] = [];
  for (let trials = 1; trials <= 6; trials++) {
    const mark = withTrial({ object, controller: 'c', suspected: true, wallMs: NOW }, trials);
    const late = withLateTrial(objectWith(mark), 'c');
    assert.is(trialIn(late, 'c'), trialIn(mark, 'c'));
    object = objectWith(late);
    standings.push(judge(object));
  }
  assert.equal(standings, [
    ...[2, 3, 4, 5].map((trials) => ({ type: 'Trial', trials })),
    { type: 'Quarantined', trials: 5, untilMs: NOW + 10 * MINUTE },
    { type: 'Quarantined', trials: 6, untilMs: NOW + 20 * MINUTE },
  ]);
  assert.is(withLateTrial(objectWith(undefined), 'c'), undefined);
});

test('a trial that took long does not excuse those that did not', () => {
  const late = withLateTrial(tried(NOW), 'c');
  const second = withTrial({ object: objectWith(late), controller: 'c', suspected: true, wallMs: NOW }, 2);
  assert.equal(judge(objectWith(second)), { type: 'Trial', trials: 3 });
  const third = withTrial({ object: objectWith(second), controller: 'c', suspected: true, wallMs: NOW }, 3);
  assert.is(judge(objectWith(third)).type, 'Quarantined');
});

test('a changed spec shortens the time, and does not let somebody who changes it all the time end replicas all the time', () => {
  const mark = tried(NOW, NOW).metadata.annotations?.[QUARANTINE_ANNOTATION];
  const changed = objectWith(mark, 4);
  assert.equal(judge(changed), { type: 'Quarantined', trials: 2, untilMs: NOW + MINUTE });
  assert.equal(judge(changed, NOW + MINUTE), { type: 'Trial', trials: 3 });
  const first = objectWith(tried(NOW).metadata.annotations?.[QUARANTINE_ANNOTATION], 4);
  assert.equal(judge(first), { type: 'Trial', trials: 2 });
});

test('a mark from the future counts from now', () => {
  assert.equal(judge(tried(NOW + 60 * MINUTE, NOW + 60 * MINUTE)), {
    type: 'Quarantined',
    trials: 2,
    untilMs: NOW + 10 * MINUTE,
  });
});

test('controllers do not see, and do not lose, marks of one another', () => {
  const both = withTrial({ object: tried(NOW), controller: 'other', suspected: true, wallMs: NOW }, 1);
  assert.equal(judge(objectWith(both)), { type: 'Trial', trials: 2 });
  const left = withoutTrial(objectWith(both), 'c');
  assert.equal(judge(objectWith(left ?? '')), { type: 'Free' });
  assert.is(withoutTrial(objectWith(left ?? ''), 'other'), null);
});

test('what nobody can read does not stand', () => {
  for (const mark of [
    '',
    'no',
    '[]',
    '{"c":1}',
    '{"c":{"trials":2}}',
    '{"c":{"trials":-1,"at":"2026-12-01T00:00:00Z"}}',
  ]) {
    assert.equal(judge(objectWith(mark)), { type: 'Free' }, mark);
  }
});
