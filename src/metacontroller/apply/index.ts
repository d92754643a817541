/**
 * apply/: what has to be written so that a child looks as its hook wants it. Pure: values in, values out.
 *
 * - `desired.ts` cleans what a hook returned; `last-applied.ts` is the memory of what was wanted last time;
 *   `merge.ts` and `list-merge.ts` are the three-way merge; `difference.ts` says whether a child must change, and how it
 *   would look.
 * - Guarantees: fields that nobody ever asked for stay as they are; merging twice changes nothing; system metadata, status,
 *   nulls and the slot label never make a difference; the annotation is compared by meaning, not by its bytes.
 * - Never: I/O, decisions about strategies (those are the planner's), looking at anything but the three versions of one
 *   object.
 */
export {};
