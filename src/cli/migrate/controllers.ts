/** Metacontroller's controllers and the kinds that they name. */
import { COMPOSITE_KIND, GROUP, METACONTROLLER_GROUP, SLOT_LABEL } from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import { isRecord, stringOf } from '../../kube/record.ts';
import { COMPOSITE_CONTROLLERS, SHARD_SETS } from '../../kube/resources.ts';
import { groupOf, groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import type { Ownership } from './kinds.ts';

export const DECORATOR_CONTROLLERS: Resource = {
  ...COMPOSITE_CONTROLLERS,
  plural: 'decoratorcontrollers',
  kind: 'DecoratorController',
};

/** Group and plural of the kinds that belong to Metacontroller itself. */
export const REVISIONS = `controllerrevisions.${METACONTROLLER_GROUP}`;

/** Empty where the kind is not served. Errors: ApiError. */
export async function listIfServed(
  client: Pick<KubeClient, 'list'>,
  resource: Resource,
  options: { readonly labelSelector?: string; readonly signal: AbortSignal },
): Promise<readonly KubeObject[]> {
  try {
    return (await client.list(resource, options)).items;
  } catch (error) {
    if (isApiError(error, 'NotFound')) return [];
    throw error;
  }
}

/** The keys that carry slots here: the default, those of all sets, and `extra` (of sets that are gone). Errors: ApiError. */
export async function readSlotLabels(
  client: Pick<KubeClient, 'list'>,
  { extra, signal }: { readonly extra: readonly string[]; readonly signal: AbortSignal },
): Promise<readonly string[]> {
  const sets = await listIfServed(client, SHARD_SETS, { signal });
  return [...new Set([SLOT_LABEL, ...sets.map(slotLabelOf), ...extra])];
}

export function slotLabelOf(set: KubeObject): string {
  const { spec } = set;
  return (isRecord(spec) ? stringOf(spec['slotLabel']) : undefined) ?? SLOT_LABEL;
}

/** Which kinds a controller names, as owner and owned; a kind of which nothing is declared to be owned stands with itself. Pure. */
export function kindsNamedBy(controller: KubeObject): readonly Ownership[] {
  const spec = isRecord(controller['spec']) ? controller['spec'] : {};
  const isComposite = controller.kind === COMPOSITE_KIND;
  const parents = namesIn(isComposite ? [spec['parentResource']] : spec['resources']);
  const children = namesIn(isComposite ? spec['childResources'] : spec['attachments']);
  return parents.flatMap((parent) =>
    children.length === 0 ? [{ parent, child: parent }] : children.map((child) => ({ parent, child })),
  );
}

function namesIn(rules: unknown): readonly string[] {
  if (!Array.isArray(rules)) return [];
  return rules.filter(isRecord).flatMap((rule) => {
    const apiVersion = stringOf(rule['apiVersion']);
    const plural = stringOf(rule['resource']);
    if (apiVersion === undefined || plural === undefined || groupOf(apiVersion) === GROUP) return [];
    return [groupResourceOf({ group: groupOf(apiVersion), plural })];
  });
}
