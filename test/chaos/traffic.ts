/** What went over a replica's line, in numbers. Pure. */
import type { SeenRequest } from '../../src/testing/faults/index.ts';

const SECOND_MS = 1_000;

/** The most requests within any second from `fromMs` (wall) on, of those that `counts` accepts. */
export function peakPerSecond(
  requests: readonly SeenRequest[],
  fromMs: number,
  counts: (request: SeenRequest) => boolean,
): number {
  const times = requests.filter((one) => one.wallMs >= fromMs && counts(one)).map(({ wallMs }) => wallMs);
  let peak = 0;
  let first = 0;
  for (const [index, time] of times.entries()) {
    while (time - (times[first] ?? time) >= SECOND_MS) first++;
    peak = Math.max(peak, index - first + 1);
  }
  return peak;
}

/** Everything but writes. */
export function isRead({ method }: SeenRequest): boolean {
  return method === 'GET';
}

/** Watches that are open although another one of the same selection is. */
export function doubleWatches(paths: readonly string[]): number {
  return paths.length - new Set(paths.map(selectionOf)).size;
}

/** What a list or watch asks for, without where it begins. */
export function selectionOf(path: string): string {
  const [collection = '', query = ''] = path.split('?');
  const parameters = new URLSearchParams(query);
  return `${collection} ${parameters.get('labelSelector') ?? ''} ${parameters.get('fieldSelector') ?? ''}`;
}
