/** What every act of the demo is given. */
import type { KubeClient } from '../../kube/types.ts';
import type { Clock } from '../../lib/clock.ts';
import type { Random } from '../../lib/random.ts';
import type { Installation } from '../../testing/installation/index.ts';
import type { Narrator } from './narrator.ts';

export interface Stage {
  readonly installation: Installation;
  readonly client: KubeClient;
  readonly narrator: Narrator;
  readonly clock: Clock;
  readonly random: Random;
  /** How many parents the wave has. */
  readonly parents: number;
}

/** Namespace of the parents. */
export const PARENTS_NAMESPACE = 'demo';

/** Runs kubectl and shows both the command and what it printed. */
export async function show(stage: Stage, command: string): Promise<void> {
  const { installation, narrator } = stage;
  narrator.shell(`kubectl ${command}`, await installation.kubectl(command.split(' ')));
}
