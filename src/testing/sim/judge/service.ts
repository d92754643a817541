/**
 * How long slots are without anybody who acts on them: `Coverage` (people are told) and `Crash`, `Graceful` (after a fault that
 * stood all alone, service is back in time).
 */
import type { Acting } from './acting.ts';
import type { Findings } from './evidence.ts';
import type { Property } from './properties.ts';
import type { TableHistory } from './table-history.ts';

export interface ServiceOptions {
  readonly findings: Findings;
  readonly acting: Acting;
  readonly table: TableHistory;
  readonly slots: readonly number[];
  readonly nowMs: () => number;
  /** A manager has been able to do its work for as long as this. */
  readonly managedForMs: () => number;
}

/** PROTOCOL's promise to people. */
const TOLD_WITHIN_MS = 30_000;

/** A fault that nothing else may disturb: what it may cost. */
export interface Expectation {
  readonly property: Extract<Property, 'Crash' | 'Graceful'>;
  readonly what: string;
  readonly fromMs: number;
  readonly untilMs: number;
  /** No slot may be without service for longer. */
  readonly gapMaxMs: number;
}

/** What an expectation found. */
export interface JudgedService {
  readonly property: Expectation['property'];
  /** The longest time that a slot was without service. */
  readonly worstMs: number;
}

/** A slot is without service. */
interface Gap {
  readonly sinceMs: number;
  /** Of service, before it. */
  readonly spells: number;
}

export class Service {
  readonly #options: ServiceOptions;
  readonly #unserved = new Map<number, Gap>();
  /** Since when the set's status has claimed that all is well. */
  #claimedSinceMs = 0;
  #expectation: Expectation | undefined;
  /** Expectations that nothing disturbed up to their end: without any, nothing was judged. */
  readonly judged: JudgedService[] = [];
  #worstMs = 0;

  constructor(options: ServiceOptions) {
    this.#options = options;
  }

  /** Every slot that is probed is acted on. */
  get whole(): boolean {
    return this.#options.slots.every((slot) => this.#options.acting.actorOf(slot) !== undefined);
  }

  expect(expectation: Expectation): void {
    this.#expectation = expectation;
    this.#worstMs = 0;
  }

  /** Another fault began: nothing can be said of the one before. */
  disturbed(): void {
    this.#expectation = undefined;
  }

  /** Looks at all slots; call it often. */
  look(): void {
    const { slots, acting, nowMs, table } = this.#options;
    const covered = table.status?.conditions?.find(({ type }) => type === 'Covered');
    if (covered?.status !== 'True') this.#claimedSinceMs = nowMs();
    for (const slot of slots) {
      const spells = acting.spellsOf(slot);
      let gap = this.#unserved.get(slot);
      // Somebody may have served between two looks, and lost the slot again: that is another gap.
      if (gap?.spells !== spells) gap = undefined;
      if (acting.actorOf(slot) !== undefined) {
        // Whoever has just come may be gone before it serves: then the gap goes on.
        if (gap === undefined) this.#unserved.delete(slot);
        continue;
      }
      gap ??= { sinceMs: nowMs(), spells };
      this.#unserved.set(slot, gap);
      this.#told(slot, gap.sinceMs);
      this.#inTime(slot, gap.sinceMs);
    }
    this.#close();
  }

  #told(slot: number, sinceMs: number): void {
    const { nowMs, managedForMs, findings } = this.#options;
    const silentMs = Math.min(nowMs() - sinceMs, nowMs() - this.#claimedSinceMs, managedForMs());
    if (silentMs <= TOLD_WITHIN_MS) return;
    findings.breach(
      'Coverage',
      `nobody acts on slot ${slot} for ${Math.round(silentMs)} ms, and the set says Covered`,
      slot,
    );
  }

  #inTime(slot: number, sinceMs: number): void {
    const expectation = this.#expectation;
    const { nowMs, findings } = this.#options;
    if (expectation === undefined || sinceMs < expectation.fromMs) return;
    const gapMs = nowMs() - sinceMs;
    this.#worstMs = Math.max(this.#worstMs, gapMs);
    if (gapMs <= expectation.gapMaxMs) return;
    const { property, what, gapMaxMs } = expectation;
    findings.breach(property, `${what}: nobody acts on slot ${slot} for more than ${gapMaxMs} ms`, slot);
  }

  #close(): void {
    const expectation = this.#expectation;
    if (expectation === undefined || this.#options.nowMs() < expectation.untilMs) return;
    this.judged.push({ property: expectation.property, worstMs: Math.round(this.#worstMs) });
    this.#expectation = undefined;
  }
}
