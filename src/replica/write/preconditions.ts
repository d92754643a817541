/** W2: whether a write is held to the version, or at least the identity, of what it was computed from. Pure. */
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
      return hasText(uid) || hasText(resourceVersion) ? undefined : 'a uid or resourceVersion precondition';
    }
    case 'patch':
      return missingInPatch(request);
  }
}

function missingInPatch(request: WriteRequest & { readonly verb: 'patch' }): string | undefined {
  if (request.patchType === 'json') {
    return testsIdentity(request.patch) ? undefined : 'a test of /metadata/resourceVersion or /metadata/uid';
  }
  const metadata = asRecord(asRecord(request.patch)?.['metadata']);
  if (hasText(metadata?.['resourceVersion'])) return undefined;
  // The API server silently ignores a uid in a merge patch of a subresource: there it protects nothing.
  if (request.subresource === undefined && hasText(metadata?.['uid'])) return undefined;
  return 'metadata.resourceVersion in the patch';
}

function testsIdentity(patch: unknown): boolean {
  return (
    Array.isArray(patch) &&
    patch.some((operation: unknown) => {
      const { op, path } = asRecord(operation) ?? {};
      return op === 'test' && (path === '/metadata/resourceVersion' || path === '/metadata/uid');
    })
  );
}

function hasText(value: unknown): boolean {
  return typeof value === 'string' && value !== '';
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> | undefined {
  return typeof value === 'object' && value !== null ? (value as Readonly<Record<string, unknown>>) : undefined;
}
