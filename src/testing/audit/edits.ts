/**
 * Edits of parents and when their children showed them, from a log that has what was written (level `contents`).
 *
 * An edit is a write of somebody who is no pod to a parent, with a mark that is found again in the child.
 */
import { isOfPod } from './requests.ts';
import { isSuccess, isWrite, type AuditEntry } from './entry.ts';

export interface Edit {
  readonly parent: string;
  /** Receipt and answer. */
  readonly startMs: number;
  readonly endMs: number;
  /** When a write of the child with this edit, or a later one of the same parent, was answered. Undefined: never. */
  readonly childMs: number | undefined;
  /** From the answer to the child, never negative; up to the end of the log when the child never showed it. */
  readonly ms: number;
}

export interface EditsOptions {
  /** The mark in what was written, or undefined. */
  readonly markOf: (entry: AuditEntry) => string | undefined;
  /** Name of the parent that an entry writes the spec of. */
  readonly parentOf: (entry: AuditEntry) => string | undefined;
  /** Name of the parent whose child an entry writes. */
  readonly parentOfChild: (entry: AuditEntry) => string | undefined;
}

export interface Edits {
  /** In the order of their receipt. */
  readonly edits: readonly Edit[];
  /** Writes that put an older edit into a child that had a younger one. */
  readonly setBacks: readonly AuditEntry[];
}

/** `entries` sorted by `startMs`. */
export function editsOf(entries: readonly AuditEntry[], options: EditsOptions): Edits {
  const logEndMs = entries.reduce((latest, entry) => Math.max(latest, entry.endMs), 0);
  const writes = entries.filter((entry) => isWrite(entry) && isSuccess(entry));
  const made = Map.groupBy(
    marked(
      writes.filter((entry) => !isOfPod(entry)),
      options.parentOf,
      options,
    ),
    (it) => it.parent,
  );
  const shown = Map.groupBy(marked(writes.filter(isOfPod), options.parentOfChild, options), (it) => it.parent);
  const edits: Edit[] = [];
  const setBacks: AuditEntry[] = [];
  for (const [parent, list] of made) {
    let newest = -1;
    const seen: { readonly index: number; readonly endMs: number }[] = [];
    // Two writes of one child that overlap are in the order of their answers.
    for (const { mark, entry } of (shown.get(parent) ?? []).toSorted((a, b) => a.entry.endMs - b.entry.endMs)) {
      const index = list.findLastIndex((one) => one.mark === mark && one.entry.startMs <= entry.endMs);
      if (index < 0) continue;
      if (index < newest) setBacks.push(entry);
      newest = Math.max(newest, index);
      seen.push({ index, endMs: entry.endMs });
    }
    list.forEach(({ entry: { startMs, endMs } }, index) => {
      const childMs = seen.find((one) => one.index >= index)?.endMs;
      edits.push({ parent, startMs, endMs, childMs, ms: Math.max(0, (childMs ?? logEndMs) - endMs) });
    });
  }
  return { edits: edits.toSorted((a, b) => a.startMs - b.startMs), setBacks };
}

interface Marked {
  readonly parent: string;
  readonly mark: string;
  readonly entry: AuditEntry;
}

function marked(
  entries: readonly AuditEntry[],
  parentOf: (entry: AuditEntry) => string | undefined,
  { markOf }: EditsOptions,
): readonly Marked[] {
  return entries.flatMap((entry) => {
    const parent = parentOf(entry);
    const mark = parent === undefined ? undefined : markOf(entry);
    return parent === undefined || mark === undefined ? [] : [{ parent, mark, entry }];
  });
}
