/**
 * intake/: labelling of roots that have no slot yet.
 *
 * - Whoever owns the slot of `intake:<group>/<resource>` watches what has no slot, metadata only, narrowed by the
 *   controllers' selectors, and labels what it finds by the slot rule (`slot-rule.ts`).
 * - A parent is labelled last: first all that it owns, descendants first. So no hook sees a parent without its children, and
 *   a crash in between loses nothing: the parent is still found.
 * - A label that is stripped again and again is set again with growing pauses (`strip-guard.ts`) and reported.
 * - A label that is no slot (`007`, `none`) counts as none, and is looked for at the start and every 10 minutes
 *   (`garbage-sweep.ts`). Never changes one that is a slot, and writes nothing but the label.
 */
export { Intake } from './intake.ts';
