/** What the way back has done so far: counts, and a bounded list of what it could not do. Pure. */
import type { Cleaned } from './clean.ts';
import type { Ours } from './ours.ts';

export interface BackReport {
  readonly dryRun: boolean;
  /** Everything that was asked for is done. */
  readonly complete: boolean;
  readonly slotLabels: readonly string[];
  /** Objects from which something was taken, by group and plural; kinds without any are left out. */
  readonly cleaned: Readonly<Record<string, number>>;
  readonly removed: { readonly [part in keyof Ours]: number };
  /** Objects that could not be cleaned: the first of them, and how many in all. */
  readonly left: readonly LeftObject[];
  readonly leftCount: number;
  /** Kinds that were not gone through to their end, and why. */
  readonly notLookedAt: readonly { readonly kind: string; readonly why: string }[];
  readonly interrupted: boolean;
  /** Leases of replicas that were seen to come back meanwhile. */
  readonly replicasCameBack: readonly string[];
}

export interface LeftObject {
  readonly object: string;
  readonly code: string;
  readonly message: string;
}

const LEFT_SHOWN_MAX = 50;

/** Filled by one run. */
export class BackTally {
  readonly #cleaned = new Map<string, number>();
  readonly #removed = { labels: 0, annotations: 0, finalizers: 0, fieldManagers: 0 };
  readonly #left = new Map<string, { count: number; readonly shown: LeftObject[] }>();
  readonly #notLookedAt: { readonly kind: string; readonly why: string }[] = [];
  #total = 0;

  get total(): number {
    return this.#total;
  }

  add(kind: string, cleaned: Cleaned): void {
    if (cleaned.type === 'Clean') return;
    if (cleaned.type === 'Left') {
      const left = this.#left.get(kind) ?? { count: 0, shown: [] };
      this.#left.set(kind, left);
      left.count += 1;
      const { object, code, message } = cleaned;
      if (left.shown.length < LEFT_SHOWN_MAX) left.shown.push({ object, code, message });
      return;
    }
    this.#total += 1;
    this.#cleaned.set(kind, (this.#cleaned.get(kind) ?? 0) + 1);
    for (const part of ['labels', 'annotations', 'finalizers', 'fieldManagers'] as const) {
      this.#removed[part] += cleaned.ours[part].length;
    }
  }

  /** A kind is begun anew: what could not be cleaned is tried again, and counted again. */
  forgetLeft(kind: string): void {
    this.#left.delete(kind);
  }

  notLookedAt(kind: string, why: string): void {
    this.#notLookedAt.push({ kind, why });
  }

  report(rest: Pick<BackReport, 'dryRun' | 'slotLabels' | 'interrupted' | 'replicasCameBack'>): BackReport {
    const all = [...this.#left.values()];
    const leftCount = all.reduce((total, { count }) => total + count, 0);
    const complete =
      leftCount === 0 && this.#notLookedAt.length === 0 && !rest.interrupted && rest.replicasCameBack.length === 0;
    return {
      dryRun: rest.dryRun,
      complete,
      slotLabels: rest.slotLabels,
      cleaned: Object.fromEntries(this.#cleaned),
      removed: { ...this.#removed },
      left: all.flatMap(({ shown }) => shown).slice(0, LEFT_SHOWN_MAX),
      leftCount,
      notLookedAt: [...this.#notLookedAt],
      interrupted: rest.interrupted,
      replicasCameBack: rest.replicasCameBack,
    };
  }
}
