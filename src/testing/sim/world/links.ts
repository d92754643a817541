/** The way of one process to the server, with the faults that are on it now. */
import type { Link, ModelFailure } from '../ports.ts';

/** What one fault does to a link; several add up. */
export type LinkFault = Partial<
  Pick<Link, 'requests' | 'answers' | 'delayMs' | 'watchDelayMs' | 'failure' | 'staleMs'>
>;

/** One way on a quiet network. */
const USUAL_DELAY_MS = [0.3, 4] as const;
const USUAL_WATCH_DELAY_MS = [0, 3] as const;

export class LinkFaults {
  readonly #link: Link;
  readonly #faults = new Set<LinkFault>();

  constructor(link: Link) {
    this.#link = link;
    this.#apply();
  }

  get faulty(): boolean {
    return this.#faults.size > 0;
  }

  /** Returns what takes the fault off again. */
  add(fault: LinkFault): () => void {
    this.#faults.add(fault);
    this.#apply();
    return () => {
      this.#faults.delete(fault);
      this.#apply();
    };
  }

  remove(fault: LinkFault): void {
    this.#faults.delete(fault);
    this.#apply();
  }

  #apply(): void {
    const link = this.#link;
    link.requests = 'Pass';
    link.answers = 'Pass';
    link.delayMs = USUAL_DELAY_MS;
    link.watchDelayMs = USUAL_WATCH_DELAY_MS;
    link.failure = undefined;
    link.staleMs = 0;
    for (const fault of this.#faults) Object.assign(link, fault);
    // A loss is a loss, whatever else is on the link.
    for (const { requests, answers } of this.#faults) {
      if (requests === 'Lose') link.requests = 'Lose';
      if (answers === 'Lose') link.answers = 'Lose';
    }
  }
}

const REASONS: Readonly<Record<number, string>> = {
  409: 'Conflict',
  410: 'Expired',
  429: 'TooManyRequests',
  500: 'InternalError',
  503: 'ServiceUnavailable',
};

export function failureOf(status: number): ModelFailure {
  const reason = REASONS[status] ?? 'InternalError';
  const failure: ModelFailure = { type: 'Failure', status, reason, message: `simulated ${reason}` };
  return status === 429 ? { ...failure, retryAfterMs: 1_000 } : failure;
}
