/** What of a controller this version does not serve, told by the very code that refuses it in the engine. Pure. */
import type { KubeObject } from '../../kube/types.ts';
import { isShardkeeperError, messageOf } from '../../lib/errors.ts';

export interface Refusal {
  readonly code: string;
  /** Path of the field, e.g. `spec.hooks.customize`; '' when the refusal names none. */
  readonly field: string;
  readonly message: string;
}

export interface Judged {
  readonly refusals: readonly Refusal[];
  /** Without what is refused; undefined when it cannot be read at all. */
  readonly servable: KubeObject | undefined;
}

/** More wrong fields than this are told as the first ones. */
const REFUSALS_MAX = 20;

/**
 * The engine stops at the first field that it refuses: here that field is taken out and it is asked again, so that all are
 * told at once.
 */
export function judge(object: KubeObject, declare: (object: KubeObject) => unknown): Judged {
  const refusals: Refusal[] = [];
  let servable: KubeObject | undefined = object;
  while (refusals.length < REFUSALS_MAX) {
    try {
      declare(servable);
      return { refusals, servable };
    } catch (error) {
      const refusal = refusalOf(error);
      const seen = refusals.some(({ field }) => field === refusal.field);
      if (!seen) refusals.push(refusal);
      const rest: KubeObject | undefined = seen ? undefined : withoutField(servable, refusal.field);
      if (rest === undefined) break;
      servable = rest;
    }
  }
  return { refusals, servable: undefined };
}

export function refusalOf(error: unknown): Refusal {
  const message = messageOf(error);
  const code = isShardkeeperError(error) ? error.code : 'Unknown';
  return { code, field: /\bspec(?:\.[A-Za-z]\w*|\[\d+\])+/.exec(message)?.[0] ?? '', message };
}

/** Undefined when there is no such field. */
function withoutField(object: KubeObject, field: string): KubeObject | undefined {
  const path = field.split(/[.[\]]+/).filter((step) => step !== '');
  const last = path.pop();
  const copy = structuredClone(object);
  let place: unknown = copy;
  for (const step of path) place = memberOf(place, step);
  if (last === undefined || memberOf(place, last) === undefined) return undefined;
  if (Array.isArray(place)) place.splice(Number(last), 1);
  else delete (place as Record<string, unknown>)[last];
  return copy;
}

function memberOf(value: unknown, step: string): unknown {
  return typeof value === 'object' && value !== null && Object.hasOwn(value, step)
    ? (value as Readonly<Record<string, unknown>>)[step]
    : undefined;
}
