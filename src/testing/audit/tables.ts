/** The versions of one set's table, from the writes of its status. */
import { GROUP, SHARD_SET_PLURAL } from '../../api/names.ts';
import { SLOT_COUNT, type Slot } from '../../protocol/slots.ts';
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
  readonly rows: readonly TableRow[];
}

export interface TableRow {
  readonly start: number;
  readonly end: number;
  readonly owner: string;
  readonly awaiting: readonly string[];
}

/** By this version others may have the slot without waiting for `replica`. */
export function isRidOf({ rows }: TableVersion, replica: string, slot: Slot): boolean {
  const row = rows.find(({ start, end }) => start <= slot && slot <= end);
  return row !== undefined && row.owner !== replica && !row.awaiting.includes(replica);
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
  if (!Array.isArray(table['ranges'])) return undefined;
  const rows = rowsOf(entry);
  const owners = Array.from({ length: SLOT_COUNT }, () => '');
  for (const { owner, start, end } of rows) owners.fill(owner, start, end + 1);
  return {
    owners,
    rows,
    startMs: entry.startMs,
    endMs: entry.endMs,
    table: `${textOf(table['uid'])} ${String(table['epoch'])}`,
    revision: Number(table['revision']),
    generation: Number(table['generation']),
  };
}

/** Of the table that this write has stored. */
export function rowsOf(entry: AuditEntry): readonly TableRow[] {
  const { ranges } = recordOf(recordOf(recordOf(entry.responseObject)['status'])['assignment']);
  return (Array.isArray(ranges) ? ranges.map(recordOf) : []).map((row) => ({
    start: Number(row['start']),
    end: Number(row['end']),
    owner: textOf(row['owner']),
    awaiting: Array.isArray(row['awaiting']) ? row['awaiting'].map(textOf) : [],
  }));
}

function isKnown(versions: readonly TableVersion[], version: TableVersion): boolean {
  return versions.some((one) => one.table === version.table && one.revision === version.revision);
}
