/** The inequalities I1-I5, and the phases. */
import * as assert from 'uvu/assert';
import { hasCode } from '../../../src/lib/errors.ts';
import { phaseOf } from '../../../src/protocol/phase.ts';
import { DEFAULT_TIMING, type Timing } from '../../../src/protocol/table.ts';
import {
  assertTiming,
  FIVE_SECOND_TIMING,
  stopAfterMs,
  timingOf,
  timingProblem,
  windowMs,
} from '../../../src/protocol/timing.ts';
import { suite } from '../../suite.ts';

const timing = suite('timing of the protocol');

timing('both presets hold', () => {
  assert.is(timingProblem(DEFAULT_TIMING), undefined);
  assert.is(timingProblem(FIVE_SECOND_TIMING), undefined);
  assert.is(windowMs(DEFAULT_TIMING), 11_000);
  assert.is(stopAfterMs(DEFAULT_TIMING), 35_000);
});

const BROKEN: readonly (readonly [string, keyof Timing, Partial<Timing>])[] = [
  ['I1', 'fenceMarginMs', { fenceMarginMs: 3_799 }],
  ['I1, clocks', 'fenceMarginMs', { epsilon: 0.02 }],
  ['I2', 'renewIntervalMs', { renewIntervalMs: 8_000 }],
  ['I3', 'viewMaxAgeMs', { viewMaxAgeMs: 12_000 }],
  ['I5', 'gracePeriodMs', { gracePeriodMs: 25_000 }],
  ['no number', 'stallMaxMs', { stallMaxMs: Number.NaN }],
  ['negative', 'epsilon', { epsilon: -0.01 }],
];
for (const [name, parameter, change] of BROKEN) {
  timing(`refuses ${name}, naming ${parameter}`, () => {
    const broken = { ...DEFAULT_TIMING, ...change };
    assert.match(timingProblem(broken) ?? '', new RegExp(`^${parameter} is `));
    assert.throws(
      () => assertTiming(broken),
      (error: unknown) => hasCode(error, 'InvalidTiming') && error.terminal,
    );
  });
}

timing('the edge of I1 is allowed, of I2, I3 and I5 not', () => {
  assert.is(timingProblem({ ...DEFAULT_TIMING, fenceMarginMs: 3_800 }), undefined);
  assert.is(timingProblem({ ...DEFAULT_TIMING, renewIntervalMs: 7_999 }), undefined);
  assert.is(timingProblem({ ...DEFAULT_TIMING, viewMaxAgeMs: 11_999 }), undefined);
  assert.is(timingProblem({ ...DEFAULT_TIMING, gracePeriodMs: 25_001 }), undefined);
});

timing('a set without values has the defaults', () => {
  assert.equal(timingOf({}), DEFAULT_TIMING);
});

timing('the values of a set, in milliseconds', () => {
  const of = timingOf(
    {
      lease: { durationSeconds: 5, renewIntervalMilliseconds: 1_000, clockErrorPerMille: 20 },
      handoff: { timeoutSeconds: 7, drainTimeoutSeconds: 3, restartGraceSeconds: 0 },
    },
    90_000,
  );
  assert.is(of.leaseDurationMs, 5_000);
  assert.is(of.renewIntervalMs, 1_000);
  assert.is(of.epsilon, 0.02);
  assert.is(of.handoffTimeoutMs, 7_000);
  assert.is(of.drainTimeoutMs, 3_000);
  assert.is(of.restartGraceMs, 0);
  assert.is(of.gracePeriodMs, 90_000);
});

timing('the first phase that fits', () => {
  const facts = { final: true, windowOpen: false, draining: true, active: true, incoming: true };
  assert.is(phaseOf(facts), 'Released');
  assert.is(phaseOf({ ...facts, final: false }), 'Fenced');
  assert.is(phaseOf({ ...facts, final: false, windowOpen: true }), 'Draining');
  assert.is(phaseOf({ ...facts, final: false, windowOpen: true, draining: false }), 'Active');
  const idle = { ...facts, final: false, windowOpen: true, draining: false, active: false };
  assert.is(phaseOf(idle), 'Warming');
  assert.is(phaseOf({ ...idle, incoming: false }), 'Pending');
});
