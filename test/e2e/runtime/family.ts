/** A controller that only looks: each ConfigMap `app=family`, and the Secrets that it owns. */
import {
  controllerOf,
  keyOf,
  type KubeClient,
  type KubeObject,
  type ObjectKey,
  type Resource,
} from '../../../src/kube/types.ts';
import type { Controller, ObjectChange, RootRef } from '../../../src/replica/ports.ts';
import { CONFIGMAPS } from './mirror.ts';

export const SECRETS: Resource = {
  group: '',
  version: 'v1',
  plural: 'secrets',
  kind: 'Secret',
  namespaced: true,
  hasStatus: false,
};

export class Family {
  /** How many children each look saw, by root. */
  readonly seen = new Map<ObjectKey, number[]>();

  readonly controller: Controller = {
    name: 'family',
    resources: [
      { resource: CONFIGMAPS, role: 'root', labelSelector: 'app=family' },
      { resource: SECRETS, role: 'child' },
    ],
    rootsOf,
    reconcile: async ({ key }, { stores, assertOwned }) => {
      const root = stores.get('configmaps', key);
      if (root === undefined) return { type: 'Settled' };
      const children = stores.ownedBy('secrets', root.metadata.uid ?? '');
      assertOwned('hook');
      this.seen.set(key, [...(this.seen.get(key) ?? []), children.length]);
      return { type: 'Settled' };
    },
  };
}

function* rootsOf({ resource, before, after }: ObjectChange): Generator<RootRef> {
  const object = after ?? before;
  if (object === undefined) return;
  if (resource.plural === 'configmaps' && object.metadata.labels?.['app'] === 'family') {
    yield { groupResource: 'configmaps', key: keyOf(object.metadata) };
  }
  const owner = controllerOf(object.metadata);
  if (resource.plural === 'secrets' && owner !== undefined) {
    yield { groupResource: 'configmaps', key: `${object.metadata.namespace ?? ''}/${owner.name}` };
  }
}

/**
 * A root with children, none of which has a slot: as another controller left them. The root begins to match the
 * controller's selector when its children are there.
 */
export async function createFamily(
  user: KubeClient,
  namespace: string,
  { name, children }: { readonly name: string; readonly children: number },
): Promise<void> {
  const body = { apiVersion: 'v1', kind: 'ConfigMap', metadata: { name, namespace } };
  const root = await user.send({ verb: 'create', resource: CONFIGMAPS, body });
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid: root.metadata.uid ?? '', controller: true };
  const child = (i: number): KubeObject => ({
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: `${name}-${i}`, namespace, ownerReferences: [owner] },
  });
  await Promise.all(
    Array.from({ length: children }, (_, i) => user.send({ verb: 'create', resource: SECRETS, body: child(i) })),
  );
  await user.send({
    verb: 'patch',
    resource: CONFIGMAPS,
    ref: { namespace, name },
    patchType: 'merge',
    patch: { metadata: { labels: { app: 'family' } } },
  });
}
