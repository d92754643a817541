/**
 * Finds roots whose label is no slot (`007`, `none`, `4096`): lists them when it begins and then now and then, metadata only.
 *
 * Not a watch: no selector says "no slot" but one that names all slots, which the API server would have to compare with
 * every event of the kind. What had a slot and lost it leaves a range watch, and is read live and put right at once
 * (`work/verify.ts`); left for this are objects that were created so, or changed while nobody watched.
 */
import { sleep, type Clock } from '../../lib/clock.ts';
import { messageOf } from '../../lib/errors.ts';
import type { Random } from '../../lib/random.ts';
import type { KubeClient, KubeObject, Resource } from '../../kube/types.ts';
import { SLOT_COUNT } from '../../protocol/slots.ts';
import type { Logger } from '../../telemetry/logger.ts';

/** As often as a resync: this is a net below the slot guard and below people's care. */
export const SWEEP_INTERVAL_MS = 10 * 60_000;
const SWEEP_RETRY_MS = 60_000;
/** Whatever is none of these is no slot, `007` included. */
const ALL_SLOTS = Array.from({ length: SLOT_COUNT }, (_, slot) => slot).join();

export interface GarbageSweepOptions {
  readonly client: Pick<KubeClient, 'list'>;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Logger;
  readonly slotLabel: string;
  readonly resource: Resource;
  /** '' = no selector. */
  readonly selectors: readonly string[];
  /** All that there is at the moment; some may be there twice. */
  readonly found: (roots: readonly KubeObject[]) => void;
}

/** Until `signal` aborts. Never rejects: what fails is logged and tried again. */
export async function sweepGarbage(options: GarbageSweepOptions, signal: AbortSignal): Promise<void> {
  const { clock, random, log, resource, found } = options;
  while (!signal.aborted) {
    let pauseMs = SWEEP_INTERVAL_MS;
    try {
      found(await listGarbage(options, signal));
    } catch (error) {
      if (signal.aborted) return;
      pauseMs = SWEEP_RETRY_MS;
      log.warn('labels that are no slot could not be looked for', { kind: resource.kind, error: messageOf(error) });
    }
    await sleep(clock, pauseMs * (0.9 + random.next() / 5), signal);
  }
}

async function listGarbage(
  { client, resource, selectors, slotLabel }: GarbageSweepOptions,
  signal: AbortSignal,
): Promise<readonly KubeObject[]> {
  const roots: KubeObject[] = [];
  for (const selector of selectors) {
    const garbage = `${slotLabel},${slotLabel} notin (${ALL_SLOTS})`;
    const labelSelector = selector === '' ? garbage : `${garbage},${selector}`;
    const { items } = await client.list(resource, { labelSelector, metadataOnly: true, signal });
    roots.push(...items);
  }
  return roots;
}
