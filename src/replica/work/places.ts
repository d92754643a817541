/**
 * Whether a root and what it owns carry the slot that they should, and putting it right. Labels are written by intake and by
 * controllers; this is for those that somebody changed by hand, or copied with an object.
 *
 * - A root at the wrong slot is never looked at there: its children may be where it came from, and a hook would not see them.
 *   Whoever owns the wrong slot sends it home, what it owns and what came with it first.
 * - A child at the wrong slot is brought to its root's before the hook is called.
 */
import type { EventRecorder } from '../../kube/events.ts';
import { isApiError } from '../../kube/api-error.ts';
import {
  groupOf,
  groupResourceOf,
  keyOf,
  refOf,
  type KubeClient,
  type KubeObject,
  type Resource,
} from '../../kube/types.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { slotOf, type Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import { decidingOwner, type RootKind } from '../intake/slot-rule.ts';
import type { FencedWriter, StoreReader } from '../ports.ts';
import { labelledSlot } from '../watch/slot-label.ts';
import { fieldManagersOf } from '../write/field-managers.ts';
import { tellLabelChanged } from '../write/slot-label-event.ts';
import { labelPatch } from '../write/metadata-patch.ts';

export interface PlacesOptions {
  readonly client: Pick<KubeClient, 'getPath'>;
  readonly log: Logger;
  readonly reader: StoreReader;
  readonly slotLabel: string;
  readonly objectEvents?: Pick<EventRecorder, 'record'>;
}

/** Chains of ownership longer than this are loops. */
const DEPTH_MAX = 8;

/**
 * The slot of a root by the rule. `Owner` = that of an owner that is not in this replica's caches. Pure.
 */
export function slotByRule(
  root: KubeObject,
  kinds: readonly RootKind[],
  known: { readonly reader: Pick<StoreReader, 'get'>; readonly slotLabel: string },
): Slot | 'Owner' {
  const deciding = decidingOwner(root, kinds);
  if (deciding === undefined) return slotOf(keyOf(root.metadata));
  const owner = known.reader.get(deciding.kind.groupResource, ownerKeyOf(root, deciding));
  const slot = owner?.metadata.uid === deciding.owner.uid ? labelledSlot(owner, known.slotLabel) : undefined;
  return slot ?? 'Owner';
}

function ownerKeyOf(root: KubeObject, { owner, kind }: NonNullable<ReturnType<typeof decidingOwner>>): string {
  const { namespace } = root.metadata;
  const inNamespace = kind.resource.namespaced && namespace !== undefined;
  return keyOf(inNamespace ? { namespace, name: owner.name } : { name: owner.name });
}

export class Places {
  readonly #options: PlacesOptions;
  #kinds: readonly RootKind[] = [];

  constructor(options: PlacesOptions) {
    this.#options = options;
  }

  kinds(kinds: readonly RootKind[]): void {
    this.#kinds = kinds;
  }

  /**
   * Puts right what is wrong. Resolves to whether the root may be looked at here; false = it was sent home. No request when
   * all is well. Errors: ApiError; `Refused`; `Strayed` when nobody can tell yet where the root belongs.
   */
  async settle(root: KubeObject, writer: FencedWriter): Promise<boolean> {
    const { slotLabel } = this.#options;
    const slot = labelledSlot(root, slotLabel);
    const kind = this.#kinds.find(
      ({ resource }) => resource.kind === root.kind && groupOf(root.apiVersion) === resource.group,
    );
    if (slot === undefined || kind === undefined) return true;
    const rule = slotByRule(root, this.#kinds, this.#options);
    const right = rule === 'Owner' ? await this.#slotOfOwner(root, { slot, writer }) : rule;
    const move = { kind, writer, slot: right, depth: 1 };
    await this.#bring(root, move);
    if (right === slot) return true;
    await this.#relabel(kind.resource, root, move);
    return false;
  }

  /** As stored: the owner of a root that is owned by one is elsewhere, or was. */
  async #slotOfOwner(
    root: KubeObject,
    { slot, writer }: { readonly slot: Slot; readonly writer: FencedWriter },
  ): Promise<Slot> {
    const deciding = decidingOwner(root, this.#kinds);
    if (deciding === undefined) return slot;
    const owner = await writer.getLive(deciding.kind.resource, refOf(ownerKeyOf(root, deciding)));
    // The garbage collector takes it, or whoever orphans it.
    if (owner === undefined || owner.metadata.uid !== deciding.owner.uid) return slot;
    const { slotLabel } = this.#options;
    const present = labelledSlot(owner, slotLabel);
    // One without a slot is not served at all, or gets the same one again.
    if (present === undefined || present === slot) return slot;
    const isRight = decidingOwner(owner, this.#kinds) === undefined && present === slotOf(keyOf(owner.metadata));
    if (isRight) return present;
    throw new ShardkeeperError(
      `${root.kind} ${keyOf(root.metadata)} waits until the label ${slotLabel} of its owner ${owner.kind} ${owner.metadata.name} is right again`,
      { code: 'Strayed' },
    );
  }

  /** What the caches know to be owned by `owner` and to carry another slot. Grandchildren first. */
  async #bring(owner: KubeObject, move: Move): Promise<void> {
    const { reader, slotLabel } = this.#options;
    if (move.depth > DEPTH_MAX) return;
    for (const resource of move.kind.children) {
      for (const child of reader.ownedBy(groupResourceOf(resource), owner.metadata.uid ?? '')) {
        if (labelledSlot(child, slotLabel) === move.slot) continue;
        const kind = this.#kinds.find(({ groupResource }) => groupResource === groupResourceOf(resource));
        if (kind !== undefined) await this.#bring(child, { ...move, kind, depth: move.depth + 1 });
        await this.#relabel(resource, child, move);
      }
    }
  }

  async #relabel(resource: Resource, object: KubeObject, { writer, slot }: Move): Promise<void> {
    const { client, log, slotLabel, objectEvents } = this.#options;
    const was = object.metadata.labels?.[slotLabel] ?? '';
    const name = `${groupResourceOf(resource)} ${keyOf(object.metadata)}`;
    try {
      await writer.send(labelPatch(resource, object, { slotLabel, slot }));
    } catch (error) {
      if (isApiError(error, 'NotFound')) return;
      throw error;
    }
    const fieldManagers = await fieldManagersOf(client, resource, refOf(keyOf(object.metadata)));
    log.warn('a slot label was wrong and is right again', { object: name, was, slot, fieldManagers });
    const note =
      `Its label ${slotLabel} was "${was}" and is "${slot}" again: it follows from the name of the object, or of the one that owns it. ` +
      `Field managers: ${fieldManagers}`;
    tellLabelChanged(objectEvents, object, note);
  }
}

interface Move {
  readonly kind: RootKind;
  readonly writer: FencedWriter;
  readonly slot: Slot;
  readonly depth: number;
}
