/** An audit log that is still being written, read piece by piece. */
import { open } from 'node:fs/promises';
import { toEntry, type AuditEntry } from './entry.ts';

export interface AuditFollower {
  /** Reads what was added since; all entries so far that were not forgotten, sorted by the time of their receipt. */
  readonly read: () => Promise<readonly AuditEntry[]>;
  /** Drops what was received before this, save what `keep` wants. For runs of hours. */
  readonly forget: (beforeMs: number, keep: (entry: AuditEntry) => boolean) => void;
}

const CHUNK_BYTES = 1 << 20;
const LINE_FEED = 10;

/** Errors of `read`: those of the file system; a SyntaxError when a line that ended is no JSON. */
export function followAuditLog(path: string): AuditFollower {
  let entries: AuditEntry[] = [];
  let position = 0;
  let rest = Buffer.alloc(0);

  const take = (chunk: Buffer): void => {
    const bytes = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
    const end = bytes.lastIndexOf(LINE_FEED) + 1;
    rest = Buffer.from(bytes.subarray(end));
    for (const line of bytes.toString('utf8', 0, end).split('\n')) {
      const entry = line === '' ? undefined : toEntry(JSON.parse(line));
      if (entry !== undefined) entries.push(entry);
    }
  };
  return {
    read: async () => {
      const file = await open(path);
      try {
        const buffer = Buffer.alloc(CHUNK_BYTES);
        for (;;) {
          const { bytesRead } = await file.read(buffer, 0, buffer.length, position);
          if (bytesRead === 0) break;
          position += bytesRead;
          take(buffer.subarray(0, bytesRead));
        }
      } finally {
        await file.close();
      }
      entries.sort((a, b) => a.startMs - b.startMs);
      return [...entries];
    },
    forget: (beforeMs, keep) => {
      entries = entries.filter((entry) => entry.startMs >= beforeMs || keep(entry));
    },
  };
}
