/** Small objects for the tests of kube/. */
import type { KubeObject } from '../../../src/kube/types.ts';

export interface ObjectFields {
  readonly name: string;
  readonly version: number | string;
  readonly namespace?: string;
  readonly owner?: string;
  readonly labels?: Readonly<Record<string, string>>;
}

export function thing(fields: ObjectFields): KubeObject {
  const { name, version, namespace = 'ns', owner, labels } = fields;
  const reference = { apiVersion: 'v1', kind: 'Owner', name: 'o', uid: owner ?? '', controller: true };
  return {
    apiVersion: 'v1',
    kind: 'Thing',
    metadata: {
      name,
      namespace,
      resourceVersion: String(version),
      ...(owner === undefined ? {} : { ownerReferences: [reference] }),
      ...(labels === undefined ? {} : { labels }),
    },
  };
}
