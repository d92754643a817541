/**
 * metacontroller/: a drop-in engine for Metacontroller's controllers, on as many replicas as there are.
 *
 * - `kernel/` runs controllers; `composite/` is the policy of CompositeController; `hook/` talks to webhooks; `apply/` compares
 *   and merges children.
 * - Guarantees: users' YAML and webhooks stay as they are; what this version does not serve is refused with a reason, never
 *   half done; see the rooms' own headers for theirs.
 * - Never: leases, slots of objects, watches: those are replica/'s, behind its ports.
 */
export { compositePolicy } from './composite/policy.ts';
export { createEngine } from './kernel/engine.ts';
export type { Engine, EngineDeps, EngineOptions } from './kernel/engine.ts';
