/** Scenario 1: the number of replicas changes, up and down, while people edit every second parent. */
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import {
  isSuccess,
  movement,
  type Movement,
  type TableVersion,
  peakOverMean,
  tablesBetween,
  type AuditEntry,
} from '../../../src/testing/audit/index.ts';
import { WEBAPPS } from '../../../src/testing/load/webapps.ts';
import { waitFor } from '../facts.ts';
import { atLeast, atMost, never, told } from '../figures.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage, Judgement } from '../stage.ts';
import { parentOf, slotOfParent, unserved } from '../stage/parents.ts';
import { movedEdits, plannedMoves, safety } from '../verdict.ts';

/** From three, and back to three. */
const WALK: Readonly<Record<Form, readonly number[]>> = { short: [4, 3], full: [4, 3, 10, 1, 3] };
const REPLICAS = 3;
const EDITS_PER_SECOND: Readonly<Record<Form, number>> = { short: 20, full: 100 };
/** Above this many replicas balance gives way to short lists of ranges. */
const BALANCED_MAX = 10;
const PEAK_OVER_MEAN_MAX = 1.05;
const MOVED_OVER_LEAST_MAX = 1.1;
/** Parents with a child that is named at random anew with each edit. */
const RANDOM_CHILDREN = 20;

interface Leg {
  readonly replicas: number;
  readonly fromMs: number;
  readonly toMs: number;
}

async function run(stage: ChaosStage, form: Form, delayMs: number): Promise<readonly Figure[]> {
  const edited = stage.names.filter((_, number) => number % 2 === 0);
  const random = edited.slice(0, RANDOM_CHILDREN);
  await stage.hook.quiet();
  await stage.hook.behave({ delayMs, randomChildOf: random });
  await nameRandomChildren(stage, random);
  const legs: Leg[] = [];
  const fromMs = systemClock.wallMs();
  const editor = stage.edit({ names: edited, editsPerSecond: EDITS_PER_SECOND[form] });
  let lost: readonly string[];
  try {
    for (const replicas of WALK[form]) {
      const startMs = systemClock.wallMs();
      await stage.scale(replicas);
      await stage.ready(replicas);
      legs.push({ replicas, fromMs: startMs, toMs: systemClock.wallMs() });
    }
  } finally {
    lost = await stage.arrived(editor);
    await stage.ready(REPLICAS);
  }
  await stage.hook.quiet();
  const verdict = await stage.judge(fromMs);
  // Not before: a hook that wants them no more has them deleted by the next call, and that was no edit's doing.
  await stage.hook.behave({ delayMs: 0, randomChildOf: [] });
  await removeRandomChildren(stage, random);
  return [
    ...safety(verdict, { lost: lost.length, edits: editor.edits() }),
    ...plannedMoves(verdict),
    ...movedEdits(verdict),
    ...movements(legs, verdict),
    ...needless(verdict, { fromMs, random, untouched: stage.names.filter((name) => !edited.includes(name)) }),
  ];
}

/** The promise is about the whole walk: a stage on which others have pinned ranges has a table to tidy up, too. */
function movements(legs: readonly Leg[], { evidence }: Judgement): readonly Figure[] {
  let [moved, least] = [0, 0];
  const figures = legs.flatMap((leg) => {
    const tables = tablesBetween(evidence.timeline.tables, leg.fromMs, leg.toMs);
    const members = Array.from({ length: leg.replicas }, (_, ordinal) => `metacontroller-${ordinal}`);
    const movedHere = movement(tables, members);
    moved += movedHere.moved;
    least += movedHere.least;
    return figuresOf(leg, movedHere, tables.at(-1));
  });
  // Less than the least, but for fair shares that are no whole numbers: it had not settled.
  const ratio = moved + REPLICAS * legs.length < least ? Number.NaN : moved / least;
  return [...figures, atMost('moved_over_least', ratio, { goal: MOVED_OVER_LEAST_MAX })];
}

function figuresOf(
  { replicas, fromMs, toMs }: Leg,
  { moved, least }: Movement,
  last: TableVersion | undefined,
): readonly Figure[] {
  const peak = last === undefined ? Number.NaN : peakOverMean(last, replicas);
  const name = `to_${replicas}`;
  return [
    told(`moved_over_least_${name}`, moved / least),
    replicas > BALANCED_MAX
      ? told(`peak_over_mean_${name}`, peak)
      : atMost(`peak_over_mean_${name}`, peak, { goal: PEAK_OVER_MEAN_MAX }),
    told(`settled_${name}`, toMs - fromMs, 'ms'),
  ];
}

/** What moves cost in calls and writes: of parents that nobody edited, all of them were caused by a move. */
function needless(
  verdict: Judgement,
  {
    fromMs,
    random,
    untouched,
  }: { readonly fromMs: number; readonly random: readonly string[]; readonly untouched: readonly string[] },
): readonly Figure[] {
  const { entries, timeline, calls } = verdict.evidence;
  const tables = tablesBetween(timeline.tables, fromMs, timeline.endMs);
  const callsOf = Map.groupBy(calls, ({ parent }) => parent);
  const moves = untouched.map((parent) => {
    const owners = tables.map((table) => table.owners[slotOfParent(parent)] ?? '').filter((owner) => owner !== '');
    const moved = owners.filter((owner, i) => i > 0 && owner !== owners[i - 1]).length;
    return { moved, called: callsOf.get(parent)?.length ?? 0 };
  });
  const shown = new Map<string, number>();
  let fewer = 0;
  for (const { parent, children } of calls) {
    // Those lose a child with each edit.
    if (random.includes(parent)) continue;
    if (children < (shown.get(parent) ?? 0)) fewer += 1;
    shown.set(parent, Math.max(children, shown.get(parent) ?? 0));
  }
  const creations = randomCreations(entries.filter((entry) => entry.startMs >= fromMs));
  return [
    never('writes_without_edit', verdict.writesWithoutEdit),
    atLeast(
      'moves_of_untouched_parents',
      moves.reduce((sum, { moved }) => sum + moved, 0),
      { goal: 1 },
    ),
    never(
      'hook_calls_beyond_one_a_move',
      moves.reduce((sum, { moved, called }) => sum + Math.max(0, called - moved), 0),
    ),
    never('calls_with_fewer_children', fewer),
    atLeast('children_named_at_random', creations.length, { goal: 1 }),
    never('children_created_twice', creations.length - new Set(creations).size),
  ];
}

/** For which state of which parent children with a random name were created. */
function randomCreations(entries: readonly AuditEntry[]): readonly string[] {
  return entries.flatMap((entry) => {
    if (entry.verb !== 'create' || entry.resource !== 'configmaps' || !isSuccess(entry)) return [];
    const { metadata, data } = entry.requestObject as Creation;
    const parent = parentOf({ ...entry, name: metadata.name });
    return parent === undefined || data?.['for'] === undefined ? [] : [`${parent} ${data['for']}`];
  });
}

interface Creation {
  readonly metadata: { readonly name: string };
  readonly data?: Readonly<Record<string, string>>;
}

/** Else whoever looks at one of them first makes one, and a move makes somebody look. */
async function nameRandomChildren(stage: ChaosStage, parents: readonly string[]): Promise<void> {
  const { client, namespace } = stage;
  const patch = { spec: { greeting: 'before all edits' } };
  for (const name of parents) {
    await client.send({ verb: 'patch', resource: WEBAPPS, ref: { namespace, name }, patchType: 'merge', patch });
  }
  await waitFor('each has a child with a random name', async () => {
    const { items } = await client.list(CONFIG_MAPS, { namespace });
    const named = items.filter((item) => (item['data'] as Creation['data'])?.['for'] === patch.spec.greeting);
    return named.length === parents.length && (await unserved(client, parents)).length === 0;
  });
  await stage.hook.quiet();
}

/** The engine does it: with the next edit the hook wants them no more. */
async function removeRandomChildren(stage: ChaosStage, parents: readonly string[]): Promise<void> {
  const { kubectl } = stage.installation;
  const editor = stage.edit({ names: parents });
  await waitFor('the children with random names are gone', async () => {
    const names = await kubectl(['get', 'configmaps', '-n', stage.namespace, '-o', 'name']);
    return !/-x-[0-9a-f]+$/m.test(names);
  });
  await stage.arrived(editor);
}

export const scenarios: readonly Scenario[] = [
  {
    name: 'scale-walk',
    about: '3, 4, 3, 10, 1, 3 replicas (short: 3, 4, 3) while people edit half of the parents',
    needs: {},
    run: (stage, form) => run(stage, form, 0),
  },
  {
    name: 'scale-walk-50ms-hook',
    about: 'the same with a hook that takes 50 ms',
    needs: {},
    notInCi: true,
    run: (stage, form) => run(stage, form, 50),
  },
];
