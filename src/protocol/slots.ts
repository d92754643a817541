/** The keyspace. Every object has one slot, and the slot of an object never changes. */
import { sha256Hex } from '../lib/hash.ts';

/** Number of slots; fixed for the life of a set. */
export const SLOT_COUNT = 4096;

/** An integer in 0..4095. */
export type Slot = number;

/**
 * The slot of a root object: the first three hex digits of SHA-256 of `<namespace>/<name>` (cluster-scoped: `/<name>`).
 * Anyone can check it: `printf %s default/web | sha256sum | cut -c1-3`.
 */
export function slotOf(key: string): Slot {
  return Number.parseInt(sha256Hex(key).slice(0, 3), 16);
}

/** The slot written on an object as a label, or undefined when the text is not an integer 0..4095 in plain decimal. */
export function parseSlot(text: string | undefined): Slot | undefined {
  if (text === undefined || !/^(?:0|[1-9][0-9]{0,3})$/.test(text)) return undefined;
  const slot = Number(text);
  return slot < SLOT_COUNT ? slot : undefined;
}
