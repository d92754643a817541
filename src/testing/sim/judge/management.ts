/** Since when some manager has been able to do its work: what people are told is demanded only then. */

/** A manager, as it can be seen from outside. */
export interface ManagerFacts {
  /** Of its process; the identity in the Lease begins with it. */
  readonly id: string;
  /** It runs, and nothing is wrong with its way to the server. */
  readonly well: boolean;
}

export interface ManagementFacts {
  /** There is a set with a table, and the server answers. */
  readonly served: boolean;
  readonly managers: readonly ManagerFacts[];
  /** The Lease for which managers compete, as stored. */
  readonly lease: { readonly holder: string; readonly resourceVersion: string } | undefined;
}

export interface ManagementOptions {
  readonly nowMs: () => number;
  /** After the last renewal of a leader, one that is well leads at the latest. */
  readonly takeoverMs: number;
}

/**
 * One manager that is well is enough. While another one leads that is not well and renews its Lease, nobody may take the lead from
 * it: then nothing is demanded. When it renews no more, the one that is well leads within a takeover.
 */
export class Management {
  readonly #options: ManagementOptions;
  #sinceMs = 0;
  #version = '';
  #renewedMs = 0;

  constructor(options: ManagementOptions) {
    this.#options = options;
  }

  get forMs(): number {
    return Math.max(0, this.#options.nowMs() - this.#sinceMs);
  }

  /** Call it often, at regular times. */
  look({ served, managers, lease }: ManagementFacts): void {
    const nowMs = this.#options.nowMs();
    const version = lease?.resourceVersion ?? '';
    if (version !== this.#version) this.#renewedMs = nowMs;
    this.#version = version;
    if (!served || managers.every(({ well }) => !well)) this.#notBefore(nowMs);
    const leader = managers.find(({ id }) => lease?.holder.startsWith(`${id}_`) === true);
    if (leader?.well !== true) this.#notBefore(this.#renewedMs + this.#options.takeoverMs);
  }

  #notBefore(ms: number): void {
    this.#sinceMs = Math.max(this.#sinceMs, ms);
  }
}
