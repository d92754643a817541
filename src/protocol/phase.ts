/** `status.phase` of a replica: one word for people. No rule reads it. */

export type Phase = 'Pending' | 'Warming' | 'Active' | 'Draining' | 'Fenced' | 'Released';

export interface PhaseFacts {
  /** The last write of the incarnation. */
  readonly final: boolean;
  readonly windowOpen: boolean;
  /** Some held slot is not granted any more, or the process is stopping (S6). */
  readonly draining: boolean;
  /** Some slot is held. */
  readonly active: boolean;
  /** Owner of a range that somebody else may still hold, or a hint is to be warmed. */
  readonly incoming: boolean;
}

/** The first that fits. */
export function phaseOf(facts: PhaseFacts): Phase {
  if (facts.final) return 'Released';
  if (!facts.windowOpen) return 'Fenced';
  if (facts.draining) return 'Draining';
  if (facts.active) return 'Active';
  return facts.incoming ? 'Warming' : 'Pending';
}
