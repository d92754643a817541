/**
 * sim/: the production manager and replicas under a seeded scheduler, against a model of the API server.
 *
 * - schedule/: time and chance. server/: the API server. net/: the way there. world/: processes, pods, people and faults. judge/:
 *   whether the promises were kept. mutations/: that the judge would notice.
 * - `simulate(seed)` draws a story of faults, runs it, and says what was broken; a story can be given instead. A run replays from
 *   seed and commit.
 * - No part of the protocol is imitated, and production code does not know that it is simulated.
 */
export type { Breach, RunResult } from './ports.ts';
export { simulate, type SimulateOptions } from './world/simulate.ts';
export type { Fault, Step, Story, Target } from './world/story.ts';
