/** From the audit log and the hook's own log to a `Judgement`. Pure. */
import { REPLICA_FIELD_MANAGER } from '../../src/api/names.ts';
import {
  countOwnerWrites,
  doubleOwners,
  duplicateWrites,
  editsOf,
  gaps,
  handoffStages,
  lateWrites,
  movement,
  objectsPerSlot,
  ownershipTimeline,
  plannedGaps,
  tablesBetween,
  writesWithoutEdit,
  type AuditEntry,
  type Gap,
  type HookCall,
  type Kill,
} from '../../src/testing/audit/index.ts';
import { WEBAPPS } from '../../src/testing/load/webapps.ts';
import type { Judgement } from './stage.ts';
import { parentOf, slotOfObject, slotOfParent } from './stage/parents.ts';
import { SET } from './stage/set.ts';

export interface Case {
  /** All of the log. */
  readonly entries: readonly AuditEntry[];
  /** All calls of the hook. */
  readonly calls: readonly HookCall[];
  /** What was before is known, and not judged. */
  readonly fromMs: number;
  readonly parents: readonly string[];
  /** Of the set. */
  readonly namespace: string;
  readonly windowMs: number;
  /** How long a request may have been on its way. */
  readonly transitMs: number;
  readonly kills: readonly Kill[];
}

export function judge(given: Case): Judgement {
  const { entries, fromMs, parents, windowMs, kills, transitMs } = given;
  const set = { namespace: given.namespace, name: SET };
  const timeline = ownershipTimeline(entries, { set, windowMs, kills });
  const objects = objectsPerSlot(parents.map(slotOfParent));
  // The last sign of life of who is stopped at once is from before.
  const found = gaps(timeline, entries, slotOfObject).filter(
    (gap) => (gap.endMs ?? Number.POSITIVE_INFINITY) >= fromMs && objects(gap.slot) > 0,
  );
  const calls = given.calls.filter((call) => (call.endMs ?? Number.POSITIVE_INFINITY) >= fromMs);
  const recent = entries.filter((entry) => entry.endMs >= fromMs);
  const planned = plannedGaps(found, recent, { parents, slotOfParent, parentOf, calls, logEndMs: timeline.endMs });
  const violations = doubleOwners(entries, { timeline, slotOf: slotOfObject }).filter(({ atMs }) => atMs >= fromMs);
  const late = lateWrites(entries, { timeline, slotOf: slotOfObject, windowMs, transitMs }).filter(
    ({ atMs }) => atMs >= fromMs,
  );
  const unasked = writesWithoutEdit(entries, fromMs, { slotOf: slotOfObject, parentOf });
  const { edits, setBacks } = editsOf(recent, { markOf, parentOf: editedParent, parentOfChild });
  const { moved, least } = movement(tablesBetween(timeline.tables, fromMs, timeline.endMs));
  const perObject = (kind: Gap['kind']): readonly number[] =>
    found.filter((gap) => gap.kind === kind).flatMap((gap) => Array.from({ length: objects(gap.slot) }, () => gap.ms));
  return {
    moved,
    least,
    judged: countOwnerWrites(recent, slotOfObject),
    doubleOwners: violations.length,
    lateWrites: late.length,
    plannedMs: planned.map((gap) => gap.ms),
    crashMs: perObject('Crash'),
    restartMs: perObject('Restart'),
    openGaps: found.filter((gap) => gap.endMs === undefined).reduce((sum, gap) => sum + objects(gap.slot), 0),
    writesWithoutEdit: unasked.length,
    editMs: edits.map((edit) => edit.ms),
    duplicates: duplicateWrites(recent, slotOfObject).length,
    setBacks: setBacks.length,
    evidence: {
      entries,
      timeline,
      violations,
      late,
      unasked,
      planned,
      edits,
      calls,
      handoffs: handoffStages(recent, set),
    },
  };
}

/** `editor.ts` writes `edit <number>`, and the hook copies it. */
const MARK = /"(edit \d+)"/;

function markOf({ requestObject }: AuditEntry): string | undefined {
  return requestObject === undefined ? undefined : MARK.exec(JSON.stringify(requestObject))?.[1];
}

function editedParent(entry: AuditEntry): string | undefined {
  return entry.resource === WEBAPPS.plural && entry.subresource === '' ? parentOf(entry) : undefined;
}

function parentOfChild(entry: AuditEntry): string | undefined {
  return entry.resource !== WEBAPPS.plural && entry.fieldManager !== REPLICA_FIELD_MANAGER
    ? parentOf(entry)
    : undefined;
}
