/** Whether a Metacontroller runs: by the images of workloads and pods, and by its leader-election Lease. */
import { isRecord, stringOf, numberOf } from '../../kube/record.ts';
import { createLeaseClient } from '../../kube/leases.ts';
import { DEPLOYMENTS, LEASES, PODS, STATEFUL_SETS } from '../../kube/resources.ts';
import type { KubeClient, KubeObject, ObjectRef, Resource } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { lookAtManagerLease } from '../restore/manager-lease.ts';
import { pagesOf } from './pages.ts';

export interface Running {
  /** `StatefulSet metacontroller/metacontroller`. */
  readonly object: string;
  /** How it was told. */
  readonly by: string;
  readonly remedy: string;
}

export interface RunningOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly waiting: (text: string) => void;
}

/** Default of Metacontroller's `--leader-election-id`. */
const LEADER_LEASE = 'metacontroller';
/** On Metacontroller's pods, by its manifests and by its chart. */
const POD_SELECTOR = 'app.kubernetes.io/name=metacontroller';

/** Errors: ApiError. */
export async function findMetacontroller(options: RunningOptions): Promise<readonly Running[]> {
  const workloads = await findByImage(options, [STATEFUL_SETS, DEPLOYMENTS], undefined);
  const pods = workloads.length > 0 ? [] : await findByImage(options, [PODS], POD_SELECTOR);
  return [...workloads, ...pods, ...(await findLeader(options))];
}

async function findByImage(
  { client, signal }: RunningOptions,
  resources: readonly Resource[],
  labelSelector: string | undefined,
): Promise<readonly Running[]> {
  const found: Running[] = [];
  for (const resource of resources) {
    const selection = labelSelector === undefined ? {} : { labelSelector };
    for await (const page of pagesOf(client, { resource, whole: true, signal, ...selection })) {
      if (page.type === 'Items') found.push(...page.items.flatMap((object) => runningByImage(object) ?? []));
    }
  }
  return [...new Map(found.map((running) => [running.object, running])).values()];
}

/** Undefined unless it is a Metacontroller that runs or wants to. Pure. */
export function runningByImage(object: KubeObject): Running | undefined {
  const spec = isRecord(object['spec']) ? object['spec'] : {};
  const status = isRecord(object['status']) ? object['status'] : {};
  const isPod = object.kind === 'Pod';
  const template = isPod ? { spec } : spec['template'];
  const image = imagesIn(isRecord(template) ? template['spec'] : undefined).find(isMetacontroller);
  if (image === undefined) return undefined;
  const isOver = isPod
    ? status['phase'] === 'Succeeded' || status['phase'] === 'Failed'
    : (numberOf(spec['replicas']) ?? 1) === 0 && (numberOf(status['replicas']) ?? 0) === 0;
  if (isOver) return undefined;
  const { namespace = '', name } = object.metadata;
  const what = `${object.kind.toLowerCase()}/${name}`;
  const verb = isPod ? `delete ${what}` : `scale ${what} --replicas=0`;
  return {
    object: `${object.kind} ${namespace}/${name}`,
    by: `its image ${image}`,
    remedy: `kubectl --namespace ${namespace} ${verb}`,
  };
}

/** `ghcr.io/metacontroller/metacontroller:v4.17.2`, `metacontrollerio/metacontroller`, and mirrors of them. Pure. */
export function isMetacontroller(image: string): boolean {
  return /(?:^|\/)metacontroller(?:[:@]|$)/.test(image);
}

function imagesIn(podSpec: unknown): readonly string[] {
  const containers = isRecord(podSpec) ? podSpec['containers'] : undefined;
  if (!Array.isArray(containers)) return [];
  return containers.filter(isRecord).flatMap(({ image }) => stringOf(image) ?? []);
}

/** Judged by seeing it change: the times in it are another machine's. */
async function findLeader({ client, clock, signal, waiting }: RunningOptions): Promise<readonly Running[]> {
  const held: ObjectRef[] = [];
  const fieldSelector = `metadata.name=${LEADER_LEASE}`;
  for await (const page of pagesOf(client, { resource: LEASES, fieldSelector, signal })) {
    if (page.type === 'Items') {
      held.push(...page.items.map(({ metadata: { namespace = '', name } }) => ({ namespace, name })));
    }
  }
  const leases = createLeaseClient({ client, clock });
  const seen = await Promise.all(
    held.map(async (ref) => {
      const told = (holder: string, forMs: number): void =>
        waiting(`Lease ${ref.namespace ?? ''}/${ref.name} names ${holder}: watching it for ${forMs / 1_000}s ...`);
      return { ref, lease: await lookAtManagerLease({ leases, ref, clock, waiting: told }) };
    }),
  );
  return seen.flatMap(({ ref, lease }) =>
    lease.type === 'Renewed'
      ? [
          {
            object: `Lease ${ref.namespace ?? ''}/${ref.name}`,
            by: `${lease.holder}, which renews it: the leader election of Metacontroller`,
            remedy: `stop the process ${lease.holder}: scale its workload to 0`,
          },
        ]
      : [],
  );
}
