/**
 * W2: whether a write is held to the version of what it was computed from. Pure.
 *
 * The identity alone is not enough: a late deletion or patch of an old owner would be applied after a write of the new one.
 */
import type { WriteRequest } from '../../kube/types.ts';

/** What is missing, or undefined. Creates need none: a name that exists refuses them. */
export function missingPrecondition(request: WriteRequest): string | undefined {
  switch (request.verb) {
    case 'create':
      return undefined;
    case 'update':
      return hasText(request.body.metadata.resourceVersion) ? undefined : 'metadata.resourceVersion in the body';
    case 'delete': {
      const { uid, resourceVersion } = request.preconditions ?? {};
      return hasText(uid) && hasText(resourceVersion) ? undefined : 'preconditions of uid and resourceVersion';
    }
    case 'patch':
      return missingInPatch(request);
  }
}

function missingInPatch(request: WriteRequest & { readonly verb: 'patch' }): string | undefined {
  if (request.patchType === 'json') {
    return testsVersion(request.patch) ? undefined : 'a test of /metadata/resourceVersion';
  }
  const metadata = asRecord(asRecord(request.patch)?.['metadata']);
  if (!hasText(metadata?.['resourceVersion'])) return 'metadata.resourceVersion in the patch';
  // Where the object is gone, the server creates what is applied and does not look at the version, only at the uid.
  return request.patchType === 'apply' && !hasText(metadata?.['uid']) ? 'metadata.uid in the apply patch' : undefined;
}

function testsVersion(patch: unknown): boolean {
  return (
    Array.isArray(patch) &&
    patch.some((operation: unknown) => {
      const { op, path } = asRecord(operation) ?? {};
      return op === 'test' && path === '/metadata/resourceVersion';
    })
  );
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}
