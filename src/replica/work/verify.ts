/**
 * Before a root is looked at: reads live what disappeared from its caches, and heals a label that was taken away.
 *
 * "No longer visible" is not "deleted": a child without its label still exists, and a hook that does not see it would
 * create it once more, or clean up what belongs to it.
 */
import { ShardkeeperError } from '../../lib/errors.ts';
import type { Clock } from '../../lib/clock.ts';
import { groupResourceOf, refOf, type KubeClient, type KubeObject } from '../../kube/types.ts';
import { parseSlot, type Slot } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';
import type { StripGuard } from '../intake/strip-guard.ts';
import type { FencedWriter } from '../ports.ts';
import type { Vanished } from '../watch/vanished.ts';
import { slotTextOf } from '../watch/slot-label.ts';
import { fieldManagersOf } from '../write/field-managers.ts';
import { labelPatch } from '../write/slot-label-patch.ts';

export interface VerifyOptions {
  readonly client: Pick<KubeClient, 'getPath'>;
  readonly clock: Clock;
  readonly guard: StripGuard;
  readonly slotLabel: string;
  readonly log: Logger;
}

/** What a live read of a vanished object says. Pure. */
export type Finding =
  | { readonly type: 'Gone' }
  /** It is where it should be: the watch was behind. */
  | { readonly type: 'Visible' }
  | { readonly type: 'Unlabelled'; readonly live: KubeObject }
  /** It carries another replica's slot. */
  | { readonly type: 'Strayed'; readonly slot: Slot };

export function judge(
  vanished: Vanished,
  live: KubeObject | undefined,
  expected: { readonly slot: Slot; readonly slotLabel: string },
): Finding {
  if (live === undefined || live.metadata.uid !== vanished.uid) return { type: 'Gone' };
  const slot = parseSlot(slotTextOf(live, expected.slotLabel));
  if (slot === undefined) return { type: 'Unlabelled', live };
  return slot === expected.slot ? { type: 'Visible' } : { type: 'Strayed', slot };
}

/** Reads each object live; those that lost their label get it back. Throws when one is in nobody's right place. */
export async function verifyVanished(
  all: readonly Vanished[],
  run: { readonly slot: Slot; readonly writer: FencedWriter },
  { client, slotLabel, log, guard, clock }: VerifyOptions,
): Promise<void> {
  const heal = async (vanished: Vanished): Promise<void> => {
    const live = await run.writer.getLive(vanished.resource, refOf(vanished.key));
    const finding = judge(vanished, live, { slot: run.slot, slotLabel });
    switch (finding.type) {
      case 'Gone':
      case 'Visible':
        return;
      case 'Unlabelled': {
        const object = `${groupResourceOf(vanished.resource)} ${vanished.key}`;
        const nowMs = clock.monotonicMs();
        const fieldManagers = await fieldManagersOf(client, vanished.resource, refOf(vanished.key));
        if (guard.allowedAtMs(object, nowMs) > nowMs) {
          throw new ShardkeeperError(
            `${object}: its label ${slotLabel} is removed again and again: find out who does it (its field managers: ${fieldManagers})`,
            {
              code: 'LabelStripped',
            },
          );
        }
        log.warn('slot label was removed', { object, fieldManagers, times: guard.labelled(object, nowMs) });
        await run.writer.send(labelPatch(vanished.resource, finding.live, { slotLabel, slot: run.slot }));
        return;
      }
      case 'Strayed':
        throw new ShardkeeperError(
          `${vanished.resource.kind} ${vanished.key} carries slot ${finding.slot} but belongs to slot ${run.slot}: ` +
            `set its label ${slotLabel} back to "${run.slot}"`,
          { code: 'Strayed' },
        );
    }
  };
  await Promise.all(all.map(heal));
}
