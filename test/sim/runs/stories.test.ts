/** Stories that once ended badly, written down: unlike seeds they stay the same when the plan of faults changes. */
import * as assert from 'uvu/assert';
import { simulate, type Fault, type Step, type Story, type Target } from '../../../src/testing/sim/index.ts';
import { suite } from '../../suite.ts';

const test = suite('simulated stories');

const CALM: Story = {
  preset: 'default',
  workload: 'StatefulSet',
  replicas: 3,
  managers: 2,
  widgets: 8,
  steps: [],
  leastMs: 60_000,
};

async function endsWell(steps: readonly Step[], change: Partial<Story> = {}): Promise<void> {
  const story: Story = { ...CALM, steps, ...change };
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

test('the Lease of an owner cannot be renewed, and all else works: it stops, and others take over', () =>
  endsWell(
    [
      {
        atMs: 15_000,
        fault: { type: 'Failures', target: { replica: 1 }, status: 503, chance: 1, forMs: 45_000, only: 'Leases' },
      },
    ],
    { leastMs: 100_000 },
  ));

test('everybody is cut off for five minutes, the only replica and both managers, and recovers alone', () => {
  const cut = (target: Target): Step => ({
    atMs: 15_000,
    fault: { type: 'Partition', target, loses: 'Both', forMs: 300_000 },
  });
  const steps = [cut({ replica: 0 }), cut({ manager: 0 }), cut({ manager: 1 })];
  return endsWell(steps, { replicas: 1, leastMs: 400_000 });
});

test('a process starts anew where every cached read is old, right after objects were replaced and slots moved', () =>
  endsWell([
    { atMs: 15_000, fault: { type: 'Pin', replica: 1, start: 0, end: 2_047, forMs: 40_000 } },
    { atMs: 21_000, fault: { type: 'RecreateWidget', widget: 1 } },
    { atMs: 21_500, fault: { type: 'RecreateWidget', widget: 2 } },
    { atMs: 22_000, fault: { type: 'Crash', target: { replica: 1 }, back: 'InPlace', backMs: 500 } },
    ...[22_510, 23_000, 24_000].map((atMs): Step => ({
      atMs,
      fault: { type: 'StaleReads', target: { replica: 1 }, staleMs: 15_000, forMs: 15_000 },
    })),
  ]));

const recreateAll = (atMs: number): readonly Step[] =>
  Array.from({ length: 8 }, (_, widget): Step => ({ atMs, fault: { type: 'RecreateWidget', widget } }));

test('W5: children are made while the server restarts: applied or not, no answer, and no watch', () =>
  endsWell([...recreateAll(15_000), { atMs: 16_500, fault: { type: 'RestartServer', forMs: 3_500 } }]));

test('W5: labels are set and children are made where most requests are answered 503, and watches are slow', () =>
  endsWell([
    ...recreateAll(15_000),
    ...[0, 1, 2].flatMap((replica): readonly Step[] => [
      {
        atMs: 15_500,
        fault: { type: 'WatchDelay', target: { replica }, delayMs: [1_500, 2_000], forMs: 12_000 },
      },
      { atMs: 16_000, fault: { type: 'Failures', target: { replica }, status: 503, chance: 0.6, forMs: 4_000 } },
    ]),
  ]));

test('a store that goes back, with and without status', async () => {
  for (const withStatus of [true, false]) {
    await endsWell([
      { atMs: 20_000, fault: { type: 'Scale', replicas: 4, through: 'Set' } },
      { atMs: 30_000, fault: { type: 'Restore', agoMs: 15_000, withStatus } },
    ]);
  }
});

test('a crash and a deletion that stand alone are held to their bounds, and cost something', async () => {
  const faults: readonly Fault[] = [
    { type: 'Crash', target: { replica: 1 }, back: 'InPlace', backMs: 1_000 },
    { type: 'Terminate', replica: 1 },
  ];
  for (const [i, property] of ['Crash', 'Graceful'].entries()) {
    const story: Story = { ...CALM, steps: faults.slice(i, i + 1).map((fault) => ({ atMs: 15_000, fault })) };
    const { breaches, judgedService } = await simulate(1, { story });
    assert.equal(breaches, []);
    assert.equal(
      judgedService.map((judged) => judged.property),
      [property],
    );
    if (property === 'Crash') assert.ok((judgedService[0]?.worstMs ?? 0) > 1_000, JSON.stringify(judgedService));
  }
});
