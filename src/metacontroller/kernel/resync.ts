/** Periodic looks at all parents of a controller, spread over the period instead of in a burst. */
import type { Clock } from '../../lib/clock.ts';
import type { ControllerHost, RootRef } from '../../replica/ports.ts';

const BUCKETS_MAX = 60;
const TICK_MIN_MS = 250;

/** Into how many parts a period is cut. */
export function bucketsOf(periodMs: number): number {
  return Math.max(1, Math.min(BUCKETS_MAX, Math.floor(periodMs / TICK_MIN_MS)));
}

/** The part of the period in which a root has its turn: always the same, and evenly spread (FNV-1a). */
export function bucketOf({ groupResource, key }: RootRef, buckets: number): number {
  let hash = 0x811c9dc5;
  for (const text of [groupResource, key]) {
    for (let index = 0; index < text.length; index += 1) {
      hash = Math.imul(hash ^ text.charCodeAt(index), 0x01000193);
    }
  }
  hash ^= hash >>> 15;
  return (hash >>> 0) % buckets;
}

export interface ResyncOptions {
  readonly clock: Clock;
  readonly host: Pick<ControllerHost, 'roots' | 'enqueue'>;
  readonly controller: string;
  readonly periodMs: number;
}

/** Enqueues every root once per period, in the lowest lane, until the answered function is called. */
export function startResync({ clock, host, controller, periodMs }: ResyncOptions): () => void {
  const buckets = bucketsOf(periodMs);
  const startedMs = clock.monotonicMs();
  let turn = 0;
  const next = (): number => Math.max(0, startedMs + ((turn + 1) * periodMs) / buckets - clock.monotonicMs());
  const tick = (): void => {
    for (const root of host.roots(controller)) {
      if (bucketOf(root, buckets) === turn % buckets) host.enqueue(controller, root, 'resync');
    }
    turn += 1;
    timer = clock.setTimer(next(), tick);
  };
  let timer = clock.setTimer(next(), tick);
  return () => timer.cancel();
}
