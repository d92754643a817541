/**
 * testing/audit/: the judge. Says from the API server's audit log alone what the replicas did.
 *
 * - `read.ts` reads the log (policy: cluster/audit-policy.ts); all else is pure functions over its entries.
 * - It takes nobody's word but the API server's: who wrote comes from the token, when from the server's clock, the table
 *   and the holds from what was stored. It shares no rule with protocol/, except what a range and a slot are.
 * - It accuses only where the log proves it; `countOwnerWrites` tells how much there was to judge.
 */
export { handoffStages, type HandoffStages } from './handoff-stages.ts';
export { isSuccess, isWrite, sameProcess, type AuditEntry, type ProcessName } from './entry.ts';
export { loadAuditLog, readAuditLog } from './read.ts';
export { tableVersions, type SetName, type TableVersion } from './tables.ts';
export {
  ownershipTimeline,
  type Hold,
  type Kill,
  type Life,
  type Timeline,
  type TimelineOptions,
} from './ownership-timeline.ts';
export { gaps, objectsPerSlot, summarizeGaps, type Gap, type GapSummary, type SlotOf } from './gaps.ts';
export { countOwnerWrites, ownerWrites, type OwnerWrite } from './owner-writes.ts';
export { doubleOwners, type Violation } from './double-owners.ts';
export { lateWrites, type LateWrite, type LateWritesOptions } from './late-writes.ts';
export { type HookCall } from './hook-calls.ts';
export { plannedGaps, type PlannedGap, type PlannedGapsOptions } from './planned-gaps.ts';
export { editsOf, type Edit, type EditsOptions } from './edits.ts';
export { duplicateWrites, writesWithoutEdit } from './needless-writes.ts';
export { followAuditLog, type AuditFollower } from './follow.ts';
export { movement, peakOverMean, slotCounts, tablesBetween, type Movement } from './moves.ts';
export {
  countRequests,
  isAboutObjects,
  isOfPod,
  objectWrites,
  restlessness,
  totalOf,
  type RequestCount,
  type TimeWindow,
} from './requests.ts';
