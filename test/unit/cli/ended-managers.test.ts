import * as assert from 'uvu/assert';
import { endedManagers, ofPod } from '../../../src/cli/daemon/ended-managers.ts';
import { suite } from '../../suite.ts';

const test = suite('managers that have ended');

const idOf = (name: string, pod: string): string => `${name}${ofPod(pod)}`;

test('one of an earlier container of this pod has ended, one of another pod has not', () => {
  const hasEnded = endedManagers('pod-1');
  assert.ok(hasEnded(idOf('m-0_a', 'pod-1')));
  assert.not.ok(hasEnded(idOf('m-1_b', 'pod-2')));
  assert.not.ok(hasEnded('m-1_pod-11'));
});

test('two that live in one pod take the Lease from one another once, and then let it run out', () => {
  const [first, second] = [endedManagers('pod-1'), endedManagers('pod-1')];
  assert.ok(second(idOf('first', 'pod-1')));
  assert.ok(first(idOf('second', 'pod-1')));
  for (let times = 0; times < 3; times++) {
    assert.not.ok(second(idOf('first', 'pod-1')));
    assert.not.ok(first(idOf('second', 'pod-1')));
  }
  assert.ok(first(idOf('third', 'pod-1')));
});

test('without a UID nobody is known to have ended', () => {
  assert.not.ok(endedManagers('')('m-0_a'));
  assert.is(idOf('m-0_a', ''), 'm-0_a');
});
