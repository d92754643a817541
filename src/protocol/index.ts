/**
 * protocol/: who may act on which slot, and how that changes. PURE: no I/O, no clock, no npm, no node.
 *
 * - `slots.ts`, `ranges.ts`: the keyspace 0..4095 and sets of slots. `table.ts`: the one table and its shape.
 * - `table-rules.ts`: every change that a manager may make to a table (rules T and B). `planner/`: which to make.
 * - `replica/`: what one replica does (rules L, F, V, A, S, H). `manager/`: what a manager does (T, X, B, H, G).
 * - Each machine is `step(state, event, now) -> { state, effects }`; the shells in manager/ and replica/ perform effects.
 *
 * Invariant (P1): every process that acts on a slot has a name that is in `awaiting` of its row, or is the row's owner with
 * nobody else awaited. The rules keep it; docs/protocol.md tells them one by one.
 */
export {};
