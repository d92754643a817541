/** Draws a story from a seed: at least five faults, of all kinds, overlapping as chance has it. */
import { SLOT_COUNT } from '../../../protocol/slots.ts';
import type { SeededRandom } from '../schedule/index.ts';
import { durationOf, PRESETS, type Fault, type Step, type Story, type Target } from './story.ts';

const FIRST_MS = 12_000;
const FAULTS_MIN = 5;
const FAULTS_MAX = 9;
const LAST_MS = 80_000;
const LEAST_MS = 120_000;
const REPLICAS = 3;
const MANAGERS = 2;

export function planOf(random: SeededRandom): Story {
  const preset = random.chance(0.65) ? 'default' : 'fiveSeconds';
  const { leaseDurationMs } = PRESETS[preset];
  const draw: Draw = { random, leaseMs: leaseDurationMs };
  const steps: Step[] = [];
  let fromMs = FIRST_MS;
  if (random.chance(0.3)) {
    // One fault all alone: what it costs is bounded, and judged.
    const fault = aloneOf(draw);
    steps.push({ atMs: fromMs, fault });
    fromMs += Math.max(durationOf(fault), leaseDurationMs) + 4_000;
  }
  const count = random.integer(FAULTS_MIN, FAULTS_MAX);
  for (let i = 0; i < count; i++) steps.push({ atMs: random.integer(fromMs, LAST_MS), fault: faultOf(draw) });
  if (random.chance(0.2)) steps.push({ atMs: random.integer(fromMs + 10_000, LAST_MS), fault: disasterOf(draw) });
  return {
    preset,
    workload: random.chance(0.75) ? 'StatefulSet' : 'Deployment',
    replicas: REPLICAS,
    managers: MANAGERS,
    widgets: random.integer(8, 12),
    steps: steps.toSorted((a, b) => a.atMs - b.atMs),
    leastMs: LEAST_MS,
  };
}

interface Draw {
  readonly random: SeededRandom;
  readonly leaseMs: number;
}

function aloneOf({ random, leaseMs }: Draw): Fault {
  const replica = random.integer(0, REPLICAS - 1);
  if (random.chance(0.4)) return { type: 'Terminate', replica };
  if (random.chance(0.5))
    return { type: 'Crash', target: { replica }, back: 'InPlace', backMs: random.integer(200, 3_000) };
  return { type: 'Crash', target: { replica }, back: 'Replaced', backMs: leaseMs + 4_000 };
}

function replicaOf(random: SeededRandom): number {
  return random.integer(0, REPLICAS - 1);
}

/** Faults of replicas say more. */
function targetOf(random: SeededRandom): Target {
  return random.chance(0.7) ? { replica: replicaOf(random) } : { manager: random.integer(0, MANAGERS - 1) };
}

const KINDS: readonly ((draw: Draw) => Fault)[] = [
  crash,
  crash,
  ({ random, leaseMs }) => ({ type: 'Pause', target: targetOf(random), forMs: random.integer(100, 3 * leaseMs) }),
  ({ random, leaseMs }) => ({
    type: 'Pause',
    target: { replica: replicaOf(random) },
    forMs: random.integer(leaseMs >> 1, 2 * leaseMs),
  }),
  ({ random, leaseMs }) => ({
    type: 'Partition',
    target: targetOf(random),
    loses: random.pick(['Requests', 'Answers', 'Both']),
    forMs: random.integer(50, 2 * leaseMs),
  }),
  // Short enough that a single answer is lost and the lease is not.
  ({ random }) => ({ type: 'Partition', target: targetOf(random), loses: 'Answers', forMs: random.integer(20, 800) }),
  ({ random }) => ({
    type: 'Slow',
    target: targetOf(random),
    delayMs: [50, random.integer(100, 2_000)],
    forMs: random.integer(1_000, 20_000),
  }),
  ({ random }) => ({
    type: 'WatchDelay',
    target: targetOf(random),
    delayMs: [10, random.integer(100, 8_000)],
    forMs: random.integer(1_000, 20_000),
  }),
  ({ random }) => ({ type: 'CutWatches', target: targetOf(random) }),
  ({ random }) => ({
    type: 'StaleReads',
    target: targetOf(random),
    staleMs: random.integer(500, 15_000),
    forMs: random.integer(1_000, 20_000),
  }),
  ({ random }) => ({
    type: 'Failures',
    target: targetOf(random),
    status: random.pick([409, 410, 429, 500, 503]),
    chance: random.pick([0.1, 0.5, 1]),
    forMs: random.integer(500, 10_000),
  }),
  ({ random }) => ({ type: 'RestartServer', forMs: random.integer(200, 6_000) }),
  () => ({ type: 'Compact' }),
  ({ random }) => ({ type: 'WallJump', target: targetOf(random), ms: random.integer(-3_600_000, 3_600_000) }),
  ({ random }) => ({ type: 'Scale', replicas: random.integer(1, 5), through: random.pick(['Set', 'Workload']) }),
  ({ random }) => ({ type: 'Scale', replicas: random.integer(2, 4), through: random.pick(['Set', 'Workload']) }),
  () => ({ type: 'RollingUpdate' }),
  ({ random }) => ({ type: 'Terminate', replica: replicaOf(random) }),
  pin,
  pin,
  ({ random }) => ({ type: 'Drain', replica: replicaOf(random), forMs: random.integer(50, 30_000) }),
  ({ random, leaseMs }) => ({ type: 'LoseNode', replica: replicaOf(random), backMs: random.integer(0, leaseMs) }),
  ({ random }) => ({ type: 'RecreateWidget', widget: random.integer(0, 7) }),
  ({ random }) =>
    random.chance(0.5)
      ? { type: 'DeleteLease', replica: replicaOf(random) }
      : { type: 'DeleteShard', replica: replicaOf(random) },
];

function faultOf(draw: Draw): Fault {
  return draw.random.pick(KINDS)(draw);
}

function crash({ random, leaseMs }: Draw): Fault {
  return {
    type: 'Crash',
    target: targetOf(random),
    back: random.pick(['InPlace', 'Replaced']),
    backMs: random.integer(100, 2 * leaseMs),
  };
}

function pin({ random }: Draw): Fault {
  const start = random.integer(0, SLOT_COUNT - 1);
  const end = Math.min(SLOT_COUNT - 1, start + random.pick([0, 100, 1_000, 2_000]));
  return { type: 'Pin', replica: replicaOf(random), start, end, forMs: random.integer(20, 20_000) };
}

function disasterOf({ random }: Draw): Fault {
  return random.pick<Fault>([
    { type: 'RecreateSet', forced: true, backMs: random.integer(10, 3_000) },
    { type: 'RecreateSet', forced: false, backMs: random.integer(10, 3_000) },
    { type: 'WipeTable' },
    { type: 'Restore', agoMs: random.integer(1_000, 30_000), withStatus: true },
    { type: 'Restore', agoMs: random.integer(1_000, 30_000), withStatus: false },
  ]);
}
