/**
 * protocol/replica/: what one replica does, as a machine: `machine.ts` is `step(state, event, now) -> { state, effects }`, and
 * its siblings are the rules by theme: `start` (S), `lease` (L, F), `view` (V), `running` and `holds` (A, H5, S6), `gain` (A1,
 * W5), `status` (A4-A6), `wake` (when time alone matters). `types.ts` has all states, events and effects.
 */
export {};
