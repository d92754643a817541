/** One completed request, as the API server's audit log tells it. */
import { parseTime } from '../../lib/clock.ts';

/** A process, as the bound token and the User-Agent name it. */
export interface ProcessName {
  /** Name of the pod, which is the name of the replica. */
  readonly replica: string;
  /** One process start under that name; '' when the User-Agent does not tell. */
  readonly incarnation: string;
}

export interface AuditEntry {
  /** When the API server received the request. Milliseconds since 1970, with microseconds as fraction. */
  readonly startMs: number;
  /** When it had answered. */
  readonly endMs: number;
  readonly verb: string;
  readonly user: string;
  /** Set when the user is a pod with a bound token. */
  readonly process: ProcessName | undefined;
  /** Of the User-Agent `shardkeeper/<version> (<component>; <pod>; <incarnation>)`. */
  readonly component: string | undefined;
  readonly userAgent: string;
  readonly group: string;
  /** Lower-case plural; '' for requests that are not about a resource. */
  readonly resource: string;
  readonly subresource: string;
  readonly namespace: string;
  /** '' for collections and for creations with generateName. */
  readonly name: string;
  /** Value of the query parameter `fieldManager`, or ''. */
  readonly fieldManager: string;
  readonly dryRun: boolean;
  /** HTTP status of the answer. */
  readonly code: number;
  readonly requestObject: unknown;
  readonly responseObject: unknown;
}

const POD_NAME = 'authentication.kubernetes.io/pod-name';
const AGENT = /^shardkeeper\/\S+ \(([^;)]*); ([^;)]*); ([^;)]*)\)/;

/** The entry of one parsed line, or undefined when the line is not about a completed request. */
export function toEntry(line: unknown): AuditEntry | undefined {
  const event = recordOf(line);
  if (event['stage'] !== 'ResponseComplete' && event['stage'] !== 'Panic') return undefined;
  const object = recordOf(event['objectRef']);
  const user = recordOf(event['user']);
  const userAgent = textOf(event['userAgent']);
  const agent = AGENT.exec(userAgent);
  const podName = recordOf(user['extra'])[POD_NAME];
  const replica = Array.isArray(podName) ? textOf(podName[0]) : '';
  const query = new URLSearchParams(textOf(event['requestURI']).split('?')[1] ?? '');
  const code = recordOf(event['responseStatus'])['code'];
  return {
    startMs: timeOf(event['requestReceivedTimestamp']),
    endMs: timeOf(event['stageTimestamp']),
    verb: textOf(event['verb']),
    user: textOf(user['username']),
    process: replica === '' ? undefined : { replica, incarnation: agent?.[2] === replica ? (agent[3] ?? '') : '' },
    component: agent?.[1],
    userAgent,
    group: textOf(object['apiGroup']),
    resource: textOf(object['resource']),
    subresource: textOf(object['subresource']),
    namespace: textOf(object['namespace']),
    name: textOf(object['name']),
    fieldManager: query.get('fieldManager') ?? '',
    dryRun: query.has('dryRun'),
    code: typeof code === 'number' ? code : 0,
    requestObject: event['requestObject'],
    responseObject: event['responseObject'],
  };
}

const WRITES = new Set(['create', 'update', 'patch', 'delete', 'deletecollection']);

export function isWrite(entry: AuditEntry): boolean {
  return WRITES.has(entry.verb) && !entry.dryRun;
}

export function isSuccess(entry: AuditEntry): boolean {
  return entry.code >= 200 && entry.code < 300;
}

/** `compositeapps.example.com`, `pods`. */
export function groupResource(entry: { readonly group: string; readonly resource: string }): string {
  return entry.group === '' ? entry.resource : `${entry.resource}.${entry.group}`;
}

/** Identifies an object in the whole cluster. */
export function objectKey(entry: AuditEntry): string {
  return `${groupResource(entry)} ${entry.namespace}/${entry.name}`;
}

export function sameProcess(a: ProcessName, b: ProcessName): boolean {
  return a.replica === b.replica && a.incarnation === b.incarnation;
}

export function recordOf(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Record<string, unknown>) : {};
}

export function textOf(value: unknown): string {
  return typeof value === 'string' ? value : '';
}

/** `Date.parse` stops at milliseconds; gaps are measured finer. */
function timeOf(value: unknown): number {
  const text = textOf(value);
  const [, seconds = '', fraction = ''] = /^(.*?)(?:\.(\d+))?Z$/.exec(text) ?? [];
  const ms = parseTime(`${seconds}Z`);
  if (ms === undefined) throw new TypeError(`audit log: not a timestamp: ${text}`);
  return ms + Number(`0.${fraction || '0'}`) * 1000;
}
