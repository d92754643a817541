/** Whether a mutation is caught, and the project as it is not, by the same run. */
import type { Breach } from '../ports.ts';
import type { Mutation } from './mutation.ts';
import { caughtBy, type Trial, type Verdict } from './trial.ts';

export interface Proved {
  readonly mutation: Mutation;
  /** The run that counts: the one that caught it, or the last of them. */
  readonly seed: number;
  readonly caught: Breach | undefined;
  /** Of the mutated code. */
  readonly verdict: Verdict;
  /** Of the code as it is, by the same seed and story. */
  readonly clean: Verdict;
}

/** `run` may be asked for several trials at once. Several mutations may share a run of the unmutated code. */
export function prover(run: (trial: Trial) => Promise<Verdict>): (mutation: Mutation) => Promise<Proved> {
  const cleanRuns = new Map<string, Promise<Verdict>>();
  return async (mutation) => {
    const { seeds, story } = mutation.shown;
    let proved: Omit<Proved, 'clean'> | undefined;
    for (const seed of seeds) {
      const verdict = await run({ seed, story, mutation });
      proved = { mutation, seed, verdict, caught: caughtBy(verdict, mutation) };
      if (proved.caught !== undefined) break;
    }
    if (proved === undefined) throw new Error(`mutation ${mutation.name} names no seed`);
    const { seed } = proved;
    const key = `${seed} ${JSON.stringify(story)}`;
    const clean = cleanRuns.get(key) ?? run({ seed, story });
    cleanRuns.set(key, clean);
    return { ...proved, clean: await clean };
  };
}
