/** Writes that nobody asked for: what a move or a second owner caused. */
import { canonicalJson } from '../../lib/json.ts';
import { isSuccess, isWrite, objectKey, sameProcess, type AuditEntry } from './entry.ts';
import type { SlotOf } from './gaps.ts';
import { isOfPod } from './requests.ts';
import { ownerWrites, type OwnerWrite } from './owner-writes.ts';

/** Owners' writes since `fromMs` to objects of parents that nobody else has written since then. */
export function writesWithoutEdit(
  entries: readonly AuditEntry[],
  fromMs: number,
  {
    slotOf,
    parentOf,
  }: { readonly slotOf: SlotOf; readonly parentOf: (object: Parameters<SlotOf>[0]) => string | undefined },
): readonly OwnerWrite[] {
  const edited = new Set<string | undefined>();
  for (const entry of entries) {
    if (entry.startMs >= fromMs && !isOfPod(entry) && isWrite(entry) && isSuccess(entry)) edited.add(parentOf(entry));
  }
  // The whole log, so that the first label of an object is known as such.
  return ownerWrites(entries, slotOf).filter(({ startMs, entry }) => startMs >= fromMs && !edited.has(parentOf(entry)));
}

/** By POST or by apply. */
const CREATED = 201;

/**
 * Writes that say what another process had said just before about the same object, with nobody else's write in between:
 * both did the same work. Needs a log with contents; writes without are not judged.
 */
export function duplicateWrites(entries: readonly AuditEntry[], slotOf: SlotOf): readonly OwnerWrite[] {
  const owners = new Map(ownerWrites(entries, slotOf).map((write) => [write.entry, write]));
  /** By object and subresource. */
  const lastOf = new Map<string, Map<string, Said>>();
  const found: OwnerWrite[] = [];
  for (const entry of entries) {
    if (!isWrite(entry) || !isSuccess(entry) || slotOf(entry) === undefined) continue;
    const write = owners.get(entry);
    const place = entry.subresource;
    const object = objectKey(entry);
    // What was said of one that had its name before was said of another object.
    const last = (entry.code === CREATED ? undefined : lastOf.get(object)) ?? new Map<string, Said>();
    lastOf.set(object, last);
    if (write === undefined || entry.requestObject === undefined || entry.verb === 'delete') {
      last.delete(place);
      continue;
    }
    const content = contentOf(entry.requestObject);
    const before = last.get(place);
    if (before?.content === content && !sameProcess(before.write.writer, write.writer)) found.push(write);
    last.set(place, { write, content });
  }
  return found;
}

interface Said {
  readonly write: OwnerWrite;
  readonly content: string;
}

/** Preconditions are no content. */
function contentOf(body: unknown): string {
  return canonicalJson(body).replaceAll(/"(?:resourceVersion|uid)":"[^"]*",?/g, '');
}
