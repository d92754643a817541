/** Who writes an object, by its managedFields: the suspects when a label is removed again and again. */
import { REPLICA_FIELD_MANAGER } from '../../api/names.ts';
import { objectPath } from '../../kube/paths.ts';
import { isRecord, stringOf } from '../../kube/record.ts';
import type { KubeClient, ObjectRef, Resource } from '../../kube/types.ts';

const SHOWN_MAX = 5;

/**
 * The field managers of an object but our own labelling, in order of their latest change, as one text; `unknown` when there is
 * none or it cannot be read. Suspects, no more: who only takes fields away leaves no entry, the audit log alone has it. A read
 * of its own, since no object in the caches has its managedFields. Never rejects.
 */
export async function fieldManagersOf(
  client: Pick<KubeClient, 'getPath'>,
  resource: Resource,
  ref: ObjectRef,
): Promise<string> {
  try {
    const names = managersIn(await client.getPath(objectPath(resource, ref)));
    return names.length === 0 ? 'unknown' : names.slice(0, SHOWN_MAX).join(', ');
  } catch {
    return 'unknown';
  }
}

function managersIn(object: unknown): readonly string[] {
  const metadata = isRecord(object) ? object['metadata'] : undefined;
  const entries = isRecord(metadata) ? metadata['managedFields'] : undefined;
  const records = Array.isArray(entries) ? (entries as readonly unknown[]).filter(isRecord) : [];
  const names = records
    .toSorted((a, b) => timeOf(b).localeCompare(timeOf(a)))
    .map((entry) => stringOf(entry['manager']))
    .filter((manager) => manager !== undefined && manager !== REPLICA_FIELD_MANAGER);
  return [...new Set(names)] as readonly string[];
}

function timeOf(entry: Readonly<Record<string, unknown>>): string {
  return stringOf(entry['time']) ?? '';
}
