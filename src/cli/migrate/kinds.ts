/** Which kinds there are, and in which order they are gone through. */
import { GROUP } from '../../api/names.ts';
import { DISCOVERY_ACCEPT, resourceOf } from '../../kube/discovery.ts';
import { isRecord, recordsIn, stringOf } from '../../kube/record.ts';
import { groupResourceOf } from '../../kube/types.ts';
import type { Resource } from '../../kube/types.ts';
import type { Reader } from './pages.ts';

/** Written for each of countless happenings, and labelled by nobody. */
const NEVER_LABELLED = new Set(['events', 'events.events.k8s.io', 'leases.coordination.k8s.io']);

/** Every kind that may carry our label: can be listed and patched, in the version that the server prefers. Errors: ApiError. */
export async function readKinds(client: Reader, signal: AbortSignal): Promise<readonly Resource[]> {
  const bodies = await Promise.all(
    ['/api', '/apis'].map((path) => client.getPath(path, { accept: DISCOVERY_ACCEPT, signal })),
  );
  return bodies.flatMap(kindsIn);
}

/** Reads an APIGroupDiscoveryList. Pure. */
export function kindsIn(body: unknown): readonly Resource[] {
  const kinds = new Map<string, Resource>();
  for (const kind of recordsIn(body, 'items').flatMap(kindsOfGroup)) {
    const name = groupResourceOf(kind);
    // Versions come in the order of the server's preference.
    if (!NEVER_LABELLED.has(name) && !kinds.has(name)) kinds.set(name, kind);
  }
  return [...kinds.values()];
}

function kindsOfGroup(entry: Readonly<Record<string, unknown>>): readonly Resource[] {
  const metadata = entry['metadata'];
  const group = (isRecord(metadata) ? stringOf(metadata['name']) : undefined) ?? '';
  // Our own kinds go with their CRDs.
  if (group === GROUP) return [];
  return recordsIn(entry, 'versions').flatMap((served) => {
    const where = { group, version: stringOf(served['version']) ?? '' };
    return recordsIn(served, 'resources')
      .filter(canBeLabelled)
      .map((resource) => resourceOf(resource, where));
  });
}

function canBeLabelled(resource: Readonly<Record<string, unknown>>): boolean {
  const { verbs } = resource;
  return Array.isArray(verbs) && verbs.includes('list') && verbs.includes('patch');
}

/** That objects of one kind own objects of another, by group and plural. */
export interface Ownership {
  readonly parent: string;
  readonly child: string;
}

/**
 * Owners before what they own, then all others; otherwise as given. Kinds that own one another in a circle keep their order.
 * Pure.
 */
export function ownersFirst<T>(kinds: readonly T[], nameOf: (kind: T) => string, pairs: readonly Ownership[]): T[] {
  const depth = new Map<string, number>();
  for (const { parent, child } of pairs) {
    if (!depth.has(parent)) depth.set(parent, 0);
    depth.set(child, 1);
  }
  for (let round = 0; round < depth.size; round++) {
    for (const { parent, child } of pairs) {
      const below = Math.min((depth.get(parent) ?? 0) + 1, depth.size);
      if (parent !== child) depth.set(child, Math.max(depth.get(child) ?? 0, below));
    }
  }
  const rank = (kind: T): number => depth.get(nameOf(kind)) ?? Number.MAX_SAFE_INTEGER;
  return kinds.toSorted((a, b) => rank(a) - rank(b));
}
