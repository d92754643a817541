/** Scenario 5: the network between a replica and the API server fails, in every way but the honest one. */
import { sleep, systemClock } from '../../../src/lib/clock.ts';
import { messageOf } from '../../../src/lib/errors.ts';
import { isWatch, type RequestHead } from '../../../src/testing/faults/fault.ts';
import { frozen, type Fault, type FaultyNetwork } from '../../../src/testing/faults/index.ts';
import { eventually } from '../../eventually.ts';
import { atLeast, atMost, never, pooled, told } from '../figures.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { takenOver as untilTakenOver } from '../facts.ts';
import { doubleWatches, isRead, peakPerSecond, selectionOf } from '../traffic.ts';
import { lasted, unownedCrashMax, underEdits, type OwnFigures } from '../under-edits.ts';

const NEEDS = { faultyNetwork: true } as const;

function networkOf({ installation: { network } }: ChaosStage): FaultyNetwork {
  if (network === undefined) throw new Error('the stage has no faulty network');
  return network;
}

/** Back to one watch per selection, without a storm: `before` is what was open when all was well. */
function calmAfter(
  stage: ChaosStage,
  pod: string,
  since: { readonly fromMs: number; readonly before: number },
): readonly Figure[] {
  const network = networkOf(stage);
  const requests = network.requests(pod);
  const open = network.openWatches(pod);
  return [
    atMost(
      'watch_requests_in_a_second',
      peakPerSecond(requests, since.fromMs, ({ watch }) => watch),
      {
        goal: 2 * Math.max(1, since.before),
      },
    ),
    told('reads_in_a_second', peakPerSecond(requests, since.fromMs, isRead)),
    never('double_watches', doubleWatches(open)),
  ];
}

/** Slower than the requests may be with short leases: it is dropped like one that is gone. */
async function slow(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  const [victim = ''] = await stage.replicas();
  return underEdits(
    stage,
    async () => {
      network.set(victim, { type: 'Delay', delayMs: 2_000 });
      await sleep(systemClock, form === 'short' ? stage.leaseMs + 3_000 : 30_000);
      const healedMs = systemClock.wallMs();
      network.heal();
      await stage.ready(3);
      const back = lasted('whole_again_after', healedMs, null);
      return ({ crashMs }) => [back, told('objects_taken_over', crashMs.length)];
    },
    { undo: network.heal },
  );
}

/** A fault on one replica until others have taken over; then it comes back. */
function cutOff(fault: Fault): Scenario['run'] {
  return async (stage) => {
    const network = networkOf(stage);
    const [victim = ''] = await stage.replicas();
    const before = network.openWatches(victim).length;
    return underEdits(
      stage,
      async () => {
        network.set(victim, fault);
        await untilTakenOver(stage, victim);
        const healedMs = systemClock.wallMs();
        network.heal();
        await stage.ready(3);
        const back = lasted('whole_again_after', healedMs, null);
        return (judgement) => [
          unownedCrashMax(stage, judgement),
          back,
          ...calmAfter(stage, victim, { fromMs: healedMs, before }),
        ];
      },
      { undo: network.heal },
    );
  };
}

/** The watches of the set and its parts die without a word, of a replica and of the manager, and then slots move. */
async function watchesSilent(stage: ChaosStage): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  const [victim = ''] = await stage.replicas();
  const leader = await stage.leader();
  return underEdits(
    stage,
    async () => {
      const isOwn = (path: string): boolean => isOwnWatch({ method: 'GET', path });
      await eventually('both watch their own', () =>
        [victim, leader].every((pod) => network.openWatches(pod).some(isOwn)),
      );
      const silent = [victim, leader].map((pod) => network.silence(pod, isOwnWatch));
      const fromMs = systemClock.wallMs();
      await stage.scale(4);
      await stage.ready(4);
      const moved = lasted('scaled_with_dead_watches_after', fromMs, DEAD_TABLE_WATCH_MS + START_MS);
      network.heal();
      await stage.scale(3);
      return (judgement) => [
        moved,
        ...silent.map((count, i) => atLeast(`dead_watches_of_${i === 0 ? 'replica' : 'manager'}`, count, { goal: 1 })),
        // A revocation that the watch does not show is found by the next confirmation of the view.
        pooled('planned_gap_p99', judgement.plannedMs, { share: 0.99, goal: DEAD_TABLE_WATCH_MS }),
      ];
    },
    { undo: network.heal },
  );
}

/** Of Shardkeeper's own kinds and of Leases. */
function isOwnWatch(request: RequestHead): boolean {
  return isWatch(request) && /\/(controllershardsets|controllershards|leases)\?/.test(request.path);
}

/** A replica's watches of objects die without a word while nothing else fails: only silence tells. */
async function rangeWatchesSilent(stage: ChaosStage): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  const [victim = ''] = await stage.replicas();
  const isRange = (request: RequestHead): boolean => isWatch(request) && !isOwnWatch(request);
  return underEdits(
    stage,
    async () => {
      const dead = network.openWatches(victim).filter((path) => isRange({ method: 'GET', path }));
      const silent = network.silence(victim, isRange);
      const fromMs = systemClock.wallMs();
      const stillDead = (): readonly string[] => {
        const again = network.requests(victim).filter((one) => one.wallMs >= fromMs && isRange(one));
        const selections = new Set(again.map(({ path }) => selectionOf(path)));
        return dead.filter((path) => !selections.has(selectionOf(path)));
      };
      const patience = { patienceMs: 2 * DEAD_RANGE_WATCH_MS, everyMs: 100 };
      await eventually('each dead watch was opened again', () => stillDead().length === 0, patience).catch(
        (error: unknown) => {
          throw new Error(`${messageOf(error)}, but for ${stillDead().join(' ')}`);
        },
      );
      const found = lasted('dead_range_watches_found_after', fromMs, DEAD_RANGE_WATCH_MS);
      network.heal();
      return () => [found, atLeast('dead_range_watches', silent, { goal: Math.max(1, dead.length) })];
    },
    { undo: network.heal },
  );
}

/** Everybody's API server: it restarts, or answers with errors. */
function serverFails(fail: (stage: ChaosStage, form: Form) => Promise<void>): Scenario['run'] {
  return async (stage, form) => {
    const network = networkOf(stage);
    const [first = ''] = await stage.replicas();
    const before = network.openWatches(first).length;
    return underEdits(
      stage,
      async (fromMs) => {
        await fail(stage, form);
        const healedMs = systemClock.wallMs();
        network.heal();
        await stage.ready(3);
        await servedSince(stage, healedMs);
        const served = lasted('served_again_after', healedMs, stage.leaseMs + 2_000);
        return () => [served, ...calmAfter(stage, first, { fromMs, before })];
      },
      { undo: network.heal },
    );
  };
}

/** Each replica was seen to work: a hook call that it began since then was answered. */
async function servedSince(stage: ChaosStage, fromMs: number): Promise<void> {
  const replicas = await stage.replicas();
  await eventually(
    'every replica works again',
    async () => {
      const calls = await stage.hook.calls(fromMs);
      return replicas.every((name) => calls.some(({ process, answered }) => process.replica === name && answered));
    },
    PATIENCE,
  );
}

async function restartServer({ installation }: ChaosStage): Promise<void> {
  await installation.controlPlane.restartApiServer();
}

async function overload(stage: ChaosStage, form: Form): Promise<void> {
  const network = networkOf(stage);
  const pods = stage.installation.kubelet.list().map(({ name }) => name);
  for (const fault of OVERLOAD) {
    for (const pod of pods) {
      network.set(pod, fault);
      network.reset(pod, isWatch);
    }
    await sleep(systemClock, form === 'short' ? 5_000 : 15_000);
  }
}

/** The network comes and goes: every connection of a replica is reset, again and again. */
async function flapping(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  const network = networkOf(stage);
  const [victim = ''] = await stage.replicas();
  const before = network.openWatches(victim).length;
  const times = form === 'short' ? 8 : 20;
  const flap = async (): Promise<OwnFigures> => {
    const fromMs = systemClock.wallMs();
    for (let i = 0; i < times; i++) {
      network.reset(victim);
      await sleep(systemClock, 500);
    }
    const opened = network.requests(victim).filter(({ watch, wallMs }) => watch && wallMs >= fromMs).length;
    await stage.ready(3);
    return () => [
      atMost('watch_requests_per_reset_and_watch', opened / times / Math.max(1, before), { goal: 1.5 }),
      never('double_watches', doubleWatches(network.openWatches(victim))),
    ];
  };
  return underEdits(stage, flap);
}

/** How long it took is a figure; that it never comes is an error. */
const PATIENCE = { patienceMs: 120_000 };
const DEAD_TABLE_WATCH_MS = 15_000;
const DEAD_RANGE_WATCH_MS = 90_000;
/** Of a new replica's process. */
const START_MS = 5_000;
const OVERLOAD: readonly Fault[] = [
  { type: 'Answer', status: 429, retryAfterSeconds: 1 },
  { type: 'Answer', status: 503 },
];
const REQUESTS_LOST: Fault = { type: 'Hold', toServer: true, toClient: false };
const ANSWERS_LOST: Fault = { type: 'Hold', toServer: false, toClient: true };

export const scenarios: readonly Scenario[] = [
  {
    name: 'network-frozen',
    about: "a replica's connections carry no byte and are not reset",
    needs: NEEDS,
    run: cutOff(frozen()),
  },
  {
    name: 'network-requests-lost',
    about: 'nothing that a replica sends arrives; it hears',
    needs: NEEDS,
    notInCi: true,
    run: cutOff(REQUESTS_LOST),
  },
  {
    name: 'network-answers-lost',
    about: 'what a replica sends arrives; it hears nothing',
    needs: NEEDS,
    notInCi: true,
    run: cutOff(ANSWERS_LOST),
  },
  {
    name: 'network-slow',
    about: 'each request of a replica takes 2 s longer',
    needs: NEEDS,
    notInCi: true,
    run: slow,
  },
  {
    name: 'network-flapping',
    about: "a replica's connections are reset again and again",
    needs: NEEDS,
    notInCi: true,
    run: flapping,
  },
  {
    name: 'watches-silent',
    about: 'watches of the table, shards and Leases die without a word, then slots move',
    needs: NEEDS,
    notInCi: true,
    run: watchesSilent,
  },
  {
    name: 'range-watches-silent',
    about: "a replica's watches of objects die without a word",
    needs: NEEDS,
    // Bookmarks come once a minute: it takes 80 s to miss one.
    notInCi: true,
    run: rangeWatchesSilent,
  },
  {
    name: 'apiserver-restarted',
    about: 'the API server is restarted',
    needs: NEEDS,
    run: serverFails(restartServer),
  },
  {
    name: 'apiserver-overloaded',
    about: 'the API server answers replicas and manager with 429 and Retry-After, then with 503',
    needs: NEEDS,
    run: serverFails(overload),
  },
];
