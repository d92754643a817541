/**
 * judge/: decides whether a run kept the promises. It sees the server's history, what processes hand over, and each replica from
 * outside (`Ownership.token` and `check`, which gate every hook call and write).
 *
 * Shares no rule code with protocol/ and no state with the processes; it never changes anything in the world. Its own tests plant
 * breaches that it has to find.
 */
export { Acting } from './acting.ts';
export { missing, restWithinMs, type RootFacts } from './convergence.ts';
export { Endings } from './endings.ts';
export { Findings, slotLabelOf, type Suspect } from './evidence.ts';
export { Management, type ManagementFacts } from './management.ts';
export { PROPERTIES, type Property } from './properties.ts';
export { Service } from './service.ts';
export { TableHistory } from './table-history.ts';
export { Writes } from './writes.ts';
