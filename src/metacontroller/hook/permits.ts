/** A bounded number of calls at once, first come first served. */

export interface Permits {
  /** Resolves when a permit is free; rejects with the signal's reason when that comes first. Release it exactly once. */
  readonly acquire: (signal: AbortSignal) => Promise<void>;
  readonly release: () => void;
  readonly used: () => number;
}

interface Waiter {
  readonly grant: () => void;
}

export function createPermits(limit: number): Permits {
  let used = 0;
  const waiting = new Set<Waiter>();
  const acquire = (signal: AbortSignal): Promise<void> => {
    if (signal.aborted) return Promise.reject(signal.reason as Error);
    if (used < limit) {
      used += 1;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = (): void => {
        waiting.delete(waiter);
        reject(signal.reason as Error);
      };
      const waiter: Waiter = {
        grant: () => {
          waiting.delete(waiter);
          signal.removeEventListener('abort', onAbort);
          resolve();
        },
      };
      waiting.add(waiter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  };
  const release = (): void => {
    const [next] = waiting;
    // A permit that is handed on stays in use.
    if (next === undefined) used -= 1;
    else next.grant();
  };
  return { acquire, release, used: () => used };
}
