/** What the demo showed, as figures: from the API server's audit log, the hook's own count and the clock. */
import { slotOf } from '../../protocol/slots.ts';
import {
  countOwnerWrites,
  countRequests,
  doubleOwners,
  gaps,
  isOfPod,
  loadAuditLog,
  movement,
  objectsPerSlot,
  ownershipTimeline,
  peakOverMean,
  summarizeGaps,
  tablesBetween,
  totalOf,
  type SlotOf,
} from '../../testing/audit/index.ts';
import { webAppName } from '../../testing/load/webapps.ts';
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

/** Of the overlay that the demo installs: the 5 s preset. */
const LEASE_MS = 5000;
const WINDOW_MS = 3250;
const SLACK_MS = 2000;
const CHILD_SUFFIX = '-config';

/** Parents hash their own name, children have their parent's slot. */
const slotOfObject: SlotOf = ({ group, resource, namespace, name }) => {
  if (namespace !== PARENTS_NAMESPACE) return undefined;
  if (group === 'example.com' && resource === 'webapps') return slotOf(`${namespace}/${name}`);
  if (resource === 'configmaps' && name.endsWith(CHILD_SUFFIX)) {
    return slotOf(`${namespace}/${name.slice(0, -CHILD_SUFFIX.length)}`);
  }
  return undefined;
};

export async function judge(stage: Stage, evidence: Evidence): Promise<readonly Figure[]> {
  const { installation, narrator, parents } = stage;
  const path = installation.controlPlane.auditLogPath ?? '';
  narrator.step('Reading the audit log');
  const entries = await loadAuditLog(path);
  const { wave, restart, takeover, scaleOut } = evidence;
  const set = { namespace: installation.namespace, name: 'metacontroller' };
  const kills = [restart, takeover].map(({ replica, wallMs }) => ({ replica, atMs: wallMs }));
  const timeline = ownershipTimeline(entries, { set, windowMs: WINDOW_MS, kills });
  const all = gaps(timeline, entries, slotOfObject);
  const weight = objectsPerSlot(
    Array.from({ length: parents }, (_, number) => slotOf(`${PARENTS_NAMESPACE}/${webAppName(number)}`)),
  );
  const planned = summarizeGaps(
    all.filter((gap) => gap.kind === 'Planned'),
    weight,
  );
  const crashes = summarizeGaps(
    all.filter((gap) => gap.kind !== 'Planned'),
    weight,
  );
  const window = { fromMs: wave.startWallMs, toMs: wave.endWallMs };
  const requests = countRequests(entries, window, (entry) => isOfPod(entry) && isOfEngine(entry.user));
  const violations = doubleOwners(entries, { timeline, slotOf: slotOfObject });
  const moved = movement(tablesBetween(timeline.tables, scaleOut.startWallMs, scaleOut.endWallMs));
  const atWave = tablesBetween(timeline.tables, wave.endWallMs, wave.endWallMs).at(-1);
  const afterScale = tablesBetween(timeline.tables, scaleOut.endWallMs, scaleOut.endWallMs).at(-1);
  const peaks = [atWave, afterScale].map((table) => (table === undefined ? Number.NaN : peakOverMean(table)));
  for (const violation of violations.slice(0, 3)) narrator.fact(JSON.stringify(violation));
  const hook = await installation.hook.stats();
  return [
    information('parents', parents, ''),
    information('raw_seconds', wave.rawSeconds, 's'),
    information('wave_seconds', wave.waveSeconds, 's'),
    limited('wave_over_raw', wave.waveSeconds / wave.rawSeconds, { unit: '', goal: 2.5 }),
    limited('requests_per_parent', totalOf(requests) / parents, { unit: '', goal: 2.2 }),
    limited('hook_calls_per_parent', wave.hookCalls / parents, { unit: '', goal: 2.1 }),
    ...wave.shares.map(({ replica, objects }) => information(`share_of_${replica}`, objects / parents, '')),
    limited('slots_peak_mean', Math.max(...peaks), { unit: '', goal: 1.05 }),
    information('slots_moved', moved.moved, ''),
    limited('moved_over_least', moved.moved / moved.least, { unit: '', goal: 1.1 }),
    information('unowned_planned_p50', planned.p50Ms, 'ms'),
    limited('unowned_planned_p99', planned.p99Ms, { unit: 'ms', goal: 100 }),
    information('unowned_planned_max', planned.maxMs, 'ms'),
    limited('unowned_crash_max', crashes.maxMs, { unit: 'ms', goal: LEASE_MS + SLACK_MS }),
    limited('unowned_at_the_end', planned.open + crashes.open, { unit: '', goal: 0 }),
    information('edits', evidence.edits, ''),
    limited('lost_edits', evidence.lostEdits, { unit: '', goal: 0 }),
    limited('calls_with_fewer_children', hook.fewerChildren, { unit: '', goal: 0 }),
    information('owner_writes_judged', countOwnerWrites(entries, slotOfObject), ''),
    limited('double_owners', violations.length, { unit: '', goal: 0 }),
  ];
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
