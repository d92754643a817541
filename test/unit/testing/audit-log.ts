/** Makes audit lines as the API server writes them, for the judge's tests. Times in milliseconds after an arbitrary start. */
import { toEntry, type AuditEntry } from '../../../src/testing/audit/entry.ts';

const EPOCH_MS = Date.UTC(2026, 0, 2, 3, 4, 5);

export interface Line {
  readonly at: number;
  /** How long the request took; default 2. */
  readonly took?: number;
  readonly verb?: string;
  readonly code?: number;
  /** `group/resource` or `group/resource/subresource`; group may be empty. */
  readonly what: string;
  readonly name: string;
  readonly namespace?: string;
  /** `replica/incarnation` of a pod, else a plain user. */
  readonly by?: string;
  readonly query?: string;
  readonly request?: unknown;
  readonly response?: unknown;
}

export function rawLine(line: Line): Record<string, unknown> {
  const [apiGroup = '', resource = '', subresource] = line.what.split('/');
  const [replica, incarnation] = line.by?.split('/') ?? [];
  return {
    kind: 'Event',
    apiVersion: 'audit.k8s.io/v1',
    stage: 'ResponseComplete',
    requestURI: `/any${line.query === undefined ? '' : `?${line.query}`}`,
    verb: line.verb ?? 'patch',
    user: {
      username: replica === undefined ? 'kubernetes-admin' : 'system:serviceaccount:sk:engine',
      ...(replica === undefined ? {} : { extra: { 'authentication.kubernetes.io/pod-name': [replica] } }),
    },
    userAgent: replica === undefined ? 'kubectl/v1' : `shardkeeper/0.1.0 (metacontroller; ${replica}; ${incarnation})`,
    objectRef: { resource, namespace: line.namespace ?? 'sk', name: line.name, apiGroup, subresource },
    responseStatus: { code: line.code ?? 200 },
    requestReceivedTimestamp: timestamp(line.at),
    stageTimestamp: timestamp(line.at + (line.took ?? 2)),
    ...(line.request === undefined ? {} : { requestObject: line.request }),
    ...(line.response === undefined ? {} : { responseObject: line.response }),
  };
}

export function timestamp(atMs: number): string {
  const whole = Math.floor(atMs);
  const micros = String(Math.round((atMs - whole) * 1000)).padStart(3, '0');
  return new Date(EPOCH_MS + whole).toISOString().replace('Z', `${micros}Z`);
}

/** Sorted, with times relative to the same start as in the lines. */
export function log(...lines: readonly Line[]): readonly AuditEntry[] {
  return lines
    .map((line) => {
      const entry = toEntry(rawLine(line));
      if (entry === undefined) throw new Error('no entry');
      return { ...entry, startMs: line.at, endMs: line.at + (line.took ?? 2) };
    })
    .sort((a, b) => a.startMs - b.startMs);
}

export const SET = { namespace: 'sk', name: 'set' };

/** A table: [owner, first slot, last slot, awaited ...] rows. */
export function table(
  at: number,
  revision: number,
  rows: readonly (readonly [string, number, number, ...string[]])[],
): Line {
  const ranges = rows.map(([owner, start, end, ...awaiting]) => ({
    start,
    end,
    owner,
    generation: revision,
    awaiting,
  }));
  const response = { status: { assignment: { revision, generation: revision, ranges } } };
  return {
    at,
    response,
    what: 'shardkeeper.io/controllershardsets/status',
    name: 'set',
    by: 'manager-0/m',
    verb: 'update',
  };
}

/** A status of a replica: what it holds, as [first, last] ranges. */
export function held(
  at: number,
  by: string,
  ranges: readonly (readonly [number, number])[],
  more: Readonly<Record<string, unknown>> = {},
): Line {
  const [replica = '', incarnation] = by.split('/');
  const response = { status: { incarnation, held: ranges.map(([start, end]) => ({ start, end })), ...more } };
  return { at, by, response, what: 'shardkeeper.io/controllershards/status', name: replica };
}

export function renewal(at: number, by: string): Line {
  const [replica = '', holderIdentity] = by.split('/');
  return {
    at,
    by,
    what: 'coordination.k8s.io/leases',
    name: replica,
    verb: 'update',
    request: { spec: { holderIdentity } },
  };
}

/** `a` has all slots, `b` none. */
export const begin: readonly Line[] = [
  table(100, 1, [['a', 0, 4095]]),
  renewal(100, 'a/1'),
  held(110, 'a/1', [[0, 4095]]),
  renewal(100, 'b/1'),
  held(110, 'b/1', []),
];

/** A write to an object; the tests' objects are called after their slot. */
export function write(at: number, by: string, slot: number, more: Partial<Line> = {}): Line {
  return { at, by, what: 'example.com/things', name: `o-${slot}`, namespace: 'default', ...more };
}

export const slotOf = (object: { readonly resource: string; readonly name: string }): number | undefined =>
  object.resource === 'things' ? Number(object.name.slice(2)) : undefined;
