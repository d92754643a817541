/** What scenarios wait for. */
import { eventually } from '../eventually.ts';
import type { ChaosStage } from './stage.ts';
import { shardSetOf } from './stage/set.ts';

const LOOK_MS = 50;
const PATIENCE_MS = 120_000;

/** Nobody waits for this replica any more, and every slot is with somebody else. */
export async function takenOver({ client, installation }: ChaosStage, replica: string): Promise<void> {
  await waitFor(`the slots of ${replica} are taken over`, async () => {
    const { status } = await shardSetOf(client, installation.namespace);
    const rows = status?.assignment?.ranges ?? [];
    return rows.every(({ owner, awaiting }) => owner !== '' && owner !== replica && !awaiting.includes(replica));
  });
}

/** How often the kubelet has started the process of this pod again; take it before the process ends. */
export function restartsOf({ installation }: ChaosStage, pod: string): number {
  return installation.kubelet.list().findLast(({ name }) => name === pod)?.restarts ?? 0;
}

/** The process of this pod was started again since, and is Ready. */
export async function restarted(stage: ChaosStage, pod: string, restartsBefore: number): Promise<void> {
  await waitFor(`${pod} runs again`, async () => {
    const found = stage.installation.kubelet.list().findLast(({ name }) => name === pod);
    return found !== undefined && found.restarts > restartsBefore && found.ready;
  });
}

export function waitFor(what: string, holds: () => Promise<boolean>): Promise<void> {
  return eventually(what, holds, { everyMs: LOOK_MS, patienceMs: PATIENCE_MS });
}
