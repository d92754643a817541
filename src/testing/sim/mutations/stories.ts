/**
 * Directed runs. Each is as short as what it shows, with the 5 s preset unless a longer lease leaves more room: faults begin when
 * the table has been born and everything is calm (5 s).
 */
import type { Fault, Story } from '../world/story.ts';

type Timed = readonly [atMs: number, fault: Fault];

function story(steps: readonly Timed[], settings: Partial<Omit<Story, 'steps'>> = {}): Story {
  return {
    preset: 'fiveSeconds',
    workload: 'StatefulSet',
    replicas: 3,
    managers: 1,
    widgets: 8,
    leastMs: 0,
    ...settings,
    steps: steps.map(([atMs, fault]) => ({ atMs, fault })),
  };
}

const A = { replica: 0 } as const;
const B = { replica: 1 } as const;
const MANAGER = { manager: 0 } as const;

const pin = (replica: number, [start, end]: readonly [number, number], forMs: number): Fault => ({
  type: 'Pin',
  replica,
  start,
  end,
  forMs,
});
const pause = (target: typeof A | typeof MANAGER, forMs: number): Fault => ({ type: 'Pause', target, forMs });
const cutOff = (replica: number, forMs: number): Fault => ({
  type: 'Partition',
  target: { replica },
  loses: 'Both',
  forMs,
});
const lateWatch = (
  target: typeof A | typeof B | typeof MANAGER,
  delayMs: readonly [number, number],
  forMs: number,
): Fault => ({ type: 'WatchDelay', target, delayMs, forMs });
const slow = (target: typeof A | typeof MANAGER, delayMs: readonly [number, number], forMs: number): Fault => ({
  type: 'Slow',
  target,
  delayMs,
  forMs,
});

/** What A owns in the beginning, and what most widgets are in. */
const OF_A = [0, 1300] as const;

export const STORIES = {
  /** Slots go from A to B; A sees the table late. */
  move: story([
    [4_900, lateWatch(A, [600, 1_200], 12_000)],
    [5_000, pin(1, OF_A, 6_000)],
    [12_000, pin(1, OF_A, 4_000)],
  ]),
  /** The same with writes of A that take long: its slots are drained one by one. */
  slowDrain: story(
    [
      [4_900, slow(A, [500, 900], 20_000)],
      [5_000, pin(1, [0, 3_000], 4_000)],
      [10_000, pin(2, [0, 3_000], 4_000)],
      [15_000, pin(1, [0, 3_000], 4_000)],
    ],
    { widgets: 16 },
  ),
  /** Slots next to those of B go to B: rows that could be joined. */
  neighbours: story(
    [
      [5_000, lateWatch(A, [600, 1_200], 12_000)],
      [5_000, pin(1, [1_000, 1_365], 5_000)],
      [5_000, pin(1, [2_731, 3_100], 5_000)],
      [12_000, pin(1, [600, 1_365], 5_000)],
    ],
    { widgets: 16 },
  ),
  /** A is asked back for what it still drains. */
  moveBack: story([
    [4_900, lateWatch(A, [1_500, 2_500], 12_000)],
    [5_000, pin(1, OF_A, 1_900)],
    [6_850, pin(0, [0, 1_365], 5_000)],
    [9_000, pin(2, OF_A, 1_900)],
    [10_850, pin(0, [0, 1_365], 5_000)],
  ]),
  /** B acts on what it got and cannot say so, and loses it again. */
  muteTaker: story([
    [5_000, pin(1, OF_A, 1_300)],
    [5_400, { type: 'Failures', target: B, status: 429, chance: 1, forMs: 4_000 }],
    [5_900, lateWatch(B, [300, 900], 6_000)],
    [5_900, { type: 'Drain', replica: 1, forMs: 5_000 }],
  ]),
  /** Two managers, one of which sees everything late. */
  lateManager: story(
    [
      [4_000, { type: 'WatchDelay', target: { manager: 1 }, delayMs: [1_500, 2_500], forMs: 15_000 }],
      [5_000, pin(1, OF_A, 6_000)],
      [12_000, pin(2, OF_A, 6_000)],
    ],
    { managers: 2 },
  ),
  /** A hears nothing for less than its window. */
  shortCut: story([[6_000, cutOff(0, 2_800)]]),
  /** A hears nothing for longer than a lease, and its last answers were slow. */
  slowThenCut: story([
    [4_500, slow(A, [250, 480], 4_000)],
    [8_300, cutOff(0, 8_000)],
  ]),
  /** A sleeps for about a lease, and the manager's requests take long. */
  sleepForALease: story([
    [5_000, slow(MANAGER, [300, 500], 12_000)],
    [5_000, lateWatch(A, [1_000, 1_500], 12_000)],
    [6_000, pause(A, 5_250)],
    [11_240, lateWatch(MANAGER, [1_500, 2_000], 4_000)],
  ]),
  /** A sleeps a little longer than a lease; the manager looks away meanwhile, and then sees Leases late. */
  sleepUnseen: story([
    [5_000, lateWatch(A, [1_000, 1_500], 10_000)],
    [6_000, pause(A, 5_500)],
    [8_500, pause(MANAGER, 2_750)],
    [11_200, lateWatch(MANAGER, [1_500, 2_000], 4_000)],
    [11_200, slow(MANAGER, [100, 150], 4_000)],
  ]),
  /** A sleeps for longer than a lease; what it is told afterwards is late. */
  sleep: story([
    [5_000, lateWatch(A, [8_000, 9_000], 15_000)],
    [6_000, pause(A, 8_000)],
  ]),
  /** The same while all roots are new, so that A sleeps in the middle of hooks. */
  sleepInHooks: story(
    [
      ...Array.from({ length: 24 }, (_, widget): Timed => [4_000, { type: 'RecreateWidget', widget }]),
      [5_800, pause(A, 6_000)],
    ],
    { widgets: 24 },
  ),
  /** A sleeps for longer than a lease, and reads from an old cache afterwards. */
  sleepThenStale: story([
    [5_000, { type: 'StaleReads', target: A, staleMs: 10_000, forMs: 15_000 }],
    [6_000, pause(A, 8_000)],
  ]),
  /** A notices that its clock jumped, and sleeps before its Lease is renewed. */
  jumpThenSleep: story([
    [6_300, { type: 'WallJump', target: A, ms: 10_000 }],
    [6_820, pause(A, 8_000)],
  ]),
  /** A has given slots to B; its watch is cut and begins anew from an old cache. */
  staleRelist: story([
    [4_000, pin(1, OF_A, 10_000)],
    [7_000, { type: 'StaleReads', target: A, staleMs: 4_500, forMs: 4_000 }],
    [7_100, { type: 'Failures', target: A, status: 410, chance: 0.6, forMs: 500 }],
    [7_110, { type: 'CutWatches', target: A }],
  ]),
  /** The node of A is given up: a second process of the name starts; the first learns it late. */
  twoOfAName: story([
    [4_900, lateWatch(A, [3_500, 4_000], 20_000)],
    [6_000, { type: 'LoseNode', replica: 0, backMs: 50 }],
    [13_000, { type: 'CutWatches', target: B }],
  ]),
  /** The same, and the first hears nothing at all for less than its window. */
  twoCutOff: story([
    [5_950, cutOff(0, 4_000)],
    [6_000, { type: 'LoseNode', replica: 0, backMs: 50 }],
  ]),
  /** The same, and the Lease was deleted by hand. */
  twoWithoutLease: story([
    [5_950, cutOff(0, 4_000)],
    [5_970, { type: 'DeleteLease', replica: 0 }],
    [6_000, { type: 'LoseNode', replica: 0, backMs: 50 }],
  ]),
  /** The same, and the ControllerShard was deleted by hand. */
  twoWithoutShard: story([
    [5_950, cutOff(0, 4_000)],
    [5_970, { type: 'DeleteShard', replica: 0 }],
    [6_000, { type: 'LoseNode', replica: 0, backMs: 50 }],
  ]),
  /** A sleeps, its successor acts; its Lease is deleted by hand when it wakes up. */
  wakeWithoutLease: story([
    [5_900, pause(A, 9_000)],
    [6_000, { type: 'LoseNode', replica: 0, backMs: 50 }],
    [14_880, { type: 'DeleteLease', replica: 0 }],
  ]),
  /** Slots leave A while its successor starts. */
  moveWhileTwo: story([
    [4_820, pin(1, OF_A, 14_000)],
    [5_300, lateWatch(MANAGER, [150, 250], 3_000)],
    [5_400, { type: 'LoseNode', replica: 0, backMs: 50 }],
  ]),
  /** Nobody but A is there until it has ended; then B comes, and A's successor. */
  endAlone: story(
    [
      [4_000, { type: 'Terminate', replica: 0 }],
      [38_900, lateWatch(MANAGER, [1_500, 2_000], 8_000)],
      [39_400, { type: 'Scale', replicas: 2, through: 'Workload' }],
      [41_600, lateWatch(A, [300, 600], 5_000)],
    ],
    { replicas: 1 },
  ),
  /** The same, and A's last writes take long. */
  endSlowly: story(
    [
      [4_000, { type: 'Terminate', replica: 0 }],
      [40_200, slow(A, [200, 400], 3_000)],
      [39_900, { type: 'Scale', replicas: 2, through: 'Workload' }],
    ],
    { replicas: 1 },
  ),
  /** A has ended; two processes of its name start, the first of them over a slow link, and the second learns late what the first writes. */
  threeOfAName: story(
    [
      [4_000, { type: 'Terminate', replica: 0 }],
      [41_501, slow(A, [80, 80], 3_000)],
      [41_600, { type: 'LoseNode', replica: 0, backMs: 50 }],
      [42_100, lateWatch(A, [1_000, 1_500], 3_000)],
    ],
    { replicas: 1 },
  ),
  /** A newcomer. */
  scaleUp: story([[5_000, { type: 'Scale', replicas: 4, through: 'Workload' }]]),
  /** The set is forced away and made again, one replica is replaced by a new name, and another hears nothing. */
  reborn: story(
    [
      [6_000, cutOff(0, 11_000)],
      [6_050, { type: 'Crash', target: B, back: 'Replaced', backMs: 100 }],
      [6_100, { type: 'RecreateSet', forced: true, backMs: 50 }],
    ],
    { preset: 'default', workload: 'Deployment', replicas: 2 },
  ),
  /** The same, and what belonged to the set is gone when it comes again. */
  rebornLater: story(
    [
      [6_000, cutOff(0, 11_000)],
      [6_050, { type: 'Crash', target: B, back: 'Replaced', backMs: 100 }],
      [6_100, { type: 'RecreateSet', forced: true, backMs: 2_200 }],
    ],
    { preset: 'default', workload: 'Deployment', replicas: 2 },
  ),
  /** The same in order: it goes when everybody has stopped. */
  ended: story(
    [
      [6_000, cutOff(2, 11_000)],
      [6_100, { type: 'Scale', replicas: 2, through: 'Workload' }],
      [6_200, { type: 'RecreateSet', forced: false, backMs: 50 }],
    ],
    { preset: 'default' },
  ),
  /** The set is made again; A hears of the old one only that it is another now. */
  recreated: story([
    [5_500, lateWatch(A, [2_000, 2_500], 3_000)],
    [6_000, { type: 'RecreateSet', forced: true, backMs: 50 }],
    [7_000, { type: 'Compact' }],
    [7_010, { type: 'CutWatches', target: A }],
  ]),
  /** The ControllerShard of A is deleted by hand, and slots are to leave A. */
  shardDeleted: story([
    [6_000, { type: 'DeleteShard', replica: 0 }],
    [7_000, { type: 'Scale', replicas: 4, through: 'Workload' }],
  ]),
  /** All of A goes to B as soon as the first children are there; what B sees of them may be behind the table. */
  newChildren: story(
    [
      [100, lateWatch(B, [10, 2_500], 8_000)],
      [150, { type: 'Drain', replica: 0, forMs: 9_000 }],
      ...[0, 1, 2, 3, 0, 1].map((widget, i): Timed => [1_000 + 500 * i, { type: 'RecreateWidget', widget }]),
    ],
    { replicas: 2 },
  ),
  /** A wakes up to many edits; what it writes is under way for longer than anybody should have to believe, and B has written by then. */
  lateWrites: story(
    [
      [3_600, pause(A, 2_400)],
      [6_005, slow(A, [5_500, 7_000], 9_000)],
    ],
    { replicas: 2, widgets: 4, lateWrites: true },
  ),
  /** A wakes up to new roots; what it creates is under way for almost a second when its clock jumps and its slots go to B. */
  unanswered: story(
    [
      ...[4_500, 5_500, 6_500].flatMap((atMs) =>
        [0, 1, 6].map((widget): Timed => [atMs, { type: 'RecreateWidget', widget }]),
      ),
      [5_800, pause(A, 1_850)],
      [7_300, { type: 'Drain', replica: 0, forMs: 3_000 }],
      [7_655, slow(A, [850, 950], 380)],
      [8_040, { type: 'WallJump', target: A, ms: 10_000 }],
    ],
    { replicas: 2 },
  ),
  /** The only replica is gone for longer than people may be left in the dark, and so is one manager of two. */
  nobodyLeft: story(
    [
      [5_500, { type: 'Partition', target: MANAGER, loses: 'Both', forMs: 38_000 }],
      [6_000, { type: 'Crash', target: A, back: 'Replaced', backMs: 40_000 }],
    ],
    { replicas: 1, managers: 2, widgets: 2 },
  ),
  /** A crash that stands alone, when everything has come to rest; the container is back long before the lease is over. */
  restartAlone: story([[12_000, { type: 'Crash', target: A, back: 'InPlace', backMs: 500 }]], { preset: 'default' }),
  /** A deletion that stands alone. */
  deletedAlone: story([[12_000, { type: 'Terminate', replica: 0 }]]),
} satisfies Readonly<Record<string, Story>>;
