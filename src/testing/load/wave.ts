/** Watches a wave from outside: which parents have the status that answers their present generation. */
import type { Clock } from '../../lib/clock.ts';
import type { KubeObject, ObjectKey, WatchSink } from '../../kube/types.ts';
import { keyOf } from '../../kube/types.ts';

export interface Wave {
  /** Feed it from a reflector on the parents. */
  readonly sink: WatchSink;
  readonly done: () => number;
  readonly total: () => number;
  /** Resolves, with the monotonic time of the last status, once `count` parents exist and all are up to date. */
  readonly settled: (count: number) => Promise<number>;
}

export function observeWave(clock: Clock): Wave {
  const open = new Set<ObjectKey>();
  const all = new Set<ObjectKey>();
  const waiters: { readonly count: number; readonly resolve: (atMs: number) => void }[] = [];
  let lastMs = clock.monotonicMs();

  const see = (object: KubeObject): void => {
    const key = keyOf(object.metadata);
    all.add(key);
    if (!answered(object)) open.add(key);
    else if (open.delete(key)) lastMs = clock.monotonicMs();
  };
  const wake = (): void => {
    if (open.size > 0) return;
    for (const waiter of waiters.splice(0)) {
      if (all.size >= waiter.count) waiter.resolve(lastMs);
      else waiters.push(waiter);
    }
  };
  return {
    sink: {
      replace: (items) => {
        all.clear();
        open.clear();
        for (const item of items) see(item);
        wake();
      },
      apply: (type, object) => {
        if (type === 'DELETED') {
          all.delete(keyOf(object.metadata));
          open.delete(keyOf(object.metadata));
        } else see(object);
        wake();
      },
      progress: () => {},
    },
    done: () => all.size - open.size,
    total: () => all.size,
    settled: (count) =>
      new Promise((resolve) => {
        waiters.push({ count, resolve });
        wake();
      }),
  };
}

function answered(object: KubeObject): boolean {
  const status = object['status'] as { readonly observedGeneration?: number } | undefined;
  return status?.observedGeneration === object.metadata.generation;
}
