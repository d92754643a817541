/** A controller as small as they come: each ConfigMap `app=root` gets a ConfigMap `<name>-child` with the same data. */
import { controllerOf, keyOf, type KubeObject, type ObjectKey, type Resource } from '../../../src/kube/types.ts';
import type { Controller, ObjectChange, Outcome, ReconcileContext, RootRef } from '../../../src/replica/ports.ts';

export const CONFIGMAPS: Resource = {
  group: '',
  version: 'v1',
  plural: 'configmaps',
  kind: 'ConfigMap',
  namespaced: true,
  hasStatus: false,
};

export interface Look {
  readonly key: ObjectKey;
  readonly child: KubeObject | undefined;
}

export class Mirror {
  /** Every call of reconcile, in order. */
  readonly looks: Look[] = [];
  /** Awaited between the look and the write of a root: tests hold reconciles here. */
  readonly gates = new Map<ObjectKey, Promise<void>>();
  /** Annotates the root too after the child is there: a second write, as a status is for real controllers. */
  readonly writesStatus: boolean;

  constructor(options: { readonly writesStatus: boolean } = { writesStatus: false }) {
    this.writesStatus = options.writesStatus;
  }

  looksAt(key: ObjectKey): number {
    return this.looks.filter((look) => look.key === key).length;
  }

  readonly controller: Controller = {
    name: 'mirror',
    // One resource in both roles: what has a controller owner is a child.
    resources: [{ resource: CONFIGMAPS, role: 'root', labelSelector: 'app=root' }],
    rootsOf: (change) => rootsOf(change),
    reconcile: (root, context) => this.#reconcile(root, context),
  };

  async #reconcile({ key }: RootRef, context: ReconcileContext): Promise<Outcome> {
    const root = context.stores.get('configmaps', key);
    if (root === undefined) return { type: 'Settled' };
    const [child] = context.stores.ownedBy('configmaps', root.metadata.uid ?? '');
    context.assertOwned('hook');
    this.looks.push({ key, child });
    await this.gates.get(key);
    if (child === undefined) {
      await context.writer.send({ verb: 'create', resource: CONFIGMAPS, body: childOf(root) });
    } else if (JSON.stringify(child['data']) !== JSON.stringify(root['data'])) {
      await context.writer.send({ verb: 'update', resource: CONFIGMAPS, body: { ...child, data: root['data'] } });
    }
    if (this.writesStatus && root.metadata.annotations?.['seen'] !== 'true') {
      const { resourceVersion } = root.metadata;
      await context.writer.send({
        verb: 'patch',
        resource: CONFIGMAPS,
        ref: { namespace: root.metadata.namespace ?? '', name: root.metadata.name },
        patchType: 'merge',
        patch: { metadata: { resourceVersion, annotations: { seen: 'true' } } },
      });
    }
    return { type: 'Settled' };
  }
}

function childOf(root: KubeObject): KubeObject {
  const { name, namespace = '', uid = '' } = root.metadata;
  const owner = { apiVersion: 'v1', kind: 'ConfigMap', name, uid, controller: true, blockOwnerDeletion: false };
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: `${name}-child`, namespace, ownerReferences: [owner] },
    data: root['data'],
  };
}

function* rootsOf({ before, after }: ObjectChange): Generator<RootRef> {
  const object = after ?? before;
  if (object === undefined) return;
  const owner = controllerOf(object.metadata);
  if (owner !== undefined) {
    yield { groupResource: 'configmaps', key: `${object.metadata.namespace ?? ''}/${owner.name}` };
  } else if (object.metadata.labels?.['app'] === 'root') {
    yield { groupResource: 'configmaps', key: keyOf(object.metadata) };
  }
}
