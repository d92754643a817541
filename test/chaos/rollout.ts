/** Replicas and managers are replaced, as by a new image, and what that may cost. */
import { SLOT_COUNT } from '../../src/protocol/slots.ts';
import { tablesBetween } from '../../src/testing/audit/index.ts';
import { waitFor } from './facts.ts';
import { atMost, never, pooled, told } from './figures.ts';
import type { Figure } from './scenario.ts';
import type { ChaosStage, Judgement } from './stage.ts';
import { SET } from './stage/set.ts';

const MANAGER = 'deployment/shardkeeper-manager';
const ROLLOUT = '--timeout=180s';

/** `kubectl rollout restart` of the replicas, and until it is done. */
export function rollOut(stage: ChaosStage, kind: 'StatefulSet' | 'Deployment'): Promise<void> {
  return restart(stage, `${kind.toLowerCase()}/${SET}`);
}

/** The managers, and until a new one leads: the old one may lead a moment longer than the rollout takes. */
export async function rollOutManagers(stage: ChaosStage): Promise<void> {
  const before = await stage.leader();
  await restart(stage, MANAGER);
  await waitFor('a new manager leads', async () => !['', before].includes(await stage.leader()));
}

async function restart({ installation }: ChaosStage, workload: string): Promise<void> {
  const { kubectl, namespace } = installation;
  await kubectl(['-n', namespace, 'rollout', 'restart', workload]);
  await kubectl(['-n', namespace, 'rollout', 'status', workload, ROLLOUT]);
}

/** No object is without an owner for long, none is written because of it, no slot moves more often than it must. */
export function planned(judgement: Judgement, fromMs: number, movesMax: number): readonly Figure[] {
  return [
    pooled('unowned_p99', judgement.plannedMs, { share: 0.99, goal: 100 }),
    atMost('moves_of_a_slot', mostMoves(judgement, { fromMs, movesMax }), { goal: movesMax }),
    never('writes_caused', judgement.writesWithoutEdit),
    never('writes_doubled', judgement.duplicates),
    told('slots_moved', judgement.moved),
  ];
}

/** How often the slot that moved most changed its owner; which way it went is told when that is too often. */
function mostMoves({ evidence }: Judgement, { fromMs, movesMax }: { fromMs: number; movesMax: number }): number {
  const tables = tablesBetween(evidence.timeline.tables, fromMs, evidence.timeline.endMs);
  let most: readonly string[] = [];
  for (let slot = 0; slot < SLOT_COUNT; slot++) {
    const way: string[] = [];
    let before: string | undefined;
    for (const { owners, startMs } of tables) {
      const owner = owners[slot] ?? '';
      if (owner !== before) way.push(`${((startMs - fromMs) / 1000).toFixed(2)} s ${owner}`);
      before = owner;
    }
    if (way.length > most.length) most = way;
  }
  const moves = Math.max(0, most.length - 1);
  if (moves > movesMax) process.stderr.write(`  a slot moved too often: ${most.join(', ')}\n`);
  return moves;
}
