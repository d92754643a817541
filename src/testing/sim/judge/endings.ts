/** Processes that ended by an error. */
import { hasCode, messageOf } from '../../../lib/errors.ts';
import type { Findings } from './evidence.ts';

export class Endings {
  readonly #findings: Findings;
  #wentBack = false;

  constructor(findings: Findings) {
    this.#findings = findings;
  }

  /** The store went back: a manager that finds it so ends, and the next one begins with nothing in mind (R4). */
  restored(): void {
    this.#wentBack = true;
  }

  failed(process: string, error: unknown): void {
    if (this.#wentBack && hasCode(error, 'StoreWentBack')) return;
    this.#findings.breach('Bug', `${process} ended by an error: ${messageOf(error)}`);
  }
}
