/** The versions of one set's table, from the writes of its status. */
import { GROUP, SHARD_SET_PLURAL } from '../../api/names.ts';
import { SLOT_COUNT } from '../../protocol/slots.ts';
import { isSuccess, isWrite, recordOf, textOf, type AuditEntry } from './entry.ts';

export interface SetName {
  readonly namespace: string;
  readonly name: string;
}

export interface TableVersion {
  /** Request received: nobody can have known this version before. */
  readonly startMs: number;
  /** Answered: in force at the latest from here. */
  readonly endMs: number;
  /** Revisions and generations of different tables (uid and epoch) have nothing to do with each other. */
  readonly table: string;
  readonly revision: number;
  readonly generation: number;
  /** Of each slot; '' = nobody. */
  readonly owners: readonly string[];
}

/** In the order of their revisions; writes of the status that left the table as it was are left out. */
export function tableVersions(entries: readonly AuditEntry[], set: SetName): readonly TableVersion[] {
  const versions: TableVersion[] = [];
  for (const entry of entries) {
    if (!isTableWrite(entry, set)) continue;
    const version = versionOf(entry);
    if (version !== undefined && !isKnown(versions, version)) versions.push(version);
  }
  return versions.sort((a, b) => a.startMs - b.startMs);
}

/** A write that stored the set, its table included. */
export function isTableWrite(entry: AuditEntry, { namespace, name }: SetName): boolean {
  return (
    entry.group === GROUP &&
    entry.resource === SHARD_SET_PLURAL &&
    entry.namespace === namespace &&
    entry.name === name &&
    isWrite(entry) &&
    isSuccess(entry)
  );
}

function versionOf(entry: AuditEntry): TableVersion | undefined {
  const table = recordOf(recordOf(recordOf(entry.responseObject)['status'])['assignment']);
  const { ranges } = table;
  if (!Array.isArray(ranges)) return undefined;
  const owners = Array.from({ length: SLOT_COUNT }, () => '');
  for (const row of ranges.map(recordOf)) {
    owners.fill(textOf(row['owner']), Number(row['start']), Number(row['end']) + 1);
  }
  return {
    owners,
    startMs: entry.startMs,
    endMs: entry.endMs,
    table: `${textOf(table['uid'])} ${String(table['epoch'])}`,
    revision: Number(table['revision']),
    generation: Number(table['generation']),
  };
}

function isKnown(versions: readonly TableVersion[], version: TableVersion): boolean {
  return versions.some((one) => one.table === version.table && one.revision === version.revision);
}
