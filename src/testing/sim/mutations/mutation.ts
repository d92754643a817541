/** What a mutation is, and how it changes the text of a module. Pure. */
import { assert } from '../../../lib/assert.ts';
import type { Property } from '../judge/index.ts';
import type { Story } from '../world/story.ts';

/** One place in one file of `src/`: `from` occurs in it exactly once. */
export interface Patch {
  /** Below `src/`. */
  readonly file: string;
  readonly from: string;
  readonly to: string;
}

export interface Mutation {
  /** CamelCase word; unique. */
  readonly name: string;
  /** The rule of docs/protocol.md that it drops, or `promise`: one of docs/testing.md that no single rule makes. */
  readonly rule: string;
  /** What the code does without it, as half a sentence. */
  readonly without: string;
  /** More than one where a second lock stands behind the rule, or where code has to be put in the place of the rule. */
  readonly patches: readonly Patch[];
  /** The second locks that are opened too, if any: without them the rule alone would not be missed. */
  readonly also?: string;
  /** Properties of which at least one is broken (`Breach.property`). */
  readonly breaks: readonly Property[];
  /** The run that shows it. The unmutated code survives it. */
  readonly shown: Proof;
}

/** The run of the first of these seeds that catches it is enough; more than one, so that a change of the code needs no new search. */
export interface Proof {
  readonly seeds: readonly number[];
  /** Without one each seed draws its own. */
  readonly story?: Story;
}

/** Errors: an assertion that names the mutation when a patch does not fit: somebody has rewritten what it changes. */
export function patched(source: string, file: string, mutation: Mutation): string {
  let text = source;
  for (const { from, to } of mutation.patches.filter((patch) => patch.file === file)) {
    const at = text.indexOf(from);
    const times = at === -1 ? 0 : text.indexOf(from, at + 1) === -1 ? 1 : 2;
    assert(
      times === 1,
      `mutation ${mutation.name} does not fit src/${file}: its text occurs ${times === 0 ? 'nowhere' : 'more than once'}: ${from}`,
    );
    text = text.slice(0, at) + to + text.slice(at + from.length);
  }
  return text;
}
