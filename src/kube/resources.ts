/** Resources that this project always knows, written down so that nobody needs discovery to start. */
import {
  COMPOSITE_KIND,
  COMPOSITE_PLURAL,
  GROUP,
  METACONTROLLER_GROUP,
  SHARD_KIND,
  SHARD_PLURAL,
  SHARD_SET_KIND,
  SHARD_SET_PLURAL,
  VERSION,
} from '../api/names.ts';
import type { Resource } from './types.ts';

export const SHARD_SETS: Resource = {
  group: GROUP,
  version: VERSION,
  plural: SHARD_SET_PLURAL,
  kind: SHARD_SET_KIND,
  namespaced: true,
  hasStatus: true,
};

export const SHARDS: Resource = {
  group: GROUP,
  version: VERSION,
  plural: SHARD_PLURAL,
  kind: SHARD_KIND,
  namespaced: true,
  hasStatus: true,
};

export const LEASES: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
  hasStatus: false,
};

export const STATEFUL_SETS: Resource = apps('statefulsets', 'StatefulSet', true);
export const DEPLOYMENTS: Resource = apps('deployments', 'Deployment', true);
export const SECRETS: Resource = core('secrets', 'Secret', true);
export const CONFIG_MAPS: Resource = core('configmaps', 'ConfigMap', true);
export const NAMESPACES: Resource = core('namespaces', 'Namespace', false);
export const PODS: Resource = core('pods', 'Pod', true);
export const CORE_EVENTS: Resource = core('events', 'Event', true);

export const EVENTS: Resource = {
  group: 'events.k8s.io',
  version: 'v1',
  plural: 'events',
  kind: 'Event',
  namespaced: true,
  hasStatus: false,
};

export const CUSTOM_RESOURCE_DEFINITIONS: Resource = {
  group: 'apiextensions.k8s.io',
  version: 'v1',
  plural: 'customresourcedefinitions',
  kind: 'CustomResourceDefinition',
  namespaced: false,
  hasStatus: true,
};

export const COMPOSITE_CONTROLLERS: Resource = metacontroller(COMPOSITE_PLURAL, COMPOSITE_KIND);

function apps(plural: string, kind: string, hasStatus: boolean): Resource {
  return { group: 'apps', version: 'v1', plural, kind, namespaced: true, hasStatus };
}

function core(plural: string, kind: string, namespaced: boolean): Resource {
  return {
    group: '',
    version: 'v1',
    plural,
    kind,
    namespaced,
    hasStatus: plural === 'pods' || plural === 'namespaces',
  };
}

function metacontroller(plural: string, kind: string): Resource {
  return { group: METACONTROLLER_GROUP, version: 'v1alpha1', plural, kind, namespaced: false, hasStatus: true };
}
