/** Processes that ended by an error. */
import { hasCode, messageOf } from '../../../lib/errors.ts';
import type { Findings } from './evidence.ts';

export class Endings {
  readonly #findings: Findings;
  /** Managers that have seen the time before a restore, and have not ended since. */
  readonly #excused = new Set<string>();

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** The store went back: a manager that runs and finds it so ends, and the next one begins with nothing in mind (R4). */
  restored(managers: Iterable<string>): void {
    this.#excused.clear();
    for (const manager of managers) this.#excused.add(manager);
  }

  failed(process: string, error: unknown): void {
    if (hasCode(error, 'StoreWentBack') && this.#excused.delete(process)) return;
    this.#findings.breach('Bug', `${process} ended by an error: ${messageOf(error)}`);
  }
}
