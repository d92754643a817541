/** Acts two to four: a scale-out, a crash that is restarted in place, a crash that others take over. */
import type { AssignmentRange, ControllerShardSet } from '../../api/shard-set.ts';
import { SHARD_SETS } from '../../kube/resources.ts';
import { sleep } from '../../lib/clock.ts';
import { ShardkeeperError } from '../../lib/errors.ts';
import { show, type Stage } from './stage.ts';

/** When an act began and when it had settled. */
export interface Span {
  readonly startWallMs: number;
  readonly endWallMs: number;
}

export interface Kill {
  readonly replica: string;
  readonly wallMs: number;
}

const SET = 'metacontroller';
const WATCH_MS = 100;
const PATIENCE_MS = 90_000;

export async function playScaleOut(stage: Stage): Promise<Span> {
  const { installation, narrator } = stage;
  const { namespace } = installation;
  narrator.act('Act 2. From three replicas to four, while people edit');
  await show(stage, `get controllershards -n ${namespace}`);
  const startWallMs = stage.clock.wallMs();
  await show(stage, `scale statefulset/metacontroller --replicas=4 -n ${namespace}`);
  const ready = installation.ready(4);
  await meanwhile(stage, ready);
  const endWallMs = stage.clock.wallMs();
  narrator.fact('Settled: the newcomer was warm before anybody gave up a slot.');
  await show(stage, `get controllershards -n ${namespace}`);
  return { startWallMs, endWallMs };
}

export async function playRestart(stage: Stage): Promise<Kill> {
  const { narrator, installation } = stage;
  narrator.act('Act 3. SIGKILL; the kubelet restarts it in place');
  const replica = 'metacontroller-1';
  const before = restartsOf(stage, replica);
  const kill = strike(stage, replica);
  const restarted = until(stage, `${replica} to be restarted and Ready`, async () => {
    if (restartsOf(stage, replica) === before) return false;
    return installation.kubelet.list().some((pod) => pod.name === replica && pod.ready);
  });
  await meanwhile(stage, restarted);
  await installation.ready(4);
  narrator.fact('Same pod, same slots: nothing was moved.');
  await show(stage, `get controllershards -n ${installation.namespace}`);
  return kill;
}

export async function playTakeover(stage: Stage): Promise<Kill> {
  const { narrator, installation } = stage;
  narrator.act('Act 4. SIGKILL with the kubelet held back: the others take over');
  const replica = 'metacontroller-2';
  installation.kubelet.holdBack(replica);
  const kill = strike(stage, replica);
  const takenOver = until(stage, `the slots of ${replica} to be taken over`, async () => {
    const rows = await tableOf(stage);
    return rows.length > 0 && rows.every((row) => row.owner !== replica && row.awaiting.length === 0);
  });
  await meanwhile(stage, takenOver);
  await show(stage, `get controllershards -n ${installation.namespace}`);
  narrator.step(`Letting the kubelet start ${replica} again`);
  installation.kubelet.release(replica);
  await meanwhile(stage, installation.ready(4));
  await show(stage, `get controllershards -n ${installation.namespace}`);
  return kill;
}

function strike({ installation, narrator, clock }: Stage, replica: string): Kill {
  const pid = installation.kubelet.pidOf(replica);
  narrator.shell(`kill -9 ${pid ?? '?'}   # ${replica}`, '');
  const wallMs = clock.wallMs();
  if (!installation.kubelet.signal(replica, 'SIGKILL')) {
    throw new ShardkeeperError(`pod ${replica} has no process to kill`, { code: 'DemoFailed' });
  }
  return { replica, wallMs };
}

/** Shows each change of the shards while something is under way, as `kubectl get --watch` prints it. */
async function meanwhile(stage: Stage, under: Promise<unknown>): Promise<void> {
  const { installation, narrator } = stage;
  const ended = new AbortController();
  const command = ['get', 'controllershards', '-n', installation.namespace, '--watch'];
  narrator.shell(`kubectl ${command.join(' ')}`, '');
  const watching = installation.kubectlStream(command, (line) => narrator.output(line), ended.signal);
  try {
    await under;
  } finally {
    ended.abort();
    await watching;
  }
}

async function until(stage: Stage, what: string, holds: () => Promise<boolean>): Promise<void> {
  const deadline = stage.clock.monotonicMs() + PATIENCE_MS;
  while (!(await holds())) {
    if (stage.clock.monotonicMs() > deadline) {
      const { logDirectory } = stage.installation.controlPlane;
      const text = `waited ${PATIENCE_MS / 1000} s in vain for ${what}; logs: ${logDirectory}`;
      throw new ShardkeeperError(text, { code: 'DemoFailed' });
    }
    await sleep(stage.clock, WATCH_MS);
  }
}

function restartsOf({ installation }: Stage, replica: string): number {
  return installation.kubelet.list().find((pod) => pod.name === replica)?.restarts ?? 0;
}

async function tableOf({ client, installation }: Stage): Promise<readonly AssignmentRange[]> {
  const ref = { namespace: installation.namespace, name: SET };
  const set = (await client.get(SHARD_SETS, ref)) as unknown as ControllerShardSet;
  return set.status?.assignment?.ranges ?? [];
}
