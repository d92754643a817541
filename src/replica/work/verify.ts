/**
 * Before a root is looked at: reads live what disappeared from its caches, and heals a label that was taken away.
 *
 * "No longer visible" is not "deleted": a child without its label still exists, and a hook that does not see it would
 * create it once more, or clean up what belongs to it.
 */
import { ShardkeeperError } from '../../lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { isApiError } from '../../kube/api-error.ts';
import { controllerOf, groupResourceOf, refOf, type KubeClient, type KubeObject } from '../../kube/types.ts';
import { parseSlot, type Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { StripGuard } from '../intake/strip-guard.ts';
import type { FencedWriter, RootRef } from '../ports.ts';
import type { Vanished } from '../watch/vanished.ts';
import { slotTextOf } from '../watch/slot-label.ts';
import { fieldManagersOf } from '../write/field-managers.ts';
import { labelPatch } from '../write/metadata-patch.ts';

export interface VerifyOptions {
  readonly client: Pick<KubeClient, 'getPath'>;
  readonly clock: Clock;
  readonly guard: StripGuard;
  readonly slotLabel: string;
  readonly log: Logger;
}

/** What a live read of a vanished object says. Pure. */
export type Finding =
  /** Deleted, or another root's by now. */
  | { readonly type: 'Gone' }
  /** It is where it should be: the watch was behind. */
  | { readonly type: 'Visible' }
  /** It has no slot, or another one than its root: it gets its root's. */
  | { readonly type: 'Strayed'; readonly live: KubeObject }
  /** It is the root itself, and carries another replica's slot: that one looks after it, and sends it home if it is wrong. */
  | { readonly type: 'Left' };

export function judge(
  vanished: Vanished,
  live: KubeObject | undefined,
  expected: { readonly root: RootRef; readonly slot: Slot; readonly slotLabel: string },
): Finding {
  if (live === undefined || live.metadata.uid !== vanished.uid) return { type: 'Gone' };
  const isRoot =
    vanished.key === expected.root.key && groupResourceOf(vanished.resource) === expected.root.groupResource;
  if (!isRoot && controllerOf(live.metadata)?.uid !== vanished.owner) return { type: 'Gone' };
  const slot = parseSlot(slotTextOf(live, expected.slotLabel));
  if (slot === expected.slot) return { type: 'Visible' };
  return isRoot && slot !== undefined ? { type: 'Left' } : { type: 'Strayed', live };
}

interface Verifying {
  readonly root: RootRef;
  readonly slot: Slot;
  readonly writer: FencedWriter;
}

/**
 * Reads each object live; what lost its slot gets it back. Resolves to whether the root is still here. Throws when something
 * cannot be put right.
 */
export async function verifyVanished(
  all: readonly Vanished[],
  run: Verifying,
  options: VerifyOptions,
): Promise<boolean> {
  const { slotLabel } = options;
  const findings = await Promise.all(
    all.map(async (vanished) => {
      const live = await run.writer.getLive(vanished.resource, refOf(vanished.key));
      const finding = judge(vanished, live, { root: run.root, slot: run.slot, slotLabel });
      if (finding.type === 'Strayed') await heal(vanished, { ...run, live: finding.live }, options);
      return finding;
    }),
  );
  return findings.every(({ type }) => type !== 'Left');
}

async function heal(
  vanished: Vanished,
  { live, slot, writer }: Verifying & { readonly live: KubeObject },
  { client, clock, guard, log, slotLabel }: VerifyOptions,
): Promise<void> {
  const object = `${groupResourceOf(vanished.resource)} ${vanished.key}`;
  const uid = live.metadata.uid ?? vanished.key;
  const nowMs = clock.monotonicMs();
  const was = slotTextOf(live, slotLabel);
  const fieldManagers = await fieldManagersOf(client, vanished.resource, refOf(vanished.key));
  if (guard.allowedAtMs(uid, nowMs) > nowMs) {
    throw new ShardkeeperError(
      `${object}: its label ${slotLabel} is changed again and again: find out who does it (its field managers: ${fieldManagers})`,
      { code: 'LabelStripped' },
    );
  }
  log.warn('slot label was changed', { object, was, fieldManagers, times: guard.labelled(uid, nowMs) });
  try {
    await writer.send(labelPatch(vanished.resource, live, { slotLabel, slot }));
  } catch (error) {
    // With the server-side fence only the owner of the slot that it carries may do that.
    if (!isApiError(error, 'Forbidden', 'Invalid') || was === undefined) throw error;
    const message = `${vanished.resource.kind} ${vanished.key} carries slot ${was} but belongs to slot ${slot}: set its label ${slotLabel} back to "${slot}"`;
    throw new ShardkeeperError(message, { code: 'Strayed', cause: error });
  }
}
