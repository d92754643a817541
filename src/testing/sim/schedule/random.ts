/** Randomness from a seed: the only one there is in a run. Equal seeds draw equally, on every machine. */
import type { Random } from '../../../lib/random.ts';

export interface SeededRandom extends Random {
  /** An integer in [low, high]. */
  readonly integer: (low: number, high: number) => number;
  /** True with this chance. */
  readonly chance: (of: number) => boolean;
  /** One of the items; there is at least one. */
  readonly pick: <T>(items: readonly T[]) => T;
  /** A stream of its own: what is drawn from it does not shift what is drawn here. */
  readonly fork: () => SeededRandom;
}

/** `seed` is an integer; its low 32 bits count. */
export function seededRandom(seed: number): SeededRandom {
  // sfc32: small, fast, and passes PractRand.
  let a = 0x9e3779b9;
  let b = 0x243f6a88;
  let c = seed | 0;
  let count = 1;
  const word = (): number => {
    const sum = (((a + b) | 0) + count) | 0;
    count = (count + 1) | 0;
    a = b ^ (b >>> 9);
    b = (c + (c << 3)) | 0;
    c = ((c << 21) | (c >>> 11)) + sum;
    c |= 0;
    return sum >>> 0;
  };
  for (let i = 0; i < 12; i++) word();
  const next = (): number => word() / 2 ** 32;
  const hex = (): string => word().toString(16).padStart(8, '0');
  return {
    next,
    id: () => hex() + hex(),
    integer: (low, high) => low + Math.floor(next() * (high - low + 1)),
    chance: (of) => next() < of,
    pick: (items) => {
      const item = items[Math.floor(next() * items.length)];
      if (item === undefined) throw new Error('nothing to pick from');
      return item;
    },
    fork: () => seededRandom(word()),
  };
}
