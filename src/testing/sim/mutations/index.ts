/**
 * mutations/: proof that the simulation would notice if a rule were not kept. Each mutation changes the text of production code
 * while it is loaded (a module hook; the code carries no switch for it) and names a run in which the judge must find a breach.
 * Where the simulated API server would refuse what production code then writes, its check is patched away too.
 *
 * - `mutation.ts`: what a mutation is. `table.ts`, `manager.ts`, `replica.ts`, `writes.ts`, `promises.ts`: the catalogue, by what
 *   they change. `stories.ts`: the runs that show them. `unobserved.ts`: rules without one, each with the reason.
 * - `loader.ts` loads the project once more with a mutation in it; `trial.ts` makes one run, `workers.ts` many in processes of
 *   their own, `prove.ts` compares with the project as it is. `main.ts` is for people, and searches for seeds.
 * - Guarantees: a mutation whose text is not found exactly once fails by name, so no refactoring disarms one silently.
 */
export { CATALOGUE } from './catalogue.ts';
export { patched, type Mutation } from './mutation.ts';
export { prover, type Proved } from './prove.ts';
export { UNOBSERVED, type Unobserved } from './unobserved.ts';
export { Workers } from './workers.ts';
