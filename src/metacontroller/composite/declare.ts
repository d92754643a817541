/** From a CompositeController object to what the kernel runs. */
import { validateCompositeController } from '../../api/composite-controller.ts';
import type { ChildRule, CompositeController } from '../../api/composite-controller.ts';
import type { KubeObject } from '../../kube/types.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { compileHook } from '../hook/webhook.ts';
import type { ChildDeclaration, Declaration, UpdateMethod } from '../kernel/policy.ts';

/** Errors: `InvalidObject`, `InvalidSpec`; what this version does not serve is refused, never ignored. */
export function declareComposite(object: KubeObject): Declaration {
  const { spec } = validateCompositeController(object);
  const { parentResource, childResources = [] } = spec;
  return {
    parents: [
      {
        apiVersion: parentResource.apiVersion,
        plural: parentResource.resource,
        labelSelector: parentResource.labelSelector,
        ignoreStatusChanges: parentResource.ignoreStatusChanges ?? false,
      },
    ],
    children: childResources.map(declareChild),
    hooks: hooksOf(spec),
    generateSelector: spec.generateSelector ?? false,
    resyncPeriodMs:
      spec.resyncPeriodSeconds === undefined ? undefined : Math.max(1, Number(spec.resyncPeriodSeconds)) * 1000,
  };
}

function hooksOf(spec: CompositeController['spec']): Declaration['hooks'] {
  const { hooks, endpointConfigs } = spec;
  if (hooks === undefined) throw invalid('no hooks defined: set spec.hooks.sync');
  if (hooks.customize?.webhook !== undefined) {
    throw invalid('spec.hooks.customize is not supported yet: related objects would be missing in requests');
  }
  const sync = compileHook('sync', hooks.sync, endpointConfigs);
  const finalize = compileHook('finalize', hooks.finalize, endpointConfigs);
  if (sync === undefined && finalize === undefined) {
    throw invalid('no hooks defined: set spec.hooks.sync.webhook');
  }
  return { sync, finalize };
}

function declareChild(rule: ChildRule, index: number): ChildDeclaration {
  const method = rule.updateStrategy?.method ?? 'OnDelete';
  if (method === 'RollingRecreate' || method === 'RollingInPlace') {
    throw invalid(
      `spec.childResources[${String(index)}].updateStrategy.method ${method} is not supported yet: use ${method.slice('Rolling'.length)}`,
    );
  }
  return { apiVersion: rule.apiVersion, plural: rule.resource, method: method satisfies UpdateMethod };
}

function invalid(message: string): ShardkeeperError {
  return new ShardkeeperError(message, { code: 'InvalidSpec', terminal: true });
}
