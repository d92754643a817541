/** The table as the server has it: P8 at each write, and what F4 asks of the present one. */
import type { Assignment, AssignmentRange, ShardSetStatus } from '../../../api/shard-set.ts';
import type { KubeObject } from '../../../kube/types.ts';
import type { Findings } from './evidence.ts';

export class TableHistory {
  readonly #findings: Findings;
  readonly #slots: readonly number[];
  /** Highest token given so far, and to whom, by probed slot. */
  readonly #tokens = new Map<number, { readonly epoch: number; readonly generation: number; readonly owner: string }>();
  #status: ShardSetStatus | undefined;
  #table: Assignment | undefined;
  #uid = '';

  constructor(findings: Findings, slots: readonly number[]) {
    this.#findings = findings;
    this.#slots = slots;
  }

  /** Undefined when there is none of the present set. */
  get table(): Assignment | undefined {
    return this.#table;
  }

  get status(): ShardSetStatus | undefined {
    return this.#status;
  }

  /** The set was stored, or it is gone. */
  stored(set: KubeObject | undefined): void {
    this.#status = set === undefined ? undefined : ((set['status'] ?? {}) as ShardSetStatus);
    this.#uid = set?.metadata.uid ?? '';
    const table = this.#status?.assignment;
    const before = this.#table;
    this.#table = table?.uid === this.#uid ? table : undefined;
    if (this.#table !== undefined && this.#table !== before) this.#compare(this.#table);
  }

  /** The store went back: tokens of before do not bind (only an outage makes that safe, and R4). */
  restored(): void {
    this.#tokens.clear();
  }

  rowOf(slot: number): AssignmentRange | undefined {
    return this.#table?.ranges.find(({ start, end }) => start <= slot && slot <= end);
  }

  /** F4: may a process of this name act on the slot, by the present table? True while there is none: nothing can be said. */
  admits(name: string, slot: number): boolean {
    const row = this.rowOf(slot);
    if (row === undefined) return true;
    if (row.awaiting.includes(name)) return true;
    return row.owner === name && row.awaiting.length === 0;
  }

  #compare(table: Assignment): void {
    for (const slot of this.#slots) {
      const row = this.rowOf(slot);
      if (row === undefined) {
        this.#findings.breach('Cover', `the table has no row for slot ${slot}`, slot);
        continue;
      }
      const { epoch } = table;
      const { generation, owner } = row;
      const old = this.#tokens.get(slot);
      if (old !== undefined) {
        const later = epoch > old.epoch || (epoch === old.epoch && generation > old.generation);
        const same = epoch === old.epoch && generation === old.generation && owner === old.owner;
        if (!later && !same) {
          const was = `${old.epoch}.${old.generation} of ${old.owner}`;
          this.#findings.breach(
            'P8',
            `token of slot ${slot} went from ${was} to ${epoch}.${generation} of ${owner}`,
            slot,
          );
        }
      }
      this.#tokens.set(slot, { epoch, generation, owner });
    }
  }
}
