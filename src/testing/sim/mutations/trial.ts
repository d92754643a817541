/** One run: of the project as it is, or with a mutation. */
import type { Breach, RunResult } from '../ports.ts';
import type { Story } from '../world/story.ts';
import { importMutated } from './loader.ts';
import type { Mutation } from './mutation.ts';

export interface Trial {
  readonly seed: number;
  /** Without one the seed draws its own. */
  readonly story?: Story | undefined;
  /** Undefined: the project as it is. */
  readonly mutation?: Mutation | undefined;
}

export interface Verdict {
  readonly breaches: readonly Breach[];
  readonly simulatedMs: number;
  readonly wallMs: number;
  /** The run did not come to an end. */
  readonly error?: string;
}

/** What a run needs of `testing/sim`, in whichever version. */
interface SimModule {
  readonly simulate: (
    seed: number,
    options: { readonly story?: Story; readonly stopAt?: readonly string[] },
  ) => Promise<RunResult>;
}

const SIM = 'testing/sim/index.ts';

/** A run with a mutation ends with the first breach that is expected of it. */
export async function runTrial({ seed, story, mutation }: Trial): Promise<RunResult> {
  const module = (await (mutation === undefined
    ? import('../index.ts')
    : importMutated(SIM, mutation.name))) as SimModule;
  return module.simulate(seed, {
    ...(story === undefined ? {} : { story }),
    ...(mutation === undefined ? {} : { stopAt: mutation.breaks }),
  });
}

/** The first breach of a property that the mutation is expected to break. */
export function caughtBy({ breaches }: Pick<Verdict, 'breaches'>, { breaks }: Mutation): Breach | undefined {
  return breaches.find(({ property }) => breaks.includes(property));
}
