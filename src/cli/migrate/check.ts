/** `--check`: reads the cluster and hands the facts to `verdicts.ts`. Writes nothing but access reviews, which are not stored. */
import {
  METACONTROLLER_API_VERSION,
  API_VERSION,
  SHARD_PLURAL,
  SHARD_SET_PLURAL,
  SLOT_LABEL,
} from '../../api/names.ts';
import { isApiError } from '../../kube/api-error.ts';
import { createDiscovery } from '../../kube/discovery.ts';
import { isRecord, stringOf } from '../../kube/record.ts';
import { COMPOSITE_CONTROLLERS, DEPLOYMENTS, SHARD_SETS, STATEFUL_SETS } from '../../kube/resources.ts';
import { groupOf, groupResourceOf } from '../../kube/types.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Identity } from '../../metacontroller/kernel/served-by.ts';
import type { Setup } from '../../metacontroller/kernel/policy.ts';
import { Census, type KindCount } from './census.ts';
import { listIfServed, REVISIONS, slotLabelOf } from './controllers.ts';
import type { CheckReport, Facts } from './facts.ts';
import type { Compiled, ServiceAccount } from './flags.ts';
import { ownersFirst } from './kinds.ts';
import { pagesOf } from './pages.ts';
import type { Progress } from './progress.ts';
import { lookAtControllers } from './look.ts';
import { heldLeases } from './replica-leases.ts';
import { reviewRights } from './rights.ts';
import { findMetacontroller } from './running.ts';
import { reportOf } from './verdicts.ts';

export interface CheckOptions {
  readonly client: KubeClient;
  readonly clock: Clock;
  readonly signal: AbortSignal;
  readonly flags: Compiled & { readonly type: 'Check' };
  readonly progress: Progress;
  readonly tell: (text: string) => void;
}

const CRDS: readonly (readonly [string, string])[] = [
  [METACONTROLLER_API_VERSION, 'compositecontrollers'],
  [API_VERSION, SHARD_SET_PLURAL],
  [API_VERSION, SHARD_PLURAL],
];

/** Errors: ApiError when the cluster cannot be read at all; kinds that cannot be read are findings. */
export async function check(options: CheckOptions): Promise<CheckReport> {
  const { client, clock, signal, flags, progress } = options;
  const discovery = createDiscovery({ client, clock });
  await discovery.refresh(signal);
  const sets = await listIfServed(client, SHARD_SETS, { signal });
  const set = chosenSet(sets, flags.set);
  const us = set === undefined ? undefined : identityOf(set);
  const slotLabel = set === undefined ? SLOT_LABEL : slotLabelOf(set);
  const installation = { us, sets: sets.map(identityOf), slotLabel };
  const { targetLabelSelector } = flags;
  const looked = await lookAtControllers({ client, clock, signal, discovery, targetLabelSelector, ...installation });
  const setups = looked.flatMap(({ setup }) => setup ?? []);
  const counted = await countKinds(options, setups, slotLabel);
  progress.doing(() => 'looking for a Metacontroller that runs ...');
  const metacontroller = await findMetacontroller({ ...options, waiting: options.tell });
  const leases = await heldLeases(client, signal);
  const engine = flags.serviceAccount ?? (await serviceAccountOf(client, set, signal));
  progress.doing(() => 'asking for rights ...');
  const facts: Facts = {
    ...installation,
    missingCrds: CRDS.filter(([version, plural]) => discovery.resolve(version, plural) === undefined).map(
      ([version, plural]) => `${plural}.${groupOf(version)}`,
    ),
    wantedSet: [flags.set.namespace, flags.set.name].filter((part) => part !== undefined).join('/'),
    controllers: looked.map(({ fact }) => fact),
    kinds: counted.kinds,
    unreadable: counted.unreadable,
    revisions: counted.revisions,
    metacontroller,
    replicas: [...leases.keys()],
    rights: await reviewRights({ client, setups, engine, signal }),
    wallMs: clock.wallMs(),
  };
  return reportOf(facts);
}

interface Counted {
  readonly kinds: readonly KindCount[];
  readonly unreadable: Facts['unreadable'];
  readonly revisions: number;
}

async function countKinds(options: CheckOptions, setups: readonly Setup[], slotLabel: string): Promise<Counted> {
  const rules = setups.flatMap(({ parents, children }) => [...parents, ...children]);
  const resources = [...new Map(rules.map(({ groupResource, resource }) => [groupResource, resource])).values()];
  const pairs = setups.flatMap(({ parents, children }) =>
    parents.flatMap((parent) =>
      children.map((child) => ({ parent: parent.groupResource, child: child.groupResource })),
    ),
  );
  const census = new Census(setups, slotLabel);
  const kinds: KindCount[] = [];
  const unreadable: { readonly kind: string; readonly message: string }[] = [];
  for (const resource of ownersFirst(resources, groupResourceOf, pairs)) {
    try {
      kinds.push(await countKind(options, resource, census));
    } catch (error) {
      if (!isApiError(error) || error.code === 'Aborted') throw error;
      unreadable.push({ kind: groupResourceOf(resource), message: messageOf(error, 300) });
    }
  }
  return { kinds, unreadable, revisions: await countRevisions(options) };
}

async function countKind(
  { client, signal, progress }: CheckOptions,
  resource: Resource,
  census: Census,
): Promise<KindCount> {
  const kind = groupResourceOf(resource);
  let tally = census.count(kind);
  let read = 0;
  progress.doing(() => `counting ${kind}: ${read} read so far ...`);
  for await (const page of pagesOf(client, { resource, signal })) {
    if (page.type === 'Again') {
      [tally, read] = [census.count(kind), 0];
      continue;
    }
    read += page.items.length;
    for (const object of page.items) tally.add(object);
  }
  return tally.result();
}

async function countRevisions({ client, signal }: CheckOptions): Promise<number> {
  const resource: Resource = {
    ...COMPOSITE_CONTROLLERS,
    plural: REVISIONS.slice(0, REVISIONS.indexOf('.')),
    kind: 'ControllerRevision',
    namespaced: true,
  };
  let count = 0;
  try {
    for await (const page of pagesOf(client, { resource, signal })) {
      count = page.type === 'Again' ? 0 : count + page.items.length;
    }
  } catch (error) {
    if (!isApiError(error, 'NotFound', 'Forbidden')) throw error;
  }
  return count;
}

function chosenSet(
  sets: readonly KubeObject[],
  { namespace, name }: { readonly namespace: string | undefined; readonly name: string | undefined },
): KubeObject | undefined {
  const fitting = sets.filter(
    ({ metadata }) =>
      (namespace === undefined || metadata.namespace === namespace) && (name === undefined || metadata.name === name),
  );
  return fitting.length === 1 ? fitting[0] : undefined;
}

function identityOf({ metadata: { namespace = '', name, uid = '' } }: KubeObject): Identity {
  return { namespace, set: name, setUid: uid };
}

/** That of the pods of the set's workload; undefined when there is no workload yet, or nobody may read it. */
async function serviceAccountOf(
  client: Pick<KubeClient, 'get'>,
  set: KubeObject | undefined,
  signal: AbortSignal,
): Promise<ServiceAccount | undefined> {
  const spec = set === undefined || !isRecord(set['spec']) ? undefined : set['spec'];
  const workload = spec !== undefined && isRecord(spec['workload']) ? spec['workload'] : {};
  const name = stringOf(workload['name']);
  const { namespace = '' } = set?.metadata ?? {};
  if (name === undefined) return undefined;
  const resource = workload['kind'] === DEPLOYMENTS.kind ? DEPLOYMENTS : STATEFUL_SETS;
  try {
    const found = await client.get(resource, { namespace, name }, { signal });
    const account = serviceAccountIn(found);
    return account === undefined ? undefined : { namespace, name: account };
  } catch (error) {
    if (isApiError(error, 'NotFound', 'Forbidden')) return undefined;
    throw error;
  }
}

function serviceAccountIn(workload: KubeObject): string | undefined {
  let place: unknown = workload;
  for (const step of ['spec', 'template', 'spec']) place = isRecord(place) ? place[step] : undefined;
  return isRecord(place) ? (stringOf(place['serviceAccountName']) ?? 'default') : undefined;
}
