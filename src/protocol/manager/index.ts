/**
 * protocol/manager/: what a manager decides: `machine.ts` is `decide(memory, observation, now) -> { memory, effects }`, and its
 * siblings are the rules by theme: `birth` (B1), `goal` and `moves` (H), `drops` (T5, X), `standing` and `grace` (X, lease/),
 * `mirror` (M1, G1), `replicas` (the workload), `status` and `news` (for people), `end` (B3), `wake`. `view.ts` and `memory.ts`
 * are what goes in.
 */
export {};
