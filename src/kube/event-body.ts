/** Event objects of both APIs, as bodies to send: pure. */
import { toMicroTime, toTime } from '../lib/clock.ts';
import { CORE_EVENTS, EVENTS } from './resources.ts';
import type { KubeObject, ObjectMeta, WriteRequest } from './types.ts';

/** What an event is about: enough for `kubectl describe` to find it. */
export interface EventSubject {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly namespace?: string;
  readonly uid?: string;
}

export interface EventInput {
  readonly regarding: EventSubject;
  readonly related?: EventSubject;
  readonly type: 'Normal' | 'Warning';
  /** Fixed CamelCase words; what varies goes into the note. */
  readonly reason: string;
  readonly action: string;
  /** For people; cut at 1024 characters. */
  readonly note: string;
  /** `core`: as Metacontroller writes them, found by tools that read v1 events. Default `events.k8s.io`. */
  readonly api?: 'events.k8s.io' | 'core';
}

export interface EventSource {
  /** E.g. `shardkeeper-replica`: the "From" of `kubectl describe`. */
  readonly controller: string;
  /** E.g. the pod's name. */
  readonly instance: string;
  readonly wallMs: number;
}

const NOTE_MAX = 1024;

export function subjectOf(object: {
  readonly apiVersion: string;
  readonly kind: string;
  readonly metadata: ObjectMeta;
}): EventSubject {
  const { name, namespace, uid } = object.metadata;
  return {
    apiVersion: object.apiVersion,
    kind: object.kind,
    name,
    ...(namespace === undefined ? {} : { namespace }),
    ...(uid === undefined ? {} : { uid }),
  };
}

/** Events about cluster-scoped objects live in `default`: the API server wants it so. */
export function eventNamespace(input: EventInput): string {
  return input.regarding.namespace ?? 'default';
}

export function clipNote(note: string): string {
  return note.length <= NOTE_MAX ? note : `${note.slice(0, NOTE_MAX - 1)}…`;
}

export function createEventRequest(input: EventInput, name: string, source: EventSource): WriteRequest {
  const core = input.api === 'core';
  const body = core ? coreBody(input, source) : eventBody(input, source);
  const metadata = { namespace: eventNamespace(input), name };
  const head = { apiVersion: core ? 'v1' : 'events.k8s.io/v1', kind: 'Event', metadata };
  return { verb: 'create', resource: core ? CORE_EVENTS : EVENTS, body: { ...head, ...body } as KubeObject };
}

/** `count` occurrences so far, the last one at `source.wallMs`. */
export function repeatEventRequest(
  input: EventInput,
  repeat: { readonly name: string; readonly count: number },
  source: EventSource,
): WriteRequest {
  const { wallMs } = source;
  const { name, count } = repeat;
  const common = { verb: 'patch', patchType: 'merge', ref: { namespace: eventNamespace(input), name } } as const;
  return input.api === 'core'
    ? { ...common, resource: CORE_EVENTS, patch: { count, lastTimestamp: toTime(wallMs) } }
    : { ...common, resource: EVENTS, patch: { series: { count, lastObservedTime: toMicroTime(wallMs) } } };
}

function eventBody(input: EventInput, source: EventSource): Readonly<Record<string, unknown>> {
  const { regarding, related, type, reason, action, note } = input;
  return {
    eventTime: toMicroTime(source.wallMs),
    regarding,
    ...(related === undefined ? {} : { related }),
    type,
    reason,
    action,
    note: clipNote(note),
    reportingController: source.controller,
    reportingInstance: source.instance,
  };
}

function coreBody(input: EventInput, source: EventSource): Readonly<Record<string, unknown>> {
  const { regarding, related, type, reason, note } = input;
  const time = toTime(source.wallMs);
  return {
    involvedObject: regarding,
    ...(related === undefined ? {} : { related }),
    type,
    reason,
    message: clipNote(note),
    source: { component: source.controller },
    firstTimestamp: time,
    lastTimestamp: time,
    count: 1,
    reportingComponent: source.controller,
    reportingInstance: source.instance,
  };
}
