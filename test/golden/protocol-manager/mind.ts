/** One manager of the scripts, and the spec that it finds. */
import { SHARD_SET_DEFAULTS, type ShardSetSpec } from '../../../src/api/shard-set.ts';
import type { LeaseBook } from '../../../src/protocol/lease.ts';
import type { Report } from '../../../src/protocol/manager/machine.ts';
import type { Memory } from '../../../src/protocol/manager/memory.ts';
import { NO_PROOFS, type Proofs, type SetView } from '../../../src/protocol/manager/view.ts';

/** The 5 s preset. */
export const SPEC: ShardSetSpec = {
  ...SHARD_SET_DEFAULTS,
  workload: { kind: 'StatefulSet', name: 'w' },
  lease: {
    durationSeconds: 5,
    renewIntervalMilliseconds: 1000,
    requestTimeoutMilliseconds: 1000,
    fenceMarginMilliseconds: 1750,
    viewMaxAgeMilliseconds: 3000,
    stallMaxMilliseconds: 500,
    clockErrorPerMille: 10,
  },
};

/** One manager: its notes, its memory, its proofs. */
export class Mind {
  readonly name: string;
  book: LeaseBook = new Map();
  memory: Memory | undefined;
  report: Report | undefined;
  proofs: Proofs = NO_PROOFS;
  wakeAtMs = 0;
  /** The first look was taken: what comes after it is new. */
  looked = false;
  /** Sees the set as it was at this version, until it is told otherwise: a manager whose watch lags. */
  stale: SetView | undefined;

  constructor(name: string) {
    this.name = name;
  }
}
