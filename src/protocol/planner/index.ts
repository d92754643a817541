/**
 * protocol/planner/: who should own which range. `planner.ts` is the door; `steps.ts` moves slots, `draft.ts` is what they work
 * on. Least movement, balance, few ranges: in the order that the docstring of `plan` tells. Decides nothing about when.
 */
export {};
