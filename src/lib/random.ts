/** Randomness as a parameter. The only file that draws ambient randomness. */
import { randomBytes } from 'node:crypto';

export interface Random {
  /** Uniform in [0, 1). */
  readonly next: () => number;
  /** An id that does not repeat: 16 lower-case hex digits. */
  readonly id: () => string;
}

export const systemRandom: Random = {
  next: () => Math.random(),
  id: () => randomBytes(8).toString('hex'),
};
