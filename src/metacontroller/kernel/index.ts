/**
 * kernel/: what all kinds of Metacontroller controllers have in common. A `Policy` (composite/, later decorator/) says what is
 * particular to a kind.
 *
 * - `engine.ts` watches the controller objects; `supervisor.ts` starts, stops and restarts one of them by the decisions of
 *   `lifecycle.ts` (pure); `setup.ts` resolves what its spec names.
 * - `reconcile.ts` brings one parent to its desired state: observe -> hook -> plan (pure: `plan.ts`, `plan-children.ts`, the
 *   policy) -> act (`act.ts`). `orphans.ts` finds what no watch shows; `routing.ts` tells which parents a change concerns,
 *   `resync.ts` spreads periodic looks.
 * - Guarantees: a parent that is as it should be costs no API request (but the shared LIST of `orphans.ts`); a broken controller or hook harms only itself; nothing is
 *   written, and no hook called, without the work token; events of a controller object come from its home replica alone.
 * - Never: leases, ranges, watches of objects (that is replica/), wire formats of hooks (hook/), comparing objects (apply/).
 */
export {};
