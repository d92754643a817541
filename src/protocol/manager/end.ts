/** B3: the end of a set. Its finalizer goes when every name is proved to have stopped. */
import { expiryWaitMs, isVersion } from '../lease.ts';
import { burial } from './mirror.ts';
import type { Memory } from './memory.ts';
import type { Standing, Standings } from './standing.ts';
import type { ManagerEffect, Observation } from './view.ts';

export interface EndContext {
  readonly observation: Observation;
  readonly standings: Standings;
  readonly memory: Memory;
}

/** What brings the end nearer; nothing while others have to stop first. */
export function endOf(context: EndContext): readonly ManagerEffect[] {
  const { set, proofs } = context.observation;
  if (!set.guarded) return [];
  // The key ties every proof to "after the deletion was known".
  const key = `deleted/${set.uid}`;
  const list = proofs.names;
  if (list === undefined || list.setUid !== set.uid || list.setResourceVersion !== key) {
    return [{ type: 'ListNames', setUid: set.uid, setResourceVersion: key }];
  }
  const effects: ManagerEffect[] = [];
  let stopped = true;
  for (const name of new Set([...list.names, ...context.standings.keys()])) {
    const step = stepOf(context.standings.get(name), key, context);
    effects.push(...step.effects);
    stopped &&= step.stopped;
  }
  return stopped ? [{ type: 'RemoveFinalizer', resourceVersion: set.resourceVersion }] : effects;
}

interface Step {
  /** Proved, and its Lease is deleted. */
  readonly stopped: boolean;
  readonly effects: readonly ManagerEffect[];
}

const WAIT: Step = { stopped: false, effects: [] };

function stepOf(standing: Standing | undefined, key: string, { observation, memory }: EndContext): Step {
  if (standing === undefined) return WAIT;
  const { name, note } = standing;
  if (standing.type === 'Released') {
    const proof = observation.proofs.shards.get(name);
    if (proof?.table !== key) return { stopped: false, effects: [{ type: 'CheckShard', name, table: key }] };
    return proof.final ? buried(standing) : WAIT;
  }
  if (standing.type !== 'Expired') return WAIT;
  const proof = observation.proofs.leases.get(name);
  const dueMs = note.firstSeenMonotonicMs + expiryWaitMs(note, memory.timing);
  if (proof === undefined || proof.table !== key || proof.askedMs < dueMs) {
    return { stopped: false, effects: [{ type: 'CheckLease', name, table: key }] };
  }
  return isVersion(note, proof.lease) ? buried(standing) : WAIT;
}

/** The shards go with the set, to which they belong. */
function buried(standing: Standing): Step {
  if (standing.note.type === 'Absent') return { stopped: true, effects: [] };
  return { stopped: false, effects: burial(standing) };
}
