/** From one line of a watch stream to a {@link WatchEvent}. */
import { malformed, toObject, underOwnKind } from './api-object.ts';
import { isRecord, numberOf, stringOf } from './record.ts';
import type { KubeObject, Resource, WatchEvent } from './types.ts';

export interface WatchEventContext {
  readonly parse: (text: string) => unknown;
  readonly resource: Resource;
  /** Names the request in errors. */
  readonly what: string;
}

/** Throws ApiError `Malformed` when the line is no event: the stream cannot be trusted any more. */
export function parseWatchEvent(line: string, context: WatchEventContext): WatchEvent {
  const frame = parseFrame(line, context);
  const { type, object } = frame;
  switch (type) {
    case 'ADDED':
    case 'MODIFIED':
    case 'DELETED':
      return { type, object: underOwnKind(toObject(object, context.what), context.resource) };
    case 'BOOKMARK':
      return { type, resourceVersion: bookmarkVersion(toObject(object, context.what), context) };
    case 'ERROR': {
      const status = isRecord(object) ? object : {};
      return {
        type,
        status: numberOf(status['code']) ?? 500,
        reason: stringOf(status['reason']) ?? '',
        message: stringOf(status['message']) ?? '',
      };
    }
    default:
      throw malformed(context.what, `unknown event type ${String(type)}`);
  }
}

function parseFrame(line: string, context: WatchEventContext): Readonly<Record<string, unknown>> {
  let frame: unknown;
  try {
    frame = context.parse(line);
  } catch (error) {
    throw malformed(context.what, 'an event is no JSON', error);
  }
  if (!isRecord(frame)) throw malformed(context.what, 'an event is no object');
  return frame;
}

function bookmarkVersion(object: KubeObject, context: WatchEventContext): string {
  const version = object.metadata.resourceVersion;
  if (version === undefined) throw malformed(context.what, 'a bookmark has no resourceVersion');
  return version;
}
