/** The Node object and its Lease: without them kube-controller-manager takes the node for lost and deletes its pods. */
import { sleep, toMicroTime, toTime, type Clock } from '../../../lib/clock.ts';
import { messageOf } from '../../../lib/errors.ts';
import { isApiError } from '../../../kube/api-error.ts';
import type { KubeClient, KubeObject, Resource } from '../../../kube/types.ts';
import type { Logger } from '../../../telemetry/logger.ts';

const NODES: Resource = { group: '', version: 'v1', plural: 'nodes', kind: 'Node', namespaced: false, hasStatus: true };
const LEASES: Resource = {
  group: 'coordination.k8s.io',
  version: 'v1',
  plural: 'leases',
  kind: 'Lease',
  namespaced: true,
  hasStatus: false,
};
const LEASE_NAMESPACE = 'kube-node-lease';
const LEASE_SECONDS = 40;
const RENEW_MS = 10_000;
const RETRY_MS = 500;

export interface NodeOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly log: Logger;
  readonly nodeName: string;
  readonly hostIP: string;
}

/** Resolves when the node is registered and ready. Rejects with an ApiError. */
export async function registerNode(options: NodeOptions): Promise<void> {
  const { client, nodeName, clock, hostIP } = options;
  const labels = { 'kubernetes.io/hostname': nodeName, 'kubernetes.io/os': 'linux' };
  await createOnce(client, NODES, { apiVersion: 'v1', kind: 'Node', metadata: { name: nodeName, labels }, spec: {} });
  const capacity = { cpu: '64', memory: '64Gi', pods: '250' };
  const now = toTime(clock.wallMs());
  const ready = {
    type: 'Ready',
    status: 'True',
    reason: 'ProcessKubeletReady',
    message: 'runs pods as processes',
    lastHeartbeatTime: now,
    lastTransitionTime: now,
  };
  const addresses = [{ type: 'InternalIP', address: hostIP }];
  const status = { capacity, allocatable: capacity, addresses, conditions: [ready] };
  await client.send({
    verb: 'patch',
    resource: NODES,
    ref: { name: nodeName },
    patchType: 'merge',
    patch: { status },
    subresource: 'status',
  });
  await createOnce(client, LEASES, {
    apiVersion: 'coordination.k8s.io/v1',
    kind: 'Lease',
    metadata: { name: nodeName, namespace: LEASE_NAMESPACE },
    spec: { holderIdentity: nodeName, leaseDurationSeconds: LEASE_SECONDS, renewTime: toMicroTime(clock.wallMs()) },
  });
}

/** Renews the Lease until `signal` aborts. */
export async function keepNodeAlive(options: NodeOptions, signal: AbortSignal): Promise<void> {
  const { client, clock, log, nodeName } = options;
  await sleep(clock, RENEW_MS, signal);
  while (!signal.aborted) {
    const renewed = await client
      .send(
        {
          verb: 'patch',
          resource: LEASES,
          ref: { name: nodeName, namespace: LEASE_NAMESPACE },
          patchType: 'merge',
          patch: { spec: { renewTime: toMicroTime(clock.wallMs()) } },
        },
        { lane: 'lease', signal },
      )
      .catch((error: unknown) => {
        if (!signal.aborted) log.warn('Could not renew the lease of the node', { error: messageOf(error) });
        return undefined;
      });
    await sleep(clock, renewed === undefined ? RETRY_MS : RENEW_MS, signal);
  }
}

async function createOnce(client: KubeClient, resource: Resource, body: KubeObject): Promise<void> {
  await client.send({ verb: 'create', resource, body }).catch((error: unknown) => {
    if (!isApiError(error, 'AlreadyExists')) throw error;
  });
}
