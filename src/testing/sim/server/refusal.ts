/** What the model server answers instead of success: thrown inside of it, turned into an answer at its door. */
import type { Resource } from '../../../kube/types.ts';
import { groupResourceOf } from '../../../kube/types.ts';
import type { ModelFailure } from '../ports.ts';

export class Refusal extends Error {
  override readonly name = 'Refusal';
  readonly status: number;
  readonly reason: string;

  constructor(status: number, reason: string, message: string) {
    super(message);
    this.status = status;
    this.reason = reason;
  }

  get failure(): ModelFailure {
    return { type: 'Failure', status: this.status, reason: this.reason, message: this.message };
  }
}

export const badRequest = (message: string): Refusal => new Refusal(400, 'BadRequest', message);
export const expired = (message: string): Refusal => new Refusal(410, 'Expired', message);

export function notFound(resource: Resource, name: string): Refusal {
  return new Refusal(404, 'NotFound', `${groupResourceOf(resource)} "${name}" not found`);
}

export function alreadyExists(resource: Resource, name: string): Refusal {
  return new Refusal(409, 'AlreadyExists', `${groupResourceOf(resource)} "${name}" already exists`);
}

export function conflict(resource: Resource, name: string, why: string): Refusal {
  const message = `Operation cannot be fulfilled on ${groupResourceOf(resource)} "${name}": ${why}`;
  return new Refusal(409, 'Conflict', message);
}

/** `why` begins with the field. */
export function invalid(resource: Resource, name: string, why: string): Refusal {
  return new Refusal(422, 'Invalid', `${resource.kind} "${name}" is invalid: ${why}`);
}

/** The version is not in the cache of the server yet. */
export function tooLarge(resourceVersion: string): Refusal {
  return new Refusal(504, 'Timeout', `Too large resource version: ${resourceVersion}`);
}
