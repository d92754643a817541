/** What a scenario is: one fault, or one kind of them, done to a running installation, and the figures that tell how it went. */
import type { ChaosStage } from './stage.ts';

/**
 * The value is fine when it is at most the goal (or, `atLeast`, at least); a goal of null is information; a value that is not
 * a number (there was nothing to measure) meets no goal.
 *
 * A figure with a goal is a promise, unless it is a speed: of a promise the worst run counts, of a speed the median.
 */
export interface Figure {
  readonly metric: string;
  readonly value: number;
  readonly unit: string;
  readonly goal: number | null;
  readonly atLeast?: true;
  /** A busy machine can spoil it: told, and no reason for exit code 1. */
  readonly speed?: true;
  /** What `value` is a quantile of: runs are pooled instead of taking the median of their values. */
  readonly samples?: { readonly values: readonly number[]; readonly quantile: number };
}

/** `short` once in CI, within 20 s or so; `full` what the issue of a promise says, in `make chaos`. */
export type Form = 'short' | 'full';

export interface Scenario {
  /** Stable, kebab-case, as `make chaos SCENARIO=` takes it: `owner-killed`. */
  readonly name: string;
  /** One line for people. */
  readonly about: string;
  /** Not played in CI: it takes too long in any form. */
  readonly notInCi?: true;
  /** What it needs that a plain stage does not have. */
  readonly needs: Needs;
  /**
   * Does it and judges it. Leaves the stage as it found it: three replicas Ready, no fault, editor stopped. Throws only when
   * the scenario itself could not be played; a broken promise is a figure that misses its goal.
   */
  readonly run: (stage: ChaosStage, form: Form) => Promise<readonly Figure[]>;
}

export interface Needs {
  /** `dev`: the 5 s preset; `default`: 15 s leases. Absent: dev in the short form, dev in the full one. */
  readonly lease?: 'dev' | 'default';
  /** Replicas reach the API server through a proxy that can be made to misbehave. */
  readonly faultyNetwork?: true;
  /** Children written by forced server-side apply instead of update. */
  readonly apply?: true;
  /** Replicas are a Deployment: a replacement has a new name. Absent: a StatefulSet. */
  readonly workload?: 'Deployment';
  /** The components that refuse on the server what no owner should write. */
  readonly fence?: true;
  /** The stage must be its own: it is not whole afterwards. */
  readonly alone?: true;
}
