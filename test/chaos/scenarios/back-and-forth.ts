/** Scenario 14: the same range is handed over again and again, by an override that pins it to one replica, then to another. */
import { SHARD_SETS } from '../../../src/kube/resources.ts';
import type { Override } from '../../../src/api/shard-set.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { SLOT_COUNT } from '../../../src/protocol/slots.ts';
import { tablesBetween } from '../../../src/testing/audit/index.ts';
import { waitFor } from '../facts.ts';
import { atLeast, never } from '../figures.ts';
import type { Figure, Form, Scenario } from '../scenario.ts';
import type { ChaosStage } from '../stage.ts';
import { SET, shardSetOf } from '../stage/set.ts';
import { movedEdits, plannedMoves, safety } from '../verdict.ts';

const HANDOFFS: Readonly<Record<Form, number>> = { short: 10, full: 50 };
const RANGE = { start: 1024, end: 1279 };

/** Makes the pin the only override; none when undefined. */
export async function pin({ client, installation }: ChaosStage, replica: string | undefined): Promise<void> {
  const overrides: readonly Override[] =
    replica === undefined ? [] : [{ name: 'chaos', type: 'Pin', replica, range: RANGE, reason: 'a scenario' }];
  const ref = { namespace: installation.namespace, name: SET };
  await client.send({ verb: 'patch', resource: SHARD_SETS, ref, patchType: 'merge', patch: { spec: { overrides } } });
}

/** The pinned range is with this replica, which waits for nobody. */
export async function isWith({ client, installation }: ChaosStage, replica: string): Promise<boolean> {
  const { status } = await shardSetOf(client, installation.namespace);
  const rows = status?.assignment?.ranges ?? [];
  return rows
    .filter(({ start, end }) => start <= RANGE.end && end >= RANGE.start)
    .every(({ owner, awaiting }) => owner === replica && awaiting.length === 0);
}

async function run(stage: ChaosStage, form: Form): Promise<readonly Figure[]> {
  const replicas = await stage.replicas();
  const fromMs = systemClock.wallMs();
  const editor = stage.edit();
  let lost: readonly string[];
  try {
    for (let handoff = 0; handoff < HANDOFFS[form]; handoff++) {
      const replica = replicas[handoff % 2] ?? '';
      await pin(stage, replica);
      await waitFor(`the range is with ${replica}`, () => isWith(stage, replica));
    }
  } finally {
    await pin(stage, undefined);
    lost = await stage.arrived(editor);
    await stage.ready(3);
  }
  const verdict = await stage.judge(fromMs);
  const { timeline } = verdict.evidence;
  const tables = tablesBetween(timeline.tables, fromMs, timeline.endMs);
  const owners = tables.map((table) => table.owners[RANGE.start]);
  return [
    ...safety(verdict, { lost: lost.length, edits: editor.edits() }),
    // The first pin may find the range where it wants it.
    atLeast('handoffs', owners.filter((owner, i) => i > 0 && owner !== owners[i - 1]).length, {
      goal: HANDOFFS[form] - 1,
    }),
    never(
      'tables_with_a_gap',
      tables.filter((table) => table.owners.length !== SLOT_COUNT || table.owners.includes('')).length,
    ),
    ...plannedMoves(verdict),
    ...movedEdits(verdict),
  ];
}

export const scenarios: readonly Scenario[] = [
  { name: 'back-and-forth', about: 'one range is handed over 50 times in a row (short: 10)', needs: {}, run },
];
