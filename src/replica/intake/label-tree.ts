/** Labels one root and, before it, all that it owns: descendants first, so that a crash in between loses nothing. */
import { isApiError } from '../../kube/api-error.ts';
import {
  controllerOf,
  groupResourceOf,
  keyOf,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '../../kube/types.ts';
import { parseSlot, slotOf, type Slot } from '../../protocol/slots.ts';
import type { FencedWriter } from '../ports.ts';
import { slotTextOf } from '../watch/slot-label.ts';
import { labelPatch } from '../write/metadata-patch.ts';
import { decidingOwner, mayHaveUnlabelledChildren, type RootKind } from './slot-rule.ts';

export interface LabelRun {
  readonly client: KubeClient;
  readonly writer: FencedWriter;
  readonly kinds: readonly RootKind[];
  readonly slotLabel: string;
  readonly signal: AbortSignal;
}

/** Chains of ownership longer than this are loops. */
const DEPTH_MAX = 8;

/** The unlabelled objects of one namespace by their controlling owner: read live, once per resource, when first asked for. */
export class UnlabelledChildren {
  readonly #run: LabelRun;
  readonly #namespace: string | undefined;
  readonly #lists = new Map<string, Promise<ReadonlyMap<string, readonly KubeObject[]>>>();

  /** Without a namespace (cluster-scoped owners): all namespaces. */
  constructor(run: LabelRun, namespace: string | undefined) {
    this.#run = run;
    this.#namespace = namespace;
  }

  async of(resource: Resource, uid: string): Promise<readonly KubeObject[]> {
    const groupResource = groupResourceOf(resource);
    const known = this.#lists.get(groupResource);
    if (known !== undefined) return (await known).get(uid) ?? [];
    const list = this.#list(resource);
    this.#lists.set(groupResource, list);
    return (await list).get(uid) ?? [];
  }

  async #list(resource: Resource): Promise<ReadonlyMap<string, readonly KubeObject[]>> {
    const { client, slotLabel, signal } = this.#run;
    const namespace = resource.namespaced ? this.#namespace : undefined;
    const { items } = await client.list(resource, {
      labelSelector: `!${slotLabel}`,
      metadataOnly: true,
      signal,
      ...(namespace === undefined ? {} : { namespace }),
    });
    return Map.groupBy(items, (item) => controllerOf(item.metadata)?.uid ?? '');
  }
}

/**
 * Resolves to the slot, or undefined when the object's owner has none yet: then it is that owner's intake that labels both.
 *
 * Errors: ApiError; `Refused`.
 */
export async function labelTree(
  root: KubeObject,
  options: { readonly kind: RootKind; readonly run: LabelRun; readonly children: UnlabelledChildren },
): Promise<Slot | undefined> {
  const { kind, run, children } = options;
  const slot = await slotFor(root, run);
  if (slot === undefined) return undefined;
  await labelDescendants(root, { kind, slot, depth: 1, run, children });
  await run.writer.send(labelPatch(kind.resource, root, { slotLabel: run.slotLabel, slot }));
  return slot;
}

interface Descent {
  readonly kind: RootKind;
  readonly slot: Slot;
  readonly depth: number;
  readonly run: LabelRun;
  readonly children: UnlabelledChildren;
}

async function labelDescendants(owner: KubeObject, descent: Descent): Promise<void> {
  const { kind, slot, depth, run, children } = descent;
  const { uid } = owner.metadata;
  if (uid === undefined || depth > DEPTH_MAX || !mayHaveUnlabelledChildren(owner, kind.sinceMs)) return;
  for (const resource of kind.children) {
    for (const child of await children.of(resource, uid)) {
      const childKind = run.kinds.find(({ groupResource }) => groupResource === groupResourceOf(resource));
      if (childKind !== undefined) await labelDescendants(child, { ...descent, kind: childKind, depth: depth + 1 });
      await labelChild(resource, child, { slot, run });
    }
  }
}

async function labelChild(
  resource: Resource,
  child: KubeObject,
  { slot, run }: { readonly slot: Slot; readonly run: LabelRun },
): Promise<void> {
  try {
    await run.writer.send(labelPatch(resource, child, { slotLabel: run.slotLabel, slot }));
  } catch (error) {
    if (!isApiError(error, 'NotFound')) throw error;
  }
}

/** The slot rule: that of the controlling owner when it is of a root kind, else by the own name. */
async function slotFor(object: KubeObject, run: LabelRun): Promise<Slot | undefined> {
  const deciding = decidingOwner(object, run.kinds);
  if (deciding === undefined) return slotOf(keyOf(object.metadata));
  const { owner, kind } = deciding;
  const { namespace } = object.metadata;
  const ref =
    kind.resource.namespaced && namespace !== undefined ? { namespace, name: owner.name } : { name: owner.name };
  const live = await run.writer.getLive(kind.resource, ref);
  if (live === undefined || live.metadata.uid !== owner.uid) return undefined;
  return parseSlot(slotTextOf(live, run.slotLabel));
}
