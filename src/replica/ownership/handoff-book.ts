/** `status.handoffs`: the last ranges that came or went, newest first, each as a sentence. */
import { HANDOFFS_MAX, type HandoffRecord } from '../../api/shard.ts';
import { toTime } from '../../lib/clock.ts';
import { EMPTY, format, union, type RangeSet } from '../../protocol/ranges.ts';
import type { Notice } from '../../protocol/replica/types.ts';

type Taken = Extract<Notice, { type: 'Taken' }>;
type Released = Extract<Notice, { type: 'Released' }>;

interface Entry {
  readonly direction: 'In' | 'Out';
  readonly peer: string;
  readonly generation: number;
  readonly wallMs: number;
  readonly slots: RangeSet;
  readonly longestMs: number;
}

/** Ranges shown before `,+N`. */
const RANGES_SHOWN = 6;

/** Slots that come or go by the same change of the table are one handoff, however many acks it takes. */
export class HandoffBook {
  #entries: readonly Entry[] = [];

  taken(notice: Taken, wallMs: number): void {
    const peer = notice.from.join(', ');
    this.#add({
      direction: 'In',
      peer,
      generation: notice.generation,
      wallMs,
      slots: notice.slots,
      longestMs: notice.waitedMs,
    });
  }

  released(notice: Released, wallMs: number): void {
    const { to, generation, slots, drainMs } = notice;
    this.#add({ direction: 'Out', peer: to, generation, wallMs, slots, longestMs: drainMs });
  }

  records(): readonly HandoffRecord[] {
    return this.#entries.map((entry) => ({
      at: toTime(entry.wallMs),
      direction: entry.direction,
      grantGeneration: entry.generation,
      peer: entry.peer,
      range: format(entry.slots, RANGES_SHOWN),
      summary: summaryOf(entry),
    }));
  }

  #add(entry: Entry): void {
    const same = this.#entries.find(
      ({ direction, peer, generation }) =>
        direction === entry.direction && peer === entry.peer && generation === entry.generation,
    );
    const joined: Entry = {
      ...entry,
      slots: union(same?.slots ?? EMPTY, entry.slots),
      longestMs: Math.max(same?.longestMs ?? 0, entry.longestMs),
    };
    this.#entries = [joined, ...this.#entries.filter((other) => other !== same)].slice(0, HANDOFFS_MAX);
  }
}

function summaryOf(entry: Entry): string {
  const range = format(entry.slots, RANGES_SHOWN);
  if (entry.direction === 'In') {
    const from = entry.peer === '' ? '' : ` from ${entry.peer}`;
    return `took ${range}${from}: granted ${durationText(entry.longestMs)} after the change of owner was seen`;
  }
  const to = entry.peer === '' ? 'nobody' : entry.peer;
  return `gave ${range} to ${to}: drained in ${durationText(entry.longestMs)}`;
}

/** `40ms`, `1.8s`. */
export function durationText(ms: number): string {
  return ms < 1_000 ? `${Math.round(ms)}ms` : `${(ms / 1_000).toFixed(1)}s`;
}
