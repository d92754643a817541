/**
 * Where the time of planned handoffs goes: each from the answer to the table write that revokes a slot to the request that
 * tells that its new owner holds it, cut at the requests in between. For finding out; no promise is judged by it.
 */
import { contains } from '../../protocol/ranges.ts';
import type { AuditEntry } from './entry.ts';
import { statusReports, type Report } from './ownership-timeline.ts';
import { isTableWrite, rowsOf, type SetName, type TableRow } from './tables.ts';

/** Milliseconds. */
export interface HandoffStages {
  readonly from: string;
  readonly to: string;
  readonly slots: number;
  readonly startMs: number;
  /** The table was stored -> the ack of the old owner arrives. */
  readonly ackMs: number;
  /** The API server's work on the ack. */
  readonly ackStoredMs: number;
  /** The ack was stored -> the table write that lets the old owner go arrives. Negative: sent for another slot before. */
  readonly dropMs: number;
  readonly dropStoredMs: number;
  /** The table was stored -> the status of the new owner arrives. */
  readonly heldMs: number;
}

interface Version {
  readonly startMs: number;
  readonly endMs: number;
  readonly rows: readonly TableRow[];
}

/** One for each row that changed its owner and was handed over in good order. `entries` sorted by `startMs`. */
export function handoffStages(entries: readonly AuditEntry[], set: SetName): readonly HandoffStages[] {
  const versions = entries
    .filter((entry) => isTableWrite(entry, set))
    .map((entry) => ({ startMs: entry.startMs, endMs: entry.endMs, rows: rowsOf(entry) }));
  const reports = statusReports(entries, set.namespace);
  return versions.flatMap((version, at) =>
    version.rows.flatMap((row) => {
      const before = versions[at - 1]?.rows.find((old) => old.start <= row.start && old.end >= row.end);
      if (before === undefined || before.owner === row.owner || before.owner === '' || row.owner === '') return [];
      const stages = stagesOf({ from: before.owner, row, revoked: version }, versions.slice(at + 1), reports);
      return stages === undefined ? [] : [stages];
    }),
  );
}

interface Revocation {
  readonly from: string;
  readonly row: TableRow;
  readonly revoked: Version;
}

function stagesOf(
  { from, row, revoked }: Revocation,
  later: readonly Version[],
  reports: readonly Report[],
): HandoffStages | undefined {
  const holds = ({ held }: Report): boolean => contains(held, row.start);
  const ack = reports.find((one) => one.process.replica === from && one.atMs >= revoked.startMs && !holds(one));
  const drop = later.find(({ rows }) => {
    const now = rows.find(({ start, end }) => start <= row.start && end >= row.start);
    return now?.owner === row.owner && now.awaiting.length === 0;
  });
  if (ack === undefined || drop === undefined) return undefined;
  const held = reports.find(
    (one) => one.isCertain && one.process.replica === row.owner && one.atMs >= drop.startMs && holds(one),
  );
  if (held === undefined) return undefined;
  return {
    from,
    to: row.owner,
    slots: row.end - row.start + 1,
    startMs: revoked.endMs,
    ackMs: ack.atMs - revoked.endMs,
    ackStoredMs: ack.endMs - ack.atMs,
    dropMs: drop.startMs - ack.endMs,
    dropStoredMs: drop.endMs - drop.startMs,
    heldMs: held.atMs - drop.endMs,
  };
}
