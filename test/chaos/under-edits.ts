/** A fault while people edit, and what must hold whatever the fault was. */
import { systemClock } from '../../src/lib/clock.ts';
import { quantile } from '../../src/lib/quantile.ts';
import { atMost, pooled, told } from './figures.ts';
import type { Figure, Form } from './scenario.ts';
import type { ChaosStage, Judgement } from './stage.ts';
import { safety } from './verdict.ts';

const REPLICAS = 3;

/** What a fault has to say itself, once the judgement is there. */
export type OwnFigures = (judgement: Judgement) => readonly Figure[];

export interface UnderEditsOptions {
  /** Whatever happens, this is undone. */
  readonly undo?: () => Promise<void> | void;
}

/** Edits, does the fault, waits until the stage is whole, and judges. */
export async function underEdits(
  stage: ChaosStage,
  fault: (fromMs: number) => Promise<OwnFigures>,
  { undo }: UnderEditsOptions = {},
): Promise<readonly Figure[]> {
  const fromMs = systemClock.wallMs();
  const editor = stage.edit();
  let own: OwnFigures;
  try {
    own = await fault(fromMs);
    await undo?.();
    await stage.ready(REPLICAS);
  } catch (error) {
    await undo?.();
    await editor.stop();
    throw error;
  }
  const lost = await stage.arrived(editor);
  const judgement = await stage.judge(fromMs);
  return [
    ...safety(judgement, { lost: lost.length, edits: editor.edits() }),
    pooled('edit_p99', judgement.editMs, { share: 0.99, goal: null }),
    ...own(judgement),
  ];
}

/** Until others serve what a dead owner had, beyond its lease: the promise, and what a busy machine gets in CI. */
const TAKEOVER_MS: Readonly<Record<Form, number>> = { full: 2_000, short: 8_000 };

/** Somebody else took over: how long objects had no owner. Not a number, and so a miss, when nothing was taken over. */
export function unownedCrashMax({ leaseMs, form }: ChaosStage, { crashMs }: Judgement, moreMs = 0): Figure {
  return atMost('unowned_crash_max', quantile(crashMs, 1), { goal: leaseMs + TAKEOVER_MS[form] + moreMs, unit: 'ms' });
}

/** How long something took, from the wall time `fromMs` until now. */
export function lasted(metric: string, fromMs: number, goal: number | null): Figure {
  const value = systemClock.wallMs() - fromMs;
  return goal === null ? told(metric, value, 'ms') : atMost(metric, value, { goal, unit: 'ms', speed: true });
}
