/** A control plane with the fence's components, a table, and two replicas that exist in name only. */
import path from 'node:path';
import { SLOT_LABEL } from '../../src/api/names.ts';
import { CONFIG_MAPS, PODS, SHARD_SETS } from '../../src/kube/resources.ts';
import { isApiError } from '../../src/kube/api-error.ts';
import type { KubeClient, KubeObject, Resource } from '../../src/kube/types.ts';
import { sleep, systemClock } from '../../src/lib/clock.ts';
import { SLOT_COUNT } from '../../src/protocol/slots.ts';
import { kubectlPath, startControlPlane, type ControlPlane } from '../../src/testing/cluster/index.ts';
import { clientAs, kubectlWith, writeOverlay, type Kubectl } from '../../src/testing/installation/index.ts';
import { createNamespace } from '../../src/testing/load/webapps.ts';
import { adminClient } from './cluster.ts';

/** As the components say before an overlay renames them. */
const NAMESPACE = 'shardkeeper-system';
const SET = 'metacontroller';
const LAST_SLOT = SLOT_COUNT - 1;
const OBJECT = { namespace: NAMESPACE, name: 'measured' };
const SERVICE_ACCOUNTS: Resource = {
  ...CONFIG_MAPS,
  plural: 'serviceaccounts',
  kind: 'ServiceAccount',
};

export const REPLICAS = ['metacontroller-0', 'metacontroller-1'] as const;
export type ReplicaName = (typeof REPLICAS)[number];

export class FenceWorld {
  readonly controlPlane: ControlPlane;
  readonly admin: KubeClient;
  readonly #kubectl: Kubectl;
  readonly #overlay: string;
  readonly #clients = new Map<ReplicaName, KubeClient>();
  #revision = 0;
  #writes = 0;

  constructor(controlPlane: ControlPlane, kubectl: Kubectl, overlay: string) {
    this.controlPlane = controlPlane;
    this.admin = adminClient(controlPlane.adminAccess);
    this.#kubectl = kubectl;
    this.#overlay = overlay;
  }

  static async start(): Promise<FenceWorld> {
    const controlPlane = await startControlPlane({ audit: 'off' });
    const kubectl = kubectlWith(await kubectlPath({}), controlPlane.kubeconfig);
    await kubectl(['apply', '--server-side', '-k', 'crds/shardkeeper']);
    await kubectl(['wait', '--for=condition=Established', '--timeout=60s', 'crd', '--all']);
    const overlay = await writeOverlay({
      folder: path.join(controlPlane.directory, 'fence'),
      overlay: undefined,
      components: ['kustomize/components/fence', 'kustomize/components/slot-guard'],
      namespace: NAMESPACE,
    });
    const world = new FenceWorld(controlPlane, kubectl, overlay);
    await world.#populate();
    return world;
  }

  async stop(): Promise<void> {
    for (const client of [this.admin, ...this.#clients.values()]) await client.close();
    await this.controlPlane.stop();
  }

  as(replica: ReplicaName): KubeClient {
    const client = this.#clients.get(replica);
    if (client === undefined) throw new Error(`there is no client of ${replica}`);
    return client;
  }

  /** Resolves when the API server does as it should from now on. */
  async fence(state: 'on' | 'off'): Promise<void> {
    const verb = state === 'on' ? ['apply', '--server-side'] : ['delete', '--ignore-not-found'];
    await this.#kubectl([...verb, '-k', this.#overlay]);
    await this.setTable(1, REPLICAS[0]);
    const rival = this.as(REPLICAS[1]);
    // In force, and then steadily so: each of its informers has its say.
    for (let steady = 0; steady < 20; await sleep(systemClock, 20)) {
      const refused = await this.isRefused(rival, true);
      steady = refused === (state === 'on') ? steady + 1 : 0;
    }
  }

  /** `rows` ranges, the last of them, in which all writes are, with this owner; resolves when it is answered. */
  async setTable(rows: number, owner: ReplicaName): Promise<void> {
    const ref = { namespace: NAMESPACE, name: SET };
    const set = await this.admin.get(SHARD_SETS, ref);
    this.#revision++;
    const ranges = Array.from({ length: rows }, (_, row) => ({
      start: row * 4,
      end: row === rows - 1 ? LAST_SLOT : row * 4 + 3,
      owner,
      generation: this.#revision,
      awaiting: [],
    }));
    const { uid } = set.metadata;
    const counters = { epoch: 1, revision: this.#revision, generation: this.#revision, protocol: 1, minProtocol: 1 };
    const body = { ...set, status: { assignment: { uid, ...counters, ranges } } };
    await this.admin.send({ verb: 'update', resource: SHARD_SETS, body, subresource: 'status' });
  }

  /** One small write to the object in the last slot. */
  async write(client: KubeClient, dryRun = false): Promise<void> {
    const patch = { data: { write: String(++this.#writes) } };
    const query = dryRun ? { query: { dryRun: 'All' } } : {};
    await client.send({ verb: 'patch', resource: CONFIG_MAPS, ref: OBJECT, patchType: 'merge', patch, ...query });
  }

  async isRefused(client: KubeClient, dryRun = false): Promise<boolean> {
    try {
      await this.write(client, dryRun);
      return false;
    } catch (error) {
      if (isApiError(error, 'Forbidden', 'Invalid') && error.policy !== undefined) return true;
      throw error;
    }
  }

  async #populate(): Promise<void> {
    const create = async (resource: Resource, body: KubeObject): Promise<unknown> =>
      this.admin.send({ verb: 'create', resource, body });
    await createNamespace(this.admin, NAMESPACE);
    const named = (apiVersion: string, kind: string, name: string): KubeObject => ({
      apiVersion,
      kind,
      metadata: { namespace: NAMESPACE, name },
    });
    await create(SERVICE_ACCOUNTS, named('v1', 'ServiceAccount', SET));
    const account = `--serviceaccount=${NAMESPACE}:${SET}`;
    await this.#kubectl(['create', 'clusterrolebinding', 'bench', '--clusterrole=cluster-admin', account]);
    const spec = { workload: { kind: 'StatefulSet', name: SET } };
    await create(SHARD_SETS, { ...named('shardkeeper.io/v1alpha1', 'ControllerShardSet', SET), spec });
    const labels = { [SLOT_LABEL]: String(LAST_SLOT) };
    await create(CONFIG_MAPS, { apiVersion: 'v1', kind: 'ConfigMap', metadata: { ...OBJECT, labels }, data: {} });
    for (const replica of REPLICAS) {
      const containers = [{ name: 'none', image: 'none' }];
      await create(PODS, { ...named('v1', 'Pod', replica), spec: { serviceAccountName: SET, containers } });
      const identity = { namespace: NAMESPACE, serviceAccount: SET, pod: replica };
      const client = await clientAs(identity, { controlPlane: this.controlPlane, kubectl: this.#kubectl });
      this.#clients.set(replica, client);
    }
  }
}
