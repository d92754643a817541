import * as assert from 'uvu/assert';
import fc from 'fast-check';

import {
  initialState,
  step,
  type RunnerConfig,
  type RunnerEffect,
  type RunnerEvent,
  type RunnerState,
} from '../../../src/testing/cluster/kubelet/runner-state.ts';
import { suite } from '../../suite.ts';

const test = suite('kubelet: runner state');

const CONFIG: RunnerConfig = {
  restartPolicy: 'Always',
  backOffBaseMs: 250,
  backOffMaxMs: 10_000,
  startedAtOnce: true,
  readyAtOnce: false,
};

/** Plays events, one second apart. */
function play(
  events: readonly RunnerEvent[],
  config: Partial<RunnerConfig> = {},
  heldBack = false,
): { readonly state: RunnerState; readonly effects: readonly RunnerEffect[] } {
  let { state } = initialState(false);
  let effects: readonly RunnerEffect[] = [];
  events.forEach((event, i) => {
    const now = { monotonicMs: (i + 1) * 1000, wallMs: (i + 1) * 1000 };
    ({ state, effects } = step(state, { event, heldBack, now, config: { ...CONFIG, ...config } }));
  });
  return { state, effects };
}

const prepared: RunnerEvent = { type: 'Prepared' };
const exited = (exitCode: number): RunnerEvent => ({ type: 'Exited', exitCode });
const backOffOver: RunnerEvent = { type: 'BackOffOver' };
const deleted: RunnerEvent = { type: 'DeletionSeen' };
const probed = (probe: 'startup' | 'liveness' | 'readiness', ok: boolean): RunnerEvent => ({
  type: 'Probed',
  probe,
  ok,
});
const kinds = (effects: readonly RunnerEffect[]): readonly string[] => effects.map((effect) => effect.type);
const delay = (effects: readonly RunnerEffect[]): number | undefined =>
  effects.flatMap((effect) => (effect.type === 'StartBackOff' ? [effect.delayMs] : []))[0];

test('a crash is followed by a restart that is counted', () => {
  const crashed = play([prepared, exited(137)]);
  assert.is(crashed.state.type, 'BackingOff');
  assert.is(delay(crashed.effects), 250);
  const again = play([prepared, exited(137), backOffOver, prepared]);
  assert.is(again.state.type, 'Running');
  assert.is(again.state.restarts, 1);
  assert.is(again.state.last?.exitCode, 137);
});

test('the wait doubles up to its limit', () => {
  const round = [prepared, exited(1), backOffOver];
  const waits = Array.from({ length: 8 }, (_, n) =>
    delay(play([...Array.from({ length: n }, () => round).flat(), prepared, exited(1)]).effects),
  );
  assert.equal(waits, [250, 500, 1000, 2000, 4000, 8000, 10_000, 10_000]);
});

test('a process that lived long starts quickly again', () => {
  const { state } = play([prepared, exited(1), backOffOver, prepared]);
  const now = { monotonicMs: 100_000, wallMs: 100_000 };
  const { effects } = step(state, { event: exited(1), heldBack: false, now, config: CONFIG });
  assert.is(delay(effects), 250);
});

test('readiness follows the probe, and only changes are reported', () => {
  assert.equal(kinds(play([prepared, probed('readiness', true)]).effects), ['ReportStatus']);
  assert.equal(kinds(play([prepared, probed('readiness', true), probed('readiness', true)]).effects), []);
});

test('the other probes begin when the startup probe has succeeded; a failed one restarts', () => {
  const { state, effects } = play([prepared, probed('startup', true)], { startedAtOnce: false });
  assert.ok(state.type === 'Running' && state.started && !state.ready);
  assert.equal(kinds(effects), ['StartProbes', 'ReportStatus']);
  assert.is(play([prepared, probed('startup', false)], { startedAtOnce: false }).state.type, 'Stopping');
});

test('a failed liveness probe ends the process, and then restarts it', () => {
  const { state, effects } = play([prepared, probed('liveness', false)]);
  assert.is(state.type, 'Stopping');
  assert.ok(kinds(effects).includes('Terminate'));
  assert.is(play([prepared, probed('liveness', false), exited(143)]).state.type, 'BackingOff');
});

test('a deletion ends the process with grace; the object goes after it, not before', () => {
  const stopping = play([prepared, deleted]);
  assert.ok(kinds(stopping.effects).includes('Terminate'));
  assert.not.ok(kinds(stopping.effects).includes('RemoveObject'));
  const ended = play([prepared, deleted, exited(0)]);
  assert.is(ended.state.type, 'Removing');
  assert.equal(kinds(ended.effects), ['StopProbes', 'ReportStatus', 'RemoveObject']);
});

test('a deletion while a probe failure is ending the process: no restart', () => {
  assert.is(play([prepared, probed('liveness', false), deleted, exited(0)]).state.type, 'Removing');
});

test('restart policies', () => {
  assert.is(play([prepared, exited(0)], { restartPolicy: 'OnFailure' }).state.type, 'Ended');
  assert.is(play([prepared, exited(1)], { restartPolicy: 'OnFailure' }).state.type, 'BackingOff');
  assert.is(play([prepared, exited(1)], { restartPolicy: 'Never' }).state.type, 'Ended');
});

test('held back: not restarted before it is released', () => {
  assert.is(play([prepared, exited(137)], {}, true).state.type, 'HeldBack');
  const released = play([prepared, exited(137), { type: 'HeldBack' }, { type: 'Released' }]);
  assert.is(released.state.type, 'Preparing');
  assert.is(initialState(true).state.type, 'HeldBack');
});

test('whatever happens: after a deletion nothing is started, and an ended process is removed once', () => {
  const event = fc.oneof(
    fc.constantFrom<RunnerEvent>(prepared, backOffOver, deleted, { type: 'HeldBack' }, { type: 'Released' }),
    fc.constantFrom<RunnerEvent>(exited(0), exited(1), { type: 'PrepareFailed', reason: 'r', message: 'm' }),
    fc.record<RunnerEvent & { type: 'Probed' }>({
      type: fc.constant('Probed'),
      probe: fc.constantFrom('startup', 'liveness', 'readiness'),
      ok: fc.boolean(),
    }),
  );
  fc.assert(
    fc.property(fc.array(event, { maxLength: 30 }), (events) => {
      let { state } = initialState(false);
      let [wasDeleted, removals] = [false, 0];
      events.forEach((one, i) => {
        const before = state.type;
        const now = { monotonicMs: i * 1000, wallMs: i * 1000 };
        const transition = step(state, { event: one, heldBack: false, now, config: CONFIG });
        state = transition.state;
        wasDeleted ||= one.type === 'DeletionSeen';
        const effects = kinds(transition.effects);
        removals += effects.filter((kind) => kind === 'RemoveObject').length;
        if (wasDeleted) assert.not.ok(effects.includes('Prepare'));
        if (effects.includes('RemoveObject')) assert.ok(before !== 'Running', 'a running process must end first');
      });
      assert.ok(removals <= 1);
    }),
  );
});
