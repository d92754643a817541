/** What the demo showed, as figures: from the API server's audit log, the hook's own count and the clock. */
import { validateControllerShardSet } from '../../api/shard-set.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import type { KubeClient, ObjectRef } from '../../kube/types.ts';
import { slotOf } from '../../protocol/slots.ts';
import {
  countOwnerWrites,
  countRequests,
  doubleOwners,
  gaps,
  isAboutObjects,
  isOfPod,
  loadAuditLog,
  movement,
  objectsPerSlot,
  ownershipTimeline,
  peakOverMean,
  summarizeGaps,
  tablesBetween,
  totalOf,
  type AuditEntry,
  type GapSummary,
  type Timeline,
  type Violation,
} from '../../testing/audit/index.ts';
import { webAppName, webAppSlots } from '../../testing/load/webapps.ts';
import type { Figure } from './figure.ts';
import type { Kill, Span } from './moves-acts.ts';
import { PARENTS_NAMESPACE, type Stage } from './stage.ts';
import type { WaveResult } from './wave-act.ts';

export interface Evidence {
  readonly wave: WaveResult;
  readonly restart: Kill;
  readonly takeover: Kill;
  /** Wall-clock bounds of the scale-out. */
  readonly scaleOut: Span;
  readonly edits: number;
  readonly lostEdits: number;
}

/** What a crash may take beyond the lease. */
const SLACK_MS = 2000;
const REPLICAS_BEFORE = 3;
const REPLICAS_AFTER = [0, 1, 2, 3].map((ordinal) => `metacontroller-${ordinal}`);

const slotOfObject = webAppSlots(PARENTS_NAMESPACE);

/** What is known once the play is over. */
export interface Facts {
  /** Sorted by `startMs`. */
  readonly entries: readonly AuditEntry[];
  readonly evidence: Evidence;
  readonly set: { readonly namespace: string; readonly name: string };
  readonly lease: { readonly leaseMs: number; readonly windowMs: number };
  readonly parents: number;
  /** Hook calls that showed fewer children than one before. */
  readonly fewerChildren: number;
}

export async function judge(stage: Stage, evidence: Evidence): Promise<readonly Figure[]> {
  const { installation, narrator, parents } = stage;
  narrator.step('Reading the audit log');
  const entries = await loadAuditLog(installation.controlPlane.auditLogPath ?? '');
  const set = { namespace: installation.namespace, name: 'metacontroller' };
  const lease = await leaseOf(installation.client, set);
  const { fewerChildren } = await installation.hook.stats();
  const { figures, violations } = figuresOf({ entries, evidence, set, lease, parents, fewerChildren });
  for (const violation of violations.slice(0, 3)) narrator.fact(JSON.stringify(violation));
  return figures;
}

/** Pure. */
export function figuresOf(facts: Facts): {
  readonly figures: readonly Figure[];
  readonly violations: readonly Violation[];
} {
  const { entries, parents, evidence } = facts;
  const { wave } = evidence;
  const kills = [evidence.restart, evidence.takeover].map(({ replica, wallMs }) => ({ replica, atMs: wallMs }));
  const timeline = ownershipTimeline(entries, { set: facts.set, windowMs: facts.lease.windowMs, kills });
  const window = { fromMs: wave.startWallMs, toMs: wave.endWallMs };
  const isOfReplica = (entry: AuditEntry): boolean => isOfPod(entry) && isOfEngine(entry.user);
  const ofEngine = countRequests(entries, window, isOfReplica);
  const aboutObjects = countRequests(entries, window, (entry) => isOfReplica(entry) && isAboutObjects(entry));
  const judged = countOwnerWrites(entries, slotOfObject);
  const violations = doubleOwners(entries, { timeline, slotOf: slotOfObject });
  const figures = [
    information('parents', parents, ''),
    information('raw_seconds', wave.rawSeconds, 's'),
    information('wave_seconds', wave.waveSeconds, 's'),
    limited('wave_over_raw', wave.waveSeconds / wave.rawSeconds, { unit: '', goal: 2.5 }),
    limited('requests_per_parent', totalOf(aboutObjects) / parents, { unit: '', goal: 2.2 }),
    information('other_requests', totalOf(ofEngine) - totalOf(aboutObjects), ''),
    limited('hook_calls_per_parent', wave.hookCalls / parents, { unit: '', goal: 2.1 }),
    ...wave.shares.map(({ replica, objects }) => information(`share_of_${replica}`, objects / parents, '')),
    ...movesOf(timeline, evidence),
    ...gapsOf(timeline, facts),
    information('edits', evidence.edits, ''),
    limited('lost_edits', evidence.lostEdits, { unit: '', goal: 0 }),
    limited('calls_with_fewer_children', facts.fewerChildren, { unit: '', goal: 0 }),
    information('owner_writes_judged', judged, ''),
    // A wave makes two writes a parent: with fewer in the log there was nothing to judge.
    limited('double_owners', judged < 2 * parents ? Number.NaN : violations.length, { unit: '', goal: 0 }),
  ];
  return { figures, violations };
}

function movesOf({ tables }: Timeline, { scaleOut }: Evidence): readonly Figure[] {
  const scaling = tablesBetween(tables, scaleOut.startWallMs, scaleOut.endWallMs);
  const { moved, least } = movement(scaling, REPLICAS_AFTER);
  const [before, after] = [scaling.at(0), scaling.at(-1)];
  const peaks = [
    before === undefined ? Number.NaN : peakOverMean(before, REPLICAS_BEFORE),
    after === undefined ? Number.NaN : peakOverMean(after, REPLICAS_AFTER.length),
  ];
  return [
    limited('slots_peak_mean', Math.max(...peaks), { unit: '', goal: 1.05 }),
    information('slots_moved', moved, ''),
    // Less than the least: it had not settled.
    limited('moved_over_least', moved < least ? Number.NaN : moved / least, { unit: '', goal: 1.1 }),
  ];
}

function gapsOf(timeline: Timeline, { entries, parents, lease }: Facts): readonly Figure[] {
  const all = gaps(timeline, entries, slotOfObject);
  const numbers = Array.from({ length: parents }, (_, number) => number);
  const weight = objectsPerSlot(numbers.map((number) => slotOf(`${PARENTS_NAMESPACE}/${webAppName(number)}`)));
  const of = (planned: boolean): GapSummary =>
    summarizeGaps(
      all.filter((gap) => (gap.kind === 'Planned') === planned),
      weight,
    );
  const [planned, crashes] = [of(true), of(false)];
  return [
    information('unowned_planned_p50', seen(planned, planned.p50Ms), 'ms'),
    limited('unowned_planned_p99', seen(planned, planned.p99Ms), { unit: 'ms', goal: 100 }),
    information('unowned_planned_max', seen(planned, planned.maxMs), 'ms'),
    limited('unowned_crash_max', seen(crashes, crashes.maxMs), { unit: 'ms', goal: lease.leaseMs + SLACK_MS }),
    limited('unowned_at_the_end', planned.open + crashes.open, { unit: '', goal: 0 }),
  ];
}

/** As the replicas read it from the set. */
async function leaseOf(
  client: KubeClient,
  ref: ObjectRef,
): Promise<{ readonly leaseMs: number; readonly windowMs: number }> {
  const { lease } = validateControllerShardSet(await client.get(SHARD_SETS, ref)).spec;
  const leaseMs = lease.durationSeconds * 1000;
  return { leaseMs, windowMs: leaseMs - lease.fenceMarginMilliseconds };
}

/** Not a number when there was no gap: what was not seen meets no goal. */
function seen({ count }: GapSummary, value: number): number {
  return count === 0 ? Number.NaN : value;
}

function isOfEngine(user: string): boolean {
  return user.endsWith(':metacontroller');
}

function information(metric: string, value: number, unit: string): Figure {
  return { metric, value, unit, goal: null };
}

function limited(metric: string, value: number, limit: { readonly unit: string; readonly goal: number }): Figure {
  return { metric, value, ...limit };
}
