/** Who asked the API server for what, in a window of time. */
import { GROUP } from '../../api/names.ts';
import { groupResource, isSuccess, isWrite, type AuditEntry } from './entry.ts';

export interface TimeWindow {
  readonly fromMs: number;
  readonly toMs: number;
}

export interface RequestCount {
  readonly user: string;
  readonly verb: string;
  /** `deployments.apps/status` */
  readonly resource: string;
  readonly count: number;
}

/** Requests received in the window, the largest groups first. Watches are not in the log. */
export function countRequests(
  entries: readonly AuditEntry[],
  window: TimeWindow,
  filter: (entry: AuditEntry) => boolean = () => true,
): readonly RequestCount[] {
  const counts = new Map<string, RequestCount>();
  for (const entry of entries) {
    if (!isWithin(entry, window) || !filter(entry)) continue;
    const { user, verb } = entry;
    const resource = entry.subresource === '' ? groupResource(entry) : `${groupResource(entry)}/${entry.subresource}`;
    const key = `${user} ${verb} ${resource}`;
    counts.set(key, { user, verb, resource, count: (counts.get(key)?.count ?? 0) + 1 });
  }
  return [...counts.values()].sort((a, b) => b.count - a.count);
}

export function totalOf(counts: readonly RequestCount[]): number {
  return counts.reduce((sum, { count }) => sum + count, 0);
}

/** True for requests of pods, by their bound tokens. */
export function isOfPod(entry: AuditEntry): boolean {
  return entry.process !== undefined;
}

/** True for requests about users' objects: not Shardkeeper's own, no Leases, no events. */
export function isAboutObjects(entry: AuditEntry): boolean {
  return (
    entry.resource !== '' &&
    entry.resource !== 'events' &&
    ![GROUP, 'coordination.k8s.io', 'authentication.k8s.io', 'authorization.k8s.io'].includes(entry.group)
  );
}

/** What an idle system must not do: any write but a Lease's, any LIST. Of pods; empty = idle indeed. */
export function restlessness(entries: readonly AuditEntry[], window: TimeWindow): readonly RequestCount[] {
  return countRequests(
    entries,
    window,
    (entry) => isOfPod(entry) && (entry.verb === 'list' || (isWrite(entry) && entry.resource !== 'leases')),
  );
}

/** Successful writes of pods to users' objects: in a window of moves without edits, those that the moves caused. */
export function objectWrites(entries: readonly AuditEntry[], window: TimeWindow): readonly AuditEntry[] {
  return entries.filter(
    (entry) => isWithin(entry, window) && isOfPod(entry) && isWrite(entry) && isSuccess(entry) && isAboutObjects(entry),
  );
}

function isWithin(entry: AuditEntry, { fromMs, toMs }: TimeWindow): boolean {
  return entry.startMs >= fromMs && entry.startMs < toMs;
}
