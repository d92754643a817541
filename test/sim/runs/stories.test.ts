/** Stories that once ended badly, written down: unlike seeds they stay the same when the plan of faults changes. */
import * as assert from 'uvu/assert';
import { simulate, type Step, type Story } from '../../../src/testing/sim/index.ts';
import { suite } from '../../suite.ts';

const test = suite('simulated stories');

async function endsWell(steps: readonly Step[], change: Partial<Story> = {}): Promise<void> {
  const story: Story = {
    preset: 'default',
    workload: 'StatefulSet',
    replicas: 3,
    managers: 2,
    widgets: 8,
    steps,
    leastMs: 60_000,
    ...change,
  };
  for (let seed = 1; seed <= 3; seed++) {
    const { breaches } = await simulate(seed, { story });
    assert.equal(breaches, [], `seed ${seed}`);
  }
}

test('B2: the set is made again while a process waits to register', () =>
  endsWell([
    { atMs: 15_000, fault: { type: 'DeleteShard', replica: 1 } },
    { atMs: 22_000, fault: { type: 'RecreateSet', forced: true, backMs: 1_000 } },
  ]));

test('B2, B3: the set is deleted while a process starts and no manager can give it a shard', () =>
  endsWell([
    { atMs: 15_000, fault: { type: 'Crash', target: { manager: 0 }, back: 'InPlace', backMs: 12_000 } },
    { atMs: 15_000, fault: { type: 'Crash', target: { manager: 1 }, back: 'InPlace', backMs: 12_000 } },
    { atMs: 16_000, fault: { type: 'DeleteShard', replica: 1 } },
    { atMs: 22_000, fault: { type: 'RecreateSet', forced: false, backMs: 1_000 } },
  ]));

test('a replica stopped for three leases comes back while the world has gone on', () =>
  endsWell([{ atMs: 15_000, fault: { type: 'Pause', target: { replica: 0 }, forMs: 45_000 } }], { leastMs: 100_000 }));

test('a store that goes back, with and without status', async () => {
  for (const withStatus of [true, false]) {
    await endsWell([
      { atMs: 20_000, fault: { type: 'Scale', replicas: 4, through: 'Set' } },
      { atMs: 30_000, fault: { type: 'Restore', agoMs: 15_000, withStatus } },
    ]);
  }
});
