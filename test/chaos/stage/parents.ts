/** The parents of a stage: made, served, and looked at. */
import { CONFIG_MAPS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import type { SlotOf } from '../../../src/testing/audit/index.ts';
import { childNameOf, WEBAPPS } from '../../../src/testing/load/webapps.ts';

/** Of all parents. */
export const NAMESPACE = 'shop';

const CHILD = /^(.+?)(?:-config|-x-[0-9a-f]+)$/;

/** The name of the parent that an object of the namespace belongs to, or undefined for others. */
export function parentOf(object: Parameters<SlotOf>[0]): string | undefined {
  if (object.namespace !== NAMESPACE) return undefined;
  if (object.group === WEBAPPS.group && object.resource === WEBAPPS.plural) return object.name;
  return object.group === '' && object.resource === 'configmaps' ? CHILD.exec(object.name)?.[1] : undefined;
}

export const slotOfObject: SlotOf = (object) => {
  const parent = parentOf(object);
  return parent === undefined ? undefined : slotOfParent(parent);
};

export function slotOfParent(name: string): number {
  return slotOf(`${NAMESPACE}/${name}`);
}

/** Names of the parents whose child or status does not show their present spec. */
export async function unserved(client: KubeClient, names: readonly string[]): Promise<readonly string[]> {
  const namespace = NAMESPACE;
  const [parents, children] = await Promise.all([
    client.list(WEBAPPS, { namespace }),
    client.list(CONFIG_MAPS, { namespace }),
  ]);
  const parentByName = new Map(parents.items.map((item) => [item.metadata.name, item]));
  const childByName = new Map(children.items.map((item) => [item.metadata.name, item]));
  return names.filter((name) => {
    const parent = parentByName.get(name);
    const child = childByName.get(childNameOf(name));
    return parent === undefined || child === undefined || !isServed(parent, child);
  });
}

function isServed(parent: KubeObject, child: KubeObject): boolean {
  const { greeting } = parent['spec'] as { readonly greeting: string };
  const status = parent['status'] as { readonly observedGeneration?: number; readonly greeting?: string } | undefined;
  const data = child['data'] as Readonly<Record<string, string>> | undefined;
  return (
    status?.observedGeneration === parent.metadata.generation &&
    status?.greeting === greeting &&
    data?.['greeting'] === greeting &&
    child.metadata.ownerReferences?.[0]?.uid === parent.metadata.uid
  );
}
