/** What these files share: an installation with parents of the example in one namespace, and the judge's verdict on it. */
import { eventually } from '../../eventually.ts';
import type { AssignmentRange, ControllerShardSet } from '../../../src/api/shard-set.ts';
import type { ControllerShard } from '../../../src/api/shard.ts';
import { CONFIG_MAPS, SHARDS, SHARD_SETS } from '../../../src/kube/resources.ts';
import type { KubeClient, KubeObject } from '../../../src/kube/types.ts';
import { systemClock } from '../../../src/lib/clock.ts';
import { systemRandom } from '../../../src/lib/random.ts';
import { slotOf } from '../../../src/protocol/slots.ts';
import {
  doubleOwners,
  countOwnerWrites,
  gaps,
  isOfPod,
  isWrite,
  loadAuditLog,
  objectsPerSlot,
  ownershipTimeline,
  type AuditEntry,
  type Gap,
  type Kill,
  type Timeline,
  type Violation,
} from '../../../src/testing/audit/index.ts';
import {
  startInstallation,
  type Installation,
  type InstallationOptions,
} from '../../../src/testing/installation/index.ts';
import { startEditor, type Editor } from '../../../src/testing/load/editor.ts';
import {
  childNameOf,
  createNamespace,
  createWebApps,
  webAppName,
  WEBAPPS,
  webAppSlots,
} from '../../../src/testing/load/webapps.ts';

/** Of the overlay that is installed, kustomize/overlays/dev. */
export const LEASE_MS = 5000;
export const REQUEST_TIMEOUT_MS = 1000;
const FENCE_MARGIN_MS = 1750;

export const SET = 'metacontroller';
/** Namespace of the parents. */
export const NAMESPACE = 'shop';

export interface Stage {
  readonly installation: Installation;
  /** As administrator: its requests are nobody's that is judged. */
  readonly client: KubeClient;
  /** Names of the parents. */
  readonly names: readonly string[];
}

/** Three replicas that are Ready, and this many parents that no controller has seen yet. */
export async function startStage(
  parents: number,
  options: { readonly labelled: boolean } & Pick<InstallationOptions, 'components' | 'audit'>,
): Promise<Stage> {
  const { components = [], audit = 'judge' } = options;
  const installation = await startInstallation({ components, audit });
  try {
    const { client } = installation;
    await installation.ready(3);
    await createNamespace(client, NAMESPACE);
    if (options.labelled) await createWebApps(client, { namespace: NAMESPACE, count: parents, labelled: true });
    const names = Array.from({ length: parents }, (_, number) => webAppName(number));
    return { installation, client, names };
  } catch (error) {
    await installation.stop();
    throw error;
  }
}

/** Applies the controller and waits until every parent has its child and its status. */
export async function serve(stage: Stage): Promise<void> {
  await stage.installation.applyController();
  await settled(stage);
}

/** Waits until every child and every status shows the parent's present spec. */
export async function settled(stage: Stage): Promise<void> {
  await eventually('every parent has its child and its status', async () => (await unserved(stage)).length === 0, {
    everyMs: 50,
  });
}

/** Names of the parents whose child or status does not show their present spec. */
async function unserved({ client, names }: Stage): Promise<readonly string[]> {
  const parents = new Map((await client.list(WEBAPPS, { namespace: NAMESPACE })).items.map(byName));
  const children = new Map((await client.list(CONFIG_MAPS, { namespace: NAMESPACE })).items.map(byName));
  return names.filter((name) => {
    const parent = parents.get(name);
    const child = children.get(childNameOf(name));
    if (parent === undefined || child === undefined) return true;
    const { greeting } = parent['spec'] as { readonly greeting: string };
    const status = parent['status'] as { readonly observedGeneration?: number; readonly greeting?: string } | undefined;
    const data = child['data'] as Readonly<Record<string, string>>;
    return (
      status?.observedGeneration !== parent.metadata.generation ||
      status?.greeting !== greeting ||
      data['greeting'] !== greeting ||
      child.metadata.ownerReferences?.[0]?.uid !== parent.metadata.uid
    );
  });
}

function byName(object: KubeObject): readonly [string, KubeObject] {
  return [object.metadata.name, object];
}

export function editing(stage: Stage, names: readonly string[], editsPerSecond: number): Editor {
  const { client } = stage;
  return startEditor({ client, clock: systemClock, random: systemRandom, namespace: NAMESPACE, names, editsPerSecond });
}

/** Stops the editor and waits until no edit is missing. */
export async function allArrived(editor: Editor): Promise<void> {
  await editor.stop();
  await eventually('every last edit is in its child', async () => (await editor.missing()).length === 0);
}

export async function tableOf({ client, installation }: Stage): Promise<readonly AssignmentRange[]> {
  const set = await client.get(SHARD_SETS, { namespace: installation.namespace, name: SET });
  return (set as unknown as ControllerShardSet).status?.assignment?.ranges ?? [];
}

export async function shardsOf({ client, installation }: Stage): Promise<readonly ControllerShard[]> {
  const { items } = await client.list(SHARDS, { namespace: installation.namespace });
  return items.map((item) => item as unknown as ControllerShard);
}

/** SIGKILL to a pod's process; resolves to nothing, returns when it was sent. Throws when there is no such process. */
export function kill({ installation }: Stage, replica: string): Kill {
  const atMs = systemClock.wallMs();
  if (!installation.kubelet.signal(replica, 'SIGKILL')) throw new Error(`pod ${replica} has no process to kill`);
  return { replica, atMs };
}

const slotOfObject = webAppSlots(NAMESPACE);

export interface Verdict {
  readonly entries: readonly AuditEntry[];
  readonly timeline: Timeline;
  /** Of slots that have objects. */
  readonly gaps: readonly Gap[];
  readonly doubleOwners: readonly Violation[];
  /** How many writes `doubleOwners` is about. */
  readonly judged: number;
  /** Of a slot. */
  readonly objects: (slot: number) => number;
}

export async function judge(stage: Stage, kills: readonly Kill[] = []): Promise<Verdict> {
  const { installation, names } = stage;
  const entries = await auditLog(stage);
  const timeline = ownershipTimeline(entries, {
    set: { namespace: installation.namespace, name: SET },
    windowMs: LEASE_MS - FENCE_MARGIN_MS,
    kills,
  });
  const objects = objectsPerSlot(names.map((name) => slotOf(`${NAMESPACE}/${name}`)));
  return {
    entries,
    timeline,
    gaps: gaps(timeline, entries, slotOfObject).filter((gap) => objects(gap.slot) > 0),
    doubleOwners: doubleOwners(entries, { timeline, slotOf: slotOfObject }),
    judged: countOwnerWrites(entries, slotOfObject),
    objects,
  };
}

export function auditLog({ installation }: Stage): Promise<readonly AuditEntry[]> {
  return loadAuditLog(installation.controlPlane.auditLogPath ?? '');
}

/** Requests of pods, writes or others, that name a parent or a child; whatever they were answered. */
export function aboutParents(
  entries: readonly AuditEntry[],
  from: number,
  to = Number.POSITIVE_INFINITY,
): AuditEntry[] {
  return entries.filter(
    (entry) =>
      isOfPod(entry) &&
      entry.namespace === NAMESPACE &&
      ['webapps', 'configmaps'].includes(entry.resource) &&
      entry.startMs >= from &&
      entry.startMs < to,
  );
}

export function writesOf(entries: readonly AuditEntry[]): AuditEntry[] {
  return entries.filter(isWrite);
}

/** Figures for whoever reads the output of a red file. */
export function report(figures: Readonly<Record<string, number>>): void {
  for (const [name, value] of Object.entries(figures))
    process.stdout.write(`${name}: ${Number(value.toPrecision(4))}\n`);
}
