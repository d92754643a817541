/** The figures that every scenario owes, whatever its fault: nothing was done twice, late, or lost. Pure. */
import { atLeast, atMost, never, pooled, told } from './figures.ts';
import type { Figure } from './scenario.ts';
import type { Judgement } from './stage.ts';

/** Of the edits that the editor counts. */
const EDITS_JUDGED_MIN = 0.1;
/** Edits of one parent in quick succession, or while nobody serves it, are one write. */
const WRITES_PER_EDIT_MIN = 0.1;

const SAFETY: readonly string[] = [
  'overlaps',
  'late_writes_accepted',
  'edits_set_back',
  'duplicate_writes',
  'lost_edits',
  'unowned_at_the_end',
];

/** Must hold whatever else goes on. */
export function isSafety(metric: string): boolean {
  return SAFETY.includes(metric);
}

/** `lost`: edits that never arrived; `edits`: how many there were. */
export function safety(
  verdict: Judgement,
  { lost, edits }: { readonly lost: number; readonly edits: number },
): readonly Figure[] {
  const judged = verdict.evidence.edits.length;
  return [
    told('edits', edits),
    // The editor's marks must be found in the log, or nothing could be seen to be set back. While the API server is away, edits are not answered.
    atLeast('edits_judged', judged, { goal: Math.max(1, Math.ceil(EDITS_JUDGED_MIN * edits)) }),
    // An edit is a write of the child or, with others, a part of one.
    atLeast('writes_judged', verdict.judged, { goal: Math.max(1, Math.ceil(WRITES_PER_EDIT_MIN * judged)) }),
    never('overlaps', verdict.doubleOwners),
    never('late_writes_accepted', verdict.lateWrites),
    never('edits_set_back', verdict.setBacks),
    never('duplicate_writes', verdict.duplicates),
    never('lost_edits', lost),
    never('unowned_at_the_end', verdict.openGaps),
  ];
}

const PLANNED_P99_MS = 100;

/** Where the time goes: the requests on the way of a handoff, and what is between them. */
const STAGES = [
  { name: 'until_ack', field: 'ackMs' },
  { name: 'ack_stored', field: 'ackStoredMs' },
  { name: 'until_drop', field: 'dropMs' },
  { name: 'drop_stored', field: 'dropStoredMs' },
  { name: 'until_held', field: 'heldMs' },
] as const;

/** Of moves in good order: how long moved objects had no owner. */
export function plannedMoves({ plannedMs, evidence }: Judgement): readonly Figure[] {
  return [
    told('objects_moved', plannedMs.length),
    { ...pooled('unowned_planned_p50', plannedMs, { share: 0.5, goal: null }) },
    pooled('unowned_planned_p99', plannedMs, { share: 0.99, goal: PLANNED_P99_MS }),
    pooled('unowned_planned_max', plannedMs, { share: 1, goal: null }),
    ...STAGES.map((stage) =>
      pooled(
        `of_which_${stage.name}_p50`,
        evidence.handoffs.map((handoff) => handoff[stage.field]),
        { share: 0.5, goal: null },
      ),
    ),
  ];
}

/** How much slower than others were the edits of objects that were being moved, beyond the time they had no owner. */
export function movedEdits({ evidence }: Judgement): readonly Figure[] {
  const gapsByParent = Map.groupBy(evidence.planned, ({ parent }) => parent);
  const elsewhere: number[] = [];
  const beyond: number[] = [];
  for (const { parent, endMs, childMs, ms } of evidence.edits) {
    const gap = gapsByParent
      .get(parent)
      ?.find((one) => one.startMs < (childMs ?? Infinity) && (one.endMs ?? Infinity) > endMs);
    if (gap === undefined) elsewhere.push(ms);
    else beyond.push(Math.max(0, ms - Math.max(0, (gap.endMs ?? endMs) - Math.max(endMs, gap.startMs))));
  }
  const usual = pooled('edit_elsewhere_p99', elsewhere, { share: 0.99, goal: null });
  return [
    pooled('edit_elsewhere_p50', elsewhere, { share: 0.5, goal: null }),
    usual,
    told('edits_while_moving', beyond.length),
    ...(beyond.length === 0
      ? []
      : [
          atMost(
            'edit_while_moving_beyond_gap_p99_over_elsewhere',
            pooled('', beyond, { share: 0.99, goal: null }).value / usual.value,
            {
              goal: 1,
              speed: true,
            },
          ),
        ]),
  ];
}
