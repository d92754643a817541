/** What differs from resource to resource on the API server, as far as Shardkeeper can see it. */
import { SHARD_PLURAL, SHARD_SET_PLURAL, GROUP } from '../../../api/names.ts';
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject, Resource } from '../../../kube/types.ts';
import { groupResourceOf } from '../../../kube/types.ts';
import { checkLease } from './lease-rules.ts';
import { definitionOf } from './definitions.ts';
import { invalid } from './refusal.ts';
import { checkShard, checkShardSet } from './shard-rules.ts';

export interface Kind {
  /** `metadata.generation` is kept. */
  readonly hasGeneration: boolean;
  /** An update may leave its resourceVersion out. */
  readonly unconditionalUpdate: boolean;
  /** An update creates what is not there. */
  readonly createOnUpdate: boolean;
  /** Deletion waits for the kubelet. */
  readonly gracefulDeletion: boolean;
  readonly selectableFields: readonly string[];
  /** The `scale` subresource is served. */
  readonly hasScale: boolean;
  /**
   * Prunes, fills defaults in and validates. Returns `next` itself when it is right as it is; what `before` holds
   * already is not looked at again. Throws Refusal (400, 422).
   */
  readonly admit: (next: KubeObject, before: KubeObject | undefined, resource: Resource) => KubeObject;
}

const asIs: Kind['admit'] = (next) => next;

const BUILT_IN: Kind = {
  hasGeneration: false,
  unconditionalUpdate: true,
  createOnUpdate: false,
  gracefulDeletion: false,
  selectableFields: [],
  hasScale: false,
  admit: asIs,
};

/** Of a definition that nobody told the model: it has no schema. */
const CUSTOM: Kind = { ...BUILT_IN, hasGeneration: true, unconditionalUpdate: false };

const WORKLOAD: Kind = { ...BUILT_IN, hasGeneration: true, hasScale: true };

const KINDS: Readonly<Record<string, Kind>> = {
  configmaps: BUILT_IN,
  secrets: BUILT_IN,
  namespaces: BUILT_IN,
  pods: {
    ...BUILT_IN,
    hasGeneration: true,
    gracefulDeletion: true,
    selectableFields: ['spec.nodeName', 'status.phase'],
  },
  events: BUILT_IN,
  'events.events.k8s.io': BUILT_IN,
  'deployments.apps': WORKLOAD,
  'statefulsets.apps': WORKLOAD,
  'leases.coordination.k8s.io': {
    ...BUILT_IN,
    unconditionalUpdate: false,
    createOnUpdate: true,
    admit: (next, _, resource) => {
      checkLease(next, resource);
      return next;
    },
  },
};

const kinds = new WeakMap<Resource, Kind>();

export function kindOf(resource: Resource): Kind {
  const known = kinds.get(resource);
  if (known !== undefined) return known;
  const kind = KINDS[groupResourceOf(resource)] ?? customKind(resource);
  kinds.set(resource, kind);
  return kind;
}

export function selectableFields(resource: Resource): readonly string[] {
  return kindOf(resource).selectableFields;
}

function customKind(resource: Resource): Kind {
  if (resource.group !== GROUP) return CUSTOM;
  const definition = definitionOf(resource.plural);
  if (definition === undefined) return CUSTOM;
  const { schema } = definition;
  return {
    ...CUSTOM,
    selectableFields: definition.selectableFields,
    hasScale: definition.hasScale,
    admit: (next, before) => {
      const problems: string[] = [];
      const admitted = schema(next, before, problems);
      const [problem] = problems;
      if (problem !== undefined)
        throw invalid(resource, next.metadata.name, problems.map((each) => each.slice(1)).join(', '));
      if (!isRecord(admitted)) throw invalid(resource, next.metadata.name, 'must be of type object');
      const object = admitted as KubeObject;
      const broken = RULES[resource.plural]?.(object, before);
      if (broken !== undefined) throw invalid(resource, next.metadata.name, broken);
      return object;
    },
  };
}

type Rules = (next: KubeObject, before: KubeObject | undefined) => string | undefined;

const RULES: Readonly<Record<string, Rules>> = { [SHARD_PLURAL]: checkShard, [SHARD_SET_PLURAL]: checkShardSet };
