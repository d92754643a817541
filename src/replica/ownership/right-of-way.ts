/**
 * While slots change hands, the API server is wanted for the acks: a replica that gives or takes starts no new work for a
 * moment. What runs goes on; what waits keeps its place. A drain that takes long holds nobody up.
 */
import type { ReplicaState, SetView } from '../../protocol/replica/types.ts';
import type { Table } from '../../protocol/table.ts';
import type { SlotRuntime } from '../ports.ts';

/** About twice what a handoff takes on a busy machine. */
const GIVE_WAY_MS = 120;

export class RightOfWay {
  readonly #name: string;
  #table: Table | undefined;
  #given = false;

  constructor(name: string) {
    this.#name = name;
  }

  /** Cheap unless the table is another one. */
  update(state: ReplicaState, runtime: Pick<SlotRuntime, 'giveWay'>): void {
    const set = state.life.type === 'Running' ? state.life.view.set : undefined;
    if (set?.table === this.#table) return;
    this.#table = set?.table;
    const wanted = set !== undefined && changesHands(set, this.#name);
    if (wanted === this.#given) return;
    this.#given = wanted;
    runtime.giveWay(wanted ? GIVE_WAY_MS : 0);
  }
}

function changesHands({ table }: SetView, name: string): boolean {
  return (
    table?.ranges.some(({ owner, awaiting }) => awaiting.length > 0 && (owner === name || awaiting.includes(name))) ??
    false
  );
}
