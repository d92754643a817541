/** The state of the way between one process and the server. */
import type { Random } from '../../../lib/random.ts';
import type { Link } from '../ports.ts';

type Way = Link['answers'];

/** Tells open streams when answers pass again: what was held back is sent again then. */
export class LiveLink implements Link {
  requests: Way;
  delayMs: readonly [number, number];
  watchDelayMs: readonly [number, number];
  failure: Link['failure'];
  staleMs: number;
  #answers: Way;
  readonly #onHealed: () => void;

  constructor(start: Partial<Link>, onHealed: () => void) {
    this.requests = start.requests ?? 'Pass';
    this.delayMs = start.delayMs ?? [0, 0];
    this.watchDelayMs = start.watchDelayMs ?? [0, 0];
    this.failure = start.failure;
    this.staleMs = start.staleMs ?? 0;
    this.#answers = start.answers ?? 'Pass';
    this.#onHealed = onHealed;
  }

  get answers(): Way {
    return this.#answers;
  }

  set answers(way: Way) {
    const isHealed = this.#answers === 'Lose' && way === 'Pass';
    this.#answers = way;
    if (isHealed) this.#onHealed();
  }
}

export function drawn([from, to]: readonly [number, number], random: Random): number {
  return from === to ? from : from + random.next() * (to - from);
}
