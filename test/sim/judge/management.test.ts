/** When the judge may demand that people are told. */
import * as assert from 'uvu/assert';
import { Management, type ManagementFacts } from '../../../src/testing/sim/judge/index.ts';
import { suite } from '../../suite.ts';

const test = suite('managers as the judge of simulations sees them');

const TAKEOVER_MS = 7_000;

function management(): { readonly see: (nowMs: number, facts: Partial<ManagementFacts>) => number } {
  let now = 0;
  const managed = new Management({ nowMs: () => now, takeoverMs: TAKEOVER_MS });
  let facts: ManagementFacts = {
    served: true,
    managers: [
      { id: 'm-0#1', well: true },
      { id: 'm-1#2', well: true },
    ],
    lease: { holder: 'm-0#1_x', resourceVersion: '1' },
  };
  return {
    see: (nowMs, change) => {
      now = nowMs;
      facts = { ...facts, ...change };
      managed.look(facts);
      return managed.forMs;
    },
  };
}

const renewed = (version: number): Pick<ManagementFacts, 'lease'> => ({
  lease: { holder: 'm-0#1_x', resourceVersion: String(version) },
});

test('managed: one manager that is well is enough, if it leads or the leader renews no more', () => {
  const standbyIll = {
    managers: [
      { id: 'm-0#1', well: true },
      { id: 'm-1#2', well: false },
    ],
  };
  const { see } = management();
  see(0, renewed(2));
  assert.is(see(20_000, { ...standbyIll, ...renewed(3) }), 20_000);
  // The leader dies; its Lease stays as it is, and the other one is well.
  const leaderDead = {
    managers: [
      { id: 'm-0#1', well: false },
      { id: 'm-1#2', well: true },
    ],
  };
  const since = see(21_000, { ...leaderDead });
  assert.is(since, 0);
  assert.is(see(20_000 + TAKEOVER_MS + 5_000, {}), 5_000);
});

test('managed: not while the leader is not well and renews, nobody is well, or nothing is served', () => {
  const { see } = management();
  const leaderIll = {
    managers: [
      { id: 'm-0#1', well: false },
      { id: 'm-1#2', well: true },
    ],
  };
  for (let version = 2; version < 60; version++)
    assert.is(see(version * 1_000, { ...leaderIll, ...renewed(version) }), 0);
  const nobody = { managers: leaderIll.managers.map(({ id }) => ({ id, well: false })) };
  assert.is(see(100_000, nobody), 0);
  assert.is(see(110_000, leaderIll), 10_000);
  assert.is(see(120_000, { served: false }), 0);
  assert.is(see(130_000, { served: true }), 10_000);
  assert.is(see(140_000, { managers: [] }), 0);
});
