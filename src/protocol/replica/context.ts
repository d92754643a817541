/** What one step of the replica machine carries along: constant inputs, and the list that effects are added to. */
import type { ExitReason, Life, Notice, Now, ReplicaConfig, ReplicaEffect } from './types.ts';
import type { RangeSet } from '../ranges.ts';

export interface Step {
  readonly config: ReplicaConfig;
  readonly now: Now;
  readonly effects: ReplicaEffect[];
}

export function tell(step: Step, notice: Notice): void {
  step.effects.push({ type: 'Tell', notice });
}

/** A call of the slot runtime, unless there is nothing to say. */
export function onSlots(step: Step, type: 'Drain' | 'Resume' | 'Abort' | 'Stop', slots: RangeSet): void {
  if (slots.length > 0) step.effects.push({ type, slots });
}

export function exit(step: Step, reason: ExitReason): Life {
  const code = reason === 'Released' || reason === 'NeverRegistered' ? 0 : 1;
  step.effects.push({ type: 'Exit', code, reason });
  return { type: 'Exited', code, reason };
}
