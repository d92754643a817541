/**
 * composite/: the policy of CompositeController: a parent, children that it owns, one status.
 *
 * - `declare.ts` reads the spec; `claim.ts` decides which objects are a parent's children (adoption and release);
 *   `plan.ts` turns a hook's answer into writes; `policy.ts` is their sum, for the kernel.
 * - Pure throughout: no I/O here.
 */
export {};
