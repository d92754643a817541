/** From a {@link WriteRequest} to method, path and body: pure. */
import { assertNever } from '../lib/assert.ts';
import { collectionPath, objectPath, withQuery } from './paths.ts';
import { groupResourceOf, keyOf } from './types.ts';
import type { ObjectRef, WriteRequest } from './types.ts';

export interface CompiledWrite {
  /** Names the write in errors, e.g. `update deployments.apps default/web`. */
  readonly what: string;
  readonly verb: WriteRequest['verb'];
  readonly method: 'POST' | 'PUT' | 'PATCH' | 'DELETE';
  readonly path: string;
  readonly contentType: string;
  readonly body: unknown;
}

const PATCH_TYPES = {
  merge: 'application/merge-patch+json',
  json: 'application/json-patch+json',
  // A JSON text is a YAML text.
  apply: 'application/apply-patch+yaml',
} as const;

export function compileWrite(request: WriteRequest, timeoutMs: number): CompiledWrite {
  const { verb, resource } = request;
  const ref = refOfWrite(request);
  const query = { timeout: `${Math.ceil(timeoutMs)}ms` };
  const common = { verb, what: `${verb} ${groupResourceOf(resource)} ${keyOf(ref)}`, contentType: 'application/json' };
  switch (request.verb) {
    case 'create': {
      const path = withQuery(collectionPath(resource, ref.namespace), { ...query, ...request.query });
      return { ...common, method: 'POST', path, body: request.body };
    }
    case 'update': {
      const path = withQuery(objectPath(resource, ref, request.subresource), { ...query, ...request.query });
      return { ...common, method: 'PUT', path, body: request.body };
    }
    case 'patch': {
      const path = withQuery(objectPath(resource, ref, request.subresource), { ...query, ...request.query });
      return { ...common, method: 'PATCH', path, contentType: PATCH_TYPES[request.patchType], body: request.patch };
    }
    case 'delete': {
      const path = withQuery(objectPath(resource, ref), query);
      const { preconditions, propagation, gracePeriodSeconds } = request;
      const body = {
        kind: 'DeleteOptions',
        apiVersion: 'v1',
        ...(preconditions === undefined ? {} : { preconditions }),
        ...(propagation === undefined ? {} : { propagationPolicy: propagation }),
        ...(gracePeriodSeconds === undefined ? {} : { gracePeriodSeconds }),
      };
      return { ...common, method: 'DELETE', path, body };
    }
    default:
      return assertNever(request);
  }
}

function refOfWrite(request: WriteRequest): ObjectRef {
  if (request.verb === 'patch' || request.verb === 'delete') return request.ref;
  const { namespace, name, generateName } = request.body.metadata;
  const ref = { name: name ?? `${generateName ?? ''}*` };
  return namespace === undefined ? ref : { namespace, ...ref };
}
