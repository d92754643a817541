import * as assert from 'uvu/assert';

import type { Pod } from '../../../src/testing/cluster/kubelet/pod.ts';
import { podStatus, type ReportedStatus, type StatusInput } from '../../../src/testing/cluster/kubelet/pod-status.ts';
import { stepProbe, UNPROBED } from '../../../src/testing/cluster/kubelet/probe-state.ts';
import type { RunnerState } from '../../../src/testing/cluster/kubelet/runner-state.ts';
import { suite } from '../../suite.ts';

const test = suite('kubelet: status and probes');

const POD: Pod = { metadata: { name: 'p', namespace: 'n', uid: 'u' }, spec: { containers: [{ name: 'main' }] } };
const LAST = { exitCode: 137, reason: 'Error', startedWallMs: 0, finishedWallMs: 1000 };
const common = { restarts: 0, last: undefined, failures: 0 };
const running = (ready: boolean): RunnerState => ({
  ...common,
  type: 'Running',
  startedWallMs: 0,
  startedMs: 0,
  started: true,
  ready,
});

function status(state: RunnerState, more: Partial<StatusInput> = {}): ReportedStatus {
  const input = {
    pod: POD,
    podIP: '127.66.0.1',
    hostIP: '127.66.0.254',
    pid: 42,
    acceptedWallMs: 0,
    reported: [],
    wallMs: 5000,
  };
  return podStatus({ ...input, state, ...more });
}
const condition = (of: ReportedStatus, type: string): unknown => of.conditions.find((one) => one.type === type)?.status;
const container = (of: ReportedStatus): Record<string, unknown> =>
  (of['containerStatuses'] as Record<string, unknown>[])[0] ?? {};

test('phases', () => {
  assert.is(status({ ...common, type: 'Preparing' }).phase, 'Pending');
  assert.is(status(running(false)).phase, 'Running');
  assert.is(
    status({ ...common, last: LAST, type: 'BackingOff', reason: 'CrashLoopBackOff', message: '' }).phase,
    'Running',
  );
  assert.is(status({ ...common, last: LAST, type: 'Ended' }).phase, 'Failed');
  assert.is(status({ ...common, last: { ...LAST, exitCode: 0 }, type: 'Removing' }).phase, 'Succeeded');
});

test('ready is the container and all readiness gates', () => {
  assert.is(condition(status(running(true)), 'Ready'), 'True');
  assert.is(condition(status(running(false)), 'Ready'), 'False');
  const gated: Pod = { ...POD, spec: { ...POD.spec, readinessGates: [{ conditionType: 'x/open' }] } };
  assert.is(condition(status(running(true), { pod: gated }), 'Ready'), 'False');
  const open: Pod = { ...gated, status: { conditions: [{ type: 'x/open', status: 'True' }] } };
  const shown = status(running(true), { pod: open });
  assert.is(condition(shown, 'Ready'), 'True');
  assert.is(condition(shown, 'x/open'), 'True', 'conditions of others are kept');
});

test('a condition keeps its time while its status stays', () => {
  const first = status(running(true));
  const second = status(running(true), { reported: first.conditions, wallMs: 9000 });
  assert.equal(second.conditions, first.conditions);
  const third = status(running(false), { reported: second.conditions, wallMs: 9000 });
  assert.is(third.conditions.find((one) => one.type === 'Ready')?.lastTransitionTime, '1970-01-01T00:00:09Z');
});

test('the last termination is shown while the process runs again', () => {
  const shown = container(status({ ...running(true), last: LAST, restarts: 3 }));
  assert.is(shown['restartCount'], 3);
  assert.equal((shown['lastState'] as { terminated: { exitCode: number } }).terminated.exitCode, 137);
  assert.equal(shown['containerID'], 'process://42');
});

test('probe verdicts change at their thresholds only', () => {
  const probe = { failureThreshold: 3, successThreshold: 2 };
  const verdicts: string[] = [];
  let state = UNPROBED;
  for (const ok of [true, false, true, true, false, false, true, false, false, false]) {
    state = stepProbe(state, ok, probe);
    verdicts.push(state.verdict);
  }
  const [u, s, f] = ['Unknown', 'Success', 'Failure'];
  assert.equal(verdicts, [u, u, u, s, s, s, s, s, s, f]);
});
