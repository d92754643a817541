/** Before a root is looked at: finds out how its writes without an answer ended (`write/unknown-writes.ts`). */
import type { Clock } from '../../lib/clock.ts';
import { groupResourceOf, refOf } from '../../kube/types.ts';
import type { RangeSet } from '../../protocol/ranges.ts';
import type { Slot } from '../../protocol/slots.ts';
import type { FencedWriter } from '../ports.ts';
import type { ResourceCache } from '../watch/resource-cache.ts';
import { isShown, type UnknownWrite, type UnknownWrites, type WrittenFor } from '../write/unknown-writes.ts';

export interface VerifyUnknownOptions {
  readonly clock: Clock;
  readonly unknown: UnknownWrites;
  readonly cacheOf: (groupResource: string) => ResourceCache | undefined;
  readonly writer: Pick<FencedWriter, 'getLive'>;
  /** Whether no LIST of this slot is due. */
  readonly isComplete: (groupResource: string, slot: Slot) => boolean;
  /** Lists these slots once more. */
  readonly recheck: (groupResource: string, slots: RangeSet) => void;
}

/** A list takes as long as it takes, and tells when it is there: this is the net below it. */
const LIST_WAIT_MS = 1_000;

/** Those of a root's writes whose end nothing shows yet; forgets the others. No request. */
export function unknownOf(
  target: WrittenFor,
  { unknown, cacheOf }: Pick<VerifyUnknownOptions, 'unknown' | 'cacheOf'>,
): readonly UnknownWrite[] {
  const all = unknown.of(target);
  if (all.length === 0) return all;
  const known = all.filter((write) => {
    const cache = cacheOf(groupResourceOf(write.resource));
    return cache === undefined || isShown(write, write.key === undefined ? undefined : cache.get(write.key));
  });
  unknown.settle(target, known);
  return unknown.of(target);
}

/**
 * Resolves to undefined when the root may be looked at in `slot`, else to the time after which to ask again (an event may tell
 * earlier). Asks the API server for nothing before a write is applied or dead. Errors: ApiError.
 */
export async function verifyUnknown(
  target: WrittenFor,
  slot: Slot,
  options: VerifyUnknownOptions,
): Promise<number | undefined> {
  const { clock, unknown } = options;
  const nowMs = clock.monotonicMs();
  const open = unknownOf(target, options);
  const deadAtMs = Math.max(nowMs, ...open.map((write) => write.deadAtMs));
  if (deadAtMs > nowMs) return deadAtMs - nowMs;
  const unnamed = open.filter(({ key }) => key === undefined);
  const isHere = (write: UnknownWrite): boolean => write.slot === slot;
  for (const groupResource of new Set(unnamed.filter(isHere).map(({ resource }) => groupResourceOf(resource)))) {
    if (options.isComplete(groupResource, slot)) options.recheck(groupResource, [{ start: slot, end: slot }]);
  }
  // The root has another slot by now: what was made in the old one is not seen from here, with or without a list.
  unknown.settle(
    target,
    unnamed.filter((write) => !isHere(write)),
  );
  await Promise.all(open.map((write) => readLive(write, options)));
  unknown.settle(
    target,
    open.filter(({ key }) => key !== undefined),
  );
  return unknownOf(target, options).length === 0 ? undefined : LIST_WAIT_MS;
}

/** Puts what is there into the cache, also when it is gone or carries no slot of ours. */
async function readLive(
  write: UnknownWrite,
  { cacheOf, writer }: Pick<VerifyUnknownOptions, 'cacheOf' | 'writer'>,
): Promise<void> {
  const { key } = write;
  if (key === undefined) return;
  const live = await writer.getLive(write.resource, refOf(key));
  const cache = cacheOf(groupResourceOf(write.resource));
  if (cache === undefined || isShown(write, cache.get(key))) return;
  if (live !== undefined) cache.apply('MODIFIED', live);
  else cache.deleted(key, undefined);
}
