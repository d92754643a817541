/** From a declaration to a setup: every kind that the spec names, as the API server serves it. */
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import { groupResourceOf } from '../../kube/types.ts';
import { isApiError } from '../../kube/api-error.ts';
import type { Discovery } from '../../kube/discovery.ts';
import { CUSTOM_RESOURCE_DEFINITIONS } from '../../kube/resources.ts';
import { compileSelector } from '../../kube/selector.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { stringifyJson } from '../../lib/json.ts';
import { without } from '../apply/json-values.ts';
import type { References } from '../hook/references.ts';
import { createCredentialSource } from '../hook/resolve-credentials.ts';
import type { ChildDeclaration, ChildRule, ParentDeclaration, ParentRule, Policy, Setup } from './policy.ts';

export interface SetupOptions {
  readonly policy: Policy;
  readonly discovery: Discovery;
  readonly client: KubeClient;
  readonly references: References;
  readonly slotLabel: string;
}

/**
 * Errors: `InvalidObject`, `InvalidSpec`, `InvalidSelector` (the spec is wrong), `NotServed` (a kind is missing: try again soon),
 * `NoStatus` (the parents cannot have a status), `HookCredentials` (a Secret or ConfigMap of a hook does not do), ApiError.
 */
export async function resolveSetup(object: KubeObject, options: SetupOptions): Promise<Setup> {
  const { policy, slotLabel } = options;
  const declaration = policy.declare(object);
  const { hooks } = declaration;
  // Told when the controller starts, not by each parent.
  for (const hook of [hooks.sync, hooks.finalize])
    await createCredentialSource(hook?.credentials, options.references).current();
  const parents = await Promise.all(declaration.parents.map((parent) => resolveParent(parent, options)));
  const children = await Promise.all(declaration.children.map((child) => resolveChild(child, options)));
  return {
    policy,
    name: object.metadata.name,
    controllerJson: stringifyJson({ ...object, metadata: without(object.metadata, ['managedFields']) }),
    parents,
    children: distinct(children),
    hooks,
    generateSelector: declaration.generateSelector,
    resyncPeriodMs: declaration.resyncPeriodMs,
    finalizer: policy.finalizerOf(object.metadata.name),
    slotLabel,
  };
}

async function resolveParent(parent: ParentDeclaration, options: SetupOptions): Promise<ParentRule> {
  let resource = await served(parent, options.discovery);
  if (options.policy.needsStatus && !resource.hasStatus) {
    // It may have been added to the CRD since the server was asked.
    await options.discovery.refresh();
    resource = await served(parent, options.discovery);
  }
  if (options.policy.needsStatus) await requireStatus(resource, options.client);
  const { labelSelector } = parent;
  const selector =
    labelSelector === undefined ? undefined : compileSelector(labelSelector, 'spec.parentResource.labelSelector');
  return {
    resource,
    groupResource: groupResourceOf(resource),
    selectorText: selector?.text,
    matches: selector === undefined ? () => true : (found) => selector.matches(found.metadata.labels),
    ignoreStatusChanges: parent.ignoreStatusChanges,
  };
}

async function resolveChild(child: ChildDeclaration, { discovery }: SetupOptions): Promise<ChildRule> {
  const resource = await served(child, discovery);
  return { resource, groupResource: groupResourceOf(resource), method: child.method };
}

async function served(
  { apiVersion, plural }: { readonly apiVersion: string; readonly plural: string },
  discovery: Discovery,
): Promise<Resource> {
  const known = discovery.resolve(apiVersion, plural);
  if (known !== undefined) return known;
  await discovery.refresh();
  const found = discovery.resolve(apiVersion, plural);
  if (found !== undefined) return found;
  throw new ShardkeeperError(`the API server does not serve ${plural} in ${apiVersion} (yet): install its CRD`, {
    code: 'NotServed',
  });
}

/** Writing a status to a kind without the subresource would raise its generation, and so sync it for ever. */
async function requireStatus(resource: Resource, client: KubeClient): Promise<void> {
  const name = groupResourceOf(resource);
  try {
    await client.get(CUSTOM_RESOURCE_DEFINITIONS, { name }, { metadataOnly: true });
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error;
    throw new ShardkeeperError(
      `${name} is not defined by a CustomResourceDefinition: only custom resources can be parents`,
      {
        code: 'InvalidSpec',
      },
    );
  }
  if (resource.hasStatus) return;
  throw new ShardkeeperError(
    `${name} does not have subresource 'Status' enabled: add "subresources: {status: {}}" to version ${resource.version} of its CRD`,
    { code: 'NoStatus' },
  );
}

/** One kind declared in two versions has one store and would be its own rival. */
function distinct(children: readonly ChildRule[]): readonly ChildRule[] {
  const seen = new Set<string>();
  for (const { groupResource } of children) {
    if (seen.has(groupResource)) {
      throw new ShardkeeperError(`child kind ${groupResource} is declared twice: declare it once`, {
        code: 'InvalidSpec',
      });
    }
    seen.add(groupResource);
  }
  return children;
}
