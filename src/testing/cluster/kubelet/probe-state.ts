/** When a probe's verdict changes: thresholds over results. Pure. */
import type { Probe } from './pod.ts';

export type Verdict = 'Unknown' | 'Success' | 'Failure';

export interface ProbeState {
  readonly verdict: Verdict;
  /** Results in a row that speak against the verdict, and which way they point. */
  readonly streak: { readonly ok: boolean; readonly length: number };
}

export const UNPROBED: ProbeState = { verdict: 'Unknown', streak: { ok: true, length: 0 } };

export function stepProbe(state: ProbeState, ok: boolean, probe: Probe): ProbeState {
  const length = state.streak.ok === ok ? state.streak.length + 1 : 1;
  const threshold = ok ? (probe.successThreshold ?? 1) : (probe.failureThreshold ?? 3);
  const verdict: Verdict = length < threshold ? state.verdict : ok ? 'Success' : 'Failure';
  return { verdict, streak: { ok, length: Math.min(length, threshold) } };
}
