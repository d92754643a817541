/** Objects of our kinds as an API server would return them. */

export const assignment = {
  uid: '0e9c8b4e-3f5e-4a53-9d2c-8a4d7f0b1c11',
  epoch: 48151,
  revision: 62,
  generation: 17,
  protocol: 1,
  minProtocol: 1,
  ranges: [
    { start: 0, end: 2047, owner: 'engine-0', generation: 3, awaiting: [] },
    { start: 2048, end: 4095, owner: '', generation: 17, awaiting: ['engine-1'] },
  ],
} as const;

export const shardSet = {
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShardSet',
  metadata: { name: 'engine', namespace: 'ops' },
  spec: { workload: { kind: 'StatefulSet', name: 'engine' } },
  status: { assignment },
} as const;

export const shard = {
  apiVersion: 'shardkeeper.io/v1alpha1',
  kind: 'ControllerShard',
  metadata: { name: 'engine-0', namespace: 'ops' },
  spec: {
    set: 'engine',
    ranges: [{ start: 0, end: 2047, generation: 3 }],
    warmUp: [{ start: 2048, end: 2303 }],
    verdict: { state: 'Live', since: '2026-12-01T05:14:17Z' },
  },
  status: {
    incarnation: 'engine-0_5f1d3c9ab2e84f07',
    observed: { uid: assignment.uid, epoch: 48151, generation: 17 },
    held: [{ start: 0, end: 2047 }],
    released: [
      { start: 2048, end: 2303, generation: 17, written: { configmaps: '4711', 'webapps.example.com': '4712' } },
    ],
    phase: 'Active',
    handoffs: [
      { at: '2026-12-01T05:14:17Z', direction: 'Out', range: '2048-2303', summary: 'gave 2048-2303 to engine-1' },
    ],
  },
} as const;

export const compositeController = {
  apiVersion: 'metacontroller.k8s.io/v1alpha1',
  kind: 'CompositeController',
  metadata: { name: 'webapp' },
  spec: {
    parentResource: { apiVersion: 'example.com/v1', resource: 'webapps' },
    childResources: [{ apiVersion: 'v1', resource: 'configmaps', updateStrategy: { method: 'InPlace' } }],
    hooks: { sync: { version: 'v1', webhook: { url: 'http://127.0.0.1:8787/sync', timeout: '1m30s' } } },
  },
} as const;

/** A copy of `object` in which the field at `path` (`a.b[0].c`) is `value`, or absent if `value` is undefined. */
export function withField(object: unknown, path: string, value: unknown): unknown {
  const copy: unknown = structuredClone(object);
  const steps = path.split(/[.[\]]+/).filter((step) => step !== '');
  const last = steps.pop();
  let place = copy as Record<string, unknown>;
  for (const step of steps) place = place[step] as Record<string, unknown>;
  if (last === undefined) throw new Error('empty path');
  if (value === undefined) delete place[last];
  else place[last] = value;
  return copy;
}
