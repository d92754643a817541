/**
 * Objects that nobody controls and that have no slot: no watch of a replica shows them, so that a parent which may adopt them
 * asks for them when it is synced. One LIST per kind and namespace serves all parents of a replica for a while.
 */
import type { KubeClient, KubeObject, ObjectKey } from '../../kube/types.ts';
import { controllerOf, keyOf } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { ChildRule } from './policy.ts';

export interface Orphans {
  /**
   * Metadata alone, at most `LISTED_FOR_MS` old; without a namespace those of all namespaces. The caller takes out of the
   * map what it tried to adopt, so that nobody tries again with the same version. Errors: ApiError.
   */
  readonly of: (rule: ChildRule, where: Where) => Promise<Map<ObjectKey, KubeObject>>;
}

export interface Where {
  readonly namespace: string | undefined;
  readonly slotLabel: string;
}

/** How long a LIST is good for. An orphan that appears meanwhile is found by a later sync. */
export const LISTED_FOR_MS = 10_000;

interface Listing {
  readonly askedMs: number;
  readonly objects: Promise<Map<ObjectKey, KubeObject>>;
}

export function createOrphans({
  client,
  clock,
}: {
  readonly client: Pick<KubeClient, 'list'>;
  readonly clock: Clock;
}): Orphans {
  const listings = new Map<string, Listing>();
  const list = async (
    { resource }: ChildRule,
    { namespace, slotLabel }: Where,
  ): Promise<Map<ObjectKey, KubeObject>> => {
    const { items } = await client.list(resource, {
      labelSelector: `!${slotLabel}`,
      metadataOnly: true,
      ...(namespace === undefined || !resource.namespaced ? {} : { namespace }),
    });
    const free = items.filter(({ metadata }) => controllerOf(metadata) === undefined);
    return new Map(free.map((object) => [keyOf(object.metadata), object]));
  };
  return {
    of: (rule, where) => {
      const nowMs = clock.monotonicMs();
      for (const [key, { askedMs }] of listings) if (nowMs - askedMs >= LISTED_FOR_MS) listings.delete(key);
      const key = `${rule.groupResource} ${where.slotLabel} ${where.namespace ?? ''}`;
      const known = listings.get(key);
      if (known !== undefined) return known.objects;
      const objects = list(rule, where);
      listings.set(key, { askedMs: nowMs, objects });
      // The next parent asks anew.
      objects.catch(() => listings.delete(key));
      return objects;
    },
  };
}
