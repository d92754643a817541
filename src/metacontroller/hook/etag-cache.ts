/** Answers of hooks by their ETag: one bounded store for all hooks of a replica, of which each hook sees its part. */
import type { Clock } from '../../lib/clock.ts';
import type { EtagSettings } from './webhook.ts';

export interface EtagEntry {
  readonly etag: string;
  readonly bytes: Uint8Array;
}

/** The part of one hook. */
export interface EtagCache {
  /** What was put last for `subject`, unless it is too old or had to give way. */
  readonly get: (subject: string) => EtagEntry | undefined;
  readonly put: (subject: string, entry: EtagEntry) => void;
  /** Forgets everything of this hook. */
  readonly clear: () => void;
}

export interface EtagCaches {
  readonly open: (settings: EtagSettings) => EtagCache;
  readonly load: () => { readonly usedBytes: number; readonly limitBytes: number };
}

export interface EtagCachesOptions {
  readonly clock: Clock;
  /** For all hooks together; the answer that was not asked for longest gives way. Default 64 MiB. */
  readonly bytesMax?: number;
  /** An answer had to give way, or is too large to be kept. */
  readonly onFull?: () => void;
}

interface Kept extends EtagEntry {
  readonly part: Map<string, Kept>;
  readonly subject: string;
  readonly expiresAtMs: number;
  readonly size: number;
}

const BYTES_MAX = 64 * 1024 * 1024;
/** One answer must not empty the whole store. */
const SHARE_MAX = 1 / 4;
/** What an entry takes beyond its texts and bytes, roughly. */
const OVERHEAD_BYTES = 300;

/**
 * Guarantees: at most `bytesMax`; an entry is never returned after its time. `cacheCleanupSeconds` is how long an expired
 * answer may take memory while others are put.
 */
export function createEtagCaches(options: EtagCachesOptions): EtagCaches {
  const { clock, bytesMax = BYTES_MAX, onFull = () => {} } = options;
  // By use, longest ago first.
  const order = new Set<Kept>();
  let usedBytes = 0;
  const open = (settings: EtagSettings): EtagCache => {
    const part = new Map<string, Kept>();
    let cleanAtMs = clock.monotonicMs() + (settings.cleanupMs ?? Infinity);
    const drop = (kept: Kept): void => {
      order.delete(kept);
      usedBytes -= kept.size;
      kept.part.delete(kept.subject);
    };
    const clean = (nowMs: number): void => {
      if (nowMs < cleanAtMs) return;
      cleanAtMs = nowMs + (settings.cleanupMs ?? Infinity);
      for (const kept of [...part.values()]) if (nowMs >= kept.expiresAtMs) drop(kept);
    };
    return {
      get: (subject) => {
        const kept = part.get(subject);
        if (kept === undefined) return undefined;
        if (clock.monotonicMs() >= kept.expiresAtMs) {
          drop(kept);
          return undefined;
        }
        order.delete(kept);
        order.add(kept);
        return kept;
      },
      put: (subject, { etag, bytes }) => {
        const nowMs = clock.monotonicMs();
        clean(nowMs);
        const before = part.get(subject);
        if (before !== undefined) drop(before);
        const size = bytes.length + 2 * (etag.length + subject.length) + OVERHEAD_BYTES;
        if (size > bytesMax * SHARE_MAX) return onFull();
        // A copy: a small Buffer holds on to the larger one that it was cut from.
        const copy = new Uint8Array(bytes);
        const expiresAtMs = nowMs + (settings.timeoutMs ?? Infinity);
        const kept = { etag, bytes: copy, part, subject, expiresAtMs, size };
        part.set(subject, kept);
        order.add(kept);
        usedBytes += size;
        for (const oldest of order) {
          if (usedBytes <= bytesMax) break;
          drop(oldest);
          onFull();
        }
      },
      clear: () => {
        for (const kept of [...part.values()]) drop(kept);
      },
    };
  };
  return { open, load: () => ({ usedBytes, limitBytes: bytesMax }) };
}
