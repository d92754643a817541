/** Reads an audit log, line by line, whatever its length. */
import { createReadStream } from 'node:fs';

import { ShardkeeperError } from '../../lib/errors.ts';
import { toEntry, type AuditEntry } from './entry.ts';

/**
 * The completed requests in the order of the file (roughly that of their answers). The last line may be torn: the API
 * server may be writing it.
 *
 * Errors: `InvalidAuditLog` when any other line is no JSON: the judge must not overlook what it cannot read.
 */
export async function* readAuditLog(path: string): AsyncGenerator<AuditEntry> {
  const stream = createReadStream(path, { encoding: 'utf8', highWaterMark: 1 << 20 });
  let rest = '';
  let number = 0;
  for await (const chunk of stream) {
    const lines = (rest + String(chunk)).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) {
      number += 1;
      const entry = line === '' ? undefined : toEntry(parse(line, `${path}:${number}`));
      if (entry !== undefined) yield entry;
    }
  }
  // What is left has no line end. It is whole if it parses.
  const last = rest === '' ? undefined : parseOrNothing(rest);
  const entry = last === undefined ? undefined : toEntry(last);
  if (entry !== undefined) yield entry;
}

/** All of it, sorted by the time at which the requests were received. */
export async function loadAuditLog(path: string): Promise<readonly AuditEntry[]> {
  const entries: AuditEntry[] = [];
  for await (const entry of readAuditLog(path)) entries.push(entry);
  return entries.sort((a, b) => a.startMs - b.startMs);
}

function parse(line: string, where: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new ShardkeeperError(`${where}: not JSON`, { code: 'InvalidAuditLog', terminal: true, cause });
  }
}

function parseOrNothing(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
