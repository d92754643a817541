/** Parents of a conformance test and the ConfigMap that the hook wants for each. */
import { stringifyJson } from '../../../src/lib/json.ts';
import type { KubeObject, Resource } from '../../../src/kube/types.ts';
import { CONFIGMAPS, maybeGet, parentOf, type World } from '../../e2e/metacontroller/world.ts';
import { eventually } from '../../eventually.ts';

export interface Parents {
  readonly create: (resource: Resource, name: string, spec?: Readonly<Record<string, unknown>>) => Promise<KubeObject>;
  readonly childOf: (name: string) => Promise<KubeObject | undefined>;
  /** Waits until the child has exactly this data. */
  readonly childHas: (name: string, data: Readonly<Record<string, string>>) => Promise<void>;
}

export function parentsIn({ user }: World, namespace: string): Parents {
  const childOf = (name: string): Promise<KubeObject | undefined> => maybeGet(user, CONFIGMAPS, { namespace, name });
  return {
    childOf,
    create: (resource, name, spec = {}) =>
      user.send({ verb: 'create', resource, body: parentOf(resource, { namespace, name, spec }) }),
    childHas: (name, data) =>
      eventually(
        `child ${name} has ${JSON.stringify(data)}`,
        async () => stringifyJson((await childOf(name))?.['data'] ?? null) === stringifyJson(data),
      ),
  };
}
