/** The `scale` subresource: `spec.replicas` of workloads and sets. */
import { isRecord } from '../../../kube/record.ts';
import type { KubeObject } from '../../../kube/types.ts';

export function scaleOf(object: KubeObject): KubeObject {
  const { name, namespace, uid, resourceVersion, creationTimestamp } = object.metadata;
  const metadata = { name, namespace, uid, resourceVersion, creationTimestamp } as KubeObject['metadata'];
  const replicas = replicasOf(object['spec']);
  return {
    apiVersion: 'autoscaling/v1',
    kind: 'Scale',
    metadata,
    spec: replicas === 0 ? {} : { replicas },
    status: { replicas: replicasOf(object['status']) },
  };
}

/** The object as the changed scale asks for it. */
export function scaledObject(object: KubeObject, scale: KubeObject): KubeObject {
  const { resourceVersion, uid } = scale.metadata;
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const metadata = { ...object.metadata, resourceVersion, uid } as KubeObject['metadata'];
  return { ...object, metadata, spec: { ...spec, replicas: replicasOf(scale['spec']) } };
}

function replicasOf(part: unknown): number {
  return isRecord(part) && typeof part['replicas'] === 'number' ? part['replicas'] : 0;
}
