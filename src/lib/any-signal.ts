/**
 * One signal for several. Not `AbortSignal.any`: Node keeps what listens to such a signal, and all that is reachable from there,
 * until one of its sources aborts, even when nobody can abort them any more.
 */

export interface AnySignal {
  /** Aborted as soon as one of the sources is, with its reason. */
  readonly signal: AbortSignal;
  /** For sources that outlive it: they forget it. Idempotent; from then on it is aborted no more. */
  readonly release: () => void;
}

export function anySignal(sources: readonly AbortSignal[]): AnySignal {
  const controller = new AbortController();
  const release = (): void => {
    for (const source of sources) source.removeEventListener('abort', follow);
  };
  const follow = (): void => {
    const first = sources.find(({ aborted }) => aborted);
    if (first === undefined) return;
    release();
    controller.abort(first.reason);
  };
  for (const source of sources) source.addEventListener('abort', follow, { once: true });
  follow();
  return { signal: controller.signal, release };
}
