/** P1 and F4: who would write now. */
import type { WorkToken } from '../../../replica/ports.ts';
import type { RangeSet } from '../../../protocol/ranges.ts';
import type { Findings, Suspect } from './evidence.ts';
import { Spells } from './spells.ts';
import type { TableHistory } from './table-history.ts';

interface Hold {
  token: WorkToken | undefined;
  /** The hold began as this one of all holds in the run. */
  order: number;
}

interface Seen {
  /** As last seen; a new one is made whenever a hold changes. */
  active: RangeSet | undefined;
  readonly holds: Map<number, Hold>;
}

export class Acting {
  readonly #findings: Findings;
  readonly #slots: readonly number[];
  readonly #table: TableHistory;
  readonly #seen = new Map<Suspect, Seen>();
  #holds = 0;
  readonly #spells = new Spells();

  constructor(findings: Findings, slots: readonly number[], table: TableHistory) {
    this.#findings = findings;
    this.#slots = slots;
    this.#table = table;
  }

  /** Something of this process has run. Cheap when it holds what it held. */
  ran(process: Suspect): void {
    const { ownership } = process;
    if (ownership === undefined || !process.alive) return;
    const seen = this.#seenOf(process);
    const active = ownership.active();
    if (active === seen.active) return;
    seen.active = active;
    for (const slot of this.#slots) this.#probe(process, seen, slot);
    for (const slot of this.#slots) {
      if (this.acts(process, slot)) this.#alone(process, slot);
      this.#served(slot);
    }
  }

  ended(process: Suspect): void {
    this.#seen.delete(process);
    for (const slot of this.#slots) this.#served(slot);
  }

  /** It would send a write for the slot, if it had one. A stopped process may run on at any moment, so it counts. */
  acts(process: Suspect, slot: number): boolean {
    const token = this.#seen.get(process)?.holds.get(slot)?.token;
    return process.alive && token !== undefined && process.ownership?.check(token) === undefined;
  }

  /** Which hold of all this is: a later one is the newer owner's. 0 when it never held the slot. */
  orderOf(process: Suspect, slot: number): number {
    return this.#seen.get(process)?.holds.get(slot)?.order ?? 0;
  }

  /** How many spells of service the slot has had, by anybody, with the one that goes on. */
  spellsOf(slot: number): number {
    this.#served(slot);
    return this.#spells.count(slot);
  }

  actorOf(slot: number): Suspect | undefined {
    for (const process of this.#seen.keys()) if (this.acts(process, slot)) return process;
    return undefined;
  }

  /** A write for the slot is handed over now. */
  sends(process: Suspect, slot: number): void {
    this.ran(process);
    if (!this.acts(process, slot))
      this.#findings.breach('F2', `${process.id} sends a write for slot ${slot}, which it may not act on`, slot);
    this.#alone(process, slot);
  }

  /** A table was stored: F4 of everybody who may act. */
  tableStored(): void {
    for (const process of this.#seen.keys())
      for (const slot of this.#slots) if (this.acts(process, slot)) this.#admitted(process, slot);
  }

  #served(slot: number): void {
    this.#spells.saw(slot, this.actorOf(slot) !== undefined, this.#findings.nowMs());
  }

  #seenOf(process: Suspect): Seen {
    let seen = this.#seen.get(process);
    if (seen === undefined) {
      seen = { active: undefined, holds: new Map() };
      this.#seen.set(process, seen);
    }
    return seen;
  }

  #probe({ ownership }: Suspect, seen: Seen, slot: number): void {
    const found = ownership?.token(slot);
    if (found === undefined || typeof found === 'string') return;
    const hold = seen.holds.get(slot);
    if (hold?.token?.acquisition === found.acquisition) return;
    this.#holds += 1;
    seen.holds.set(slot, { token: found, order: this.#holds });
  }

  #alone(process: Suspect, slot: number): void {
    for (const [other, seen] of this.#seen) {
      if (other === process) continue;
      if (this.acts(other, slot))
        this.#findings.breach('P1', `${process.id} and ${other.id} both act on slot ${slot}`, slot);
      // If its window opens again, its holds count anew, whatever they are.
      else if (isShut(other, seen.holds.get(slot)?.token)) seen.active = undefined;
    }
    this.#admitted(process, slot);
  }

  #admitted(process: Suspect, slot: number): void {
    if (this.#table.admits(process.name, slot)) return;
    const row = this.#table.rowOf(slot);
    const text = `owner ${row?.owner ?? ''}, awaiting ${(row?.awaiting ?? []).join(' ')}`;
    this.#findings.breach('F4', `${process.id} may act on slot ${slot}, and the table says: ${text}`, slot);
  }
}

/** It would act on what it holds if its window were open. */
function isShut({ ownership }: Suspect, token: WorkToken | undefined): boolean {
  return token !== undefined && ownership?.check(token) === 'Window';
}
